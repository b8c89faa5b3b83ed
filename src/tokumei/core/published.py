"""A release as a reader sees it: labels, coded, with nothing behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["PublishedColumn", "PublishedTable"]

COMPILED_FROM = 200_000
"""Tables with so many records are grouped by compiled code; below, sorting is as fast and needs nothing loaded."""
_BLOCK = 1 << 15
"""Records that are packed at a time, so that they stay in the cache."""


@dataclass(frozen=True, eq=False)
class PublishedColumn:
    """A column of labels: codes into a dictionary of distinct labels; −1 is an empty field."""

    codes: npt.NDArray[np.int32]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """Columns of labels of equal length: all that verification and measures may look at."""

    columns: Mapping[str, PublishedColumn]
    records: int

    def groups(self, names: Sequence[str], rows: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.int64]:
        """Record → number of its group: records with the same labels in all of `names`, empty fields included.

        With `rows`, only for those records, in their order.
        """
        words = self._packed(names, rows)
        if len(words) >= COMPILED_FROM:
            from tokumei.core.grouping import number_rows  # loaded only where it saves more than it costs

            return number_rows(words)[0]
        group = _renumbered(words[:, 0])
        for word in range(1, words.shape[1]):
            group = _renumbered(group * len(group) + _renumbered(words[:, word]))
        return group

    def _packed(self, names: Sequence[str], rows: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.int64]:
        """Records × words: the labels of a record, as many columns as fit into each word."""
        places: list[tuple[PublishedColumn, int, int]] = []
        word, size = 0, 1
        for name in names:
            column = self.columns[name]
            width = len(column.labels) + 1
            if size * width >= 2**62:
                word, size = word + 1, 1
            size *= width
            places.append((column, word, width))
        chosen = None if rows is None else np.flatnonzero(rows)
        words = np.zeros((self.records if chosen is None else len(chosen), word + 1), dtype=np.int64)
        for start in range(0, len(words), _BLOCK):
            block = words[start : start + _BLOCK]
            taken = slice(start, start + _BLOCK) if chosen is None else chosen[start : start + _BLOCK]
            for column, word, width in places:
                block[:, word] *= width
                block[:, word] += column.codes[taken]
                block[:, word] += 1
        return words


def _renumbered(group: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.unique(group, return_inverse=True)[1].astype(np.int64)

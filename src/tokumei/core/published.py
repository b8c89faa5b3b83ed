"""A release as a reader sees it: labels, coded, with nothing behind them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.notation import ANY
from tokumei.core.rows import COMPILED_FROM, number_rows

__all__ = ["PublishedColumn", "PublishedTable", "bounds_of", "published_names"]

_BLOCK = 1 << 15
"""Records that are packed at a time, so that they stay in the cache."""


@dataclass(frozen=True, eq=False)
class PublishedColumn:
    """A column of labels: codes into a dictionary of distinct labels; −1 is an empty field."""

    codes: npt.NDArray[np.int32]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def is_any(self) -> npt.NDArray[np.bool_]:
        """Which cells are `*`."""
        return np.array([*(label == ANY for label in self.labels), False])[self.codes]


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """Columns of labels of equal length: all that verification and measures may look at."""

    columns: Mapping[str, PublishedColumn]
    records: int
    """Rows: those of the release, or each different one once where there are weights."""
    weight: npt.NDArray[np.int64] | None = None
    """Row → how many of the release it stands for; None: one each."""

    def counted(self, rows: npt.NDArray[np.bool_]) -> int:
        """How many rows of the release the rows that are marked stand for."""
        return int(np.count_nonzero(rows)) if self.weight is None else int(self.weight[rows].sum())

    def names_of(self, columns: Sequence[str]) -> list[str]:
        """The names under which columns of a job are published: their own, or those of their two bounds."""
        return published_names(columns, self.columns)

    def marks(self, columns: Sequence[str] = ()) -> npt.NDArray[np.bool_]:
        """Which rows have `*` in each column: marks of removed records, where the release is said to have them.

        A release without marks may have such rows too (a text of one masked character, a group of the most general
        values): only who knows asks, and `removed` is for all others. The bounds of `columns` that are published as two
        are empty there, since they hold numbers only; at least one other column has to say `*`.
        """
        bounds = {bound for name in columns if name not in self.columns for bound in bounds_of(name)}
        marked = np.ones(self.records, dtype=bool)
        said = False
        for name, column in self.columns.items():
            star = column.labels.index(ANY) if ANY in column.labels else None
            if star is None and name not in bounds:
                return np.zeros(self.records, dtype=bool)
            said = said or name not in bounds
            shown = np.zeros(self.records, dtype=bool) if star is None else column.codes == star
            marked &= shown | (column.codes < 0) if name in bounds else shown
        return marked if said else np.zeros(self.records, dtype=bool)

    def removed(self, columns: Sequence[str], *, markers: bool) -> npt.NDArray[np.bool_]:
        """Which rows stand for removed records: none, unless the release marks them (`markers`)."""
        return self.marks(columns) if markers else np.zeros(self.records, dtype=bool)

    def groups(self, names: Sequence[str], rows: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.int64]:
        """Record → number of its group: records with the same labels in all of `names`, empty fields included.

        With `rows`, only for those records, in their order.
        """
        words = self._packed(names, rows)
        if len(words) >= COMPILED_FROM:
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


def bounds_of(name: str) -> list[str]:
    """The two columns that a column of numbers or dates becomes with `output.numbers: bounds`."""
    return [f"{name}_low", f"{name}_high"]


def published_names(columns: Iterable[str], there: Container[str]) -> list[str]:
    """The names under which columns are published: their own, or those of their two bounds where these are there."""
    names: list[str] = []
    for name in columns:
        bounds = bounds_of(name)
        names += bounds if name not in there and all(bound in there for bound in bounds) else [name]
    return names


def _renumbered(group: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.unique(group, return_inverse=True)[1].astype(np.int64)

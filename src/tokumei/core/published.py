"""A release as a reader sees it: labels, coded, with nothing behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["PublishedColumn", "PublishedTable"]


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

    def groups(self, names: list[str]) -> npt.NDArray[np.int64]:
        """Record → number of its group: records with the same labels in all of `names`, empty fields included."""
        group = np.zeros(self.records, dtype=np.int64)
        count = 1
        for name in names:
            column = self.columns[name]
            width = len(column.labels) + 1
            if count * width >= 2**62:
                group, count = _renumbered(group)
            group = group * width + (column.codes + 1)
            count *= width
        return _renumbered(group)[0]


def _renumbered(group: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
    distinct, numbers = np.unique(group, return_inverse=True)
    return numbers.astype(np.int64), max(len(distinct), 1)

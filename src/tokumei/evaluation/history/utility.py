"""The utility U of a release of histories: the mean expected error of a cell, lower is better.

Two ways to the same number: from a recoding (codes), and from any published table whose rows stand in the order of
the original (labels, read once each), which is how anyone's contest file is measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.expected_error import Grid, range_errors, set_errors
from tokumei.core.history import HistoryRecoding, Starred
from tokumei.core.recoding import Nodes, Ranges, ValueSets

__all__ = ["Utility", "utility"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Utility:
    """U by column and in all."""

    columns: Mapping[str, float]
    """Column → mean error of a cell, removed records at 1."""
    outside: int = 0
    """Cells whose published value does not cover the true one; 0 for every release of ours."""

    @property
    def total(self) -> float:
        """The mean over the columns."""
        return float(np.mean(list(self.columns.values())))


def utility(recoding: HistoryRecoding) -> Utility:
    """U of a recoding, over all records of the original.

    *Reference*: the utility of PWS Cup 2018; U of the paper's Tables 9 and 14.
    """
    return Utility(columns={name: float(_errors(column).mean()) for name, column in recoding.columns.items()})


def _errors(column: Starred) -> Floats:
    """Record → expected error of its cell."""
    inner = column.inner
    entry = inner.entry
    hidden = np.append(column.star, True)[entry]
    if isinstance(inner, ValueSets):
        found = _of(set_errors(np.diff(inner.offsets)), entry)
    elif isinstance(inner, Nodes):
        covered = inner.hierarchy.last[inner.node] - inner.hierarchy.first[inner.node] + 1
        found = _of(set_errors(covered), entry)
    else:
        assert isinstance(inner, Ranges)
        found = _range_errors(inner)
    return np.where(hidden, 1.0, found)


def _range_errors(inner: Ranges) -> Floats:
    grid = Grid.of(inner.column)
    places = np.append(grid.places, 0.0)
    true = places[np.minimum(inner.column.codes, len(places) - 1)]
    low, high = _of(places[inner.low], inner.entry), _of(places[inner.high], inner.entry)
    return range_errors(true, low, high, grid.sigma)


def _of(values: Floats, entry: npt.NDArray[np.int32]) -> Floats:
    return np.append(values, 1.0)[entry]

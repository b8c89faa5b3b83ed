"""What is to be partitioned: distinct rows with weights, and what every group must keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.partition.dimensions import Dimension, Dimensions, stack
from tokumei.core.distinct import distinct_rows
from tokumei.core.predicates import NO_PREDICATES, Predicates, histogram_places
from tokumei.core.table import Table

__all__ = ["Groups", "Problem"]


@dataclass(frozen=True, eq=False)
class Problem:
    """Distinct rows of the quasi-identifiers (and of what the predicates read), each with its number of records."""

    cells: npt.NDArray[np.int32]
    """Row × dimension → rank."""
    weight: npt.NDArray[np.int64]
    """Row → records that are this row."""
    row: npt.NDArray[np.int32]
    """Record → row."""
    dimensions: tuple[Dimension, ...]
    dims: Dimensions
    k: int
    predicates: Predicates = NO_PREDICATES
    places: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    """Histogram places of all rows, one row after another."""
    offsets: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """The places of row r are `places[offsets[r]:offsets[r + 1]]`; a single zero without predicates."""

    @classmethod
    def of(
        cls, table: Table, dimensions: Sequence[Dimension], *, k: int, predicates: Predicates = NO_PREDICATES
    ) -> Problem:
        """The problem that a table poses; predicates count the table's sensitive columns."""
        cells = np.empty((table.records, len(dimensions)), dtype=np.int32)
        for number, dimension in enumerate(dimensions):
            np.take(dimension.rank, dimension.column.codes, out=cells[:, number])
        if len(predicates.kind) == 0:
            row, first, weight = distinct_rows(cells)
            return cls(cells[first], weight, row, tuple(dimensions), stack(dimensions), k)
        offsets, places = histogram_places(table.sensitive)
        row, first, weight = distinct_rows(cells, offsets, places)
        size = np.diff(offsets)[first]
        kept = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(size)])
        within = np.arange(kept[-1]) - np.repeat(kept[:-1], size)
        chosen = places[np.repeat(offsets[first], size) + within]
        return cls(cells[first], weight, row, tuple(dimensions), stack(dimensions), k, predicates, chosen, kept)

    @property
    def rows(self) -> int:
        """How many distinct rows there are."""
        return len(self.weight)

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.weight.sum())


@dataclass(frozen=True, eq=False)
class Groups:
    """A partition of the rows: group g holds `order[ends[g − 1]:ends[g]]`; rows that are in no group are removed."""

    order: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many groups there are."""
        return len(self.ends)

    def of_rows(self, rows: int) -> npt.NDArray[np.int32]:
        """Row → group, −1 for a removed row."""
        group = np.full(rows, -1, dtype=np.int32)
        group[self.order] = np.repeat(np.arange(self.count, dtype=np.int32), np.diff(np.concatenate([[0], self.ends])))
        return group

    @classmethod
    def from_rows(cls, group: npt.NDArray[np.int32]) -> Groups:
        """Groups from a group number for each row; empty numbers are closed up, −1 is removed."""
        order = np.argsort(group, kind="stable").astype(np.int32)
        order = order[np.count_nonzero(group < 0) :]
        numbers = group[order]
        ends = np.append(np.flatnonzero(np.diff(numbers)) + 1, len(order)) if len(order) else np.zeros(0)
        return cls(order, ends.astype(np.int64))

"""Set-valued columns as dimensions: all their items side by side, as the compiled kernels see them.

A group publishes the items that all of its records have. With own_r the items of record r in a column and C the common
items of the group, the group loses Σ (own_r − C) · share_r over its records, where share_r is what one item of r is
worth: 1 / own_r, so that the column's loss is its NCP (deleted items / items of the record; 0 without items).

The items of all set columns have numbers of one range, so that one pass over a row's items sees every set column.
A missing set is a value of its own: the record has one item, `missing`, the last of its column. Where all records of a
group have it, the field stays empty at no loss; in any other group the record loses it, and with it 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.rows import offsets_of, side_by_side
from tokumei.errors import DataError

__all__ = ["NO_SETS", "SetDimension", "Sets", "item_rows", "joined", "stack_sets"]


@dataclass(frozen=True, eq=False)
class SetDimension:
    """One set-valued column as a dimension; with a hierarchy its items are published as nodes."""

    column: SetColumn
    weight: float = 1.0
    """How often the column's loss counts."""

    @property
    def size(self) -> int:
        """How many items there are, `missing` among them where some record lacks its set."""
        return len(self.column.values) + bool(self.column.null.any())

    @property
    def missing(self) -> int:
        """The number of the item that stands for a missing set."""
        return len(self.column.values)

    @property
    def hierarchy(self) -> Hierarchy | None:
        """The item hierarchy, if there is one."""
        return self.column.hierarchy

    @cached_property
    def leaf(self) -> npt.NDArray[np.int32]:
        """Item → leaf of the hierarchy. Raises DataError where the hierarchy lacks items, without naming them."""
        assert self.column.hierarchy is not None
        leaf_of = self.column.hierarchy.leaf_of
        leaf = np.array([leaf_of.get(value, -1) for value in self.column.values], dtype=np.int32)
        if missing := int(np.count_nonzero(leaf < 0)):
            raise DataError(
                f"Column {self.column.name!r}: {missing:,} of its {len(leaf):,} distinct items are missing from its "
                "hierarchy. Add a row for each of them."
            )
        return leaf


class Sets(NamedTuple):
    """All set columns of a problem: row r has `items[offsets[r]:offsets[r + 1]]`, ascending.

    A row without its set has the item `missing` of the column.
    """

    offsets: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]
    start: npt.NDArray[np.int64]
    """Set column → its first item; one more entry for the number of items."""
    owner: npt.NDArray[np.int32]
    """Item → number of its set column."""
    name: npt.NDArray[np.int32]
    """Item → its rank among the labels of its column, by which ties are broken."""
    share: npt.NDArray[np.float64]
    """Row × set column → what one item of the row is worth, times the column's weight."""
    whole: npt.NDArray[np.float64]
    """Set column → what is lost where everything is: its weight."""


NO_SETS = Sets(
    offsets=np.zeros(1, dtype=np.int64),
    items=np.zeros(0, dtype=np.int32),
    start=np.zeros(1, dtype=np.int64),
    owner=np.zeros(0, dtype=np.int32),
    name=np.zeros(0, dtype=np.int32),
    share=np.zeros((0, 0)),
    whole=np.zeros(0),
)
"""A problem without set columns."""


def joined(dimensions: Sequence[SetDimension]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The items of all columns, record by record, with numbers of one range: (offsets, items)."""
    bases = np.cumsum([0, *(dimension.size for dimension in dimensions)])[:-1]
    return side_by_side([_with_missing(dimension) for dimension in dimensions], bases.tolist())


def _with_missing(dimension: SetDimension) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The items of a column, `missing` where there is no set: (offsets, items)."""
    column = dimension.column
    if not column.null.any():
        return column.offsets, column.items
    lacking = np.full(int(column.null.sum()), dimension.missing, dtype=np.int32)
    return side_by_side([(column.offsets, column.items), (offsets_of(column.null), lacking)], (0, 0))


def item_rows(sets: Sets) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The rows that have each item, ascending: those of item i are `rows[ends[i]:ends[i + 1]]`."""
    ends = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(sets.items, minlength=len(sets.owner)))])
    row = np.repeat(np.arange(len(sets.offsets) - 1, dtype=np.int32), np.diff(sets.offsets))
    return ends, row[np.argsort(sets.items, kind="stable")]


def stack_sets(
    dimensions: Sequence[SetDimension], offsets: npt.NDArray[np.int64], items: npt.NDArray[np.int32]
) -> Sets:
    """The set columns as the arrays that the kernels take, from the joined items of the rows."""
    if not dimensions:
        return NO_SETS
    start = np.cumsum([0, *(dimension.size for dimension in dimensions)], dtype=np.int64)
    owner = np.repeat(np.arange(len(dimensions), dtype=np.int32), np.diff(start))
    row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    own = np.zeros((len(offsets) - 1, len(dimensions)))
    np.add.at(own, (row, owner[items]), 1.0)
    names = [np.argsort(np.argsort(np.array(dimension.column.values, dtype=object))) for dimension in dimensions]
    whole = np.array([dimension.weight for dimension in dimensions], dtype=np.float64)
    name = [np.append(rank, len(rank))[: several.size] for rank, several in zip(names, dimensions, strict=True)]
    return Sets(
        offsets=offsets,
        items=items,
        start=start,
        owner=owner,
        name=np.concatenate(name).astype(np.int32),
        share=np.divide(whole, own, out=np.zeros_like(own), where=own > 0),
        whole=whole,
    )

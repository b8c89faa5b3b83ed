"""Set-valued columns as dimensions: all their items side by side, as the compiled kernels see them.

A group publishes the items that all of its records have. With own_r the items of record r in a column and C the common
items of the group, the group loses Σ (own_r − C) · share_r over its records, where share_r is what one item of r is
worth: 1 / own_r, so that the column's loss is its NCP (deleted items / items of the record; 0 without items).

The items of all set columns have numbers of one range, so that one pass over a row's items sees every set column.
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
from tokumei.errors import DataError

__all__ = ["NO_SETS", "SetDimension", "Sets", "gathered", "item_rows", "joined", "stack_sets"]


@dataclass(frozen=True, eq=False)
class SetDimension:
    """One set-valued column as a dimension; with a hierarchy its items are published as nodes."""

    column: SetColumn

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
    """All set columns of a problem: row r has `items[offsets[r]:offsets[r + 1]]`, ascending."""

    offsets: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]
    start: npt.NDArray[np.int64]
    """Set column → its first item; one more entry for the number of items."""
    owner: npt.NDArray[np.int32]
    """Item → number of its set column."""
    name: npt.NDArray[np.int32]
    """Item → its rank among the labels of its column, by which ties are broken."""
    share: npt.NDArray[np.float64]
    """Row × set column → what one item of the row is worth."""


NO_SETS = Sets(
    offsets=np.zeros(1, dtype=np.int64),
    items=np.zeros(0, dtype=np.int32),
    start=np.zeros(1, dtype=np.int64),
    owner=np.zeros(0, dtype=np.int32),
    name=np.zeros(0, dtype=np.int32),
    share=np.zeros((0, 0)),
)
"""A problem without set columns."""


def gathered(
    offsets: npt.NDArray[np.int64], values: npt.NDArray[np.int32], rows: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The parts of some rows, one after another: (offsets, values)."""
    size = np.diff(offsets)[rows]
    ends = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(size)])
    within = np.arange(ends[-1]) - np.repeat(ends[:-1], size)
    return ends, values[np.repeat(offsets[rows], size) + within]


def joined(columns: Sequence[SetColumn]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The items of all columns, record by record, with numbers of one range: (offsets, items)."""
    if len(columns) == 1:
        return columns[0].offsets, columns[0].items
    start = np.cumsum([0, *(len(column.values) for column in columns)])
    sizes = np.sum([np.diff(column.offsets) for column in columns], axis=0)
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    items = np.empty(int(offsets[-1]), dtype=np.int32)
    used = offsets[:-1].copy()
    for base, column in zip(start.tolist(), columns, strict=False):
        own = np.diff(column.offsets)
        items[np.repeat(used - column.offsets[:-1], own) + np.arange(len(column.items))] = column.items + np.int32(base)
        used += own
    return offsets, items


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
    columns = [dimension.column for dimension in dimensions]
    start = np.cumsum([0, *(len(column.values) for column in columns)], dtype=np.int64)
    owner = np.repeat(np.arange(len(columns), dtype=np.int32), np.diff(start))
    row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    own = np.zeros((len(offsets) - 1, len(columns)))
    np.add.at(own, (row, owner[items]), 1.0)
    name = [np.argsort(np.argsort(np.array(column.values, dtype=object))) for column in columns]
    return Sets(
        offsets=offsets,
        items=items,
        start=start,
        owner=owner,
        name=np.concatenate(name).astype(np.int32),
        share=np.divide(1.0, own, out=np.zeros_like(own), where=own > 0),
    )

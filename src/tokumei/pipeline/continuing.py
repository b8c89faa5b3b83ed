"""Groups of earlier releases as they were, and what they publish."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, Column, SetColumn, SingleColumn, TextColumn
from tokumei.core.recoding import ItemSets, Nodes, Ranges, Recoded, ValueSets
from tokumei.core.rows import offsets_of
from tokumei.errors import JobError

__all__ = ["kept_groups", "summaries"]

Ints = npt.NDArray[np.int32]


def kept_groups(earlier: npt.NDArray[np.int64], *, k: int) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Record → its group where at least k records of that are here (−1 elsewhere); and which records are free to form
    new groups: those that no earlier release published."""
    sizes = np.bincount(earlier[earlier >= 0], minlength=1)
    stays = (earlier >= 0) & (sizes[earlier] >= k)
    group = np.full(len(earlier), -1, dtype=np.int32)
    group[stays] = np.unique(earlier[stays], return_inverse=True)[1]
    return group, earlier < 0


def summaries(columns: Mapping[str, Column], publish: Mapping[str, str], group: Ints) -> dict[str, Recoded]:
    """Column → what groups publish: ranges, lowest nodes, sets of values, or the items that all records share.

    `publish` says which, for single values. Groups are numbered from 0 without gaps; −1 is removed.
    """
    return {name: _summary(column, publish.get(name, ""), group) for name, column in columns.items()}


def _summary(column: Column, publish: str, group: Ints) -> Recoded:
    assert not isinstance(column, TextColumn)
    if isinstance(column, SetColumn):
        return _items(column, group)
    rows = np.flatnonzero(group >= 0)
    count = int(group.max(initial=-1)) + 1
    if publish == "nodes":
        assert column.hierarchy is not None
        low, high = _ends(bind(column, column.hierarchy)[column.codes[rows]], group[rows], count)
        return Nodes(column, column.hierarchy, group, column.hierarchy.lowest_over(low, high))
    if publish == "ranges":
        assert not isinstance(column, CategoryColumn)
        low, high = _ends(column.codes[rows], group[rows], count)
        null = len(column.values)
        low[(high == null) & (low != null)] = 0  # how a range that mixes null with values is written
        return Ranges(column, group, low, high)
    return _values(column, group, rows, count)


def _values(column: SingleColumn, group: Ints, rows: npt.NDArray[np.int64], count: int) -> Recoded:
    pairs = np.unique(np.stack((group[rows], column.codes[rows]), axis=1), axis=0)
    offsets = offsets_of(np.bincount(pairs[:, 0], minlength=count))
    domain = column.size if column.hierarchy is None else len(column.hierarchy.leaves)
    return ValueSets(column, group, offsets, pairs[:, 1].astype(np.int32), domain)


def _items(column: SetColumn, group: Ints) -> Recoded:
    if column.hierarchy is not None:
        raise JobError(f"Column {column.name!r}: with `ledger`, sets are published without an item hierarchy.")
    count = int(group.max(initial=-1)) + 1
    owner = np.repeat(group, np.diff(column.offsets))
    pairs, records = np.unique(
        np.stack((owner[owner >= 0], column.items[owner >= 0]), axis=1), axis=0, return_counts=True
    )
    sizes = np.bincount(group[group >= 0], minlength=count)
    shared = pairs[records == sizes[pairs[:, 0]]]
    missing = np.bincount(group[(group >= 0) & column.null], minlength=count) == sizes
    return ItemSets(
        column, group, offsets_of(np.bincount(shared[:, 0], minlength=count)), shared[:, 1].astype(np.int32), missing
    )


def _ends(codes: npt.NDArray[np.integer], at: Ints, count: int) -> tuple[Ints, Ints]:
    low = np.full(count, np.iinfo(np.int32).max, dtype=np.int32)
    high = np.full(count, -1, dtype=np.int32)
    np.minimum.at(low, at, codes.astype(np.int32))
    np.maximum.at(high, at, codes.astype(np.int32))
    return low, high

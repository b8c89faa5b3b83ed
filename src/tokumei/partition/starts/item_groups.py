"""Groups of rows with the items that each has in common, kept up to date while rows come and go.

For tables whose one quasi-identifier is a set column. A row without a group publishes nothing; all such rows are one
group in the end. Groups are found by one of their common items, so that a row sees the groups that it could join
without taking anything from them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.partition.starts.row_lists import NOWHERE, put, take

__all__ = ["ItemGroups", "best_host", "close_group", "empty_groups", "kept", "new_group", "recount"]

SMALL = 64
"""Groups of more rows are not counted again when one leaves: their common items can only be more than is known."""
USED, FREE = 0, 1


class ItemGroups(NamedTuple):
    """The state: groups as linked lists of rows, and the common items of each."""

    group: npt.NDArray[np.int32]
    head: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    mass: npt.NDArray[np.int64]
    """Group → its records."""
    rows: npt.NDArray[np.int64]
    """Group → its rows."""
    size: npt.NDArray[np.int64]
    """Group → its common items, which are `common[start[g]:start[g] + size[g]]`."""
    start: npt.NDArray[np.int64]
    room: npt.NDArray[np.int64]
    common: npt.NDArray[np.int32]
    listed: npt.NDArray[np.int32]
    """Item → the first group that is listed under it; a group is listed under its last common item."""
    list_after: npt.NDArray[np.int32]
    list_before: npt.NDArray[np.int32]
    under: npt.NDArray[np.int32]
    closed: npt.NDArray[np.bool_]
    """Groups that no row may join for now."""
    free: npt.NDArray[np.int64]
    used: npt.NDArray[np.int64]
    """How much of `common` is taken, and how many numbers are in `free`."""
    seen: npt.NDArray[np.int64]
    has: npt.NDArray[np.bool_]


@part
def empty_groups(rows, items, total_items):
    """No groups yet."""
    most = rows + 2
    state = ItemGroups(
        np.full(rows, NOWHERE, np.int32),
        np.full(most, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.empty(3 * total_items + 64, np.int32),
        np.full(items, -1, np.int32),
        np.full(most, -1, np.int32),
        np.full(most, -1, np.int32),
        np.full(most, -1, np.int32),
        np.zeros(most, np.bool_),
        np.empty(most, np.int64),
        np.zeros(2, np.int64),
        np.zeros(items, np.int64),
        np.zeros(items, np.bool_),
    )
    for group in range(most - 1, -1, -1):
        state.free[state.used[FREE]] = group
        state.used[FREE] += 1
    return state


@part
def kept(state, row):
    """How many items a row publishes."""
    group = state.group[row]
    return 0 if group < 0 else state.size[group]


@part
def new_group(state):
    """The number of an empty group."""
    state.used[FREE] -= 1
    return state.free[state.used[FREE]]


@part
def close_group(state, group):
    """Gives the number of an empty group back."""
    _unlist(state, group)
    state.size[group] = 0
    state.free[state.used[FREE]] = group
    state.used[FREE] += 1


@part
def _unlist(state, group):
    item = state.under[group]
    if item < 0:
        return
    take(state.listed, state.list_after, state.list_before, item, group)
    state.under[group] = -1


@part
def store(state, group, items):
    """Sets a group's common items, and lists it under the last of them (the rarest: codes go by frequency)."""
    _unlist(state, group)
    count = items.shape[0]
    if count > state.room[group]:
        if state.used[USED] + count > state.common.shape[0]:
            _pack(state, group)
        state.start[group] = state.used[USED]
        state.room[group] = count
        state.used[USED] += count
    state.common[state.start[group] : state.start[group] + count] = items
    state.size[group] = count
    if count > 0:
        item = items[count - 1]
        state.under[group] = item
        put(state.listed, state.list_after, state.list_before, item, group)


@part
def _pack(state, left_out):
    """Closes the gaps in the store of common items."""
    packed = np.empty(state.common.shape[0], np.int32)
    used = 0
    for group in range(state.size.shape[0]):
        state.room[group] = 0
        if group != left_out and state.rows[group] > 0:
            size = state.size[group]
            packed[used : used + size] = state.common[state.start[group] : state.start[group] + size]
            state.start[group] = used
            state.room[group] = size
            used += size
    state.common[:used] = packed[:used]
    state.used[USED] = used


@part
def shared_items(state, rows, offsets, items):
    """The items that all of some rows have, ascending."""
    for row in rows:
        for place in range(offsets[row], offsets[row + 1]):
            state.seen[items[place]] += 1
    first = rows[0]
    found = np.empty(offsets[first + 1] - offsets[first], np.int32)
    count = 0
    for place in range(offsets[first], offsets[first + 1]):
        if state.seen[items[place]] == rows.shape[0]:
            found[count] = items[place]
            count += 1
    for row in rows:
        for place in range(offsets[row], offsets[row + 1]):
            state.seen[items[place]] = 0
    return found[:count]


@part
def members(state, group):
    """The rows of a group."""
    rows = np.empty(state.rows[group], np.int32)
    row = state.head[group]
    for number in range(rows.shape[0]):
        rows[number] = row
        row = state.after[row]
    return rows


@part
def recount(state, group, offsets, items):
    """Counts a group's common items again after rows have left it; returns by how many items a record gains."""
    if state.rows[group] > SMALL:
        return 0
    before = state.size[group]
    store(state, group, shared_items(state, members(state, group), offsets, items))
    return state.size[group] - before


@part
def best_host(state, row, skip, floor, offsets, items):
    """The group with most common items, more than `floor`, that a row has all of: (group or −1, items)."""
    host, most = -1, floor
    for place in range(offsets[row], offsets[row + 1]):
        state.has[items[place]] = True
    for place in range(offsets[row], offsets[row + 1]):
        group = state.listed[items[place]]
        while group >= 0:
            size = state.size[group]
            if size > most and group != skip and not state.closed[group]:
                contained = True
                for number in range(state.start[group], state.start[group] + size):
                    if not state.has[state.common[number]]:
                        contained = False
                        break
                if contained:
                    host, most = group, size
            group = state.list_after[group]
    for place in range(offsets[row], offsets[row + 1]):
        state.has[items[place]] = False
    return host, most

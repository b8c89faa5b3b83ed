"""What is present in a group: the ranks of every dimension that some of its rows have."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part
from tokumei.partition.dimensions import VALUES
from tokumei.partition.dimensions.values import heaviest_first, sort_keys

__all__ = ["present", "present_ranks", "release_marks"]


@part
def present(cells, weight, order, low, high, dims, tally, place):
    """The ranks that occur in a group, by dimension in its cut order.

    `tally` (zero on entry, flat over all ranks) holds their records, `place` their places in the order.
    Returns (begin, ranks, total): the ranks of dimension d are `ranks[begin[d]:begin[d + 1]]`.
    """
    count = dims.kind.shape[0]
    rows = high - low
    begin = np.zeros(count + 1, np.int64)
    room = np.zeros(count + 1, np.int64)
    for dim in range(count):
        room[dim + 1] = room[dim] + min(rows, dims.start[dim + 1] - dims.start[dim])
    found = np.empty(room[count], np.int64)
    used = np.zeros(count, np.int64)
    total = 0
    for place_in_order in range(low, high):
        row = order[place_in_order]
        mass = weight[row]
        total += mass
        for dim in range(count):
            rank = cells[row, dim]
            slot = dims.start[dim] + rank
            if tally[slot] == 0:
                found[room[dim] + used[dim]] = rank
                used[dim] += 1
            tally[slot] += mass
    for dim in range(count):
        begin[dim + 1] = begin[dim] + used[dim]
    ranks = np.empty(begin[count], np.int32)
    for dim in range(count):
        base = dims.start[dim]
        keys = found[room[dim] : room[dim] + used[dim]]
        if dims.kind[dim] == VALUES:
            heaviest_first(keys, tally[base : dims.start[dim + 1]])
        else:
            _ascend(keys, tally[base : dims.start[dim + 1]])
        for number in range(used[dim]):
            ranks[begin[dim] + number] = keys[number]
        for number in range(used[dim]):
            place[base + ranks[begin[dim] + number]] = number
    return begin, ranks, total


@part
def _ascend(found, tally):
    """Puts the ranks found in ascending order: sorted where they are few, read off the tally where they are many."""
    if 8 * found.shape[0] < tally.shape[0]:
        sort_keys(found)
        return
    used = 0
    for rank in range(tally.shape[0]):
        if tally[rank] > 0:
            found[used] = rank
            used += 1


@part
def present_ranks(cells, weight, order, low, high, dims, tally):
    """The ranks of a group by dimension, ascending, with their records in `tally`: (begin, ranks, total).

    `tally` is zero on entry; who calls puts it back to zero.
    """
    count = dims.kind.shape[0]
    rows = high - low
    room = np.zeros(count + 1, np.int64)
    for dim in range(count):
        room[dim + 1] = room[dim] + min(rows, dims.start[dim + 1] - dims.start[dim])
    ranks = np.empty(room[count], np.int32)
    begin = np.zeros(count + 1, np.int64)
    total = 0
    for place in range(low, high):
        total += weight[order[place]]
    used = 0
    for dim in range(count):
        begin[dim] = used
        base = dims.start[dim]
        for place in range(low, high):
            rank = cells[order[place], dim]
            if tally[base + rank] == 0:
                ranks[used] = rank
                used += 1
            tally[base + rank] += weight[order[place]]
        ranks[begin[dim] : used] = np.sort(ranks[begin[dim] : used])
    begin[count] = used
    return begin, ranks[:used], total


@part
def release_marks(begin, ranks, dims, tally):
    """Puts `tally` back to zero, touching only what `present` touched."""
    for dim in range(dims.kind.shape[0]):
        for number in range(begin[dim], begin[dim + 1]):
            tally[dims.start[dim] + ranks[number]] = 0

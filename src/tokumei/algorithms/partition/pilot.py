"""Growing with a look ahead: a split is judged by the partition it leads to.

For each group the best cuts of every dimension are tried, both parts are grown to the end in the plain way, and the
cut that ends with the least loss is taken (the pilot method: a plain rollout chooses among the options of a greedy
search).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.algorithms.partition.dimensions import VALUES
from tokumei.algorithms.partition.growth import SMALLEST_GAIN, _keeps, _parts, grow_slice
from tokumei.algorithms.partition.losses import span_loss, values_loss
from tokumei.algorithms.partition.splits import NCP, candidates, present, release_marks

__all__ = ["grow_with_pilot", "slice_loss"]


@njit(cache=True, nogil=True)
def slice_loss(cells, weight, order, ends, dims, seen):
    """Loss of the groups of a slice, each times its records; `seen` is flat over all ranks, −1, and left so."""
    total = 0.0
    low = 0
    for number in range(ends.shape[0]):
        high = ends[number]
        size = 0
        for place in range(low, high):
            size += weight[order[place]]
        for dim in range(dims.kind.shape[0]):
            base = dims.start[dim]
            if dims.kind[dim] == VALUES:
                held = 0
                for place in range(low, high):
                    slot = base + cells[order[place], dim]
                    if seen[slot] != number:
                        seen[slot] = number
                        held += 1
                total += size * values_loss(dims, dim, held)
                for place in range(low, high):
                    seen[base + cells[order[place], dim]] = -1
            else:
                least, most = 2147483647, -1
                for place in range(low, high):
                    rank = cells[order[place], dim]
                    least, most = min(least, rank), max(most, rank)
                total += size * span_loss(dims, dim, least, most)
        low = high
    return total


@njit(cache=True, nogil=True)
def grow_with_pilot(cells, weight, order, dims, k, tries, offsets, places, predicates, tally, place):
    """Grows a slice of the order in place, trying the `tries` best cuts of each dimension at every group.

    *Cost*: a level costs as much as the plain growth of the whole slice, times the cuts that are tried.
    """
    cross_rows = order.shape[0]
    ends = np.empty(order.shape[0], np.int64)
    count = 0
    ahead_tally = np.zeros(tally.shape[0], np.int64)
    ahead_place = np.zeros(place.shape[0], np.int32)
    seen = np.full(tally.shape[0], -1, np.int64)
    waiting = [(0, order.shape[0])]
    while len(waiting) > 0:
        low, high = waiting.pop()
        begin, ranks, total = present(cells, weight, order, low, high, dims, tally, place)
        best_order = order[low:high].copy()
        best_loss = 1e300
        middle = high
        if total >= 2 * k:
            gain, where = candidates(
                cells, weight, order, low, high, dims, k, NCP, begin, ranks, total, tally, place, True
            )
            tried = np.zeros(dims.kind.shape[0], np.int64)
            while gain.shape[0] > 0:
                best = np.argmax(gain)
                if gain[best] <= SMALLEST_GAIN:
                    break
                gain[best] = -1.0
                if tried[where[best, 0]] >= tries:
                    continue
                inside, outside = _parts(cells, order, low, high, dims, place, where[best])
                if predicates.kind.shape[0] > 0 and not (
                    _keeps(inside, weight, offsets, places, predicates)
                    and _keeps(outside, weight, offsets, places, predicates)
                ):
                    continue
                tried[where[best, 0]] += 1
                loss = 0.0
                for part in (inside.copy(), outside.copy()):
                    part_ends = grow_slice(
                        cells,
                        weight,
                        part,
                        dims,
                        k,
                        NCP,
                        cross_rows,
                        offsets,
                        places,
                        predicates,
                        ahead_tally,
                        ahead_place,
                    )
                    loss += slice_loss(cells, weight, part, part_ends, dims, seen)
                if loss < best_loss - SMALLEST_GAIN:
                    best_loss = loss
                    middle = low + inside.shape[0]
                    best_order[: middle - low] = inside
                    best_order[middle - low :] = outside
        release_marks(begin, ranks, dims, tally)
        if middle == high:
            ends[count] = high
            count += 1
        else:
            order[low:high] = best_order
            waiting.append((middle, high))
            waiting.append((low, middle))
    return ends[:count].copy()

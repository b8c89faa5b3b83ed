"""What a group loses in a dimension: the arithmetic that splitting, moving and measuring share."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.partition.dimensions import ORDERED, VALUES

__all__ = ["count_bits", "losses_without", "slice_loss", "span_loss", "values_loss"]


@njit(cache=True, nogil=True)
def span_loss(dims, dim, low, high):
    """Loss of a group of an ORDERED or TREE dimension whose ranks go from low to high."""
    if low == high:
        return 0.0
    base = dims.start[dim]
    if dims.kind[dim] == ORDERED:
        if high == dims.null[dim]:
            return 1.0
        return dims.place[base + high] - dims.place[base + low]
    for level in range(dims.path.shape[1]):
        if dims.path[base + low, level] == dims.path[base + high, level]:
            return dims.cost[base + low, level]
    return 1.0


@njit(cache=True, nogil=True)
def values_loss(dims, dim, count):
    """Loss of a group of a VALUES dimension with so many distinct values."""
    return 0.0 if count <= 1 else count / dims.domain[dim]


@njit(cache=True, nogil=True)
def count_bits(word):
    """How many bits of a 64-bit word are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def losses_without(rows, cells, dims, tally, without):
    """The loss of a group, and in `without` the loss that is left without each of its rows; `tally` stays zero."""
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        base = dims.start[dim]
        held = 0
        ends = np.array([2147483647, 2147483647, -1, -1])  # lowest, second lowest, second highest, highest
        for row in rows:
            rank = cells[row, dim]
            held += tally[base + rank] == 0
            tally[base + rank] += 1
        for row in rows:
            rank = cells[row, dim]
            if rank < ends[0]:
                ends[0], ends[1] = rank, ends[0]
            elif ends[0] < rank < ends[1]:
                ends[1] = rank
            if rank > ends[3]:
                ends[3], ends[2] = rank, ends[3]
            elif ends[2] < rank < ends[3]:
                ends[2] = rank
        own = values_loss(dims, dim, held) if dims.kind[dim] == VALUES else span_loss(dims, dim, ends[0], ends[3])
        loss += own
        for place in range(rows.shape[0]):
            rank = cells[rows[place], dim]
            if tally[base + rank] > 1 or held == 1:
                without[place] += own
            elif dims.kind[dim] == VALUES:
                without[place] += values_loss(dims, dim, held - 1)
            else:
                low = ends[1] if rank == ends[0] else ends[0]
                high = ends[2] if rank == ends[3] else ends[3]
                without[place] += span_loss(dims, dim, low, high)
        for row in rows:
            tally[base + cells[row, dim]] = 0
    return loss


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

"""What a group loses in a dimension: the arithmetic that splitting, moving and measuring share."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.algorithms.partition.dimensions import ORDERED

__all__ = ["count_bits", "span_loss", "values_loss"]


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

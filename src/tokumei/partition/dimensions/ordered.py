"""ORDERED: numbers and dates, published as ranges."""

from __future__ import annotations

from tokumei.core.kernels import part

__all__ = ["ordered_cuts"]


@part
def ordered_cuts(dims, dim, k, own, total, tally, bin_of, where, mass, used):
    """Appends the cuts between two bins of the present ranks `own`, as runs of places from the start."""
    running = 0
    for last in range(own.shape[0] - 1):
        running += tally[dims.start[dim] + own[last]]
        if bin_of[last] != bin_of[last + 1] and running >= k and total - running >= k:
            where[used, 0], where[used, 1], where[used, 2] = dim, 0, last
            mass[used] = running
            used += 1
    return used

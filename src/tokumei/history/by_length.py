"""Clusters that remove as few records as clusters of at least k subjects can."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

__all__ = ["by_length", "fewest_removed"]

Counts = npt.NDArray[np.int64]


def by_length(counts: Counts, k: int) -> list[npt.NDArray[np.int64]]:
    """Clusters of places of subjects, which stand from the most records to the fewest.

    *Promise*: no clusters of at least k subjects remove fewer records. Every member publishes as many rows as the
    shortest has, so that a best choice puts neighbours by length together: the least over all cuts of the row.
    *Cost*: k steps a subject.
    """
    cuts, _ = _best_cuts(counts, k)
    bounds = [len(counts)]
    while bounds[-1] > 0:
        bounds.append(int(cuts[bounds[-1]]))
    return [np.arange(first, last) for last, first in pairwise(bounds)][::-1]


def fewest_removed(counts: Counts, k: int) -> int:
    """How many records every release of these histories removes at the least."""
    return int(_best_cuts(np.sort(counts)[::-1], k)[1])


def _best_cuts(counts: Counts, k: int) -> tuple[Counts, int]:
    """Subject → where the last cluster of those before it begins, in a best cut of them; and what the whole removes."""
    subjects = len(counts)
    summed = np.concatenate([[0], np.cumsum(counts)])
    least = np.full(subjects + 1, np.iinfo(np.int64).max // 2)
    least[0] = 0
    cuts = np.zeros(subjects + 1, dtype=np.int64)
    for end in range(k, subjects + 1):
        starts = np.arange(max(end - 2 * k + 1, 0), end - k + 1)  # a cluster of 2 k is better cut in two
        removed = least[starts] + summed[end] - summed[starts] - counts[end - 1] * (end - starts)
        best = int(np.argmin(removed))
        least[end], cuts[end] = removed[best], starts[best]
    return cuts, int(least[subjects])

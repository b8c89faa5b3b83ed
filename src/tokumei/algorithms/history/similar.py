"""Subjects clustered by what it costs to merge their histories."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.history.prepared import Prepared

__all__ = ["by_likeness", "weight_of"]

_BLOCK = 3000
"""Subjects compared with each other at a time: bounds the memory of the estimates to some 36 MB a thread."""

T = TypeVar("T")


def by_likeness(prepared: Prepared, k: int, *, passes: int, threads: int) -> list[npt.NDArray[np.int64]]:
    """Clusters of k places of subjects each; those left over are in none.

    Subjects are cut by size into blocks, in which all are compared with all.
    """
    from tokumei.algorithms.history import likeness

    counts = prepared.counts
    subjects = len(counts)
    kept = subjects // k * k
    block = max(_BLOCK // k, 1) * k
    starts = list(range(0, kept, block))
    bounds = [(start, subjects if start == starts[-1] else start + block) for start in starts]
    ordered = likeness.sorted_values(prepared.values, prepared.offsets)
    clusters: list[npt.NDArray[np.int64]] = []
    for first, last in bounds:
        size = last - first
        estimate = np.zeros((size, size), dtype=np.float32)

        def fill(start: int, first: int = first, last: int = last, estimate: object = estimate) -> None:
            stop = min(start + 32, last)
            shape = prepared.kind, prepared.path, prepared.tree_error, prepared.offsets
            likeness.pair_estimates(ordered, *shape, first, last, start, stop, estimate)

        parallel(fill, range(first, last, 32), threads)
        own = counts[first:last]
        weight = weight_of(k)
        members = likeness.gather(estimate, own, k, weight, float(prepared.columns))
        likeness.swap(estimate, own, members, weight, float(prepared.columns), passes)
        clusters.extend(first + row for row in members)
    return clusters


def weight_of(k: int) -> float:
    """What the estimate of a pair counts for in a cluster of k.

    A line of k records costs about 2/k of the sum over its pairs; above k = 3 more, since no one alignment
    serves all pairs at their best. Found on the contest's data.
    """
    return 2 / k * (1 + max(k - 3, 0) / 6)


def parallel(work: Callable[[int], T], items: Iterable[int], threads: int) -> list[T]:
    """The results of independent pieces of work, in their order."""
    if threads <= 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))

"""Subjects clustered by what it costs to merge their histories."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.rows import gather
from tokumei.core.threads import parallel
from tokumei.history.prepared import ITEMS, Prepared, Records

__all__ = ["blocks", "by_likeness", "estimates", "range_factor"]

_BLOCK = 3000
"""Subjects compared with each other at a time: bounds the memory of the estimates to some 36 MB a thread."""

_ROWS = 32
"""Rows of the estimates that a thread fills at a time."""
_PASSES = 20
_NEAR = 20
_HOT, _COLD = 30.0, 1.0
"""Temperatures of the annealing, in cells: at first an exchange that costs 30 cells is accepted one time in three."""


def by_likeness(
    prepared: Prepared, k: int, *, moves: int, threads: int, factor: float | None = None, seed: int = 1
) -> list[npt.NDArray[np.int64]]:
    """Clusters of k places of subjects each; those left over are in none.

    Subjects are cut by size into blocks, in which all are compared with all. Clusters are gathered greedily, improved
    by exchanges, and then by `moves` exchanges a subject under annealing.
    """
    from tokumei.history import annealing, likeness

    weight = 2 / k
    clusters: list[npt.NDArray[np.int64]] = []
    for first, last in blocks(len(prepared.counts), k):
        estimate = estimates(prepared, first, last, factor=factor or range_factor(k), threads=threads)
        block = prepared.subjects(first, last)
        members = likeness.gather(estimate, block, k, weight)
        likeness.swap(estimate, block, members, weight, _PASSES)
        if moves and len(members) > 1:
            near = _nearest(estimate, block.counts, block.price)
            steps = moves * len(block.counts)
            members = annealing.anneal(estimate, block, members, near, weight, steps, _HOT, _COLD, seed)
            likeness.swap(estimate, block, members, weight, _PASSES)
        clusters.extend(first + row for row in members)
    return clusters


def blocks(subjects: int, k: int) -> list[tuple[int, int]]:
    """Bounds of the blocks; all but the last hold a multiple of k."""
    kept = subjects // k * k
    block = max(_BLOCK // k, 1) * k
    starts = range(0, kept, block)
    return [(start, subjects if start == starts[-1] else start + block) for start in starts]


def estimates(prepared: Prepared, first: int, last: int, *, factor: float, threads: int) -> npt.NDArray[np.float32]:
    """Subject × subject of a block → estimated error of the records that pair up."""
    from tokumei.history import likeness

    begin, end = int(prepared.offsets[first]), int(prepared.offsets[last])
    offsets = prepared.offsets[first : last + 1] - begin
    records = prepared.records._replace(values=np.ascontiguousarray(prepared.records.values[:, begin:end]))
    ordered = likeness.sorted_values(records.values, offsets)
    bags = _bags(records, offsets)
    size = last - first
    estimate = np.zeros((size, size), dtype=np.float32)

    def fill(start: int) -> None:
        stop = min(start + _ROWS, size)
        likeness.pair_estimates(ordered, records, *bags, factor, offsets, start, stop, estimate)

    parallel(fill, range(0, size, _ROWS), threads=threads)
    return estimate


def _bags(records: Records, offsets: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Column × subject → where the items of its sets begin, and the items of every subject, sorted."""
    starts = np.zeros((len(records.kind), len(offsets)), dtype=np.int64)
    bags: list[npt.NDArray[np.float64]] = [np.zeros(0)]
    used = 0
    for column in np.flatnonzero(records.kind == ITEMS).tolist():
        bounds, items = gather(records.set_offsets, records.set_items, records.values[column].astype(np.int64))
        owner = np.repeat(np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)), np.diff(bounds))
        bags.append(items[np.lexsort((items, owner))].astype(np.float64))
        starts[column] = used + bounds[offsets]
        used += len(items)
    return starts, np.concatenate(bags)


def range_factor(k: int) -> float:
    """What ranges count for beside sets when a cluster of k is estimated from its pairs.

    k different values cost what their pairs say, times 2/k; a range is as wide as its farthest members, and no one
    alignment serves all pairs at their best. Found on the contest's data.
    """
    return 1.0 if k == 2 else 1.5


def _nearest(estimate: npt.NDArray[np.float32], counts: npt.NDArray[np.int64], price: float) -> npt.NDArray[np.int64]:
    """Subject → those that cost least to merge with."""
    size = min(_NEAR, len(counts) - 1)
    near = np.empty((len(counts), size), dtype=np.int64)
    for subject, row in enumerate(estimate):
        cost = row + price * np.abs(counts - counts[subject])
        cost[subject] = np.inf
        near[subject] = np.argpartition(cost, size - 1)[:size]
    return near

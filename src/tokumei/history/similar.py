"""Subjects clustered by what it costs to merge their histories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.rows import gather
from tokumei.core.threads import parallel
from tokumei.history.prepared import ITEMS, Prepared, Records

__all__ = ["Likeness", "blocks", "by_likeness", "estimates", "likenesses", "range_factor"]

_BLOCK = 3000
"""Subjects compared with each other at a time: bounds the memory of the estimates to some 36 MB a thread."""

_ROWS = 32
"""Rows of the estimates that a thread fills at a time."""
_PASSES = 20
_NEAR = 20
_CELLS, _FEWEST, _MOST = 2_500_000_000, 8, 60
"""The nearest of a subject that it is paired with in earnest: as many as make so many cells, within bounds."""
_LARGEST_PAIR = 1 << 24
_FAR = 1.1
_HOT, _COLD = 30.0, 1.0
"""Temperatures of the annealing, in cells: at first an exchange that costs 30 cells is accepted one time in three."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """What it costs to merge any two subjects of a block."""

    first: int
    last: int
    """The places of the block's subjects are first … last − 1."""
    costs: npt.NDArray[np.float32]
    """Subject × subject → error of the records that pair up."""


def likenesses(prepared: Prepared, k: int, *, threads: int, refine: bool = False) -> list[Likeness]:
    """Subjects cut by size into blocks, in which all are compared with all.

    With `refine`, pairs that may well meet cost what their assignment does.
    """
    factor = 1.0 if refine else range_factor(k)
    found: list[Likeness] = []
    for first, last in blocks(len(prepared.counts), k):
        costs = estimates(prepared, first, last, factor=factor, threads=threads)
        if refine:
            costs = _refined(prepared, first, last, costs, threads)
        found.append(Likeness(first, last, costs))
    return found


def by_likeness(
    prepared: Prepared, k: int, likeness: Sequence[Likeness], *, moves: int, factor: float = 1.0, seed: int = 1
) -> list[npt.NDArray[np.int64]]:
    """Clusters of k places of subjects each; those left over are in none.

    Clusters are gathered greedily, improved by exchanges, and then by `moves` exchanges a subject under annealing. The
    error of a cluster is that of its pairs, times 2/k, times `factor`.
    """
    from tokumei.history import annealing
    from tokumei.history import likeness as kernels

    weight = factor * 2 / k
    clusters: list[npt.NDArray[np.int64]] = []
    for one in likeness:
        block = prepared.subjects(one.first, one.last)
        members = kernels.gather(one.costs, block, k, weight)
        kernels.swap(one.costs, block, members, weight, _PASSES)
        if moves and len(members) > 1:
            near = _nearest(one.costs, block.counts, block.price, _NEAR)
            steps = moves * len(block.counts)
            members = annealing.anneal(one.costs, block, members, near, weight, steps, _HOT, _COLD, seed)
            kernels.swap(one.costs, block, members, weight, _PASSES)
        clusters.extend(one.first + row for row in members)
    return clusters


def _refined(
    prepared: Prepared, first: int, last: int, estimate: npt.NDArray[np.float32], threads: int
) -> npt.NDArray[np.float32]:
    """The estimates, in their place for the nearest pairs what an assignment of their records costs."""
    from tokumei.history import kernels

    counts = prepared.counts[first:last]
    near = int(np.clip(_CELLS // max(int((counts**2).sum()), 1), _FEWEST, _MOST))
    nearest = _nearest(estimate, counts, prepared.removal, near)
    own = np.repeat(np.arange(len(counts)), nearest.shape[1])
    pairs = np.unique(np.sort(np.stack([own, nearest.reshape(-1)], axis=1), axis=1), axis=0)
    pairs = np.ascontiguousarray(pairs[counts[pairs].prod(axis=1) <= _LARGEST_PAIR])
    errors = np.zeros(len(pairs))

    def fill(start: int) -> None:
        stop = min(start + _ROWS, len(pairs))
        kernels.pair_errors(prepared.records, prepared.offsets[first:], pairs, start, stop, errors)

    parallel(fill, range(0, len(pairs), _ROWS), threads=threads)
    guessed = estimate[pairs[:, 0], pairs[:, 1]]
    # pairs that are not near are taken to be no better than their estimate says
    costs = estimate * np.float32(_FAR * errors.sum() / max(float(guessed.sum()), 1e-9))
    costs[pairs[:, 0], pairs[:, 1]] = errors
    costs[pairs[:, 1], pairs[:, 0]] = errors
    return costs


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
        likeness.pair_estimates(ordered, records, bags, factor, offsets, start, stop, estimate)

    parallel(fill, range(0, size, _ROWS), threads=threads)
    return estimate


class Bags(NamedTuple):
    """The nodes above all items of each subject, sorted, an item's as often as it stands in its sets."""

    offsets: npt.NDArray[np.int64]
    """Column × subject → where its nodes begin; one more for the end."""
    node: npt.NDArray[np.int32]
    added: npt.NDArray[np.float64]
    """Node → what it keeps of an item beyond the node above it: all above an item add up to 1."""
    value: npt.NDArray[np.float64]
    """Column × subject → what its nodes are worth in all: its items."""


def _bags(records: Records, offsets: npt.NDArray[np.int64]) -> Bags:
    sets = records.sets
    added = sets.worth - np.where(sets.above < 0, 0.0, sets.worth[sets.above])
    starts = np.zeros((len(records.kind), len(offsets)), dtype=np.int64)
    value = np.zeros((len(records.kind), len(offsets) - 1))
    bags: list[npt.NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
    times = np.rint(sets.share * np.repeat(sets.items, np.diff(sets.offsets))).astype(np.int64)
    ends = np.concatenate([[0], np.cumsum(times)])[sets.offsets]
    nodes = np.repeat(sets.node, times)
    used = 0
    for column in np.flatnonzero(records.kind == ITEMS).tolist():
        bounds, own = gather(ends, nodes, records.values[column].astype(np.int64))
        owner = np.repeat(np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)), np.diff(bounds))
        bags.append(own[np.lexsort((own, owner))])
        starts[column] = used + bounds[offsets]
        value[column] = np.bincount(owner, weights=added[own], minlength=len(offsets) - 1)
        used += len(own)
    return Bags(starts, np.concatenate(bags), added, value)


def range_factor(k: int) -> float:
    """What ranges count for beside sets when a cluster of k is estimated from its pairs.

    k different values cost what their pairs say, times 2/k; a range is as wide as its farthest members, and no one
    alignment serves all pairs at their best. Found on the contest's data.
    """
    return 1.0 if k == 2 else 1.5


def _nearest(
    estimate: npt.NDArray[np.float32], counts: npt.NDArray[np.int64], price: float, most: int
) -> npt.NDArray[np.int64]:
    """Subject → those that cost least to merge with."""
    size = min(most, len(counts) - 1)
    near = np.empty((len(counts), size), dtype=np.int64)
    for subject, row in enumerate(estimate):
        cost = row + price * np.abs(counts - counts[subject])
        cost[subject] = np.inf
        near[subject] = np.argpartition(cost, size - 1)[:size]
    return near

"""A longer look for clusters and alignments that cost less.

Subjects of two clusters change places when the records, put side by side anew, cost less. The estimate of likeness
proposes, the assignment decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.progress import Progress
from tokumei.core.threads import parallel
from tokumei.history.aligned import Aligned, align_all, cost_of, too_large
from tokumei.history.prepared import Prepared
from tokumei.history.similar import Likeness, by_likeness

__all__ = ["best_of", "improve"]

_FACTORS = (1.0, 1.2, 1.5)
"""How much the pairs of a cluster may underestimate it; which is best differs from log to log."""
_CELLS, _FEWEST, _MOST = 20_000_000, 6, 15
"""Short logs are started from more often: as often as makes so many cells of pairs."""
_MOVES = 10_000
_PASSES = 1
_PROPOSALS = 4
"""Exchanges tried for each subject in a pass."""
_BATCH = 64
"""Subjects judged on the same state: fixed, so that the result does not depend on the number of threads."""


def best_of(
    prepared: Prepared,
    clusters: list[Aligned],
    likeness: Sequence[Likeness],
    k: int,
    *,
    threads: int,
    progress: Progress,
) -> list[Aligned]:
    """The clusters given, or those of other weights and seeds of the annealing where they cost less once aligned."""
    # of pairs the costs are known, and one start will do; of larger clusters they are not
    cells = max(int((prepared.counts**2).sum()), 1)
    times = 1 if k == 2 else int(np.clip(_CELLS // cells, _FEWEST, _MOST))
    starts = [(_FACTORS[start % len(_FACTORS)], 2 + start) for start in range(times)]

    def one(start: tuple[float, int]) -> list[npt.NDArray[np.int64]]:
        return by_likeness(prepared, k, likeness, moves=_MOVES, factor=start[0], seed=start[1])

    best = clusters
    for groups in parallel(one, starts, threads=threads):
        tried = align_all(prepared, groups, rounds=2, threads=threads, progress=progress)
        best = min(best, tried, key=lambda some: _total(prepared, some))
    return best


def _total(prepared: Prepared, clusters: Sequence[Aligned]) -> float:
    """Summed error of all records; those of subjects in no cluster at 1 a cell."""
    placed = sum(int(prepared.counts[cluster.members].sum()) for cluster in clusters)
    return sum(cost_of(prepared, cluster) for cluster in clusters) - prepared.removal * placed


def improve(
    prepared: Prepared, clusters: Sequence[Aligned], likeness: Sequence[Likeness], *, threads: int, progress: Progress
) -> list[Aligned]:
    """Exchanges subjects between clusters while that lowers the cost, then aligns each cluster until nothing is gained.

    *Promise*: clusters keep their sizes, and the total cost never rises.
    *Cost*: `_PASSES` × `_PROPOSALS` × 2 assignments a subject at most.
    """
    current = list(clusters)
    k = min((len(cluster.members) for cluster in clusters), default=2)
    for one in likeness:
        inside = [
            number
            for number, cluster in enumerate(current)
            if one.first <= cluster.members.min() < one.last and not too_large(prepared, cluster.members)
        ]
        if len(inside) > 1:
            block = _Block(prepared, one, [current[number] for number in inside], k, threads)
            for number, cluster in zip(inside, block.search(progress), strict=True):
                current[number] = cluster
    progress.stage("settle", len(current))

    def settle(number: int) -> Aligned:
        progress.advance()
        if too_large(prepared, current[number].members):
            return current[number]
        return _realigned(prepared, current[number], rounds=8)

    return parallel(settle, range(len(current)), threads=threads)


@dataclass(frozen=True)
class _Exchange:
    """Two subjects of two clusters that change places, and what is gained."""

    gain: float
    numbers: tuple[int, int]
    clusters: tuple[Aligned, Aligned]


class _Block:
    """The clusters of a block of subjects, all of size k."""

    def __init__(self, prepared: Prepared, likeness: Likeness, clusters: list[Aligned], k: int, threads: int) -> None:
        first, last = likeness.first, likeness.last
        self._prepared, self._first, self._threads = prepared, first, threads
        self._subjects = prepared.subjects(first, last)
        self._estimate = likeness.costs
        self._clusters = clusters
        self._costs = [cost_of(prepared, cluster) for cluster in clusters]
        self._weight = 2 / k
        self._cluster_of = np.full(last - first, -1, dtype=np.int64)
        self._members = np.empty((len(clusters), k), dtype=np.int64)
        for number in range(len(clusters)):
            self._note(number)

    def search(self, progress: Progress) -> list[Aligned]:
        """The clusters after no exchange helps any more, or after the last pass."""
        subjects = np.flatnonzero(self._cluster_of >= 0)
        progress.stage("exchange", _PASSES * len(subjects))
        for _ in range(_PASSES):
            moved = False
            for start in range(0, len(subjects), _BATCH):
                batch = subjects[start : start + _BATCH]
                found = parallel(self._best_for, batch.tolist(), threads=self._threads)
                moved |= self._apply(found)
                progress.advance(len(batch))
            if not moved:
                break
        return self._clusters

    def _best_for(self, subject: int) -> _Exchange | None:
        from tokumei.history import likeness

        changes = np.empty(len(self._cluster_of))
        state = self._estimate, self._subjects, self._cluster_of, self._members
        likeness.promising(*state, subject, self._weight, changes)
        near = np.argpartition(changes, min(_PROPOSALS, len(changes) - 1))[:_PROPOSALS]
        best: _Exchange | None = None
        for other in near[np.argsort(changes[near], kind="stable")].tolist():
            if np.isfinite(changes[other]):
                found = self._exchanged(subject, other)
                if found.gain > (best.gain if best else 1e-3):
                    best = found
        return best

    def _exchanged(self, subject: int, other: int) -> _Exchange:
        g, h = int(self._cluster_of[subject]), int(self._cluster_of[other])
        left = _replaced(self._prepared, self._clusters[g], self._first + subject, self._first + other)
        right = _replaced(self._prepared, self._clusters[h], self._first + other, self._first + subject)
        after = cost_of(self._prepared, left) + cost_of(self._prepared, right)
        return _Exchange(self._costs[g] + self._costs[h] - after, (g, h), (left, right))

    def _apply(self, found: Sequence[_Exchange | None]) -> bool:
        """Makes the exchanges that gain most, each cluster at most once: the others were judged on another state."""
        touched: set[int] = set()
        chosen: list[_Exchange] = []
        for exchange in sorted((one for one in found if one is not None), key=lambda one: -one.gain):
            if not touched & set(exchange.numbers):
                touched |= set(exchange.numbers)
                chosen.append(exchange)
        new = [(number, cluster) for one in chosen for number, cluster in zip(one.numbers, one.clusters, strict=True)]
        settled = parallel(
            lambda place: _realigned(self._prepared, new[place][1], 1), range(len(new)), threads=self._threads
        )
        for (number, _), cluster in zip(new, settled, strict=True):
            self._clusters[number] = cluster
            self._costs[number] = cost_of(self._prepared, cluster)
            self._note(number)
        return bool(chosen)

    def _note(self, number: int) -> None:
        own = self._clusters[number].members - self._first
        self._members[number] = own
        self._cluster_of[own] = number


def _replaced(prepared: Prepared, cluster: Aligned, old: int, new: int) -> Aligned:
    from tokumei.history import kernels

    slot = int(np.flatnonzero(cluster.members == old)[0])
    bounds = prepared.offsets[new], prepared.offsets[new + 1]
    lines, error = kernels.replace(prepared.records, cluster.lines, slot, *bounds)
    members = cluster.members.copy()
    members[slot] = new
    return Aligned(members, lines, float(error))


def _realigned(prepared: Prepared, cluster: Aligned, rounds: int) -> Aligned:
    """Each member taken out and assigned anew; or all put side by side afresh, where lines may be won back."""
    from tokumei.history import kernels

    lines, error = cluster.lines.copy(), cluster.error
    for _ in range(rounds if len(cluster.members) > 2 else 1):
        before = error
        for slot, subject in enumerate(cluster.members.tolist()):
            bounds = prepared.offsets[subject], prepared.offsets[subject + 1]
            error = float(kernels.realign(prepared.records, lines, slot, *bounds))
        if error > before - 1e-6 * (1 + before):
            break
    kept = Aligned(cluster.members, lines, error)
    if len(lines) == int(prepared.counts[cluster.members].min()):
        return kept
    members = _by_count(prepared, cluster.members)
    fresh_lines, fresh_error = kernels.align(prepared.records, prepared.offsets, members, rounds)
    fresh = Aligned(members, fresh_lines, float(fresh_error))
    return min(kept, fresh, key=lambda one: cost_of(prepared, one))


def _by_count(prepared: Prepared, members: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return members[np.argsort(prepared.counts[members], kind="stable")]

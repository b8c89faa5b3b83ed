"""Removing records, where the job allows it: the outliers that make their groups publish too little."""

from __future__ import annotations

import heapq

import numpy as np

from tokumei.algorithms.partition.growth import NCP, grow_slice
from tokumei.algorithms.partition.pilot import slice_loss
from tokumei.algorithms.partition.problem import Groups, Problem
from tokumei.core.predicates import all_hold

__all__ = ["trim"]


def trim(problem: Problem, groups: Groups, budget: int) -> Groups:
    """The groups without the rows whose removal saves more loss than it costs, at most `budget` records.

    A removed record loses 1 in every column, so a row goes only when its group gains more than that. The rows that
    save most for each record go first; groups are looked at again when they have lost one.
    t-closeness is judged against the distribution before the removals: who promises it has to judge the rest again.
    """
    if budget <= 0 or not groups.count:
        return groups
    starts = np.concatenate([[0], groups.ends[:-1]])
    members = [groups.order[low:high] for low, high in zip(starts.tolist(), groups.ends.tolist(), strict=True)]
    seen = np.full(int(problem.dims.start[-1]), -1, dtype=np.int64)
    queue: list[tuple[float, int, int]] = []
    for group in range(len(members)):
        _offer(problem, members, group, budget, seen, queue)
    heapq.heapify(queue)
    while queue:
        saving, group, row = heapq.heappop(queue)
        if problem.weight[row] > budget or saving >= 0:
            continue
        budget -= int(problem.weight[row])
        members[group] = members[group][members[group] != row]
        _offer(problem, members, group, budget, seen, queue)
    return _grown_again(problem, members)


def _offer(
    problem: Problem,
    members: list[np.ndarray],
    group: int,
    budget: int,
    seen: np.ndarray,
    queue: list[tuple[float, int, int]],
) -> None:
    """Puts the row of a group that is best to remove, if there is one, into the queue."""
    rows = members[group]
    weight = problem.weight[rows]
    total = int(weight.sum())
    if total <= problem.k:
        return
    before = _loss(problem, rows, seen)
    best: tuple[float, int, int] | None = None
    for place in np.flatnonzero((total - weight >= problem.k) & (weight <= budget)).tolist():
        rest = np.delete(rows, place)
        mass = int(weight[place])
        saving = (before - _loss(problem, rest, seen)) / mass - len(problem.dimensions)
        if saving > 1e-9 and (best is None or -saving < best[0]) and _keeps(problem, rest):
            best = (-saving, group, int(rows[place]))
    if best is not None:
        heapq.heappush(queue, best)


def _loss(problem: Problem, rows: np.ndarray, seen: np.ndarray) -> float:
    ends = np.array([len(rows)], dtype=np.int64)
    return float(slice_loss(problem.cells, problem.weight, rows, ends, problem.dims, seen))


def _keeps(problem: Problem, rows: np.ndarray) -> bool:
    if len(problem.predicates.kind) == 0:
        return True
    counts = np.zeros(int(problem.predicates.starts[-1]), dtype=np.int64)
    for row in rows.tolist():
        places = problem.places[problem.offsets[row] : problem.offsets[row + 1]]
        np.add.at(counts, places, problem.weight[row])
    return bool(all_hold(counts, int(problem.weight[rows].sum()), problem.predicates))


def _grown_again(problem: Problem, members: list[np.ndarray]) -> Groups:
    """Without its outliers a group may be split once more."""
    order: list[np.ndarray] = []
    ends: list[np.ndarray] = []
    size = int(problem.dims.start[-1])
    tally, place = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32)
    used = 0
    for rows in members:
        part = rows.copy()
        found = grow_slice(
            problem.cells,
            problem.weight,
            part,
            problem.dims,
            problem.k,
            NCP,
            len(part),
            problem.offsets,
            problem.places,
            problem.predicates,
            tally,
            place,
        )
        order.append(part)
        ends.append(found + used)
        used += len(part)
    return Groups(np.concatenate(order), np.concatenate(ends))

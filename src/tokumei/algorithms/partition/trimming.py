"""Removing records, where the job allows it: the outliers that make their groups publish too little."""

from __future__ import annotations

import heapq

import numpy as np
from numba import njit

from tokumei.algorithms.partition.dimensions import VALUES
from tokumei.algorithms.partition.growth import NCP, SMALLEST_GAIN, _keeps, grow_slice
from tokumei.algorithms.partition.losses import span_loss, values_loss
from tokumei.algorithms.partition.problem import Groups, Problem

__all__ = ["trim"]


def trim(problem: Problem, groups: Groups, budget: int) -> Groups:
    """The groups without the rows whose removal saves more loss than it costs, at most `budget` records.

    A removed record loses 1 in every column, so a row goes only when its group gains more than that. The rows that
    save most for each record go first; groups are looked at again when they have lost one.
    t-closeness is judged against the distribution before the removals: who promises it has to judge the rest again.
    *Cost*: O(rows × dimensions), and the same for its group alone with every removal.
    """
    if budget <= 0 or not groups.count:
        return groups
    starts = np.concatenate([np.zeros(1, dtype=np.int64), groups.ends[:-1]])
    tally = np.zeros(int(problem.dims.start[-1]), dtype=np.int64)
    price = float(len(problem.dimensions) + len(problem.set_dimensions))
    group_of = (problem.cells, problem.weight, problem.dims, problem.k, price)
    judged_by = (problem.offsets, problem.places, problem.predicates)
    saving, row = _best_rows(groups.order, starts, groups.ends, *group_of, *judged_by, budget, tally)
    queue = [(-float(saving[group]), group, int(row[group])) for group in np.flatnonzero(row >= 0).tolist()]
    if not queue:
        return groups
    heapq.heapify(queue)
    members: dict[int, np.ndarray] = {}
    while queue:
        _, group, chosen = heapq.heappop(queue)
        if problem.weight[chosen] > budget:
            continue
        budget -= int(problem.weight[chosen])
        rows = members.get(group)
        rows = groups.order[starts[group] : groups.ends[group]] if rows is None else rows
        members[group] = rest = rows[rows != chosen]
        gain, next_row = _best_row(rest, *group_of, *judged_by, budget, tally)
        if next_row >= 0:
            heapq.heappush(queue, (-float(gain), group, int(next_row)))
    return _grown_again(problem, groups, members)


@njit(cache=True, nogil=True)
def _best_rows(order, starts, ends, cells, weight, dims, k, price, offsets, places, predicates, budget, tally):
    """Group → what its best row to remove saves for each record, and that row (−1: none)."""
    saving = np.zeros(ends.shape[0], np.float64)
    chosen = np.full(ends.shape[0], -1, np.int64)
    for group in range(ends.shape[0]):
        rows = order[starts[group] : ends[group]]
        saving[group], chosen[group] = _best_row(
            rows, cells, weight, dims, k, price, offsets, places, predicates, budget, tally
        )
    return saving, chosen


@njit(cache=True, nogil=True)
def _best_row(rows, cells, weight, dims, k, price, offsets, places, predicates, budget, tally):
    """What the best row to remove saves for each record, and that row (−1: none saves more than `price`)."""
    total = weight[rows].sum()
    if total <= k:
        return 0.0, -1
    without = np.zeros(rows.shape[0], np.float64)
    loss = _losses_without(rows, cells, dims, tally, without)
    saving = np.empty(rows.shape[0], np.float64)
    for place in range(rows.shape[0]):
        mass = weight[rows[place]]
        saving[place] = (total * loss - (total - mass) * without[place]) / mass - price
        if total - mass < k or mass > budget:
            saving[place] = -1.0
    while True:
        best = np.argmax(saving)
        if saving[best] <= SMALLEST_GAIN:
            return 0.0, -1
        if predicates.kind.shape[0] == 0:
            return saving[best], np.int64(rows[best])
        rest = np.concatenate((rows[:best], rows[best + 1 :]))
        if _keeps(rest, weight, offsets, places, predicates):
            return saving[best], np.int64(rows[best])
        saving[best] = -1.0


@njit(cache=True, nogil=True)
def _losses_without(rows, cells, dims, tally, without):
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


def _grown_again(problem: Problem, groups: Groups, members: dict[int, np.ndarray]) -> Groups:
    """Without its outliers a group may be split once more."""
    size = int(problem.dims.start[-1])
    tally, place = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32)
    order: list[np.ndarray] = []
    ends: list[np.ndarray] = []
    used = low = 0
    for group, high in enumerate(groups.ends.tolist()):
        part = members.get(group)
        if part is None:
            part, found = groups.order[low:high], np.array([high - low], dtype=np.int64)
        else:
            asked = (problem.dims, problem.k, NCP, len(part), problem.offsets, problem.places, problem.predicates)
            part = part.copy()
            found = grow_slice(problem.cells, problem.weight, part, *asked, tally, place)
        order.append(part)
        ends.append(found + used)
        used += len(part)
        low = high
    return Groups(np.concatenate(order), np.concatenate(ends))

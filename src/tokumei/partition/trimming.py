"""Removing records, where the job allows it: the outliers that make their groups publish too little."""

from __future__ import annotations

import heapq

import numpy as np

from tokumei.core.kernels import kernel
from tokumei.partition.cuts import SMALLEST_GAIN
from tokumei.partition.dimensions.tokens import Tokens, token_count, tokens_of
from tokumei.partition.growth import grow
from tokumei.partition.guard import judges_more, keeps
from tokumei.partition.losses import losses_without, set_losses_without
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.ncp import BySplits

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
    tokens = tokens_of(problem)
    size = token_count(tokens)
    marks = (np.zeros(int(problem.dims.start[-1]), dtype=np.int64), np.zeros(size, dtype=np.int64), np.zeros(size))
    price = float(problem.dims.whole.sum() + problem.sets.whole.sum())
    group_of = (problem.cells, problem.weight, problem.dims, tokens, problem.guard, price)
    saving, row = _best_rows(groups.order, starts, groups.ends, *group_of, budget, marks)
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
        gain, next_row = _best_row(rest, *group_of, budget, marks)
        if next_row >= 0:
            heapq.heappush(queue, (-float(gain), group, int(next_row)))
    return _grown_again(problem, tokens, groups, members)


@kernel
def _best_rows(order, starts, ends, cells, weight, dims, tokens, guard, price, budget, marks):
    """Group → what its best row to remove saves for each record, and that row (−1: none)."""
    saving = np.zeros(ends.shape[0], np.float64)
    chosen = np.full(ends.shape[0], -1, np.int64)
    for group in range(ends.shape[0]):
        rows = order[starts[group] : ends[group]]
        saving[group], chosen[group] = _best_row(rows, cells, weight, dims, tokens, guard, price, budget, marks)
    return saving, chosen


@kernel
def _best_row(rows, cells, weight, dims, tokens, guard, price, budget, marks):
    """What the best row to remove saves for each record, and that row (−1: none saves more than `price`)."""
    total = weight[rows].sum()
    if total <= guard.k:
        return 0.0, -1
    tally, seen, worth = marks
    without, sets_without = np.zeros(rows.shape[0], np.float64), np.zeros(rows.shape[0], np.float64)
    loss, set_loss = losses_without(rows, cells, dims, tally, without), 0.0
    if tokens is not None:
        set_loss = set_losses_without(rows, weight, tokens, seen, worth, sets_without)
    saving = np.empty(rows.shape[0], np.float64)
    for place in range(rows.shape[0]):
        mass = weight[rows[place]]
        saved = total * loss - (total - mass) * without[place] + set_loss - sets_without[place]
        saving[place] = saved / mass - price
        if total - mass < guard.k or mass > budget:
            saving[place] = -1.0
    while True:
        best = np.argmax(saving)
        if saving[best] <= SMALLEST_GAIN:
            return 0.0, -1
        if not judges_more(guard):
            return saving[best], np.int64(rows[best])
        rest = np.concatenate((rows[:best], rows[best + 1 :]))
        if keeps(rest, weight, guard):
            return saving[best], np.int64(rows[best])
        saving[best] = -1.0


def _grown_again(problem: Problem, tokens: Tokens | None, groups: Groups, members: dict[int, np.ndarray]) -> Groups:
    """Without its outliers a group may be divided once more."""
    low, order, ends = 0, [], []
    for group, high in enumerate(groups.ends.tolist()):
        if group not in members:
            order.append(groups.order[low:high])
            ends.append(high - low)
        low = high
    changed = list(members.values())
    start = Groups(np.concatenate(changed), np.cumsum([len(rows) for rows in changed]))
    again = grow(problem, BySplits(problem, tokens), tokens, start=start)
    sizes = np.concatenate([np.array(ends, dtype=np.int64), np.diff(again.ends, prepend=0)])
    return Groups(np.concatenate([*order, again.order]), np.cumsum(sizes))

"""Lowering the loss of groups under an item hierarchy: groups split by a node, rows moved and exchanged.

A row goes to the group of a row that is near it. While there is warmth, a move is sometimes made that loses a little
more, which leads out of dead ends; the groups that lose least of all are what counts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.item_tree import ItemTree, clear_marks, group_cost, node_marks
from tokumei.core.kernels import NONE, kernel, part
from tokumei.partition.chance import draw
from tokumei.partition.starts.row_lists import link, unlink
from tokumei.partition.starts.sketches import near_by_sketch

__all__ = ["improve_by_tree"]

SMALLEST_GAIN = 1e-9
TRIES = 6
"""Nodes that a group is tried to be split by."""
LARGEST = 400
"""Larger groups take part in splits, not in moves."""
TURNS = 4
"""So often groups are split, and rows moved after it; the last time without warmth."""
WARMTH = 0.01
"""So much more, in items, a move may lose in the first turn, with a chance of 1 / e. Found on BMS-WebView-2. Of 0,
0.003, 0.01 and 0.03 on the invoices of Online Retail, under prefixes of their stock codes, none is more than half a
percent better than another, and 0.01 is best at k = 10."""


def improve_by_tree(
    tree: ItemTree, weight: npt.NDArray[np.int64], group: npt.NDArray[np.int32], k: int, *, sweeps: int
) -> npt.NDArray[np.int32]:
    """Row → group with at most the loss of the given ones, after each row was looked at `sweeps` times.

    *Promise*: every group has at least k records, provided that the given ones have.
    *Cost*: a look is O(items of two groups × levels); before that, what `near_by_sketch` takes.
    """
    near = near_by_sketch(tree)
    group = split_by_tree(tree, weight, group, k)
    best, least = group, np.inf
    for turn in range(TURNS):
        warmth = WARMTH * (1.0 - turn / (TURNS - 1))
        moved, before, after = _move(tree, weight, group, k, near, -(-sweeps // TURNS), warmth, np.uint64(turn))
        if before < least:
            best, least = group, before
        if after < least:
            best, least = moved, after
        group = split_by_tree(tree, weight, moved, k)
        if best is moved:
            best = group
    return best


@kernel
def split_by_tree(tree, weight, group, k):
    """Row → group after groups were split by nodes as long as that lowers the loss."""
    marks = node_marks(tree.loss.shape[0])
    order = np.argsort(group, kind="mergesort").astype(np.int32)
    waiting = [order[:0]]
    waiting.pop()
    low = 0
    for place in range(1, order.shape[0] + 1):
        if place == order.shape[0] or group[order[place]] != group[order[low]]:
            waiting.append(order[low:place].copy())
            low = place
    split, count = np.empty(group.shape[0], np.int32), 0
    while len(waiting) > 0:
        rows = waiting.pop()
        inside = _best_split(tree, rows, weight, k, marks)
        if inside.shape[0] > 0:
            waiting.append(rows[inside])
            waiting.append(rows[~inside])
            continue
        for row in rows:
            split[row] = count
        count += 1
    return split


@part
def _cost(tree, rows, weight, marks):
    cost = group_cost(tree, rows, weight, marks)
    clear_marks(tree, rows, marks)
    return cost


@part
def _has(tree, row, node, level):
    for place in range(tree.offsets[row], tree.offsets[row + 1]):
        if tree.path[tree.leaves[place], level] == node:
            return True
    return False


@part
def _best_split(tree, rows, weight, k, marks):
    """Row → whether it has the node that is best to split by; empty where no split lowers the loss."""
    nothing = np.zeros(0, np.bool_)
    total = weight[rows].sum()
    if total < 2 * k:
        return nothing
    before = group_cost(tree, rows, weight, marks)
    top = tree.path.shape[1] - 1
    score, candidate, at = np.zeros(TRIES, np.float64), np.full(TRIES, -1, np.int32), np.zeros(TRIES, np.int64)
    for row in rows:
        for place in range(tree.offsets[row], tree.offsets[row + 1]):
            for level in range(top):
                node = tree.path[tree.leaves[place], level]
                if marks.met[node] < 0 or marks.rows[node] == rows.shape[0]:
                    continue
                marks.met[node] = -1
                worth = marks.items[node] * (1.0 - tree.loss[node]) * (1.0 - marks.rows[node] / rows.shape[0])
                least = np.argmin(score)
                if worth > score[least]:
                    score[least], candidate[least], at[least] = worth, node, level
    clear_marks(tree, rows, marks)
    best, most = nothing, SMALLEST_GAIN
    for number in range(TRIES):
        if candidate[number] < 0:
            continue
        inside = np.zeros(rows.shape[0], np.bool_)
        mass = 0
        for place in range(rows.shape[0]):
            if _has(tree, rows[place], candidate[number], at[number]):
                inside[place] = True
                mass += weight[rows[place]]
        if mass < k or total - mass < k:
            continue
        saved = before - _cost(tree, rows[inside], weight, marks) - _cost(tree, rows[~inside], weight, marks)
        if saved > most:
            best, most = inside, saved
    return best


class _Lists(NamedTuple):
    """Groups as linked lists of rows."""

    group: npt.NDArray[np.int32]
    head: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    mass: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    members: npt.NDArray[np.int32]
    """Room for the rows of one group."""


@part
def _changed(lists, group, skip, extra):
    """The rows of a group without one, and with another; −1 is none."""
    count, row = 0, lists.head[group]
    while row >= 0:
        if row != skip:
            lists.members[count] = row
            count += 1
        row = lists.after[row]
    if extra >= 0:
        lists.members[count] = extra
        count += 1
    return lists.members[:count]


@part
def _other(lists, group, but, random):
    """A row of a group at random, not `but`; −1 where there is none."""
    row, left = lists.head[group], int(draw(random) * (lists.rows[group] - 1))
    while row >= 0:
        if row != but:
            if left == 0:
                break
            left -= 1
        row = lists.after[row]
    return row


@kernel
def _move(tree, weight, group, k, near, sweeps, warmth, seed):
    """Rows go to the groups of rows that are near them, in exchange for another where their own cannot spare them.

    Returns (row → group, loss before, loss after).
    """
    rows, groups = weight.shape[0], group.max() + 1
    marks = node_marks(tree.loss.shape[0])
    lists = _Lists(
        np.empty(rows, np.int32),
        np.full(groups, -1, np.int32),
        np.empty(rows, np.int32),
        np.empty(rows, np.int32),
        np.zeros(groups, np.int64),
        np.zeros(groups, np.int64),
        np.empty(rows + 1, np.int32),
    )
    for row in range(rows):
        link(lists, row, group[row], weight)
    cost = np.zeros(groups, np.float64)
    for number in range(groups):
        if lists.rows[number] > 0:
            cost[number] = _cost(tree, _changed(lists, number, NONE, NONE), weight, marks)
    before = cost.sum()
    random = np.zeros(1, np.uint64)
    random[0] = seed
    for _ in range(sweeps * rows):
        row = int(draw(random) * rows)
        home = lists.group[row]
        if cost[home] <= SMALLEST_GAIN or lists.rows[home] > LARGEST:
            continue
        guide = near[row, int(draw(random) * near.shape[1])]
        if guide < 0 or lists.group[guide] == home or lists.rows[lists.group[guide]] > LARGEST:
            continue
        host, back = lists.group[guide], NONE
        if lists.mass[home] - weight[row] < k:
            back = np.int64(_other(lists, host, guide, random))
            if back < 0:
                continue
            more = weight[row] - weight[back]
            if min(lists.mass[home] - more, lists.mass[host] + more) < k:
                continue
        bound = cost[home] + cost[host] - SMALLEST_GAIN - warmth * np.log(1.0 - draw(random))
        joined = _cost(tree, _changed(lists, host, back, np.int64(row)), weight, marks)
        if joined >= bound:
            continue
        left = _cost(tree, _changed(lists, home, np.int64(row), back), weight, marks)
        if joined + left < bound:
            unlink(lists, row, weight)
            link(lists, row, host, weight)
            if back >= 0:
                unlink(lists, back, weight)
                link(lists, back, home, weight)
            cost[host], cost[home] = joined, left
    return lists.group, before, cost.sum()

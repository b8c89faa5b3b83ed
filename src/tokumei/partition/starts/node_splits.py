"""Groups under an item hierarchy split in two: the rows that have a node, and the others."""

from __future__ import annotations

import numpy as np

from tokumei.core.item_tree import clear_marks, group_cost, node_marks
from tokumei.core.kernels import kernel, part

__all__ = ["split_by_tree"]

SMALLEST_GAIN = 1e-9
TRIES = 6
"""Nodes that a group is tried to be split by."""


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

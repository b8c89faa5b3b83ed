"""Lowering the loss of groups under an item hierarchy: groups split by a node, rows moved, groups given up.

Groups that stand side by side come from the same branch of the growth, so a row looks for a better group among its
neighbours in that order.
"""

from __future__ import annotations

import numpy as np

from tokumei.core.item_tree import clear_marks, group_cost, node_marks
from tokumei.core.kernels import kernel, part

__all__ = ["improve_by_tree"]

SMALLEST_GAIN = 1e-9
TRIES = 6
"""Nodes that a group is tried to be split by."""
LARGEST = 400
"""Larger groups take part in splits, not in moves."""


@kernel
def improve_by_tree(tree, weight, group, groups, k, window, rounds):
    """Row → group with at most the loss of the given ones; `group` holds numbers below `groups`.

    *Promise*: every group has at least k records, provided that the given ones have.
    *Cost*: a round is O(rows × window × items of a group).
    """
    marks = node_marks(tree.loss.shape[0])
    members = _listed(group, groups)
    split = [members[0]]
    split.pop()
    while len(members) > 0:
        rows = members.pop()
        inside = _best_split(tree, rows, weight, k, marks)
        if inside.shape[0] == 0:
            split.append(rows)
        else:
            members.append(rows[inside])
            members.append(rows[~inside])
    cost = np.zeros(len(split), np.float64)
    mass = np.zeros(len(split), np.int64)
    for number in range(len(split)):
        cost[number] = _cost(tree, split[number], weight, marks)
        mass[number] = weight[split[number]].sum()
    for _ in range(rounds):
        saved = _move(tree, weight, split, cost, mass, k, window, marks)
        saved += _give_up(tree, weight, split, cost, mass, window, marks)
        if saved <= 1e-4 * cost.sum():
            break
    for number in range(len(split)):
        for row in split[number]:
            group[row] = number
    return group


@part
def _listed(group, groups):
    """The rows of every group that has any."""
    order = np.argsort(group, kind="mergesort").astype(np.int32)
    members = [order[:0]]
    members.pop()
    low = 0
    while low < order.shape[0]:
        high = low
        while high < order.shape[0] and group[order[high]] == group[order[low]]:
            high += 1
        members.append(order[low:high].copy())
        low = high
    return members


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


@part
def _with(rows, row):
    joined = np.empty(rows.shape[0] + 1, np.int32)
    joined[:-1] = rows
    joined[-1] = row
    return joined


@part
def _best_host(tree, weight, row, home, split, cost, bound, window, marks):
    """The neighbour that a row costs least to join, cheaper than `bound`: (group or −1, cost)."""
    host = -1
    for other in range(max(0, home - window), min(len(split), home + window + 1)):
        if other == home or split[other].shape[0] == 0 or split[other].shape[0] > LARGEST:
            continue
        joined = _cost(tree, _with(split[other], row), weight, marks) - cost[other]
        if joined < bound - SMALLEST_GAIN:
            host, bound = other, joined
    return host, bound


@part
def _move(tree, weight, split, cost, mass, k, window, marks):
    """Rows that their groups can spare go where they cost less; returns what is saved."""
    saved = 0.0
    for home in range(len(split)):
        if split[home].shape[0] > LARGEST:
            continue
        for row in split[home].copy():
            if mass[home] - weight[row] < k or cost[home] <= SMALLEST_GAIN:
                continue
            rest = split[home][split[home] != row]
            left = _cost(tree, rest, weight, marks)
            freed = cost[home] - left
            # A row that costs its group no more than the others do finds no better place: not worth the look.
            if freed * mass[home] <= cost[home] * weight[row] + SMALLEST_GAIN:
                continue
            host, spent = _best_host(tree, weight, row, home, split, cost, freed, window, marks)
            if host >= 0:
                split[home], split[host] = rest, _with(split[host], row)
                cost[home] = left
                cost[host] += spent
                mass[home] -= weight[row]
                mass[host] += weight[row]
                saved += freed - spent
    return saved


@part
def _give_up(tree, weight, split, cost, mass, window, marks):
    """Groups whose rows do better with their neighbours, taken together, are given up; returns what is saved."""
    saved = 0.0
    for home in range(len(split)):
        rows = split[home]
        if rows.shape[0] == 0 or rows.shape[0] > LARGEST or cost[home] <= SMALLEST_GAIN:
            continue
        hosts, costs = np.empty(rows.shape[0], np.int64), np.empty(rows.shape[0], np.float64)
        spent, count = 0.0, 0
        for row in rows:
            host, joined = _best_host(tree, weight, row, home, split, cost, cost[home] - spent, window, marks)
            if host < 0:
                break
            hosts[count], costs[count] = host, joined
            split[host] = _with(split[host], row)
            cost[host] += joined
            mass[host] += weight[row]
            spent += joined
            count += 1
        if count == rows.shape[0]:
            saved += cost[home] - spent
            split[home], cost[home], mass[home] = rows[:0], 0.0, 0
            continue
        for number in range(count - 1, -1, -1):
            host = hosts[number]
            split[host] = split[host][:-1]
            cost[host] -= costs[number]
            mass[host] -= weight[rows[number]]
    return saved

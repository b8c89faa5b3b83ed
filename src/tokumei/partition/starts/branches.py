"""Groups by the branches of an item hierarchy: all records of a group have the same nodes at its cut, and expanding a
node parts them by which of its children they have. Parts below k stay together at the unexpanded node.

*Reference*: He, Naughton, 'Anonymization of set-valued data via top-down, local generalization', VLDB 2009.
*Departures*: the node to expand is the one that saves most, looking at all; when the parts below k are together fewer
than k records, the part that loses least by it joins them; what a group publishes is found anew from its records.
"""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import kernel, part

__all__ = ["grow_by_tree"]


@part
def _mixed(value):
    """A number that spreads nodes over 64 bits; sums of them tell sets of nodes apart (almost surely: a group that
    mixes two sets would only publish less)."""
    mixed = np.uint64(value + 1) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


@part
def _expansions(tree, rows, depth, closed):
    """What expanding each node of the group's cut does: node × row → children as one number, and loss saved.

    All rows have the same nodes at the cut, and meet them in the same order. A closed node, or a leaf, saves nothing.
    """
    count = 0
    last = -1
    first_row = rows[0]
    for place in range(tree.offsets[first_row], tree.offsets[first_row + 1]):
        node = tree.path[tree.leaves[place], depth[place]]
        if node != last:
            count += 1
            last = node
    mark = np.zeros((count, rows.shape[0]), np.uint64)
    saved = np.zeros((count, rows.shape[0]), np.float64)
    for number in range(rows.shape[0]):
        here, last, last_child = -1, -1, -1
        for place in range(tree.offsets[rows[number]], tree.offsets[rows[number] + 1]):
            leaf, level = tree.leaves[place], depth[place]
            node = tree.path[leaf, level]
            if node != last:
                here += 1
                last, last_child = node, -1
            if closed[place] or level == 0:
                continue
            below = level - 1
            while below > 0 and tree.path[leaf, below] == node:
                below -= 1
            child = tree.path[leaf, below]
            if child == node:
                continue
            saved[here, number] += tree.loss[node] - tree.loss[child]
            if child != last_child:
                mark[here, number] += _mixed(child)
                last_child = child
    return mark, saved


@part
def _parted(mark, saved, mass_of, k):
    """Row → whether it goes down when a node is expanded, and what that saves in all; rows with equal marks go
    together, parts below k stay."""
    order = np.argsort(mark, kind="mergesort")
    count = order.shape[0]
    goes = np.zeros(count, np.bool_)
    total, staying = 0.0, 0
    cheapest_low, cheapest_high, cheapest = 0, 0, np.inf
    low = 0
    while low < count:
        high, mass, gain = low, 0, 0.0
        while high < count and mark[order[high]] == mark[order[low]]:
            mass += mass_of[order[high]]
            gain += mass_of[order[high]] * saved[order[high]]
            high += 1
        if mass >= k and gain > 0:
            total += gain
            for place in range(low, high):
                goes[order[place]] = True
            if mass >= k and gain < cheapest:
                cheapest_low, cheapest_high, cheapest = low, high, gain
        else:
            staying += mass
        low = high
    if 0 < staying < k and total > 0:
        total -= cheapest
        for place in range(cheapest_low, cheapest_high):
            goes[order[place]] = False
    return goes, total


@kernel
def grow_by_tree(tree, weight, k):
    """Row → group: groups of at least k records that have the same nodes at their cut, provided that there are k.

    Rows without items are group 0; so are missing sets that are fewer than k, which no group can keep.
    """
    rows_in_all = weight.shape[0]
    missing = tree.path.shape[0] - 1
    lacking = 0
    for row in range(rows_in_all):
        if tree.offsets[row + 1] > tree.offsets[row] and tree.leaves[tree.offsets[row]] == missing:
            lacking += weight[row]
    group = np.zeros(rows_in_all, np.int32)
    depth = np.full(tree.leaves.shape[0], tree.path.shape[1] - 1, np.int32)
    closed = np.zeros(tree.leaves.shape[0], np.bool_)
    filled = np.zeros(rows_in_all, np.int32)
    count = 0
    for row in range(rows_in_all):
        first = tree.offsets[row]
        if tree.offsets[row + 1] > first and (lacking >= k or tree.leaves[first] != missing):
            filled[count] = row
            count += 1
    waiting = [filled[:count].copy()]
    groups = 1
    while len(waiting) > 0:
        rows = waiting.pop()
        best, most = -1, 1e-12
        if rows.shape[0] == 0:
            continue
        mass_of = weight[rows]
        mark, saved = _expansions(tree, rows, depth, closed)
        chosen = np.zeros(0, np.bool_)
        for node in range(mark.shape[0]):
            goes, total = _parted(mark[node], saved[node], mass_of, k)
            if total > most:
                best, most, chosen = node, total, goes
        if best < 0:
            for row in rows:
                group[row] = groups
            groups += 1
            continue
        for number in range(rows.shape[0]):
            here, last = -1, -1
            for place in range(tree.offsets[rows[number]], tree.offsets[rows[number] + 1]):
                leaf, level = tree.leaves[place], depth[place]
                node = tree.path[leaf, level]
                if node != last:
                    here += 1
                    last = node
                if here != best:
                    continue
                if chosen[number]:
                    below = level - 1
                    while below > 0 and tree.path[leaf, below] == node:
                        below -= 1
                    depth[place] = below
                else:
                    closed[place] = True
        staying = rows[~chosen]
        if staying.shape[0] > 0:
            waiting.append(staying)
        order = np.argsort(mark[best], kind="mergesort")
        low = 0
        while low < order.shape[0]:
            high = low
            while high < order.shape[0] and mark[best, order[high]] == mark[best, order[low]]:
                high += 1
            if chosen[order[low]]:
                waiting.append(rows[order[low:high]])
            low = high
    return group, groups

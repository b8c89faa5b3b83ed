"""The parts into which a group can be split: the children of its nodes, or two halves without a hierarchy."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part
from tokumei.partition.dimensions import TREE, VALUES

__all__ = ["arrange", "children"]


@part
def children(cells, weight, order, low, high, dims, trees, node, k, scratch):
    """The parts into which every dimension would split a group.

    Returns (begin, key, mass, parts, held, ranks): dimension d has `parts[d]` parts (0: it cannot be split) from place
    `begin[d]` on, each with its records in `mass`, and in `key` its node, or for the two parts of an ORDERED dimension
    the rank that ends the first and the rank that starts the second. Without a hierarchy, the ranks that are present
    are `ranks[held[d]:held[d + 1]]`. Slots of nodes (and of ranks for VALUES) tell the part.
    """
    rank_tally, rank_slot, node_tally, node_slot = scratch
    count = dims.kind.shape[0]
    rows = high - low
    begin, held = np.zeros(count + 1, np.int64), np.zeros(count + 1, np.int64)
    for dim in range(count):
        tree = dims.kind[dim] == TREE
        size = trees.start[dim + 1] - trees.start[dim] if tree else dims.start[dim + 1] - dims.start[dim]
        begin[dim + 1] = begin[dim] + (min(rows, size) if tree else 2)
        held[dim + 1] = held[dim] + (0 if tree else min(rows, size))
    key, mass = np.empty(begin[count], np.int32), np.zeros(begin[count], np.int64)
    parts = np.zeros(count, np.int64)
    ranks = np.empty(held[count], np.int32)
    used = 0
    for dim in range(count):
        held[dim] = used
        if dims.kind[dim] == TREE:
            if node[dim] >= trees.leaves[dim]:
                parts[dim] = _node_parts(
                    cells, weight, order, low, high, dims, trees, dim, node[dim], k, begin[dim], key, mass,
                    node_tally, node_slot,
                )  # fmt: skip
            continue
        start = used
        for place in range(low, high):
            rank = cells[order[place], dim]
            if rank_tally[dims.start[dim] + rank] == 0:
                ranks[used] = rank
                used += 1
            rank_tally[dims.start[dim] + rank] += weight[order[place]]
        _cut_order(dims, dim, ranks[start:used], rank_tally)
        parts[dim] = _middle(dims, dim, ranks[start:used], k, begin[dim], key, mass, rank_tally, rank_slot)
        for number in range(start, used):
            rank_tally[dims.start[dim] + ranks[number]] = 0
    held[count] = used
    return begin, key, mass, parts, held, ranks


@part
def _node_parts(cells, weight, order, low, high, dims, trees, dim, node, k, start, key, mass, tally, slot):
    """The children of a node that have records, in the hierarchy's order; 0 when one of several has fewer than k."""
    base, below = trees.start[dim], trees.depth[trees.start[dim] + node] + 1
    found = 0
    for place in range(low, high):
        row = order[place]
        child = trees.chain[dims.start[dim] + cells[row, dim], below]
        if tally[base + child] == 0:
            key[start + found] = child
            found += 1
        tally[base + child] += weight[row]
    firsts = np.empty(found, np.int64)
    for number in range(found):
        firsts[number] = trees.first[base + key[start + number]]
    in_order = key[start : start + found][np.argsort(firsts)].copy()
    allowed = True
    for number in range(found):
        child = in_order[number]
        key[start + number] = child
        mass[start + number] = tally[base + child]
        slot[base + child] = number
        allowed = allowed and (found == 1 or tally[base + child] >= k)
        tally[base + child] = 0
    return found if allowed else 0


@part
def _cut_order(dims, dim, ranks, tally):
    """Puts the present ranks in the order in which they are cut: ascending, or most frequent first for VALUES."""
    ranks.sort()
    if dims.kind[dim] == VALUES:
        heavy = np.empty(ranks.shape[0], np.int64)
        for number in range(ranks.shape[0]):
            heavy[number] = -tally[dims.start[dim] + ranks[number]]
        ranks[:] = ranks[np.argsort(heavy, kind="mergesort")].copy()


@part
def _middle(dims, dim, ranks, k, start, key, mass, tally, slot):
    """The cut nearest to the middle of the records with at least k on each side: 2 parts, or 0 when there is none."""
    total = 0
    for rank in ranks:
        total += tally[dims.start[dim] + rank]
    running, nearest, cut = 0, -1, -1
    for number in range(ranks.shape[0] - 1):
        running += tally[dims.start[dim] + ranks[number]]
        away = abs(2 * running - total)
        if running >= k and total - running >= k and (nearest < 0 or away < nearest):
            nearest, cut = away, number
            mass[start], mass[start + 1] = running, total - running
    if cut < 0:
        return 0
    key[start], key[start + 1] = ranks[cut], ranks[cut + 1]
    for number in range(ranks.shape[0]):
        slot[dims.start[dim] + ranks[number]] = 0 if number <= cut else 1
    return 2


@part
def arrange(cells, order, low, high, dims, trees, node, dim, split, rank_slot, node_slot):
    """Puts the rows of a group part by part, each in the order they had; returns where the parts start and end."""
    parts = split[3][dim]
    base = dims.start[dim]
    below = trees.depth[trees.start[dim] + node[dim]] + 1 if dims.kind[dim] == TREE else 0
    part_of = np.empty(high - low, np.int32)
    starts = np.zeros(parts + 1, np.int64)
    for place in range(low, high):
        rank = cells[order[place], dim]
        if dims.kind[dim] == TREE:
            part = node_slot[trees.start[dim] + trees.chain[base + rank, below]]
        else:
            part = rank_slot[base + rank]
        part_of[place - low] = part
        starts[part + 1] += 1
    starts[0] = low
    for part in range(parts):
        starts[part + 1] += starts[part]
    following = starts[:parts].copy()
    before = order[low:high].copy()
    for number in range(high - low):
        order[following[part_of[number]]] = before[number]
        following[part_of[number]] += 1
    return starts

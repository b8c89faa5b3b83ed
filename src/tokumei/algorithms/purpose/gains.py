"""Candidate splits of a group for rules, and how many wrong offers each would save.

From a release, a rule's offer goes to a person with the probability p that a point of the published region fulfils the
rule: the product over the columns of the share of the region that the rule allows. With n records in a group, y of them
rightly addressed, the expected wrong offers are p·(n − y) to those who should not get it, and (1 − p)·y missed. The
gain of a split is what it saves of them, over the rules that the group leaves undecided, each divided by the square
root of the people whom the rule is for. A split along a column that no undecided rule asks about saves nothing.

Cuts lie where rules have their thresholds: between segments for ORDERED, at nodes down to those that lie within one
segment for TREE, between what a rule allows and the rest for VALUES.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.algorithms.partition.dimensions import ORDERED, TREE
from tokumei.algorithms.purpose.regions import cover
from tokumei.core.rule_tables import allowed_in

__all__ = ["bins_of", "rule_gains"]

MOST_BINS = 64
"""A group's cuts of an ORDERED dimension are about so many; finer ones are left to its parts."""
MOST_RULES = 64
"""A group's cuts of a VALUES dimension are those of so many rules."""


@njit(cache=True, nogil=True)
def bins_of(dims, trees, tables, dim, own, tally, total, bin_of):
    """Puts ranks that no candidate parts into one bin; returns how many bins there are.

    `bin_of` (flat over all ranks) gets the bin of each present rank. Bins ascend with the ranks.
    """
    base = dims.start[dim]
    bins, held = 0, 0
    before = -1
    for rank in own:
        if dims.kind[dim] == TREE:
            here = _frontier(trees, tables, trees.start[dim], base, rank)
            new = here != before
        elif dims.kind[dim] == ORDERED:
            here = tables.segment[base + rank]
            new = held * MOST_BINS >= total or (here != before and held * 4 * MOST_BINS >= total)
        else:
            here, new = rank, True
        if before < 0 or new:
            bins += 1
            held = 0
        before = here
        held += tally[base + rank]
        bin_of[base + rank] = bins - 1
    return bins


@njit(cache=True, nogil=True)
def _frontier(trees, tables, nodes, base, rank):
    """The highest node over a leaf that lies within one segment."""
    depth = 0
    while True:
        node = trees.chain[base + rank, depth]
        spot = nodes + node
        if tables.segment[base + trees.first[spot]] == tables.segment[base + trees.last[spot]]:
            return node
        depth += 1


@njit(cache=True, nogil=True)
def rule_gains(
    cells, weight, order, low, high, dims, trees, tables, dim, own, bins, bin_of, tally, total, k,
    bits, rules, index, whole, before, scale, gain, where, used,
):  # fmt: skip
    """Appends the candidates of a dimension with their gains; returns how many there are then.

    `rules` are the undecided rules that ask about the dimension, `index[rule]` their places; `whole` is p of the group
    for each, `before` what the other dimensions leave of it; `bits` are the rules that every row fulfils. A candidate
    is (dim, first bin, last bin), or (dim, −1, rule) for what a rule allows.
    """
    start = used
    base = dims.start[dim]
    asked = rules.shape[0]
    right = np.zeros((bins + 1, asked), np.float64)
    mass = np.zeros(bins + 1, np.int64)
    first_rank, last_rank = np.empty(bins, np.int32), np.empty(bins, np.int32)
    for number in range(own.shape[0] - 1, -1, -1):
        spot = bin_of[base + own[number]]
        first_rank[spot] = own[number]
        mass[spot + 1] += tally[base + own[number]]
    for number in range(own.shape[0]):
        last_rank[bin_of[base + own[number]]] = own[number]
    _count_right(cells, weight, order, low, high, base, dim, bin_of, bits, rules, index, right)
    wrong = 0.0
    for place in range(asked):
        wrong += scale[rules[place]] * _wrong(whole[place], total, right[:, place].sum())
    if dims.kind[dim] == ORDERED or dims.kind[dim] == TREE:
        for number in range(bins):
            mass[number + 1] += mass[number]
            for place in range(asked):
                right[number + 1, place] += right[number, place]
    if dims.kind[dim] == ORDERED:
        for last in range(bins - 1):
            inside = mass[last + 1]
            if inside >= k and total - inside >= k:
                saved = 0.0
                for place in range(asked):
                    one = allowed_in(tables, base, own[0], last_rank[last], rules[place]) / (
                        last_rank[last] - own[0] + 1
                    )
                    two = allowed_in(tables, base, first_rank[last + 1], own[-1], rules[place]) / (
                        own[-1] - first_rank[last + 1] + 1
                    )
                    saved += scale[rules[place]] * _saved(
                        before[place], one, two, inside, total, right[last + 1, place], right[bins, place]
                    )
                used = _append(gain, where, used, wrong + saved, dim, 0, last)
    elif dims.kind[dim] == TREE:
        for depth in range(1, trees.chain.shape[1]):
            first = 0
            while first < bins:
                node = trees.chain[base + first_rank[first], depth]
                last = first
                while last + 1 < bins and trees.chain[base + first_rank[last + 1], depth] == node:
                    last += 1
                above = trees.chain[base + first_rank[first], depth - 1]
                # A node whose parent has the same bins is the parent's candidate; a leaf stands at one depth only.
                fresh = node != above and (
                    (first > 0 and trees.chain[base + first_rank[first - 1], depth - 1] == above)
                    or (last + 1 < bins and trees.chain[base + first_rank[last + 1], depth - 1] == above)
                    or depth == 1
                )
                inside = mass[last + 1] - mass[first]
                if fresh and inside >= k and total - inside >= k:
                    saved = _tree_saved(
                        dims, trees, tables, dim, own, first_rank, last_rank, first, last, bins, inside, total,
                        right, rules, before, scale,
                    )  # fmt: skip
                    used = _append(gain, where, used, wrong + saved, dim, first, last)
                first = last + 1
    else:
        for place in range(min(asked, MOST_RULES)):
            used = _value_gain(
                tables, base, dim, own, bins, total, k, mass, right, rules, before, scale, place, gain, where, used
            )
        gain[start:used] += wrong
    return used


@njit(cache=True, nogil=True)
def _count_right(cells, weight, order, low, high, base, dim, bin_of, bits, rules, index, right):
    """Bin (from 1) × rule → the records whom the rule is for."""
    words = bits.shape[1]
    mask = np.zeros(words, np.uint64)
    for rule in rules:
        mask[rule >> 6] |= np.uint64(1) << np.uint64(rule & 63)
    for place in range(low, high):
        row = order[place]
        spot = -1
        for word in range(words):
            left = bits[row, word] & mask[word]
            if left != 0:
                if spot < 0:
                    spot = bin_of[base + cells[row, dim]] + 1
                while left != 0:
                    bit = left & (~left + np.uint64(1))
                    left ^= bit
                    right[spot, index[word * 64 + _place(bit)]] += weight[row]


@njit(cache=True, nogil=True)
def _place(bit):
    """Which bit is set, 0 … 63."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bit >> np.uint64(step):
            bit >>= np.uint64(step)
            place += step
    return place


@njit(cache=True, nogil=True)
def _append(gain, where, used, saved, dim, first, last):
    gain[used] = saved
    where[used, 0], where[used, 1], where[used, 2] = dim, first, last
    return used + 1


@njit(cache=True, nogil=True)
def _wrong(p, records, right):
    """Expected wrong offers: to those who should not get one, and missed."""
    return p * (records - right) + (1.0 - p) * right


@njit(cache=True, nogil=True)
def _saved(before, one, two, inside, total, right_inside, right):
    """What a split saves of a rule's wrong offers, apart from those of the undivided group."""
    return -_wrong(before * one, inside, right_inside) - _wrong(before * two, total - inside, right - right_inside)


@njit(cache=True, nogil=True)
def _tree_saved(
    dims, trees, tables, dim, own, first_rank, last_rank, first, last, bins, inside, total, right, rules, before, scale
):
    base = dims.start[dim]
    low_in, high_in = cover(dims, trees, dim, first_rank[first], last_rank[last])
    small = own[0] if first > 0 else first_rank[last + 1]
    large = own[-1] if last < bins - 1 else last_rank[first - 1]
    low_out, high_out = cover(dims, trees, dim, small, large)
    saved = 0.0
    for place in range(rules.shape[0]):
        one = allowed_in(tables, base, low_in, high_in, rules[place]) / (high_in - low_in + 1)
        two = allowed_in(tables, base, low_out, high_out, rules[place]) / (high_out - low_out + 1)
        counted = right[last + 1, place] - right[first, place]
        saved += scale[rules[place]] * _saved(before[place], one, two, inside, total, counted, right[bins, place])
    return saved


@njit(cache=True, nogil=True)
def _value_gain(tables, base, dim, own, bins, total, k, mass, right, rules, before, scale, place, gain, where, used):
    """The candidate that parts the values which a rule allows from the others; every value is a bin here."""
    asked = rules.shape[0]
    inside, size = 0, 0
    allowed = np.zeros((bins, asked), np.bool_)
    within = np.zeros(bins, np.bool_)
    for number in range(bins):
        for other in range(asked):
            allowed[number, other] = allowed_in(tables, base, own[number], own[number], rules[other]) > 0
        within[number] = allowed[number, place]
        if within[number]:
            inside += mass[number + 1]
            size += 1
    if inside < k or total - inside < k:
        return used
    saved = 0.0
    for other in range(asked):
        counted, whole, one, two = 0.0, 0.0, 0, 0
        for number in range(bins):
            whole += right[number + 1, other]
            if within[number]:
                counted += right[number + 1, other]
                one += allowed[number, other]
            else:
                two += allowed[number, other]
        saved += scale[rules[other]] * _saved(
            before[other], one / size, two / (bins - size), inside, total, counted, whole
        )
    return _append(gain, where, used, saved, dim, -1, rules[place])

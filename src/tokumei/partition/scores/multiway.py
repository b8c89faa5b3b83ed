"""Multi-way growth along hierarchies, depth first, by Prec or by the TF-IDF of rules.

A group is split along a hierarchy into the children of its node, all of them at once; where only one child has
records, the value moves down a level and the group stays whole. Columns without a hierarchy are cut in two, nearest to
the middle of their records: numbers and dates by value, categories by frequency. Such a column publishes what its
records cover, so it never has to move down. A set column is cut in two by the item, or node above items, that saves
most of its loss: those that have it, and those that lack it.

*Reference*: K. Arai, K. Kono, N. Babaguchi, 'Data anonymization for information recommendation based on TF-IDF
method', IEICE technical report IT2015-10, 2015, sections 3.2 and 3.3.
*Departures*: none for hierarchies; what the paper leaves open (overlap, ties, groups that no rule matches) is written
down in docs/purpose.md. Columns without hierarchies, sets, weights of rules and promises beside k are additions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part
from tokumei.core.rules import Rules
from tokumei.partition.dimensions import ORDERED, TREE
from tokumei.partition.dimensions.tokens import column_of, token_cuts, tokens_of
from tokumei.partition.dimensions.tree import trees_of
from tokumei.partition.guard import judges_more, keeps
from tokumei.partition.losses import span_loss, values_loss
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.children import arrange, children
from tokumei.partition.scores.tables import NO_RULES, tables_of
from tokumei.partition.scores.tfidf import count_groups, group_masks, part_masks, tfidf

__all__ = ["PREC", "TFIDF", "grow_multiway"]

PREC, TFIDF = 0, 1
WORTH: Any = np.bool_(False)
"""Tokens are weighed by what they save, not by how near to the middle they cut."""
SAME = 1e-12
"""Scores that differ by less are equal: then the order of the columns decides."""


def grow_multiway(problem: Problem, *, score: int, rules: Rules = NO_RULES) -> Groups:
    """Groups of at least k records that keep the predicates, grown depth first by PREC or TFIDF.

    *Promise*: every group has at least k records and keeps the predicates, provided that the whole table does.
    *Cost*: O(rows × dimensions) a level, and for TF-IDF O(children × rules that match the group) a candidate.
    One thread: the TF-IDF of a split depends on the whole partition so far.
    """
    order = np.arange(problem.rows, dtype=np.int32)
    ends = _grow(
        problem.cells,
        problem.weight,
        order,
        problem.dims,
        trees_of(problem.dimensions),
        tables_of(problem.dimensions, rules),
        problem.k,
        score,
        problem.guard,
        tokens_of(problem),
        column_of(problem),
        _asked_tokens(problem, rules),
    )
    return Groups(order, ends)


def _asked_tokens(problem: Problem, rules: Rules) -> npt.NDArray[np.uint64]:
    """Token × word: the rules that ask for it, so that nobody who lacks it fulfils them."""
    owner = column_of(problem)
    bits = np.zeros((len(owner), rules.words), dtype=np.uint64)
    for column, dimension in enumerate(problem.set_dimensions):
        asked = rules.items.get(dimension.column.name)
        if asked is None:
            continue
        for number, rule in enumerate(asked.rule.tolist()):
            items = asked.of(number)
            if dimension.hierarchy is not None:
                items = np.unique(dimension.hierarchy.path[dimension.leaf[items]])
            bits[np.searchsorted(owner, column) + items, rule >> 6] |= np.uint64(1) << np.uint64(rule & 63)
    return bits


@part
def _scratch(dims, trees):
    """Tallies and slots of ranks and of nodes; tallies are zero between groups."""
    ranks, nodes = dims.start[-1], trees.start[-1]
    return np.zeros(ranks, np.int64), np.zeros(ranks, np.int32), np.zeros(nodes, np.int64), np.zeros(nodes, np.int32)


@kernel
def _grow(cells, weight, order, dims, trees, tables, k, score, guard, tokens, owner, asked):
    rows, count = cells.shape
    several = owner[-1] + 1 if owner.shape[0] > 0 else 0
    mass, worth = np.zeros(owner.shape[0], np.int64), np.zeros(owner.shape[0], np.float64)
    scratch = _scratch(dims, trees)
    _, rank_slot, _, node_slot = scratch
    waiting_low, waiting_high = np.zeros(rows + 1, np.int64), np.full(rows + 1, rows, np.int64)
    waiting_node = np.empty((rows + 1, count), np.int32)
    waiting_node[0] = trees.root
    waiting = 1
    ends = np.empty(rows, np.int64)
    done, groups = 0, 1
    matched = np.zeros(tables.weight.shape[0], np.int64)
    while waiting > 0:
        waiting -= 1
        low, high = waiting_low[waiting], waiting_high[waiting]
        node = waiting_node[waiting].copy()
        split = children(cells, weight, order, low, high, dims, trees, node, k, scratch)
        others, whole = group_masks(dims, trees, tables, node, split)
        if groups == 1 and matched.sum() == 0:
            count_groups(matched, whole, 1)
        gain = np.full(count + several, -1.0)
        gain[:count] = _gains(dims, trees, tables, node, split, others, whole, matched, groups, score, rank_slot)
        token = np.full(several, -1, np.int64)
        if tokens is not None:
            total = weight[order[low:high]].sum()
            _best_tokens(weight, order, low, high, dims, tokens, owner, k, total, mass, worth, token, gain[count:])
            if score == TFIDF:
                for number in range(several):
                    if token[number] >= 0:
                        masks = _token_masks(whole, asked[token[number]])
                        gain[count + number] = tfidf(tables, masks, whole, matched, groups)
        chosen = -1
        starts = np.zeros(0, np.int64)
        while chosen < 0:
            best = -1
            for dim in range(count + several):
                if gain[dim] >= 0.0 and (best < 0 or gain[dim] > gain[best] + SAME):
                    best = dim
            if best < 0:
                break
            if tokens is not None and best >= count:
                starts = _by_token(order, low, high, tokens, token[best - count])
            else:
                starts = arrange(cells, order, low, high, dims, trees, node, best, split, rank_slot, node_slot)
            if _all_keep(order, starts, weight, guard):
                chosen = best
            gain[best] = -1.0
        if chosen < 0:
            ends[done] = high
            done += 1
            continue
        if score == TFIDF:
            count_groups(matched, whole, -1)
            if chosen >= count:
                masks = _token_masks(whole, asked[token[chosen - count]])
            else:
                masks = part_masks(dims, trees, tables, chosen, split, others, rank_slot)
            for part in range(masks.shape[0]):
                count_groups(matched, masks[part], 1)
        begin, key = split[0], split[1]
        parts = starts.shape[0] - 1
        for part in range(parts - 1, -1, -1):  # the first child is on top, so that it is gone through first
            waiting_low[waiting], waiting_high[waiting] = starts[part], starts[part + 1]
            waiting_node[waiting] = node
            if chosen < count and dims.kind[chosen] == TREE:
                waiting_node[waiting, chosen] = key[begin[chosen] + part]
            waiting += 1
        groups += parts - 1
    return ends[:done].copy()


@part
def _best_tokens(weight, order, low, high, dims, tokens, owner, k, total, mass, worth, token, gain):
    """Set column → the token that saves most, and what it saves; nothing is written where no token can cut."""
    saved, where, count = token_cuts(
        weight,
        order,
        low,
        high,
        dims,
        tokens,
        owner,
        k,
        WORTH,
        total,
        mass,
        worth,
        gain[:0],
        np.zeros((0, 3), np.int64),
    )
    for number in range(count):
        column = owner[where[number, 1]]
        if saved[number] > gain[column] + SAME:
            token[column], gain[column] = where[number, 1], saved[number]


@part
def _token_masks(whole, asked):
    """The rules that match those who have a token, and those who lack it."""
    masks = np.empty((2, whole.shape[0]), np.uint64)
    masks[0], masks[1] = whole, whole & ~asked
    return masks


@part
def _by_token(order, low, high, tokens, token):
    """Puts the rows that have a token before those that lack it; returns where the parts start and end."""
    before, held = order[low:high].copy(), 0
    lacks = np.ones(high - low, np.bool_)
    for number in range(high - low):
        for place in range(tokens.offsets[before[number]], tokens.offsets[before[number] + 1]):
            if tokens.token[place] == token:
                lacks[number] = False
                held += 1
    order[low : low + held], order[low + held : high] = before[~lacks], before[lacks]
    return np.array([low, low + held, high])


@part
def _gains(dims, trees, tables, node, split, others, whole, matched, groups, score, rank_slot):
    """What every dimension scores; −1 where it cannot be split."""
    begin, key, mass, parts, held, ranks = split
    gain = np.full(dims.kind.shape[0], -1.0)
    for dim in range(dims.kind.shape[0]):
        if parts[dim] == 0:
            continue
        if score == TFIDF:
            masks = part_masks(dims, trees, tables, dim, split, others, rank_slot)
            gain[dim] = tfidf(tables, masks, whole, matched, groups)
            continue
        start = begin[dim]
        saved = 0.0
        for number in range(parts[dim]):
            if dims.kind[dim] == TREE:
                base = trees.start[dim]
                each = trees.climbed[base + node[dim]] - trees.climbed[base + key[start + number]]
            else:
                each = _loss_saved(dims, dim, ranks[held[dim] : held[dim + 1]], key[start + number], number)
            saved += mass[start + number] * each
        gain[dim] = saved
    return gain


@part
def _loss_saved(dims, dim, ranks, cut, part):
    """What a record of one part of a column without a hierarchy saves: the NCP stands in for the levels of Prec."""
    if dims.kind[dim] == ORDERED:
        first = ranks[0] if part == 0 else cut
        last = cut if part == 0 else ranks[-1]
        return span_loss(dims, dim, ranks[0], ranks[-1]) - span_loss(dims, dim, first, last)
    size = ranks.shape[0]
    place = 0
    while ranks[place] != cut:
        place += 1
    return values_loss(dims, dim, size) - values_loss(dims, dim, place + 1 if part == 0 else size - place)


@part
def _all_keep(order, starts, weight, guard):
    """Whether the guard allows every part; a group that stays whole it does."""
    if not judges_more(guard) or starts.shape[0] == 2:
        return True
    part = 0
    while part < starts.shape[0] - 1 and keeps(order[starts[part] : starts[part + 1]], weight, guard):
        part += 1
    return part == starts.shape[0] - 1

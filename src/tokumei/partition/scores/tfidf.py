"""TF-IDF of rules over groups: a rule is a word, a group a document, and a rule is in the groups that it overlaps."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part
from tokumei.core.rule_tables import keep_touched
from tokumei.partition.dimensions import ORDERED, TREE
from tokumei.partition.losses import count_bits

__all__ = ["count_groups", "group_masks", "part_masks", "tfidf"]


@part
def group_masks(dims, trees, tables, node, split):
    """The rules that match the group: (dimension × word: judged by all other dimensions; word: by all)."""
    count, words = dims.kind.shape[0], tables.full.shape[0]
    others = np.empty((count, words), np.uint64)
    whole = tables.full.copy()
    _, _, _, _, held, ranks = split
    own = np.empty((count, words), np.uint64)
    for dim in range(count):
        own[dim] = tables.full
        base = dims.start[dim]
        if dims.kind[dim] == TREE:
            spot = trees.start[dim] + node[dim]
            keep_touched(tables, base, trees.first[spot], trees.last[spot], own[dim])
        elif dims.kind[dim] == ORDERED:
            keep_touched(tables, base, ranks[held[dim]], ranks[held[dim + 1] - 1], own[dim])
        else:
            _keep_some_of(tables, base, ranks[held[dim] : held[dim + 1]], own[dim])
        others[dim] = whole
        whole &= own[dim]
    after = tables.full.copy()
    for dim in range(count - 1, -1, -1):
        others[dim] &= after
        after &= own[dim]
    return others, whole


@part
def _keep_some_of(tables, base, ranks, mask):
    """Keeps in `mask` the rules that allow at least one of the ranks."""
    for word in range(mask.shape[0]):
        found = np.uint64(0)
        for rank in ranks:
            found |= tables.some[0, tables.segment[base + rank], word]
        mask[word] &= found


@part
def part_masks(dims, trees, tables, dim, split, others, rank_slot):
    """Part × word: the rules that match each part of a candidate."""
    begin, key, _, parts, held, ranks = split
    base, start = dims.start[dim], begin[dim]
    masks = np.empty((parts[dim], tables.full.shape[0]), np.uint64)
    present = ranks[held[dim] : held[dim + 1]]
    for number in range(parts[dim]):
        masks[number] = others[dim]
        if dims.kind[dim] == TREE:
            spot = trees.start[dim] + key[start + number]
            keep_touched(tables, base, trees.first[spot], trees.last[spot], masks[number])
        elif dims.kind[dim] == ORDERED:
            first = present[0] if number == 0 else key[start + 1]
            last = key[start] if number == 0 else present[-1]
            keep_touched(tables, base, first, last, masks[number])
        else:
            inside = np.array([rank_slot[base + rank] == number for rank in present])
            _keep_some_of(tables, base, present[inside], masks[number])
    return masks


@part
def tfidf(tables, masks, whole, matched, groups):
    """Mean TF-IDF over the parts and the rules, with the groups of the partition that the split would give."""
    parts, words = masks.shape
    size = np.zeros(parts, np.int64)
    for number in range(parts):
        for word in range(words):
            size[number] += count_bits(masks[number, word])
    total = 0.0
    for word in range(words):
        left = whole[word]
        while left != 0:
            bit = left & (~left + np.uint64(1))
            left ^= bit
            rule = word * 64 + count_bits(bit - np.uint64(1))
            holding = 0
            shares = 0.0
            for number in range(parts):
                if masks[number, word] & bit:
                    holding += 1
                    shares += 1.0 / size[number]
            if holding > 0:
                total += tables.weight[rule] * shares * np.log((groups - 1 + parts) / (matched[rule] - 1 + holding))
    return total / parts / tables.weight.sum()


@part
def count_groups(matched, mask, change):
    """Adds to the number of groups of every rule in the mask."""
    for word in range(mask.shape[0]):
        left = mask[word]
        while left != 0:
            bit = left & (~left + np.uint64(1))
            left ^= bit
            matched[word * 64 + count_bits(bit - np.uint64(1))] += change

"""Candidate splits of a group, and what each tells about a label (information gain).

*Reference*: K. LeFevre, D. DeWitt, R. Ramakrishnan, 'Workload-aware anonymization', KDD 2006 (InfoGain Mondrian).
*Departures*: a split that chance alone explains gains nothing, so that the loss decides there: twice the gain has to
exceed the 95 % quantile that the G test has with two classes, for each class beyond the first.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.algorithms.partition.dimensions import ORDERED, TREE, VALUES

__all__ = ["label_gains"]

MOST_BINS = 64
CHANCE = 3.841
"""χ² with one degree of freedom stays below this with 95 %."""


@njit(cache=True, nogil=True)
def label_gains(cells, order, low, high, dims, trees, k, labels, begin, ranks, total, tally, bin_of):
    """All candidates of a group, with what each tells: (gain, where); a candidate is (dim, first bin, last bin)."""
    count = dims.kind.shape[0]
    room = 0
    for dim in range(count):
        room += (begin[dim + 1] - begin[dim]) * (trees.chain.shape[1] if dims.kind[dim] == TREE else 1)
    gain, where = np.empty(room), np.empty((room, 3), np.int32)
    used = 0
    for dim in range(count):
        own = ranks[begin[dim] : begin[dim + 1]]
        if own.shape[0] < 2:
            continue
        held = _bins(cells, order, low, high, dims, dim, own, total, labels, tally, bin_of)
        bins = held.shape[0] - 1
        if dims.kind[dim] == TREE:
            for depth in range(1, trees.chain.shape[1]):
                used = _node_candidates(dims, trees, dim, own, depth, k, held, gain, where, used)
            continue
        for last in range(bins - 1):
            used = _candidate(dim, 0, last, k, held, gain, where, used)
    return gain[:used], where[:used]


@njit(cache=True, nogil=True)
def _bins(cells, order, low, high, dims, dim, own, total, labels, tally, bin_of):
    """Fills `bin_of` and returns, as running sums, the records of each class by bin."""
    base = dims.start[dim]
    classes = labels.shape[1]
    bins, held = -1, total
    for rank in own:
        if dims.kind[dim] != ORDERED or held * MOST_BINS >= total:
            bins, held = bins + 1, 0
        held += tally[base + rank]
        bin_of[base + rank] = bins
    counted = np.zeros((bins + 2, classes))
    for place in range(low, high):
        row = order[place]
        counted[bin_of[base + cells[row, dim]] + 1] += labels[row]
    if dims.kind[dim] == VALUES:  # by the share of the group's most frequent class, as regression trees do
        common = np.argmax(counted.sum(axis=0))
        by_share = np.argsort(counted[1:, common] / counted[1:].sum(axis=1), kind="mergesort")
        sorted_counts = counted[1:][by_share].copy()
        for number in range(bins + 1):
            bin_of[base + own[by_share[number]]] = number
            counted[number + 1] = sorted_counts[number]
    for number in range(bins + 1):
        counted[number + 1] += counted[number]
    return counted


@njit(cache=True, nogil=True)
def _node_candidates(dims, trees, dim, own, depth, k, held, gain, where, used):
    """A node against the rest, for the nodes of one depth; every present leaf is a bin."""
    base = dims.start[dim]
    size = own.shape[0]
    first = 0
    while first < size:
        node = trees.chain[base + own[first], depth]
        above = trees.chain[base + own[first], depth - 1]
        last = first
        while last + 1 < size and trees.chain[base + own[last + 1], depth] == node:
            last += 1
        alone = (first == 0 or trees.chain[base + own[first - 1], depth - 1] != above) and (
            last == size - 1 or trees.chain[base + own[last + 1], depth - 1] != above
        )
        if node != above and not alone:  # a node alone under its parent is the parent's candidate
            used = _candidate(dim, first, last, k, held, gain, where, used)
        first = last + 1
    return used


@njit(cache=True, nogil=True)
def _candidate(dim, first, last, k, held, gain, where, used):
    inside = held[last + 1] - held[first]
    outside = held[-1] - inside
    if inside.sum() < k or outside.sum() < k:
        return used
    told = _disorder(held[-1]) - _disorder(inside) - _disorder(outside)
    gain[used] = told if 2.0 * told > CHANCE * (held.shape[1] - 1) else 0.0
    where[used, 0], where[used, 1], where[used, 2] = dim, first, last
    return used + 1


@njit(cache=True, nogil=True)
def _disorder(counts):
    """Records × entropy of their classes."""
    total = counts.sum()
    disorder = 0.0
    for count in counts:
        if count > 0.0:
            disorder -= count * np.log(count / total)
    return disorder

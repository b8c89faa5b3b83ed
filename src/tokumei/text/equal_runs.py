"""Equal texts where a mask stands for any run of characters: what similar texts have in common, in order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.text.alignment import common, shared, show, squeezed
from tokumei.text.blocks import WILD, distinct_texts
from tokumei.text.equal import refuse_too_few

__all__ = ["make_equal_runs"]

Flags = npt.NDArray[np.bool_]

_NEIGHBOURS = 40
"""Texts on each side, by their beginnings and by their ends, that are compared with a text."""


def make_equal_runs(texts: Characters, masked: Flags, *, k: int) -> Flags:
    """Masks that have grown until every text, adjacent masks written as one, equals at least k − 1 others.

    A text takes the k − 1 free texts with which it has the longest common subsequence, and all of them keep what they
    have in common. Candidates are its free neighbours in the order of beginnings and in the order of ends. Every mask
    covers at least one character of each text, so that what is published is true of each.
    Cost: distinct texts / k × 160 comparisons of length².
    Reference: Aramaki et al. 2012, as cited by Maeda et al.
    Departures: texts are divided into sets of at least k that publish the same, where theirs takes k − 1 neighbours for
    each text by itself; candidates are limited.
    """
    refuse_too_few(texts, k)
    symbols = np.where(masked, np.int32(WILD), texts.symbols).astype(np.int32)
    distinct = distinct_texts(symbols, texts.offsets)
    if len(distinct.example) == 0:
        return masked
    starts, ends = texts.offsets[distinct.example], texts.offsets[distinct.example + 1]
    parts = [symbols[start:end] for start, end in zip(starts, ends, strict=True)]
    forward = np.arange(len(parts))
    backward = np.array(sorted(range(len(parts)), key=lambda text: parts[text][::-1].tolist()), dtype=np.int64)
    hidden = _hide(symbols, starts, ends, distinct.weight, forward, backward, k)
    shift = np.zeros(len(texts), dtype=np.int64)
    some = distinct.number >= 0
    shift[some] = starts[distinct.number[some]] - texts.offsets[:-1][some]
    return masked | hidden[np.arange(len(symbols)) + np.repeat(shift, texts.lengths)]


@njit(cache=True, nogil=True)
def _hide(symbols, starts, ends, weight, forward, backward, k):
    """Character → whether it must be hidden, for the texts that stand for all equal ones."""
    count = len(starts)
    cluster = np.full(count, -1, dtype=np.int64)
    patterns = [symbols[:0]]
    total = [np.int64(0)]
    left = np.int64(0)
    for text in range(count):
        if weight[text] >= k:
            cluster[text] = len(patterns)
            patterns.append(squeezed(symbols[starts[text] : ends[text]]))
            total.append(weight[text])
        else:
            left += weight[text]
    where_forward, where_backward = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    where_forward[forward], where_backward[backward] = np.arange(count), np.arange(count)
    for index in range(count):
        seed = forward[index]
        if cluster[seed] >= 0 or left < k:
            continue
        cluster[seed] = len(patterns)
        pattern = squeezed(symbols[starts[seed] : ends[seed]])
        near = _free_neighbours(seed, forward, where_forward, backward, where_backward, cluster)
        likeness = np.empty(len(near), dtype=np.int64)
        for place in range(len(near)):
            other = symbols[starts[near[place]] : ends[near[place]]]
            # Of equally similar texts, the shorter hides less of itself.
            likeness[place] = -common(pattern, other) * (1 << 20) + len(other)
        sum_ = weight[seed]
        for place in np.argsort(likeness, kind="mergesort"):
            if sum_ >= k:
                break
            text = near[place]
            cluster[text] = len(patterns)
            pattern = shared(pattern, symbols[starts[text] : ends[text]])
            sum_ += weight[text]
        # The neighbourhood can be too small near the end of both orders.
        for text in forward:
            if sum_ >= k:
                break
            if cluster[text] < 0:
                cluster[text] = len(patterns)
                pattern = shared(pattern, symbols[starts[text] : ends[text]])
                sum_ += weight[text]
        patterns.append(pattern)
        total.append(sum_)
        left -= sum_
    for text in range(count):
        if cluster[text] < 0:
            own = symbols[starts[text] : ends[text]]
            best, least = 1, np.int64(1) << 60
            for number in range(1, len(patterns)):
                both = common(patterns[number], own)
                lost = (np.sum(patterns[number] >= 0) - both) * total[number] + (len(own) - both) * weight[text]
                if lost < least:
                    best, least = number, lost
            cluster[text] = best
            patterns[best] = shared(patterns[best], own)
            total[best] += weight[text]
    hidden = np.ones(len(symbols), dtype=np.bool_)
    for text in range(count):
        show(patterns[cluster[text]], symbols[starts[text] : ends[text]], hidden[starts[text] : ends[text]])
    return hidden


@njit(cache=True, nogil=True)
def _free_neighbours(seed, forward, where_forward, backward, where_backward, cluster):
    """Free texts around the seed in both orders, each once."""
    near = np.empty(4 * _NEIGHBOURS, dtype=np.int64)
    used = 0
    for order, where in ((forward, where_forward), (backward, where_backward)):
        for step in (-1, 1):
            taken = 0
            place = where[seed] + step
            # Texts that are taken are passed over, but not for ever.
            reach = 0
            while 0 <= place < len(order) and taken < _NEIGHBOURS and reach < 50 * _NEIGHBOURS:
                text = order[place]
                if cluster[text] < 0:
                    taken += 1
                    if not np.any(near[:used] == text):
                        near[used] = text
                        used += 1
                place += step
                reach += 1
    return near[:used]

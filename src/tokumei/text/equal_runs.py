"""Equal texts where a mask stands for any run of characters: what similar texts have in common, in order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
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
            patterns.append(_squeezed(symbols[starts[text] : ends[text]]))
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
        pattern = _squeezed(symbols[starts[seed] : ends[seed]])
        near = _free_neighbours(seed, forward, where_forward, backward, where_backward, cluster)
        likeness = np.empty(len(near), dtype=np.int64)
        for place in range(len(near)):
            other = symbols[starts[near[place]] : ends[near[place]]]
            # Of equally similar texts, the shorter hides less of itself.
            likeness[place] = -_common(pattern, other) * (1 << 20) + len(other)
        sum_ = weight[seed]
        for place in np.argsort(likeness, kind="mergesort"):
            if sum_ >= k:
                break
            text = near[place]
            cluster[text] = len(patterns)
            pattern = _shared(pattern, symbols[starts[text] : ends[text]])
            sum_ += weight[text]
        # The neighbourhood can be too small near the end of both orders.
        for text in forward:
            if sum_ >= k:
                break
            if cluster[text] < 0:
                cluster[text] = len(patterns)
                pattern = _shared(pattern, symbols[starts[text] : ends[text]])
                sum_ += weight[text]
        patterns.append(pattern)
        total.append(sum_)
        left -= sum_
    for text in range(count):
        if cluster[text] < 0:
            own = symbols[starts[text] : ends[text]]
            best, least = 1, np.int64(1) << 60
            for number in range(1, len(patterns)):
                both = _common(patterns[number], own)
                lost = (np.sum(patterns[number] >= 0) - both) * total[number] + (len(own) - both) * weight[text]
                if lost < least:
                    best, least = number, lost
            cluster[text] = best
            patterns[best] = _shared(patterns[best], own)
            total[best] += weight[text]
    hidden = np.ones(len(symbols), dtype=np.bool_)
    for text in range(count):
        _show(patterns[cluster[text]], symbols[starts[text] : ends[text]], hidden[starts[text] : ends[text]])
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


@njit(cache=True, nogil=True)
def _squeezed(text):
    """Adjacent masks as one."""
    out = np.empty(len(text), dtype=np.int32)
    used = 0
    for symbol in text:
        if symbol >= 0 or used == 0 or out[used - 1] >= 0:
            out[used] = symbol
            used += 1
    return out[:used].copy()


@njit(cache=True, nogil=True)
def _common(first, second):
    """The length of the longest common subsequence of readable characters."""
    row = np.zeros(len(second) + 1, dtype=np.int32)
    for symbol in first:
        if symbol < 0:
            continue
        diagonal = np.int32(0)
        for place in range(len(second)):
            above = row[place + 1]
            if second[place] == symbol:
                row[place + 1] = diagonal + 1
            elif row[place] > above:
                row[place + 1] = row[place]
            diagonal = above
    return np.int64(row[len(second)])


@njit(cache=True, nogil=True)
def _shared(pattern, text):
    """What a pattern and a text have in common, in order, with one mask for all that lies between.

    A gap that is empty on one side only is no mask for that side: the next character is then given up.
    """
    rows, columns = len(pattern), len(text)
    longest = np.zeros((rows + 1, columns + 1), dtype=np.int32)
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            if pattern[i] >= 0 and pattern[i] == text[j]:
                longest[i, j] = longest[i + 1, j + 1] + 1
            else:
                longest[i, j] = max(longest[i + 1, j], longest[i, j + 1])
    left, right = np.empty(rows + 1, dtype=np.int64), np.empty(rows + 1, dtype=np.int64)
    pairs, i, j = 0, 0, 0
    while i < rows and j < columns:
        if pattern[i] >= 0 and pattern[i] == text[j]:
            left[pairs], right[pairs] = i, j
            pairs, i, j = pairs + 1, i + 1, j + 1
        elif longest[i + 1, j] >= longest[i, j + 1]:
            i += 1
        else:
            j += 1
    out = np.empty(2 * pairs + 1, dtype=np.int32)
    used, i, j, last = 0, 0, 0, -1
    for pair in range(pairs):
        gap_left, gap_right = left[pair] > i, right[pair] > j
        if gap_left != gap_right:
            continue
        if gap_left:
            out[used] = WILD
            used += 1
        out[used] = pattern[left[pair]]
        used += 1
        i, j, last = left[pair] + 1, right[pair] + 1, pair
    if i < rows or j < columns:
        if (i < rows) != (j < columns) and last >= 0:
            # The end is a gap on one side only: give up the last character, which is then in the gap of both.
            used -= 1
            if used > 0 and out[used - 1] == WILD:
                used -= 1
        out[used] = WILD
        used += 1
    return out[:used].copy()


@njit(cache=True, nogil=True)
def _show(pattern, text, hidden):
    """Unhide the characters of a text that its pattern shows."""
    spots = np.full(len(pattern), -1, dtype=np.int64)
    place, at, after, taken = 0, 0, -1, 0
    while at < len(text):
        if place < len(pattern) and pattern[place] < 0:
            place, at = place + 1, at + 1
            after, taken = place, at
        elif place < len(pattern) and pattern[place] == text[at]:
            spots[place] = at
            place, at = place + 1, at + 1
        else:
            taken += 1
            place, at = after, taken
    for index in range(len(pattern)):
        if pattern[index] >= 0:
            hidden[spots[index]] = False

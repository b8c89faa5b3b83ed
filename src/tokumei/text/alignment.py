"""What two texts have in common, in order: patterns in which a mask stands for any run of at least one character.

A pattern is symbols, with WILD for a mask, never two side by side.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.text.blocks import WILD

__all__ = ["common", "shared", "show", "squeezed"]


@njit(cache=True, nogil=True)
def squeezed(text):
    """Adjacent masks as one."""
    out = np.empty(len(text), dtype=np.int32)
    used = 0
    for symbol in text:
        if symbol >= 0 or used == 0 or out[used - 1] >= 0:
            out[used] = symbol
            used += 1
    return out[:used].copy()


@njit(cache=True, nogil=True)
def common(first, second):
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
def shared(pattern, text):
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
def show(pattern, text, hidden):
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

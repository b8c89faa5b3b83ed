"""Cuts of groups: what scores propose, and the division of a group by the best one that the guard allows."""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part
from tokumei.partition.dimensions import VALUES
from tokumei.partition.guard import keeps
from tokumei.partition.losses import whole_loss

__all__ = ["SMALLEST_GAIN", "Cuts", "Marks", "appended", "divide", "no_cuts"]

SMALLEST_GAIN = 1e-9
TRIES = 8
"""Where gains are only estimates, so many cuts are judged by the loss of both parts."""


class Marks(threading.local):
    """Arrays of zeros that every thread has to itself, of the given sizes and types; a kernel leaves them zero."""

    def __init__(self, *arrays: tuple[int, type[np.generic]]) -> None:
        self.own = tuple(np.zeros(size, dtype=kind) for size, kind in arrays)


class Cuts(NamedTuple):
    """The cuts of some groups: those of group g stand at `begin[g]:begin[g + 1]`."""

    begin: npt.NDArray[np.int64]
    gain: npt.NDArray[np.float64]
    where: npt.NDArray[np.int64]
    """Cut × (dimension, first, last), which rows go inside: those with a rank of first … last; of a VALUES dimension
    those with a rank of `pool[first:last]`; of the dimension after all others those that have the token `first`."""
    pool: npt.NDArray[np.int32]


@part
def no_cuts(groups):
    """Room for the cuts of so many groups, which have none so far."""
    return Cuts(np.zeros(groups + 1, np.int64), np.empty(64), np.empty((64, 3), np.int64), np.empty(64, np.int32))


@part
def appended(cuts, group, gain, where, count, pool, held):
    """The cuts with `count` more, those of one group; `held` ranks are in the pool so far, these come after them."""
    used = cuts.begin[group]
    all_gain, all_where, all_pool = cuts.gain, cuts.where, cuts.pool
    if used + count > all_gain.shape[0]:
        all_gain, all_where = np.empty(2 * (used + count)), np.empty((2 * (used + count), 3), np.int64)
        for number in range(used):
            all_gain[number] = cuts.gain[number]
            for spot in range(3):
                all_where[number, spot] = cuts.where[number, spot]
    if held + pool.shape[0] > all_pool.shape[0]:
        all_pool = np.empty(2 * (held + pool.shape[0]), np.int32)
        for number in range(held):
            all_pool[number] = cuts.pool[number]
    for number in range(count):
        all_gain[used + number] = gain[number]
        for spot in range(3):
            all_where[used + number, spot] = where[number, spot]
    for number in range(pool.shape[0]):
        all_pool[held + number] = pool[number]
    cuts.begin[group + 1] = used + count
    return Cuts(cuts.begin, all_gain, all_where, all_pool)


@part
def _parts(order, low, high, cut, pool, cells, dims, tokens, marks):
    """The rows inside and outside a cut, each in the order they had; `marks` are zero, and left so."""
    dim, first, last = cut[0], cut[1], cut[2]
    inside, outside = np.empty(high - low, np.int32), np.empty(high - low, np.int32)
    held = 0
    several = dim == dims.kind.shape[0]
    listed = not several and dims.kind[dim] == VALUES
    if listed:
        for number in range(first, last):
            marks[dims.start[dim] + pool[number]] = 1
    for number in range(low, high):
        row = order[number]
        if tokens is not None and several:
            within = False
            for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
                if tokens.token[place] >= first:
                    within = tokens.token[place] == first
                    break
        elif listed:
            within = marks[dims.start[dim] + cells[row, dim]] == 1
        else:
            within = first <= cells[row, dim] <= last
        if within:
            inside[held] = row
            held += 1
        else:
            outside[number - low - held] = row
    if listed:
        for number in range(first, last):
            marks[dims.start[dim] + pool[number]] = 0
    return inside[:held], outside[: high - low - held]


@kernel
def divide(order, starts, ends, cuts, judged_rows, cells, weight, dims, tokens, guard, marks):
    """Divides each group by its best cut that the guard allows, in place: (starts, ends, closed).

    What was divided comes back as twice as many groups, what was not as `closed` ends. In groups of at most
    `judged_rows` rows the best few cuts are judged again, by the loss of both parts; of none where that is None.
    `marks` are two rows over all ranks and one over all tokens, zero on entry and after.
    """
    ranks, seen_ranks, seen_tokens = marks
    count = starts.shape[0]
    new_starts, new_ends = np.empty(2 * count, np.int64), np.empty(2 * count, np.int64)
    closed = np.empty(count, np.int64)
    opened, done = 0, 0
    divided = np.empty(order.shape[0], np.int32)
    for group in range(count):
        low, high = starts[group], ends[group]
        middle = high
        gain = cuts.gain[cuts.begin[group] : cuts.begin[group + 1]]
        tries, before, best = 1, 0.0, SMALLEST_GAIN
        if judged_rows is not None and high - low <= judged_rows and gain.shape[0] > 0:
            tries = TRIES
            before = whole_loss(order[low:high], cells, weight, dims, tokens, seen_ranks, seen_tokens)
        while tries > 0 and gain.shape[0] > 0:
            number = np.argmax(gain)
            saved = gain[number]
            if saved <= SMALLEST_GAIN:
                break
            gain[number] = -1.0
            cut = cuts.where[cuts.begin[group] + number]
            inside, outside = _parts(order, low, high, cut, cuts.pool, cells, dims, tokens, ranks)
            if not (keeps(inside, weight, guard) and keeps(outside, weight, guard)):
                continue
            tries -= 1
            if judged_rows is not None and high - low <= judged_rows:
                saved = (
                    before
                    - whole_loss(inside, cells, weight, dims, tokens, seen_ranks, seen_tokens)
                    - whole_loss(outside, cells, weight, dims, tokens, seen_ranks, seen_tokens)
                )
            if saved > best:
                best, middle = saved, low + inside.shape[0]
                for place in range(high - low):
                    divided[low + place] = inside[place] if low + place < middle else outside[low + place - middle]
        if middle == high:
            closed[done] = high
            done += 1
            continue
        for place in range(low, high):
            order[place] = divided[place]
        new_starts[opened], new_ends[opened] = low, middle
        new_starts[opened + 1], new_ends[opened + 1] = middle, high
        opened += 2
    return new_starts[:opened], new_ends[:opened], closed[:done]

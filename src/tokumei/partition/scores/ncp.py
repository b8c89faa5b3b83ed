"""Cuts by the loss that they save (ncp), or at medians (median).

A cut is a run of places in a dimension's order of present ranks: the records inside the run go one way, the others the
other way. Which runs there are, every kind of dimension says itself; a set column adds a cut for every token that at
least k records have and at least k lack.

The gain is the loss of the group minus the losses of the two parts, each times its records. With `cross`, the loss of
every dimension is looked at, since records that are alike in one are often alike in others; without it, only that of
the dimension that is cut, which is all that matters in large groups and costs far less. A token's gain is what it
surely saves: it becomes common to its side.

At medians (the classic Mondrian) a dimension has one cut, nearest to the middle of its records, and the widest
dimension gains most; of a set column it is the token that is nearest to half of the records.

*Cost*: O(rows × dimensions) without `cross`, O(rows × dimensions²) with it; O(items).
*Reference*: LeFevre, DeWitt, Ramakrishnan, 'Mondrian multidimensional k-anonymity', ICDE 2006.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import ZERO, kernel, part
from tokumei.partition.cuts import Cuts, Marks, appended, no_cuts
from tokumei.partition.dimensions import ORDERED, TREE, VALUES
from tokumei.partition.dimensions.ordered import ordered_cuts
from tokumei.partition.dimensions.tokens import Tokens, column_of, token_count, token_cuts
from tokumei.partition.dimensions.tree import tree_cuts
from tokumei.partition.dimensions.values import values_cuts
from tokumei.partition.losses import count_bits, span_loss, values_loss
from tokumei.partition.present import present, release_marks
from tokumei.partition.problem import Problem

__all__ = [
    "MEDIAN",
    "NCP",
    "BySplits",
    "median_run",
    "split_cuts",
]

NCP, MEDIAN = 0, 1

INSIDE: Any = np.bool_(False)
OUTSIDE: Any = np.bool_(True)
"""Which records of a cut are looked at."""
BINS = 256
"""A dimension with more present ranks than this is cut only between bins of about equally many records."""
TREE_BINS = 4096
"""A hierarchy with more present leaves is cut by its own loss alone."""
JUDGED_ROWS = 1 << 12
"""Groups of so many rows or fewer are cut by the whole loss where there are sets, whose gains are estimates."""


@dataclass(frozen=True, eq=False)
class BySplits:
    """The score of a problem by the rule NCP or MEDIAN."""

    problem: Problem
    tokens: Tokens | None
    rule: int = NCP
    cross_rows: int = 1 << 16
    """Groups of at most so many rows are cut by the loss over all columns."""

    @cached_property
    def marks(self) -> Marks:
        """Over ranks, twice, and over tokens, twice."""
        ranks, tokens = int(self.problem.dims.start[-1]), token_count(self.tokens)
        return Marks((ranks, np.int64), (ranks, np.int32), (tokens, np.int64), (tokens, np.float64))

    @property
    def judged_rows(self) -> int:
        """In groups of at most so many rows the gains are judged again."""
        return JUDGED_ROWS if self.rule == NCP and self.problem.set_dimensions else 0

    def cuts(self, order: npt.NDArray[np.int32], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> Cuts:
        """The cuts of some groups."""
        problem = self.problem
        rows = (problem.cells, problem.weight, problem.dims, self.tokens, column_of(problem), problem.k)
        return split_cuts(order, starts, ends, *rows, self.rule, self.cross_rows, *self.marks.own)


@kernel
def split_cuts(order, starts, ends, cells, weight, dims, tokens, owner, k, rule, cross_rows, tally, place, mass, worth):
    """The cuts of some groups by a rule; `owner` is the set column of every token.

    The marks (over ranks and tokens) are zero on entry, and all but `place` after.
    """
    cuts = no_cuts(starts.shape[0])
    held = ZERO
    for group in range(starts.shape[0]):
        low, high = starts[group], ends[group]
        begin, ranks, total = present(cells, weight, order, low, high, dims, tally, place)
        if total < 2 * k:
            cuts.begin[group + 1] = cuts.begin[group]
        else:
            cross = high - low <= cross_rows
            gain, where = candidates(
                cells, weight, order, low, high, dims, k, rule, begin, ranks, total, tally, place, cross
            )
            for number in range(gain.shape[0]):
                dim = where[number, 0]
                if dims.kind[dim] == VALUES:
                    where[number, 1] += held + begin[dim]
                    where[number, 2] += held + begin[dim] + 1
                else:
                    where[number, 1] = ranks[begin[dim] + where[number, 1]]
                    where[number, 2] = ranks[begin[dim] + where[number, 2]]
            count = gain.shape[0]
            if tokens is not None:
                gain, where, count = token_cuts(
                    weight, order, low, high, dims, tokens, owner, k, rule == MEDIAN, total, mass, worth, gain, where
                )
            cuts = appended(cuts, group, gain, where, count, ranks, held)
            held += ranks.shape[0]
        release_marks(begin, ranks, dims, tally)
    return cuts


@part
def _summaries(cells, order, low, high, dims, dim, bin_of, place, words):
    """What each bin of a dimension's order holds of every dimension: smallest and largest rank, and bits of values.

    Returned by bin, and as running sums from the front and from the back.
    """
    count = dims.kind.shape[0]
    size = bin_of[-1] + 1
    least = np.empty((3, size, count), np.int32)
    most = np.empty((3, size, count), np.int32)
    bits = np.zeros((3, size, words[count]), np.uint64)
    for number in range(size):
        for other in range(count):
            least[0, number, other] = 2147483647
            most[0, number, other] = -1
    for place_in_order in range(low, high):
        row = order[place_in_order]
        here = bin_of[place[dims.start[dim] + cells[row, dim]]]
        for other in range(count):
            rank = cells[row, other]
            if dims.kind[other] == VALUES:
                bit = place[dims.start[other] + rank]
                bits[0, here, words[other] + (bit >> 6)] |= np.uint64(1) << np.uint64(bit & 63)
            else:
                if rank < least[0, here, other]:
                    least[0, here, other] = rank
                if rank > most[0, here, other]:
                    most[0, here, other] = rank
    for number in range(size):
        back = size - 1 - number
        for other in range(count):
            least[1, number, other] = least[0, number, other]
            most[1, number, other] = most[0, number, other]
            least[2, back, other] = least[0, back, other]
            most[2, back, other] = most[0, back, other]
            if number > 0:
                least[1, number, other] = min(least[1, number, other], least[1, number - 1, other])
                most[1, number, other] = max(most[1, number, other], most[1, number - 1, other])
                least[2, back, other] = min(least[2, back, other], least[2, back + 1, other])
                most[2, back, other] = max(most[2, back, other], most[2, back + 1, other])
        for word in range(words[count]):
            bits[1, number, word] = bits[0, number, word]
            bits[2, back, word] = bits[0, back, word]
            if number > 0:
                bits[1, number, word] |= bits[1, number - 1, word]
                bits[2, back, word] |= bits[2, back + 1, word]
    return least, most, bits


@part
def _loss_of_bins(dims, words, least, most, bits, first, last, outside):
    """Loss over all dimensions of the records in the bins first … last, or of all others."""
    count = dims.kind.shape[0]
    size = least.shape[1]
    loss = 0.0
    for other in range(count):
        if dims.kind[other] == VALUES:
            held = 0
            for word in range(words[other], words[other + 1]):
                joined = np.uint64(0)
                if outside:
                    if first > 0:
                        joined |= bits[1, first - 1, word]
                    if last < size - 1:
                        joined |= bits[2, last + 1, word]
                elif first == 0:
                    joined = bits[1, last, word]
                else:
                    for number in range(first, last + 1):
                        joined |= bits[0, number, word]
                held += count_bits(joined)
            loss += values_loss(dims, other, held)
        else:
            small, large = 2147483647, -1
            if outside:
                if first > 0:
                    small, large = least[1, first - 1, other], most[1, first - 1, other]
                if last < size - 1:
                    small = min(small, least[2, last + 1, other])
                    large = max(large, most[2, last + 1, other])
            elif first == 0:
                small, large = least[1, last, other], most[1, last, other]
            else:
                for number in range(first, last + 1):
                    small = min(small, least[0, number, other])
                    large = max(large, most[0, number, other])
            loss += span_loss(dims, other, small, large)
    return loss


@part
def _own_loss(dims, dim, size, ranks, base, first, last, outside):
    """Loss in the dimension that is cut alone."""
    if dims.kind[dim] == VALUES:
        held = last - first + 1
        return values_loss(dims, dim, size - held if outside else held)
    if not outside:
        return span_loss(dims, dim, ranks[base + first], ranks[base + last])
    small = ranks[base] if first > 0 else ranks[base + last + 1]
    large = ranks[base + size - 1] if last < size - 1 else ranks[base + first - 1]
    return span_loss(dims, dim, small, large)


@part
def _bins(dims, dim, begin, ranks, total, tally):
    """Place → bin, ascending; a bin is a place where there are few, or about total / BINS records."""
    size = begin[dim + 1] - begin[dim]
    bin_of = np.arange(size)
    if size <= BINS or dims.kind[dim] == TREE:
        return bin_of
    mass = 0
    number = 0
    for here in range(size):
        bin_of[here] = number
        mass += tally[dims.start[dim] + ranks[begin[dim] + here]]
        if mass * BINS >= total:
            mass = 0
            number += 1
    return bin_of


@part
def median_run(dims, dim, k, begin, ranks, total, tally, where, mass_of, used):
    """Appends the one cut of a dimension that is nearest to the middle of its records."""
    running = 0
    nearest = -1
    for last in range(begin[dim + 1] - begin[dim] - 1):
        running += tally[dims.start[dim] + ranks[begin[dim] + last]]
        if running >= k and total - running >= k:
            away = abs(2 * running - total)
            if nearest < 0 or away < nearest:
                nearest = away
                where[used, 0], where[used, 1], where[used, 2] = dim, 0, last
                mass_of[used] = running
    return used + (nearest >= 0)


@part
def candidates(cells, weight, order, low, high, dims, k, rule, begin, ranks, total, tally, place, cross):
    """All candidate splits with at least k records on each side, and the gain of each: (gain, where).

    With the rule MEDIAN (the classic Mondrian) a dimension has one candidate, at its median, and the widest one gains
    most.
    """
    count = dims.kind.shape[0]
    words = np.zeros(count + 1, np.int64)
    own = np.zeros(count, np.float64)
    room = 0
    for dim in range(count):
        size = begin[dim + 1] - begin[dim]
        room += size * (dims.path.shape[1] if dims.kind[dim] == TREE else 2)
        words[dim + 1] = words[dim]
        if dims.kind[dim] == VALUES:
            words[dim + 1] += (size + 63) // 64
            own[dim] = values_loss(dims, dim, size)
        else:
            own[dim] = span_loss(dims, dim, ranks[begin[dim]], ranks[begin[dim + 1] - 1])
    gain = np.empty(room, np.float64)
    where = np.empty((room, 3), np.int64)
    used = ZERO
    for dim in range(count):
        size = begin[dim + 1] - begin[dim]
        start = used
        if size < 2:
            continue
        if rule == MEDIAN:
            used = median_run(dims, dim, k, begin, ranks, total, tally, where, gain, used)
            if used > start:
                gain[start] = own[dim]
            continue
        bin_of = _bins(dims, dim, begin, ranks, total, tally)
        present_ranks = ranks[begin[dim] : begin[dim + 1]]
        if dims.kind[dim] == TREE:
            used = tree_cuts(dims, dim, k, present_ranks, total, tally, where, gain, used)
        elif dims.kind[dim] == ORDERED:
            used = ordered_cuts(dims, dim, k, present_ranks, total, tally, bin_of, where, gain, used)
        else:
            used = values_cuts(dims, dim, k, present_ranks, total, tally, bin_of, where, gain, used)
        if used == start:
            continue
        if cross and bin_of[-1] < TREE_BINS:
            least, most, bits = _summaries(cells, order, low, high, dims, dim, bin_of, place, words)
            before = own.sum()
            for number in range(start, used):
                first, last, mass = bin_of[where[number, 1]], bin_of[where[number, 2]], gain[number]
                inside = _loss_of_bins(dims, words, least, most, bits, first, last, INSIDE)
                outside = _loss_of_bins(dims, words, least, most, bits, first, last, OUTSIDE)
                gain[number] = total * before - mass * inside - (total - mass) * outside
        else:
            for number in range(start, used):
                first, last, mass = where[number, 1], where[number, 2], gain[number]
                inside = _own_loss(dims, dim, size, ranks, begin[dim], first, last, INSIDE)
                outside = _own_loss(dims, dim, size, ranks, begin[dim], first, last, OUTSIDE)
                gain[number] = total * own[dim] - mass * inside - (total - mass) * outside
    return gain[:used], where[:used]

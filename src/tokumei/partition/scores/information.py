"""Candidate splits of a group, and what each tells about a label (information gain).

*Reference*: K. LeFevre, D. DeWitt, R. Ramakrishnan, 'Workload-aware anonymization', KDD 2006 (InfoGain Mondrian).
*Departures*: a split that chance alone explains gains nothing, so that the loss decides there: twice the gain has to
exceed the 95 % quantile that the G test has with two classes, for each class beyond the first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part
from tokumei.partition.cuts import Cuts, Marks, appended, no_cuts
from tokumei.partition.dimensions import ORDERED, TREE, VALUES
from tokumei.partition.dimensions.tree import Trees, trees_of
from tokumei.partition.present import present_ranks
from tokumei.partition.problem import Problem

__all__ = ["ByInformation"]

MOST_BINS = 64
CHANCE = 3.841
"""χ² with one degree of freedom stays below this with 95 %."""


@dataclass(frozen=True, eq=False)
class ByInformation:
    """The score of a problem by a label: `labels` says, row × class, how many records have which class."""

    problem: Problem
    labels: npt.NDArray[np.float64]
    judged_rows: int = 0

    @cached_property
    def marks(self) -> Marks:
        """Over ranks, twice."""
        ranks = int(self.problem.dims.start[-1])
        return Marks((ranks, np.int64), (ranks, np.int32))

    @cached_property
    def trees(self) -> Trees:
        """The hierarchies of the dimensions."""
        return trees_of(self.problem.dimensions)

    def cuts(self, order: npt.NDArray[np.int32], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> Cuts:
        """The cuts of some groups."""
        problem = self.problem
        rows = (problem.cells, problem.weight, problem.dims, self.trees, problem.k, self.labels)
        return _label_cuts(order, starts, ends, *rows, *self.marks.own)


@kernel
def _label_cuts(order, starts, ends, cells, weight, dims, trees, k, labels, tally, bin_of):
    """The cuts of some groups; `tally` (over ranks) is zero on entry and after."""
    cuts = no_cuts(starts.shape[0])
    held = 0
    for group in range(starts.shape[0]):
        low, high = starts[group], ends[group]
        begin, ranks, total = present_ranks(cells, weight, order, low, high, dims, tally)
        cuts.begin[group + 1] = cuts.begin[group]
        if total >= 2 * k:
            gain, where = _label_gains(
                cells, order, low, high, dims, trees, k, labels, begin, ranks, total, tally, bin_of
            )
            by_bin = ranks.copy()
            for dim in range(dims.kind.shape[0]):
                if dims.kind[dim] == VALUES:  # a bin is a rank there, in an order of its own
                    for rank in ranks[begin[dim] : begin[dim + 1]]:
                        by_bin[begin[dim] + bin_of[dims.start[dim] + rank]] = rank
            for number in range(gain.shape[0]):
                dim, first, last = where[number, 0], where[number, 1], where[number, 2]
                if dims.kind[dim] == VALUES:
                    where[number, 1], where[number, 2] = held + begin[dim] + first, held + begin[dim] + last + 1
                else:
                    own = ranks[begin[dim] : begin[dim + 1]]
                    bins = bin_of[dims.start[dim] + own]
                    where[number, 1] = own[np.searchsorted(bins, first)]
                    where[number, 2] = own[np.searchsorted(bins, last + 1) - 1]
            cuts = appended(cuts, group, gain, where, gain.shape[0], by_bin, held)
            held += by_bin.shape[0]
        for dim in range(dims.kind.shape[0]):
            for number in range(begin[dim], begin[dim + 1]):
                tally[dims.start[dim] + ranks[number]] = 0
    return cuts


@part
def _label_gains(cells, order, low, high, dims, trees, k, labels, begin, ranks, total, tally, bin_of):
    """All candidates of a group, with what each tells: (gain, where); a candidate is (dim, first bin, last bin)."""
    count = dims.kind.shape[0]
    room = 0
    for dim in range(count):
        room += (begin[dim + 1] - begin[dim]) * (trees.chain.shape[1] if dims.kind[dim] == TREE else 1)
    gain, where = np.empty(room), np.empty((room, 3), np.int64)
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


@part
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
        spot = bin_of[base + cells[row, dim]] + 1
        for number in range(classes):
            counted[spot, number] += labels[row, number]
    if dims.kind[dim] == VALUES:
        _by_share(base, own, counted, bin_of)
    for spot in range(bins + 1):
        for number in range(classes):
            counted[spot + 1, number] += counted[spot, number]
    return counted


@part
def _by_share(base, own, counted, bin_of):
    """Puts values in the order of their share of the most frequent class, as regression trees do."""
    bins, classes = own.shape[0], counted.shape[1]
    most, common = -1.0, 0
    for number in range(classes):
        held = 0.0
        for spot in range(bins):
            held += counted[spot + 1, number]
        if held > most:
            most, common = held, number
    share = np.empty(bins)
    for spot in range(bins):
        held = 0.0
        for number in range(classes):
            held += counted[spot + 1, number]
        share[spot] = counted[spot + 1, common] / held
    before = counted.copy()
    for spot in range(bins):
        place = 0
        for other in range(bins):
            if share[other] < share[spot] or (share[other] == share[spot] and other < spot):
                place += 1
        bin_of[base + own[spot]] = place
        for number in range(classes):
            counted[place + 1, number] = before[spot + 1, number]


@part
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


@part
def _candidate(dim, first, last, k, held, gain, where, used):
    classes = held.shape[1]
    inside, outside = 0.0, 0.0
    for number in range(classes):
        here = held[last + 1, number] - held[first, number]
        inside += here
        outside += held[-1, number] - here
    if inside < k or outside < k:
        return used
    told = _disorder(inside + outside) - _disorder(inside) - _disorder(outside)
    for number in range(classes):
        here = held[last + 1, number] - held[first, number]
        told += _disorder(here) + _disorder(held[-1, number] - here) - _disorder(held[-1, number])
    gain[used] = told if 2.0 * told > CHANCE * (classes - 1) else 0.0
    where[used, 0], where[used, 1], where[used, 2] = dim, first, last
    return used + 1


@part
def _disorder(count):
    """n · log n: records × entropy is that of all records less that of each class."""
    return count * np.log(count) if count > 0.0 else 0.0

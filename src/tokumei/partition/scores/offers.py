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

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part
from tokumei.core.rule_tables import RuleTables, allowed_in, has_rule, shares_of
from tokumei.core.rules import Bits, Rules, people_of
from tokumei.partition.cuts import Cuts, Marks, appended, no_cuts
from tokumei.partition.dimensions import ORDERED, TREE, VALUES
from tokumei.partition.dimensions.tree import Trees, cover, trees_of
from tokumei.partition.losses import count_bits
from tokumei.partition.present import present_ranks
from tokumei.partition.problem import Problem
from tokumei.partition.scores.regions import region_masks, region_share
from tokumei.partition.scores.tables import tables_of

__all__ = ["ByOffers"]

MOST_BINS = 64
"""A group's cuts of an ORDERED dimension are about so many; finer ones are left to its parts."""
MOST_RULES = 64
"""A group's cuts of a VALUES dimension are those of so many rules."""


@dataclass(frozen=True, eq=False)
class ByOffers:
    """The score of a problem by rules: `bits` says, row × word, which rules a row fulfils."""

    problem: Problem
    rules: Rules
    bits: Bits
    judged_rows: int = 0

    @cached_property
    def marks(self) -> Marks:
        """Over ranks, twice, and over rules."""
        ranks = int(self.problem.dims.start[-1])
        return Marks((ranks, np.int64), (ranks, np.int32), (self.rules.count, np.int32))

    @cached_property
    def tables(self) -> tuple[Trees, RuleTables, npt.NDArray[np.float64]]:
        """Hierarchies, rules, and what a wrong offer of each rule counts."""
        people = people_of(self.bits, self.rules.count, self.problem.weight)
        # By the root: counted by heads, small rules would go unheard; counted each alike, large ones would.
        scale = np.divide(self.rules.weight, np.sqrt(people), out=np.zeros(self.rules.count), where=people > 0)
        return trees_of(self.problem.dimensions), tables_of(self.problem.dimensions, self.rules), scale

    def cuts(self, order: npt.NDArray[np.int32], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]) -> Cuts:
        """The cuts of some groups."""
        problem = self.problem
        trees, tables, scale = self.tables
        rows = (problem.cells, problem.weight, problem.dims, trees, tables, problem.k, self.bits, scale)
        return _offer_cuts(order, starts, ends, *rows, *self.marks.own)


@kernel
def _offer_cuts(order, starts, ends, cells, weight, dims, trees, tables, k, bits, scale, tally, bin_of, index):
    """The cuts of some groups; `tally` (over ranks) is zero on entry and after."""
    cuts = no_cuts(starts.shape[0])
    held = 0
    for group in range(starts.shape[0]):
        low, high = starts[group], ends[group]
        begin, ranks, total = present_ranks(cells, weight, order, low, high, dims, tally)
        cuts.begin[group + 1] = cuts.begin[group]
        if total >= 2 * k:
            gain, where = _candidates(
                cells, weight, order, low, high, dims, trees, tables, k, bits, scale, begin, ranks, total,
                tally, bin_of, index,
            )  # fmt: skip
            pool = _allowed(dims, tables, begin, ranks, where, held)
            cuts = appended(cuts, group, gain, where, gain.shape[0], pool, held)
            held += pool.shape[0]
        for dim in range(dims.kind.shape[0]):
            for number in range(begin[dim], begin[dim + 1]):
                tally[dims.start[dim] + ranks[number]] = 0
    return cuts


@part
def _allowed(dims, tables, begin, ranks, where, held):
    """The ranks that the rules of VALUES cuts allow, one cut after another, and where they stand written into `where`,
    counted from `held`."""
    room = 0
    for number in range(where.shape[0]):
        dim = where[number, 0]
        room += begin[dim + 1] - begin[dim] if dims.kind[dim] == VALUES else 0
    pool, used = np.empty(room, np.int32), 0
    for number in range(where.shape[0]):
        dim, rule = where[number, 0], where[number, 2]
        if dims.kind[dim] != VALUES:
            continue
        where[number, 1] = held + used
        for rank in ranks[begin[dim] : begin[dim + 1]]:
            if allowed_in(tables, dims.start[dim], rank, rank, rule) > 0:
                pool[used] = rank
                used += 1
        where[number, 2] = held + used
    return pool[:used]


@part
def _candidates(
    cells, weight, order, low, high, dims, trees, tables, k, bits, scale, begin, ranks, total, tally, bin_of, index
):
    """All candidates of a group, with what each saves: (gain, where)."""
    count = dims.kind.shape[0]
    touched, fulfilled = region_masks(dims, trees, tables, begin, ranks)
    undecided = _undecided(touched, fulfilled)
    share = np.ones((count, undecided.shape[0]))
    whole = np.ones(undecided.shape[0])
    for place in range(undecided.shape[0]):
        rule = undecided[place]
        for dim in range(count):
            if not has_rule(fulfilled[dim], rule):
                share[dim, place] = region_share(dims, trees, tables, dim, ranks[begin[dim] : begin[dim + 1]], rule)
                whole[place] *= share[dim, place]
    sizes = np.zeros(count, np.int64)
    room = 0
    for dim in range(count):
        own = ranks[begin[dim] : begin[dim + 1]]
        sizes[dim] = bins_of(dims, trees, tables, dim, own, tally, total, bin_of)
        room += sizes[dim] * (trees.chain.shape[1] if dims.kind[dim] == TREE else 1) + 64
    gain, where = np.empty(room), np.empty((room, 3), np.int64)
    used = 0
    for dim in range(count):
        if sizes[dim] < 2:
            continue
        own = ranks[begin[dim] : begin[dim + 1]]
        rules = np.empty(undecided.shape[0], np.int64)
        group, before = np.empty(undecided.shape[0]), np.empty(undecided.shape[0])
        asked = 0
        for place in range(undecided.shape[0]):
            if not has_rule(fulfilled[dim], undecided[place]):
                rules[asked], group[asked] = undecided[place], whole[place]
                before[asked] = whole[place] / share[dim, place]
                index[undecided[place]] = asked
                asked += 1
        if asked == 0:
            continue
        used = rule_gains(
            cells, weight, order, low, high, dims, trees, tables, dim, own, sizes[dim], bin_of, tally, total, k,
            bits, rules[:asked], index, group[:asked], before[:asked], scale, gain, where, used,
        )  # fmt: skip
    return gain[:used], where[:used]


@part
def _undecided(touched, fulfilled):
    """The rules that a group touches but does not fulfil throughout."""
    count = 0
    left = touched.copy()
    for word in range(touched.shape[0]):
        throughout = touched[word]
        for dim in range(fulfilled.shape[0]):
            throughout &= fulfilled[dim, word]
        left[word] &= ~throughout
        count += count_bits(left[word])
    rules = np.empty(count, np.int64)
    used = 0
    for word in range(touched.shape[0]):
        while left[word] != 0:
            bit = left[word] & (~left[word] + np.uint64(1))
            left[word] ^= bit
            rules[used] = word * 64 + count_bits(bit - np.uint64(1))
            used += 1
    return rules


@part
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


@part
def _frontier(trees, tables, nodes, base, rank):
    """The highest node over a leaf that lies within one segment."""
    depth = 0
    while True:
        node = trees.chain[base + rank, depth]
        spot = nodes + node
        if tables.segment[base + trees.first[spot]] == tables.segment[base + trees.last[spot]]:
            return node
        depth += 1


@part
def rule_gains(
    cells, weight, order, low, high, dims, trees, tables, dim, own, bins, bin_of, tally, total, k,
    bits, rules, index, whole, before, scale, gain, where, used,
):  # fmt: skip
    """Appends the candidates of a dimension with their gains; returns how many there are then.

    `rules` are the undecided rules that ask about the dimension, `index[rule]` their places; `whole` is p of the group
    for each, `before` what the other dimensions leave of it; `bits` are the rules that every row fulfils. A candidate
    is (dim, first rank, last rank), or (dim, −1, rule) for what a rule allows.
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
    everyone = np.zeros(asked)
    for place in range(asked):
        for number in range(bins):
            everyone[place] += right[number + 1, place]
        wrong += scale[rules[place]] * _wrong(whole[place], total, everyone[place])
    if dims.kind[dim] == VALUES:
        used = _value_gains(
            tables, base, dim, own, total, k, mass, right, everyone, rules, before, scale, gain, where, used
        )
        for number in range(start, used):
            gain[number] += wrong
        return used
    for number in range(bins):
        mass[number + 1] += mass[number]
        for place in range(asked):
            right[number + 1, place] += right[number, place]
    one, two = np.empty(asked), np.empty(asked)
    if dims.kind[dim] == ORDERED:
        for last in range(bins - 1):
            inside = mass[last + 1]
            if inside >= k and total - inside >= k:
                shares_of(tables, base, own[0], last_rank[last], rules, one)
                shares_of(tables, base, first_rank[last + 1], own[-1], rules, two)
                saved = _saved(before, one, two, inside, total, right[0], right[last + 1], everyone, rules, scale)
                used = _append(gain, where, used, wrong + saved, dim, own[0], last_rank[last])
        return used
    for depth in range(1, trees.chain.shape[1]):
        first = 0
        while first < bins:
            node = trees.chain[base + first_rank[first], depth]
            last = first
            while last + 1 < bins and trees.chain[base + first_rank[last + 1], depth] == node:
                last += 1
            above = trees.chain[base + first_rank[first], depth - 1]
            # A node that is alone under its parent is the parent's candidate; a leaf stands at one depth only.
            fresh = node != above and (
                (first > 0 and trees.chain[base + first_rank[first - 1], depth - 1] == above)
                or (last + 1 < bins and trees.chain[base + first_rank[last + 1], depth - 1] == above)
            )
            inside = mass[last + 1] - mass[first]
            if fresh and inside >= k and total - inside >= k:
                low_in, high_in = cover(dims, trees, dim, first_rank[first], last_rank[last])
                small = own[0] if first > 0 else first_rank[last + 1]
                large = own[-1] if last < bins - 1 else last_rank[first - 1]
                low_out, high_out = cover(dims, trees, dim, small, large)
                shares_of(tables, base, low_in, high_in, rules, one)
                shares_of(tables, base, low_out, high_out, rules, two)
                saved = _saved(before, one, two, inside, total, right[first], right[last + 1], everyone, rules, scale)
                used = _append(gain, where, used, wrong + saved, dim, first_rank[first], last_rank[last])
            first = last + 1
    return used


@part
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


@part
def _place(bit):
    """Which bit is set, 0 … 63."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if bit >> np.uint64(step):
            bit >>= np.uint64(step)
            place += step
    return place


@part
def _append(gain, where, used, saved, dim, first, last):
    gain[used] = saved
    where[used, 0], where[used, 1], where[used, 2] = dim, first, last
    return used + 1


@part
def _wrong(p, records, right):
    """Expected wrong offers: to those who should not get one, and missed."""
    return p * (records - right) + (1.0 - p) * right


@part
def _saved(before, one, two, inside, total, right_before, right_after, everyone, rules, scale):
    """What a split saves of wrong offers, apart from those of the undivided group; by the rules that it touches."""
    saved = 0.0
    for place in range(rules.shape[0]):
        counted = right_after[place] - right_before[place]
        saved -= scale[rules[place]] * (
            _wrong(before[place] * one[place], inside, counted)
            + _wrong(before[place] * two[place], total - inside, everyone[place] - counted)
        )
    return saved


@part
def _value_gains(tables, base, dim, own, total, k, mass, right, everyone, rules, before, scale, gain, where, used):
    """The candidates that part the values which a rule allows from the others, each set of values once."""
    asked, bins = rules.shape[0], own.shape[0]
    none, counted, one, two = np.zeros(asked), np.empty(asked), np.empty(asked), np.empty(asked)
    tried = np.zeros(MOST_RULES, np.int64)
    count = 0
    for place in range(asked):
        if count == MOST_RULES or _tried(tables, base, own, rules[place], tried, count):
            continue
        tried[count] = rules[place]
        count += 1
        inside, size = 0, 0
        for other in range(asked):
            counted[other], one[other], two[other] = 0.0, 0.0, 0.0
        for number in range(bins):
            bits = tables.every[0, tables.segment[base + own[number]]]
            within = has_rule(bits, rules[place])
            inside += mass[number + 1] if within else 0
            size += 1 if within else 0
            for other in range(asked):
                allowed = 1.0 if has_rule(bits, rules[other]) else 0.0
                if within:
                    counted[other] += right[number + 1, other]
                    one[other] += allowed
                else:
                    two[other] += allowed
        if inside >= k and total - inside >= k:
            for other in range(asked):
                one[other] /= size
                two[other] /= bins - size
            saved = _saved(before, one, two, inside, total, none, counted, everyone, rules, scale)
            used = _append(gain, where, used, saved, dim, -1, rules[place])
    return used


@part
def _tried(tables, base, own, rule, tried, count):
    """Whether one of the rules that were tried parts the values as this one does."""
    for number in range(count):
        same = True
        for rank in own:
            bits = tables.every[0, tables.segment[base + rank]]
            if has_rule(bits, rule) != has_rule(bits, tried[number]):
                same = False
                break
        if same:
            return True
    return False

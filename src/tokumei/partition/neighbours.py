"""Which groups are near to each other: what the search by large neighbourhoods unites."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import NONE, kernel, part, step
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import VALUES, Dimensions
from tokumei.partition.losses import count_bits, span_loss, values_loss
from tokumei.partition.near_rows import NEAR
from tokumei.partition.unions import FAR

__all__ = ["Home", "Outlines", "outline", "unite", "word_starts"]

SMALLEST_LOSS = 1e-9
MOST_ROWS = 8
"""So many rows of a group, at most, bring the groups of their near rows."""
DRAWN = 8
"""So many groups are drawn beside: all near rows can be of the own group, and where all values differ few are known."""
ALL = MOST_ROWS * NEAR
"""Where there are no more groups, a group can choose from all of them."""
FEW_GROUPS, MOST_GROUPS = 5, 20
FEW_ROWS = 40
"""A union has at most five groups, or up to twenty that have no more rows; twice as many rows in a long search."""
LEAST_NOISE, MOST_NOISE = 0.3, 1.0
"""How much chance there is in the choice of neighbours, in a short search and in a long one: that would choose the same
ones again and again."""
LARGEST = 1 << 12
"""A union has at most so many rows: gathering takes the square of them."""
ROOM = 1 << 22
"""A union has at most so many groups times codes: so much is kept of each."""
FOLD = 256
"""Values are told apart modulo so many when neighbours are chosen."""
MOST_RANK = np.int64(2147483647)


class Home(NamedTuple):
    """The order that rows grew up in: siblings stand side by side, then cousins."""

    row: npt.NDArray[np.int32]
    place: npt.NDArray[np.int64]
    """Row → its place."""

    @classmethod
    def of(cls, rows: int, order: npt.NDArray[np.int32]) -> Home:
        """The order of some of the rows."""
        place = np.zeros(rows, dtype=np.int64)
        place[order] = np.arange(len(order))
        return cls(order, place)


class Outlines(NamedTuple):
    """What every group publishes, as far as it matters for who is near."""

    low: npt.NDArray[np.int32]
    """Group × dimension → its least rank."""
    high: npt.NDArray[np.int32]
    bits: npt.NDArray[np.uint64]
    """Group × word → its values, folded."""
    words: npt.NDArray[np.int64]
    loss: npt.NDArray[np.float64]
    """Group → what a record loses."""
    size: npt.NDArray[np.int64]
    """Group → its records."""
    rows: npt.NDArray[np.int64]
    """Group → its rows, then their tokens."""
    shown: npt.NDArray[np.uint64]
    """Group × word → the tokens that all of its rows have, folded."""
    sets: npt.NDArray[np.float64]
    """Group → what a record loses of its sets where nothing is kept; what one token keeps of that, in the mean; how
    many tokens all of its rows have."""


def word_starts(dims: Dimensions) -> npt.NDArray[np.int64]:
    """Dimension → its first word of folded values; one more entry for the number of words."""
    own = np.where(dims.kind == VALUES, (np.minimum(np.diff(dims.start), FOLD) + 63) // 64, 0)
    return np.concatenate([[0], np.cumsum(own)]).astype(np.int64)


@kernel
def outline(cells, order, mass, ends, dims, words, tokens):
    """The outlines of all groups."""
    count, width = ends.shape[0], dims.kind.shape[0]
    low, high = np.empty((count, width), np.int32), np.empty((count, width), np.int32)
    bits = np.zeros((count, words[width]), np.uint64)
    shown = np.zeros((count, FOLD // 64 if tokens is not None else 0), np.uint64)
    loss, sets = np.zeros(count), np.zeros((count, 3))
    size, rows = np.zeros(count, np.int64), np.zeros((count, 2), np.int64)
    seen = np.zeros(dims.start[width], np.int64)
    begin = 0
    for group in range(count):
        rows[group, 0] = ends[group] - begin
        for place in range(begin, ends[group]):
            size[group] += mass[place]
        for dim in range(width):
            least, most, present = MOST_RANK, -MOST_RANK, np.int64(0)
            base = dims.start[dim]
            for place in range(begin, ends[group]):
                rank = np.int64(cells[order[place], dim])
                least, most = min(least, rank), max(most, rank)
                if dims.kind[dim] == VALUES:
                    if seen[base + rank] != group + 1:
                        seen[base + rank] = group + 1
                        present += 1
                    bit = rank % FOLD
                    bits[group, words[dim] + (bit >> 6)] |= np.uint64(1) << np.uint64(bit & 63)
            low[group, dim], high[group, dim] = least, most
            if dims.kind[dim] == VALUES:
                loss[group] += values_loss(dims, dim, present)
            else:
                loss[group] += span_loss(dims, dim, least, most)
        begin = ends[group]
    if tokens is not None:
        _outline_sets(order, mass, ends, tokens, size, rows, shown, sets, loss)
    return Outlines(low, high, bits, words, loss, size, rows, shown, sets)


@part
def _outline_sets(order, mass, ends, tokens, size, rows, shown, sets, loss):
    """What the groups show of their sets."""
    having, kept_by = np.zeros(tokens.slot.shape[0], np.int64), np.zeros(tokens.slot.shape[0])
    begin = 0
    for group in range(ends.shape[0]):
        for place in range(begin, ends[group]):
            row = order[place]
            sets[group, 0] += mass[place] * tokens.full[row] / size[group]
            rows[group, 1] += tokens.offsets[row + 1] - tokens.offsets[row]
            for spot in range(tokens.offsets[row], tokens.offsets[row + 1]):
                having[tokens.token[spot]] += 1
                kept_by[tokens.token[spot]] += mass[place] * tokens.value[spot] / size[group]
        common, kept = 0, 0.0
        for spot in range(tokens.offsets[order[begin]], tokens.offsets[order[begin] + 1]):
            token = tokens.token[spot]
            if having[token] == ends[group] - begin:
                common += 1
                kept += kept_by[token]
                bit = token % FOLD
                shown[group, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
        for place in range(begin, ends[group]):
            for spot in range(tokens.offsets[order[place]], tokens.offsets[order[place] + 1]):
                having[tokens.token[spot]] = 0
                kept_by[tokens.token[spot]] = 0.0
        sets[group, 1] = kept / max(common, 1)
        sets[group, 2] = common
        loss[group] += sets[group, 0] - kept
        begin = ends[group]


@step
def _united(outlines, dims, one, other, bound):
    """What a record loses in the union of two groups; stops as soon as it is at least `bound`.

    Of sets it is an estimate: the tokens that both show, each at its mean worth.
    """
    loss = 0.0
    if outlines.shown.shape[1] > 0:
        both = 0
        for word in range(outlines.shown.shape[1]):
            both += count_bits(outlines.shown[one, word] & outlines.shown[other, word])
        kept = both * (outlines.sets[one, 1] + outlines.sets[other, 1])
        loss += max(0.0, outlines.sets[one, 0] + outlines.sets[other, 0] - kept) / 2.0
    for dim in range(dims.kind.shape[0]):
        if dims.kind[dim] == VALUES:
            present = np.int64(0)
            for word in range(outlines.words[dim], outlines.words[dim + 1]):
                present += count_bits(outlines.bits[one, word] | outlines.bits[other, word])
            loss += values_loss(dims, dim, present)
        else:
            low, high = np.int64(outlines.low[one, dim]), np.int64(outlines.high[one, dim])
            low, high = min(low, outlines.low[other, dim]), max(high, outlines.high[other, dim])
            loss += span_loss(dims, dim, low, high)
        if loss >= bound:
            break
    return loss


@kernel
def unite(outlines, dims, k, now, near, home, group_of, seeds, length, seed):
    """Disjoint unions of near groups: union u is of the groups `members[starts[u]:starts[u + 1]]`.

    The groups of `seeds` choose first, each the ones whose union with it loses least more, with some noise. Large
    groups count as no more than 2k records: only so many of them matter to a neighbour. Returns (members, starts,
    room): how many rows, groups and codes a union can have.
    """
    count = outlines.size.shape[0]
    noise = LEAST_NOISE + length * (MOST_NOISE - LEAST_NOISE)
    few_rows = int((1.0 + length) * FEW_ROWS)
    most = max(FEW_GROUPS, min(MOST_GROUPS, few_rows // k))
    taken, asked = np.zeros(count, np.bool_), np.full(count, -1, np.int64)
    members, starts = np.empty(count, np.int32), np.zeros(count + 1, np.int64)
    room = np.zeros((count, 3), np.int64)
    others = np.empty(MOST_ROWS * NEAR + DRAWN, np.int64)
    chosen, cost = np.empty(most, np.int64), np.empty(most, np.float64)
    random = np.zeros(1, np.uint64)
    random[0] = seed
    used, unions = 0, 0
    for one in seeds:
        if taken[one] or outlines.loss[one] * outlines.size[one] <= SMALLEST_LOSS:
            continue
        wanted = 1 + int(draw(random) * (most - 1))
        found = 0
        for other in others[: _others(now, near, home, group_of, one, taken, asked, others, random)]:
            bound = cost[wanted - 1] if found == wanted else FAR
            more = _more_united(outlines, dims, k, one, other, bound, 1.0 + noise * draw(random))
            if more < bound:
                at = min(found, wanted - 1)
                found = min(found + 1, wanted)
                while at > 0 and cost[at - 1] > more:
                    cost[at], chosen[at] = cost[at - 1], chosen[at - 1]
                    at -= 1
                cost[at], chosen[at] = more, other
        members[used] = one
        end = used + 1
        rows, shown, size = outlines.rows[one, 0], outlines.rows[one, 1], outlines.size[one]
        for other in chosen[:found]:
            if rows + outlines.rows[other, 0] <= (LARGEST if end - used < FEW_GROUPS else few_rows):
                members[end] = other
                end += 1
                rows += outlines.rows[other, 0]
                shown += outlines.rows[other, 1]
                size += outlines.size[other]
        groups = min(rows, size // k) + 1
        codes = shown
        for dim in range(dims.kind.shape[0]):
            codes += min(rows, dims.start[dim + 1] - dims.start[dim])
        if (end == used + 1 and count > 1) or rows > LARGEST or groups * codes > ROOM:
            continue
        for place in range(used, end):
            taken[members[place]] = True
        room[unions, 0], room[unions, 1], room[unions, 2] = rows, groups, codes
        used = end
        unions += 1
        starts[unions] = used
    return members[:used], starts[: unions + 1], room[:unions]


@step
def _others(now, near, home, group_of, one, taken, asked, others, random):
    """Writes the groups that a group can choose from: those of rows that are near to some of its own, and of some that
    grew up beside one, most of them close by; returns how many there are."""
    size, groups = 0, taken.shape[0]
    if groups <= ALL:
        for other in range(groups):
            if other != one and not taken[other]:
                others[size] = other
                size += 1
        return size
    begin = now.ends[one - 1] if one > 0 else 0
    count = now.ends[one] - begin
    first, looks = int(draw(random) * count), 0
    asked[one] = one
    for number in range(count):
        source = now.order[begin + (first + number) % count]
        if near[source, 0] < 0:
            continue
        if looks == MOST_ROWS:
            break
        looks += 1
        for row in near[source]:
            other = group_of[row] if row >= 0 else NONE
            if other >= 0 and asked[other] != one:
                asked[other] = one
                if not taken[other]:
                    others[size] = other
                    size += 1
    rows = home.row.shape[0]
    for _ in range(DRAWN):
        far = int(rows ** draw(random))
        place = home.place[now.order[begin + int(draw(random) * count)]] + (far if draw(random) < 0.5 else -far)
        other = group_of[home.row[place % rows]]
        if asked[other] != one and not taken[other]:
            asked[other] = one
            others[size] = other
            size += 1
    return size


@step
def _more_united(outlines, dims, k, one, other, bound, chance):
    """By how much two groups lose more together, times the chance; stops as soon as it is at least `bound`."""
    own, size = min(outlines.size[one], 2 * k), min(outlines.size[other], 2 * k)
    before = own * outlines.loss[one] + size * outlines.loss[other]
    loss = _united(outlines, dims, one, other, (bound / chance + before) / (own + size))
    return ((own + size) * loss - before) * chance

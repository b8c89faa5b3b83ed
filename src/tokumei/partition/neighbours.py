"""Which rows are near to each other, and which groups: what the search by large neighbourhoods unites."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import NONE, ZERO, kernel, part, step
from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import VALUES, Dimensions
from tokumei.partition.dimensions.tokens import Tokens
from tokumei.partition.losses import count_bits, span_loss, values_loss

__all__ = ["Near", "Outlines", "outline", "unite", "word_starts"]

SMALLEST_LOSS = 1e-9
FAR = 1e300
TWO: Any = np.int64(2)
NEAR = 16
"""So many near rows are known of each."""
LOOKS = 6
LOOKING = 2 / 8
"""A look takes about half a step a cell, and all of them a small share of the search's steps, but they are so many."""
SPREAD = 2.0
FEW = 0.03
"""Where a look finds so small a share of nearer rows, it was the last."""
GROUP_LOOKS = 8
WINDOW = 4
"""So many rows on either side of a row in a line are compared with it."""
AT_ONCE = 1 << 12
"""Rows of a line that a thread takes at a time."""
MOST_PAIRED = 256
"""Of a dimension with at most so many ranks, what pairs lose is computed beforehand."""
MOST_KEYS = 1 << 62
MOST_ROWS = 8
"""A group looks around from at most so many of its rows."""
DRAWN = 2
"""So many groups by chance are looked at beside: all near rows can be of the own group."""
MOST_GROUPS = 5
MOST_RECORDS = 40
"""A union has at most so many groups, or where k is small as many as have so many records."""
LARGEST = 1 << 12
"""A union has at most so many rows: gathering takes the square of them."""
ROOM = 1 << 22
"""A union has at most so many groups times codes: so much is kept of each."""
FOLD = 256
"""Values are told apart modulo so many when neighbours are chosen."""
MOST_RANK = np.int64(2147483647)


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
    """Group → what a record loses of its sets where nothing is kept; what one token keeps of that, in the mean."""


def word_starts(dims: Dimensions) -> npt.NDArray[np.int64]:
    """Dimension → its first word of folded values; one more entry for the number of words."""
    own = np.where(dims.kind == VALUES, (np.minimum(np.diff(dims.start), FOLD) + 63) // 64, 0)
    return np.concatenate([[0], np.cumsum(own)]).astype(np.int64)


class Near:
    """For every row some that are near it. They are found look by look: in an order by the dimensions, another one every
    time, near rows often stand side by side; and who is near to a near row is often near.

    *Cost*: a look takes at most `2 * WINDOW + NEAR` comparisons a row; memory is 3 `NEAR` numbers a row.
    """

    def __init__(self, cells: npt.NDArray[np.int32], dims: Dimensions, tokens: Tokens, k: int) -> None:
        self.every = max(1, k // GROUP_LOOKS)
        self.data = (cells, dims, _pairs(dims), tokens)
        self.row = np.full((len(cells), NEAR), -1, dtype=np.int32)
        self.cost = np.full((len(cells), NEAR), np.inf, dtype=np.float32)

    def search(self, steps: int, random: np.random.RandomState) -> npt.NDArray[np.int32]:
        """Row × number → row: looks as long as there is much to find, or so many steps of work are done."""
        looks = max(LOOKS, int(LOOKING * steps / max(self.data[0].size, 1)))
        while looks > 0 and self._look(random) > FEW:
            looks -= 1
        return self.row

    def _look(self, random: np.random.RandomState) -> float:
        """Finds nearer rows; returns for what share of all places. That does not depend on the number of threads: all
        read what was known before."""
        line, before, seed = self._line(random), self.row.copy(), np.uint64(random.randint(0, 1 << 31))
        bounds = np.linspace(0, len(line), -(-len(line) // AT_ONCE) + 1).astype(np.int64)

        def some(number: int) -> None:
            _look_around(*self.data, line, bounds[number], bounds[number + 1], before, self.every, self.row, self.cost, seed)

        parallel(some, range(len(bounds) - 1))
        return float(np.mean(self.row[:: self.every] != before[:: self.every]))

    def _line(self, random: np.random.RandomState) -> npt.NDArray[np.int64]:
        """The rows in an order by a few dimensions; of sets, by a token that rows which share many often share."""
        cells, dims, _, tokens = self.data
        keys = [(cells[:, dim], dims.start[dim + 1] - dims.start[dim]) for dim in range(cells.shape[1])]
        if len(tokens.token):
            place = random.permutation(len(tokens.slot) + 1)
            # A row without tokens reads that of another, or one that is none.
            least = np.minimum.reduceat(place[np.append(tokens.token, len(tokens.slot))], tokens.offsets[:-1])
            keys += [(least, np.int64(len(place)))] * (1 + len(keys) // 3)
        key, size = np.zeros(len(cells), dtype=np.int64), 1
        by_size = np.log([float(count) for _, count in keys]) + SPREAD * random.standard_normal(len(keys))
        for number in np.argsort(by_size):
            if size * int(keys[number][1]) < MOST_KEYS:
                key, size = key * keys[number][1] + keys[number][0], size * int(keys[number][1])
        return np.argsort(key, kind="stable")


class Pairs(NamedTuple):
    """What two ranks of a dimension lose together."""

    first: npt.NDArray[np.int64]
    """Dimension → where its first pair stands; −1 where it has too many."""
    loss: npt.NDArray[np.float32]
    """Of the ranks a and b at `first + a * size + b`."""


@kernel
def _pairs(dims):
    width = dims.kind.shape[0]
    first, used = np.empty(width, np.int64), ZERO
    for dim in range(width):
        size = dims.start[dim + 1] - dims.start[dim]
        first[dim] = used if size <= MOST_PAIRED else NONE
        used += size**2 if size <= MOST_PAIRED else ZERO
    loss = np.zeros(used, np.float32)
    for dim in range(width):
        size = dims.start[dim + 1] - dims.start[dim]
        if size <= MOST_PAIRED:
            for low in range(size):
                for high in range(low + 1, size):
                    lost = _pair_loss(dims, dim, low, high)
                    loss[first[dim] + low * size + high], loss[first[dim] + high * size + low] = lost, lost
    return Pairs(first, loss)


@step
def _pair_loss(dims, dim, low, high):
    return values_loss(dims, dim, TWO) if dims.kind[dim] == VALUES else span_loss(dims, dim, low, high)


@kernel
def _look_around(cells, dims, pairs, tokens, line, begin, stop, before, every, near, cost, seed):
    """Writes for the rows at some places of a line what is nearer than what they know: rows beside them, and those that
    one which they knew `before` knew."""
    random = np.zeros(1, np.uint64)
    random[0] = (seed + np.uint64(begin)) * np.uint64(0xD1342543DE82EF95)
    window = WINDOW * min(every, 8)
    for place in range(begin, stop):
        row = np.int64(line[place])
        if row % every > 0:
            continue
        for other in range(max(0, place - window), min(line.shape[0], place + window + 1)):
            _note(cells, dims, pairs, tokens, row, np.int64(line[other]), near, cost)
        known = np.int64(before[row, int(draw(random) * NEAR)])
        if known >= 0:
            for number in range(NEAR // 2):
                if before[known, number] >= 0:
                    _note(cells, dims, pairs, tokens, row, np.int64(before[known, number]), near, cost)


@step
def _note(cells, dims, pairs, tokens, row, other, near, cost):
    """Writes a row into the list of another, which is in ascending order of cost, if it is near enough."""
    if row == other:
        return
    for number in range(NEAR):
        if near[row, number] == other:
            return
    more = _lost_together(cells, dims, pairs, tokens, row, other, cost[row, NEAR - 1])
    if more >= cost[row, NEAR - 1]:
        return
    at = NEAR - 1
    while at > 0 and cost[row, at - 1] > more:
        near[row, at], cost[row, at] = near[row, at - 1], cost[row, at - 1]
        at -= 1
    near[row, at], cost[row, at] = other, more


@step
def _lost_together(cells, dims, pairs, tokens, one, other, bound):
    """What a record of two rows loses where they are a group; stops as soon as it is at least `bound`."""
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        low, high = np.int64(cells[one, dim]), np.int64(cells[other, dim])
        if pairs.first[dim] >= 0:
            loss += pairs.loss[pairs.first[dim] + low * (dims.start[dim + 1] - dims.start[dim]) + high]
        elif low != high:
            loss += _pair_loss(dims, dim, min(low, high), max(low, high))
        if loss >= bound:
            return loss
    if tokens.token.shape[0] > 0:
        kept, spot, place = 0.0, tokens.offsets[one], tokens.offsets[other]
        while spot < tokens.offsets[one + 1] and place < tokens.offsets[other + 1]:
            if tokens.token[spot] == tokens.token[place]:
                kept += tokens.value[spot] + tokens.value[place]
                spot += 1
                place += 1
            elif tokens.token[spot] < tokens.token[place]:
                spot += 1
            else:
                place += 1
        loss += (tokens.full[one] + tokens.full[other] - kept) / 2.0
    return loss


@kernel
def outline(cells, order, mass, ends, dims, words, tokens):
    """The outlines of all groups."""
    count, width = ends.shape[0], dims.kind.shape[0]
    low, high = np.empty((count, width), np.int32), np.empty((count, width), np.int32)
    bits = np.zeros((count, words[width]), np.uint64)
    shown = np.zeros((count, FOLD // 64 if tokens.token.shape[0] > 0 else 0), np.uint64)
    loss, sets = np.zeros(count), np.zeros((count, 2))
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
    if tokens.token.shape[0] > 0:
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
def unite(outlines, dims, k, now, near, group_of, seeds, noise, seed):
    """Disjoint unions of near groups: union u is of the groups `members[starts[u]:starts[u + 1]]`.

    The groups of `seeds` choose first, each the ones whose union with it loses least more, with some noise. Large
    groups count as no more than 2k records: only so many of them matter to a neighbour. Returns (members, starts,
    room): how many rows, groups and codes a union can have.
    """
    count = outlines.size.shape[0]
    most = max(MOST_GROUPS, MOST_RECORDS // k)
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
        for other in others[: _others(now, near, group_of, one, taken, asked, others, random)]:
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
            if rows + outlines.rows[other, 0] <= LARGEST:
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
def _others(now, near, group_of, one, taken, asked, others, random):
    """Writes the groups that a group can choose from: those of rows that are near to some of its own, and a few by
    chance; returns how many there are."""
    begin, size = now.ends[one - 1] if one > 0 else 0, 0
    count = now.ends[one] - begin
    first, looks = int(draw(random) * count), 0
    asked[one] = one
    for number in range(count):
        source = now.order[begin + (first + number) % count]
        if near[source, 0] < 0 or looks == MOST_ROWS:
            continue
        looks += 1
        for row in near[source]:
            if row >= 0 and asked[group_of[row]] != one:
                asked[group_of[row]] = one
                if not taken[group_of[row]]:
                    others[size] = group_of[row]
                    size += 1
    for _ in range(DRAWN):
        other = int(draw(random) * asked.shape[0])
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

"""Which groups are near to each other: what the search by large neighbourhoods unites."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part, step
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import VALUES, Dimensions
from tokumei.partition.losses import count_bits, span_loss, values_loss

__all__ = ["Outlines", "in_line", "outline", "unite", "word_starts"]

SMALLEST_LOSS = 1e-9
MOST_GROUPS = 5
"""A union has at most so many groups."""
LARGEST = 1 << 12
"""A union has at most so many rows: gathering takes the square of them."""
ROOM = 1 << 22
"""A union has at most so many groups times codes: so much is kept of each."""
FOLD = 256
"""Values are told apart modulo so many when neighbours are chosen."""
NOISE = 0.3
"""How much chance there is in the choice of neighbours."""
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


def in_line(outlines: Outlines, random: np.random.RandomState) -> npt.NDArray[np.int64]:
    """The groups in an order by a few dimensions, other ones every time, so that near ones stand near each other."""
    keys = [*outlines.low.T]
    if outlines.shown.shape[1]:
        # The least of a group's tokens in a drawn order: groups that share many often share it.
        shown = np.unpackbits(outlines.shown.view(np.uint8), axis=1)[:, random.permutation(FOLD)]
        keys.append(np.where(shown.any(axis=1), shown.argmax(axis=1), FOLD))
    chosen = [keys[number] for number in random.permutation(len(keys))[:4]]
    return np.lexsort(chosen) if chosen else np.arange(len(outlines.size))


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
def unite(outlines, dims, k, line, seeds, seed):
    """Disjoint unions of near groups: union u is of the groups `members[starts[u]:starts[u + 1]]`.

    The places of `seeds` choose first, each the groups of the line whose union with it loses least more, with some
    chance. Large groups count as no more than 2k records: only so many of them matter to a neighbour. Returns (members,
    starts, room): the most rows, groups and codes that a union can have.
    """
    count = line.shape[0]
    taken = np.zeros(count, np.bool_)
    members, starts = np.empty(count, np.int32), np.zeros(count + 1, np.int64)
    room = np.zeros(3, np.int64)
    near, cost = np.empty(MOST_GROUPS, np.int64), np.empty(MOST_GROUPS, np.float64)
    random = np.zeros(1, np.uint64)
    random[0] = seed
    used, unions = 0, 0
    for place in seeds:
        one = line[place]
        if taken[place] or outlines.loss[one] * outlines.size[one] <= SMALLEST_LOSS:
            continue
        wanted = 1 + int(draw(random) * (MOST_GROUPS - 1))
        own = min(outlines.size[one], 2 * k)
        chosen = 0
        for spot in range(count):
            if taken[spot] or spot == place:
                continue
            other = line[spot]
            bound = cost[chosen - 1] if chosen == wanted else 1e300
            size = min(outlines.size[other], 2 * k)
            before = own * outlines.loss[one] + size * outlines.loss[other]
            chance = 1.0 + NOISE * draw(random)
            loss = _united(outlines, dims, one, other, (bound / chance + before) / (own + size))
            more = ((own + size) * loss - before) * chance
            if more < bound:
                at = min(chosen, wanted - 1)
                chosen = min(chosen + 1, wanted)
                while at > 0 and cost[at - 1] > more:
                    cost[at], near[at] = cost[at - 1], near[at - 1]
                    at -= 1
                cost[at], near[at] = more, spot
        members[used] = one
        end = used + 1
        rows, shown, size = outlines.rows[one, 0], outlines.rows[one, 1], outlines.size[one]
        for number in range(chosen):
            other = line[near[number]]
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
        taken[place] = True
        for number in range(chosen):
            taken[near[number]] = True
        room[0], room[1], room[2] = max(room[0], rows), max(room[1], groups), max(room[2], codes)
        used = end
        unions += 1
        starts[unions] = used
    return members[:used], starts[: unions + 1], room

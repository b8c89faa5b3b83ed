"""Which groups are near to each other: what the search by large neighbourhoods unites."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import VALUES, Dimensions
from tokumei.partition.losses import count_bits, span_loss, values_loss
from tokumei.partition.problem import Problem

__all__ = ["Outlines", "disjoint_unions", "outline", "word_starts"]

SMALLEST_LOSS = 1e-9
MOST_GROUPS = 5
"""A union has at most so many groups."""
LARGEST = 1 << 12
"""A union has at most so many rows: gathering takes the square of them."""
WINDOW = 512
"""So many groups are looked at when one chooses its neighbours."""
FOLD = 256
"""Values are told apart modulo so many when neighbours are chosen."""
NOISE = 0.3
"""How much chance there is in the choice of neighbours."""
CHUNK = 256
"""Groups whose neighbours a thread looks for at a time."""


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
    shown: npt.NDArray[np.uint64]
    """Group × word → the tokens that all of its rows have, folded."""
    full: npt.NDArray[np.float64]
    """Group → what a record loses of its sets where nothing is kept."""
    worth: npt.NDArray[np.float64]
    """Group → what one token keeps of that, in the mean."""


def word_starts(dims: Dimensions) -> npt.NDArray[np.int64]:
    """Dimension → its first word of folded values; one more entry for the number of words."""
    own = np.where(dims.kind == VALUES, (np.minimum(np.diff(dims.start), FOLD) + 63) // 64, 0)
    return np.concatenate([[0], np.cumsum(own)]).astype(np.int64)


def disjoint_unions(
    problem: Problem, outlines: Outlines, rows: npt.NDArray[np.int64], random: np.random.RandomState
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Unions of near groups: union u is of the groups `members[starts[u]:starts[u + 1]]`.

    Groups that lose much choose first. Who can be chosen stands near in an order by a few dimensions, other ones every
    time, so that the work does not grow with the square of the groups. A union has no more than `LARGEST` rows.
    """
    count = len(outlines.size)
    lost = outlines.loss * outlines.size
    first = np.argsort(-lost * random.random_sample(count), kind="stable")
    first = first[(lost[first] > SMALLEST_LOSS) & (rows[first] <= LARGEST)][: count // 3 + 1]
    keys = [*outlines.low.T]
    if outlines.shown.shape[1]:
        keys.append(_least_shown(outlines.shown, random.permutation(FOLD)))
    line = np.lexsort([keys[number] for number in random.permutation(len(keys))[:4]]) if keys else np.arange(count)
    wanted = random.randint(2, MOST_GROUPS + 1, len(first))
    noise = np.uint64(random.randint(0, 1 << 31))
    if count == 1 or not len(first):
        return first.astype(np.int32), np.arange(len(first) + 1, dtype=np.int64)

    def near(low: int) -> npt.NDArray[np.int32]:
        return _nearest(outlines, problem.dims, problem.k, first, low, min(low + CHUNK, len(first)), line, noise)

    return _disjoint(first, np.concatenate(parallel(near, range(0, len(first), CHUNK))), wanted, rows)


@njit(cache=True, nogil=True)
def outline(cells, order, mass, ends, dims, words, tokens):
    """The outlines of all groups."""
    count, width = ends.shape[0], dims.kind.shape[0]
    least_of, most_of = np.empty((count, width), np.int32), np.empty((count, width), np.int32)
    bits = np.zeros((count, words[width]), np.uint64)
    loss, size = np.zeros(count), np.zeros(count, np.int64)
    seen = np.full(dims.start[width], -1, np.int64)
    sets = tokens.number.shape[0] > 0
    shown = np.zeros((count, FOLD // 64 if sets else 0), np.uint64)
    full, worth = np.zeros(count), np.zeros(count)
    held_by, kept_of = np.zeros(tokens.number.shape[0], np.int64), np.zeros(tokens.number.shape[0])
    low = 0
    for group in range(count):
        for place in range(low, ends[group]):
            size[group] += mass[place]
        for dim in range(width):
            least, most, held = 2147483647, -1, 0
            base = dims.start[dim]
            for place in range(low, ends[group]):
                rank = cells[order[place], dim]
                least, most = min(least, rank), max(most, rank)
                if dims.kind[dim] == VALUES:
                    if seen[base + rank] != group:
                        seen[base + rank] = group
                        held += 1
                    bit = rank % FOLD
                    bits[group, words[dim] + (bit >> 6)] |= np.uint64(1) << np.uint64(bit & 63)
            least_of[group, dim], most_of[group, dim] = least, most
            if dims.kind[dim] == VALUES:
                loss[group] += values_loss(dims, dim, held)
            else:
                loss[group] += span_loss(dims, dim, least, most)
        if sets:
            for place in range(low, ends[group]):
                row = order[place]
                full[group] += mass[place] * tokens.full[row] / size[group]
                for spot in range(tokens.offsets[row], tokens.offsets[row + 1]):
                    held_by[tokens.token[spot]] += 1
                    kept_of[tokens.token[spot]] += mass[place] * tokens.value[spot] / size[group]
            common, kept = 0, 0.0
            for spot in range(tokens.offsets[order[low]], tokens.offsets[order[low] + 1]):
                token = tokens.token[spot]
                if held_by[token] == ends[group] - low:
                    common += 1
                    kept += kept_of[token]
                    bit = token % FOLD
                    shown[group, bit >> 6] |= np.uint64(1) << np.uint64(bit & 63)
            for place in range(low, ends[group]):
                for spot in range(tokens.offsets[order[place]], tokens.offsets[order[place] + 1]):
                    held_by[tokens.token[spot]] = 0
                    kept_of[tokens.token[spot]] = 0.0
            worth[group] = kept / max(common, 1)
            loss[group] += full[group] - kept
        low = ends[group]
    return Outlines(least_of, most_of, bits, words, loss, size, shown, full, worth)


@njit(cache=True, nogil=True)
def _least_shown(shown, place):
    """Group → the least of its tokens in a drawn order: groups that share many often share it."""
    least = np.full(shown.shape[0], place.shape[0], np.int64)
    for group in range(shown.shape[0]):
        for bit in range(64 * shown.shape[1]):
            if (shown[group, bit >> 6] >> np.uint64(bit & 63)) & np.uint64(1):
                least[group] = min(least[group], place[bit])
    return least


@njit(cache=True, nogil=True)
def _united(outlines, dims, one, other, bound):
    """What a record loses in the union of two groups; stops as soon as it is at least `bound`.

    Of sets it is an estimate: the tokens that both show, each at its mean worth.
    """
    loss = 0.0
    if outlines.shown.shape[1] > 0:
        both = 0
        for word in range(outlines.shown.shape[1]):
            both += count_bits(outlines.shown[one, word] & outlines.shown[other, word])
        kept = both * (outlines.worth[one] + outlines.worth[other])
        loss += max(0.0, outlines.full[one] + outlines.full[other] - kept) / 2.0
    for dim in range(dims.kind.shape[0]):
        if dims.kind[dim] == VALUES:
            held = 0
            for word in range(outlines.words[dim], outlines.words[dim + 1]):
                held += count_bits(outlines.bits[one, word] | outlines.bits[other, word])
            loss += values_loss(dims, dim, held)
        else:
            low = min(outlines.low[one, dim], outlines.low[other, dim])
            loss += span_loss(dims, dim, low, max(outlines.high[one, dim], outlines.high[other, dim]))
        if loss >= bound:
            return loss
    return loss


@njit(cache=True, nogil=True)
def _nearest(outlines, dims, k, seeds, begin, stop, line, noise):
    """Seed → the groups whose union with it loses least more, with some chance; −1 where there are fewer.

    Large groups count as no more than 2k records: only so many of them matter to a neighbour.
    """
    count = line.shape[0]
    at = np.empty(count, np.int64)
    for place in range(count):
        at[line[place]] = place
    wide = 2 * MOST_GROUPS
    nearest = np.full((stop - begin, wide), -1, np.int32)
    random = np.zeros(1, np.uint64)
    cost = np.empty(wide)
    for number in range(begin, stop):
        one = seeds[number]
        random[0] = noise * np.uint64(1_000_003) + np.uint64(number)
        held = 0
        low = max(0, min(at[one] - WINDOW // 2, count - WINDOW))
        own = min(outlines.size[one], 2 * k)
        for place in range(low, min(count, low + WINDOW)):
            other = line[place]
            if other == one:
                continue
            bound = cost[held - 1] if held == wide else 1e300
            size = min(outlines.size[other], 2 * k)
            before = own * outlines.loss[one] + size * outlines.loss[other]
            chance = 1.0 + NOISE * draw(random)
            loss = _united(outlines, dims, one, other, (bound / chance + before) / (own + size))
            more = ((own + size) * loss - before) * chance
            if more < bound:
                spot = min(held, wide - 1)
                held = min(held + 1, wide)
                while spot > 0 and cost[spot - 1] > more:
                    cost[spot] = cost[spot - 1]
                    nearest[number - begin, spot] = nearest[number - begin, spot - 1]
                    spot -= 1
                cost[spot] = more
                nearest[number - begin, spot] = other
    return nearest


@njit(cache=True, nogil=True)
def _disjoint(seeds, nearest, wanted, rows):
    """The unions: each seed that is still free takes its nearest that are."""
    taken = np.zeros(rows.shape[0], np.bool_)
    members = np.empty(rows.shape[0], np.int32)
    starts = np.zeros(seeds.shape[0] + 1, np.int64)
    used, unions = 0, 0
    for number in range(seeds.shape[0]):
        if taken[seeds[number]]:
            continue
        members[used] = seeds[number]
        held, total = 1, rows[seeds[number]]
        for other in nearest[number]:
            if other >= 0 and not taken[other] and held < wanted[number] and total + rows[other] <= LARGEST:
                members[used + held] = other
                held += 1
                total += rows[other]
        if held == 1:
            continue
        for place in range(used, used + held):
            taken[members[place]] = True
        used += held
        unions += 1
        starts[unions] = used
    return members[:used].copy(), starts[: unions + 1].copy()

"""A union of a few groups, partitioned anew: the one step of the search by large neighbourhoods.

The rows of a union are *pieces*: a row with as many of its records as are in the union. A piece may be divided between
groups, since k is about what is published: where a row has k records to spare, the rest can be lent to rows that are
alone. A union is partitioned top-down, with a little noise, or gathered from the cheapest rows; pieces then move where
they cost less.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.algorithms.partition.dimensions import VALUES
from tokumei.algorithms.partition.growth import draw, grow_slice
from tokumei.algorithms.partition.losses import count_bits, losses_without, span_loss, values_loss
from tokumei.algorithms.partition.splits import present, release_marks
from tokumei.algorithms.partition.tokens import Tokens
from tokumei.core.predicates import all_hold

__all__ = ["CHEAPEST", "FURTHEST", "GROUPS", "GROWN", "PIECES", "SMALLEST_GAIN", "Union", "regroup", "union_of"]

SMALLEST_GAIN = 1e-9
FAR = 1e300
NOBODY = -1
LOOKS = 8
"""So many ways to widen a group are looked at."""
ROUNDS = 3
"""So often pieces move between the groups of a union."""
TRIES = 4
"""So many rows are tried as the first of a group."""
GROWN, FURTHEST, CHEAPEST = 0, 1, 2
"""How a union is partitioned: top-down, gathered around the furthest rows, gathered around those that cost least."""


class Union(NamedTuple):
    """Pieces, and the groups that they are in; arrays have room for pieces and groups to come."""

    row: npt.NDArray[np.int32]
    """Piece → its row among the union's distinct rows."""
    mass: npt.NDArray[np.int64]
    """Piece → its records."""
    group: npt.NDArray[np.int32]
    """Piece → its group, or NOBODY."""
    used: npt.NDArray[np.int64]
    """How many pieces and groups there are."""
    cells: npt.NDArray[np.int32]
    """Row × dimension → rank."""
    bit: npt.NDArray[np.int32]
    """Row × dimension → which bit its value is, for VALUES."""
    weight: npt.NDArray[np.int64]
    """Row → its records in the union."""
    words: npt.NDArray[np.int64]
    """Dimension → its first word of bits; one more entry for the number of words."""
    low: npt.NDArray[np.int32]
    """Group × dimension → its least rank; one group more, the last, is a place to try things."""
    high: npt.NDArray[np.int32]
    bits: npt.NDArray[np.uint64]
    by_dim: npt.NDArray[np.float64]
    """Group × dimension → what a record loses."""
    loss: npt.NDArray[np.float64]
    """Group → what a record loses over all dimensions."""
    size: npt.NDArray[np.int64]
    """Group → its records."""
    offsets: npt.NDArray[np.int64]
    places: npt.NDArray[np.int32]
    """Row → its histogram places."""
    tokens: Tokens
    """Row → its tokens, numbered within the union."""
    has: npt.NDArray[np.uint64]
    """Row × word → its tokens as bits."""
    common: npt.NDArray[np.uint64]
    """Group × word → the tokens that all of its rows have."""
    worth: npt.NDArray[np.float64]
    """Group × token → what it keeps where it is common."""
    full: npt.NDArray[np.float64]
    """Group → what its sets lose where nothing is kept, all records together."""
    kept: npt.NDArray[np.float64]
    """Group → what is kept of that."""


PIECES, GROUPS = 0, 1


@njit(cache=True, nogil=True)
def union_of(cells, weight, dims, offsets, places, tokens, tally, place):
    """The union of some distinct rows, in no groups yet."""
    rows, width = cells.shape
    order = np.arange(rows).astype(np.int32)
    begin, ranks, _ = present(cells, weight, order, 0, rows, dims, tally, place)
    words = np.zeros(width + 1, np.int64)
    bit = np.zeros((rows, width), np.int32)
    for dim in range(width):
        words[dim + 1] = words[dim]
        if dims.kind[dim] == VALUES:
            words[dim + 1] += (begin[dim + 1] - begin[dim] + 63) // 64
            for row in range(rows):
                bit[row, dim] = place[dims.start[dim] + cells[row, dim]]
    release_marks(begin, ranks, dims, tally)
    most = rows + 1
    has = np.zeros((rows, (tokens.number.shape[0] + 63) // 64), np.uint64)
    for row in range(rows):
        for number in range(tokens.offsets[row], tokens.offsets[row + 1]):
            token = tokens.token[number]
            has[row, token >> 6] |= np.uint64(1) << np.uint64(token & 63)
    return Union(
        np.zeros(4 * rows + 4, np.int32),
        np.zeros(4 * rows + 4, np.int64),
        np.full(4 * rows + 4, NOBODY, np.int32),
        np.zeros(2, np.int64),
        cells,
        bit,
        weight,
        words,
        np.zeros((most, width), np.int32),
        np.zeros((most, width), np.int32),
        np.zeros((most, words[width]), np.uint64),
        np.zeros((most, width), np.float64),
        np.zeros(most, np.float64),
        np.zeros(most, np.int64),
        offsets,
        places,
        tokens,
        has,
        np.empty((most, has.shape[1]), np.uint64),
        np.empty((most, tokens.number.shape[0]), np.float64),
        np.zeros(most, np.float64),
        np.zeros(most, np.float64),
    )


@njit(cache=True, nogil=True)
def _shows(union, group, token):
    """Whether all rows of a group have a token."""
    return (union.common[group, token >> 6] >> np.uint64(token & 63)) & np.uint64(1) == 1


@njit(cache=True, nogil=True)
def _clear(union, group):
    for dim in range(union.low.shape[1]):
        union.low[group, dim] = 2147483647
        union.high[group, dim] = -1
        union.by_dim[group, dim] = 0.0
    for word in range(union.bits.shape[1]):
        union.bits[group, word] = 0
    for token in range(union.worth.shape[1]):
        union.worth[group, token] = 0.0
    union.size[group] = 0
    union.loss[group] = 0.0
    union.full[group] = 0.0
    union.kept[group] = 0.0


@njit(cache=True, nogil=True)
def _widen(union, group, row, mass, dims):
    """Adds some records of a row to what a group publishes; returns whether that changes what others cost."""
    wider = union.has.shape[1] > 0
    if wider:
        for word in range(union.has.shape[1]):
            if union.size[group] == 0:
                union.common[group, word] = union.has[row, word]
            else:
                union.common[group, word] &= union.has[row, word]
        kept = 0.0
        for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
            token = union.tokens.token[number]
            union.worth[group, token] += mass * union.tokens.value[number]
            if _shows(union, group, token):
                kept += union.worth[group, token]
        union.kept[group] = kept
        union.full[group] += mass * union.tokens.full[row]
    union.size[group] += mass
    for dim in range(dims.kind.shape[0]):
        if dims.kind[dim] == VALUES:
            bit = union.bit[row, dim]
            word = union.words[dim] + (bit >> 6)
            mark = np.uint64(1) << np.uint64(bit & 63)
            if union.bits[group, word] & mark:
                continue
            union.bits[group, word] |= mark
            held = 0
            for number in range(union.words[dim], union.words[dim + 1]):
                held += count_bits(union.bits[group, number])
            own = values_loss(dims, dim, held)
        else:
            rank = union.cells[row, dim]
            if union.low[group, dim] <= rank <= union.high[group, dim]:
                continue
            union.low[group, dim] = min(union.low[group, dim], rank)
            union.high[group, dim] = max(union.high[group, dim], rank)
            own = span_loss(dims, dim, union.low[group, dim], union.high[group, dim])
        union.loss[group] += own - union.by_dim[group, dim]
        union.by_dim[group, dim] = own
        wider = True
    return wider


@njit(cache=True, nogil=True)
def _narrow(union, group, row, mass):
    """Takes some records of a row from a group that keeps others of the same row."""
    union.size[group] -= mass
    union.full[group] -= mass * union.tokens.full[row]
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        token = union.tokens.token[number]
        union.worth[group, token] -= mass * union.tokens.value[number]
        if _shows(union, group, token):
            union.kept[group] -= mass * union.tokens.value[number]


@njit(cache=True, nogil=True)
def _lost(union, group):
    """The loss of a group over all columns, times its records."""
    return union.size[group] * union.loss[group] + union.full[group] - union.kept[group]


@njit(cache=True, nogil=True)
def _set_loss_with(union, group, row, mass):
    """By how much the loss of a group's sets grows when some records of a row join it."""
    kept = 0.0
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        token = union.tokens.token[number]
        if _shows(union, group, token):
            kept += union.worth[group, token] + mass * union.tokens.value[number]
    return mass * union.tokens.full[row] - kept + union.kept[group]


@njit(cache=True, nogil=True)
def _set_loss_of(union, group, row, mass):
    """What some records of a group's row lose of their sets."""
    lost = mass * union.tokens.full[row]
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        if _shows(union, group, union.tokens.token[number]):
            lost -= mass * union.tokens.value[number]
    return lost


@njit(cache=True, nogil=True)
def _shows_all(union, group, row):
    """Whether a row has all tokens that a group shows."""
    lacking = np.uint64(0)
    for word in range(union.has.shape[1]):
        lacking |= union.common[group, word] & ~union.has[row, word]
    return lacking == 0


@njit(cache=True, nogil=True)
def _summarize(union, target, group, skip, dims):
    """Writes into `target` what the pieces of a group publish together, without the piece `skip`."""
    _clear(union, target)
    for piece in range(union.used[PIECES]):
        if union.group[piece] == group and piece != skip:
            _widen(union, target, union.row[piece], union.mass[piece], dims)


@njit(cache=True, nogil=True)
def _wider_by(union, group, row, bound, dims):
    """By how much a record's loss grows when a row joins a group; stops as soon as it is at least `bound`."""
    more = 0.0
    for dim in range(dims.kind.shape[0]):
        own = union.by_dim[group, dim]
        if dims.kind[dim] == VALUES:
            bit = union.bit[row, dim]
            if (union.bits[group, union.words[dim] + (bit >> 6)] >> np.uint64(bit & 63)) & np.uint64(1) == 0:
                more += (own if own > 0.0 else 1.0 / dims.domain[dim]) + 1.0 / dims.domain[dim] - own
        else:
            rank = union.cells[row, dim]
            low, high = union.low[group, dim], union.high[group, dim]
            if rank < low or rank > high:
                more += span_loss(dims, dim, min(low, rank), max(high, rank)) - own
        if more >= bound:
            return more
    return more


@njit(cache=True, nogil=True)
def _total(union):
    """The loss of all groups, each times its records."""
    total = 0.0
    for group in range(union.used[GROUPS]):
        total += _lost(union, group)
    return total


@njit(cache=True, nogil=True)
def _keeps(union, group, skip, extra, mass, predicates):
    """Whether a group keeps the predicates without the piece `skip` and with some records of the row `extra`."""
    if predicates.kind.shape[0] == 0:
        return True
    counts = np.zeros(predicates.starts[-1], np.int64)
    total = 0
    for piece in range(union.used[PIECES]):
        if union.group[piece] == group and piece != skip:
            row = union.row[piece]
            total += union.mass[piece]
            for place in range(union.offsets[row], union.offsets[row + 1]):
                counts[union.places[place]] += union.mass[piece]
    if extra >= 0:
        total += mass
        for place in range(union.offsets[extra], union.offsets[extra + 1]):
            counts[union.places[place]] += mass
    return total > 0 and all_hold(counts, total, predicates)


@njit(cache=True, nogil=True)
def _new_piece(union, row, mass, group):
    piece = union.used[PIECES]
    union.row[piece], union.mass[piece], union.group[piece] = row, mass, group
    union.used[PIECES] += 1
    return piece


@njit(cache=True, nogil=True)
def _gather(union, k, dims, predicates, noise, tries, random):
    """Groups gathered from the cheapest rows: each starts at a row and takes what widens it least, until it has k
    records and keeps the predicates. Rows of k records are groups by themselves, and lend what they can spare; not
    where there are predicates, which one row alone does not keep.

    A group starts at the row that is furthest from the last group; with several `tries`, at the one of so many rows
    that leads to the least loss. Returns False where no group could be made.
    """
    rows = union.weight.shape[0]
    left = union.weight.copy()
    _start(union)
    own = np.full(rows, -1, np.int64)
    waiting = 0
    judged = predicates.kind.shape[0] > 0
    for row in range(rows):
        if left[row] >= k and not judged:
            own[row] = _new_group(union)
            _widen(union, own[row], row, left[row], dims)
        else:
            waiting += left[row]
    taken = np.empty((2, rows), np.int64)
    best_taken = np.empty((2, rows), np.int64)
    counts = np.zeros(predicates.starts[-1], np.int64)
    last = -1
    while waiting >= k:
        group = _new_group(union)
        count, least = 0, FAR
        for _ in range(tries):
            seed, most = -1, -1.0
            for row in range(rows):
                if left[row] > 0 and own[row] < 0:
                    far = draw(random)
                    if last >= 0 and tries == 1:
                        far = _cost(union, last, row, left[row], dims) * (1.0 + noise * far)
                    if far > most:
                        seed, most = row, far
            held = _gathered(union, group, seed, left, own, k, dims, predicates, noise, random, taken, counts)
            if held > 0 and _lost(union, group) / union.size[group] < least:
                count, least = held, _lost(union, group) / union.size[group]
                best_taken[:, :held] = taken[:, :held]
        _clear(union, group)
        if count == 0:
            break
        last = group
        for number in range(count):
            row, mass = best_taken[0, number], best_taken[1, number]
            _widen(union, group, row, mass, dims)
            _new_piece(union, row, mass, group)
            left[row] -= mass
            if own[row] < 0:
                waiting -= mass
            else:
                _narrow(union, own[row], row, mass)
    for row in range(rows):
        if own[row] >= 0:
            _new_piece(union, row, left[row], own[row])
            left[row] = 0
    for row in range(rows):
        if left[row] > 0:
            host, _ = _host(union, -1, row, left[row], FAR, dims)
            if host < 0:
                return False
            _widen(union, host, row, left[row], dims)
            _new_piece(union, row, left[row], host)
    return True


@njit(cache=True, nogil=True)
def _gathered(union, group, seed, left, own, k, dims, predicates, noise, random, taken, counts):
    """Gathers one group around a row; returns how many rows it takes, `taken` says which and how many records.

    0 where all rows together do not keep the predicates.
    """
    rows = left.shape[0]
    judged = predicates.kind.shape[0] > 0
    counts[:] = 0
    rest = left.copy()
    for row in range(rows):
        if own[row] >= 0:
            rest[row] -= k
    wider = np.empty(rows, np.float64)
    _clear(union, group)
    row, count, stale = seed, 0, True
    while True:
        mass = rest[row] if own[row] < 0 else min(rest[row], k - union.size[group])
        stale = _widen(union, group, row, mass, dims) or stale
        taken[0, count], taken[1, count] = row, mass
        count += 1
        rest[row] -= mass
        if judged:
            for place in range(union.offsets[row], union.offsets[row + 1]):
                counts[union.places[place]] += mass
        if union.size[group] >= k and (not judged or all_hold(counts, union.size[group], predicates)):
            return count
        row, least = -1, FAR
        for other in range(rows):
            if rest[other] > 0:
                if stale:
                    wider[other] = _cost(union, group, other, rest[other], dims) * (1.0 + noise * draw(random))
                if wider[other] < least:
                    row, least = other, wider[other]
        if row < 0:
            return 0
        if stale and least > 0.0 and union.size[group] < k:
            row = _most_for_least(union, group, rest, wider, k, dims)
        stale = False


@njit(cache=True, nogil=True)
def _cost(union, group, row, mass, dims):
    """By how much a record of a group loses more with some records of a row, what these lose of their sets included."""
    more = _wider_by(union, group, row, FAR, dims)
    if union.has.shape[1] > 0:
        more += _set_loss_with(union, group, row, mass) / (union.size[group] + mass)
    return more


@njit(cache=True, nogil=True)
def _most_for_least(union, group, rest, wider, k, dims):
    """Among the rows that widen a group least, the one that brings most records into it for what it costs."""
    rows = rest.shape[0]
    need = k - union.size[group]
    spare = union.low.shape[0] - 1
    best, least, before = -1, FAR, -1.0
    for _ in range(LOOKS):
        row, more = -1, FAR
        for other in range(rows):
            if rest[other] > 0 and before < wider[other] < more:
                row, more = other, wider[other]
        if row < 0:
            break
        before = more
        for dim in range(dims.kind.shape[0]):
            union.low[spare, dim], union.high[spare, dim] = union.low[group, dim], union.high[group, dim]
            union.by_dim[spare, dim] = union.by_dim[group, dim]
        for word in range(union.bits.shape[1]):
            union.bits[spare, word] = union.bits[group, word]
        for word in range(union.has.shape[1]):
            union.common[spare, word] = union.common[group, word]
        union.loss[spare], union.size[spare] = union.loss[group], union.size[group]
        _widen(union, spare, row, 0, dims)
        held = 0
        for other in range(rows):
            if (
                rest[other] > 0
                and _wider_by(union, spare, other, SMALLEST_GAIN, dims) < SMALLEST_GAIN
                and _shows_all(union, spare, other)
            ):
                held += rest[other]
                if held >= need:
                    break
        price = more / min(held, need)
        if price < least:
            best, least = row, price
    return best


@njit(cache=True, nogil=True)
def _start(union):
    union.used[PIECES] = 0
    union.used[GROUPS] = 0


@njit(cache=True, nogil=True)
def _new_group(union):
    group = union.used[GROUPS]
    union.used[GROUPS] += 1
    _clear(union, group)
    return group


@njit(cache=True, nogil=True)
def _grow(union, k, dims, noise, random, predicates, tally, place):
    """Groups grown top-down."""
    rows = union.weight.shape[0]
    order = np.arange(rows).astype(np.int32)
    ends = grow_slice(
        union.cells,
        union.weight,
        order,
        dims,
        k,
        0,
        rows,
        union.offsets,
        union.places,
        predicates,
        tally,
        place,
        noise,
        random,
    )
    _start(union)
    low = 0
    for high in ends:
        group = _new_group(union)
        for number in range(low, high):
            _widen(union, group, order[number], union.weight[order[number]], dims)
            _new_piece(union, order[number], union.weight[order[number]], group)
        low = high


@njit(cache=True, nogil=True)
def _set_apart(union, k, dims):
    """Rows that can be a group by themselves leave the others, and leave as many records behind as those need."""
    for piece in range(union.used[PIECES]):
        group = union.group[piece]
        need = max(0, k - (union.size[group] - union.mass[piece]))
        if union.mass[piece] - need < k or _lost(union, group) <= SMALLEST_GAIN:
            continue
        if union.used[GROUPS] + 1 >= union.low.shape[0]:
            return
        row, mass = union.row[piece], union.mass[piece] - need
        own = _new_group(union)
        _widen(union, own, row, mass, dims)
        if need > 0:
            union.mass[piece] = need
            _narrow(union, group, row, mass)
            _new_piece(union, row, mass, own)
        else:
            union.group[piece] = own
            _summarize(union, group, group, -1, dims)


@njit(cache=True, nogil=True)
def _members(union, group, members):
    """Writes the pieces of a group into `members`; returns how many there are."""
    count = 0
    for piece in range(union.used[PIECES]):
        if union.group[piece] == group:
            members[count] = piece
            count += 1
    return count


@njit(cache=True, nogil=True)
def _move(union, k, dims, predicates, tally):
    """One round of moves between the groups of a union; returns the loss that it saved.

    A piece moves whole where its group can spare it, else as many of its records as the group can spare.
    """
    saved = 0.0
    members = np.empty(union.row.shape[0], np.int64)
    sets, spare = union.has.shape[1] > 0, union.low.shape[0] - 1
    for group in range(union.used[GROUPS]):
        count = _members(union, group, members)
        number, stale = 0, True
        without = np.zeros(count, np.float64)
        while number < count and _lost(union, group) > SMALLEST_GAIN:
            if stale and not sets:
                without = np.zeros(count, np.float64)
                losses_without(union.row[members[:count]], union.cells, dims, tally, without)
                stale = False
            piece = members[number]
            row, mass, size = union.row[piece], union.mass[piece], union.size[group]
            whole = size - mass >= k
            if not whole:
                mass = size - k
                freed = mass * union.loss[group] + _set_loss_of(union, group, row, mass)
            elif sets:
                _summarize(union, spare, group, piece, dims)
                freed = _lost(union, group) - _lost(union, spare)
            else:
                freed = size * union.loss[group] - (size - mass) * without[number]
            number += 1
            if mass <= 0 or union.used[PIECES] == union.row.shape[0]:
                continue
            host, cost = _host(union, group, row, mass, freed - SMALLEST_GAIN, dims)
            if host < 0 or not (
                _keeps(union, group, piece, -1 if whole else row, union.mass[piece] - mass, predicates)
                and _keeps(union, host, -1, row, mass, predicates)
            ):
                continue
            saved += freed - cost
            _widen(union, host, row, mass, dims)
            if not whole:
                union.mass[piece] -= mass
                _narrow(union, group, row, mass)
                _new_piece(union, row, mass, host)
                continue
            union.group[piece] = host
            _summarize(union, group, group, -1, dims)
            number -= 1
            count -= 1
            members[number:count] = members[number + 1 : count + 1].copy()
            stale = True
    return saved


@njit(cache=True, nogil=True)
def _host(union, group, row, mass, bound, dims):
    """The group that some records of a row cost least to join, cheaper than `bound`: (group or −1, cost)."""
    host = -1
    for other in range(union.used[GROUPS]):
        base = mass * union.loss[other]
        if other == group or union.size[other] == 0 or base >= bound:
            continue
        joined = union.size[other] + mass
        cost = base + joined * _wider_by(union, other, row, (bound - base) / joined, dims)
        if cost < bound and union.has.shape[1] > 0:
            cost += _set_loss_with(union, other, row, mass)
        if cost < bound:
            host, bound = other, cost
    return host, bound


@njit(cache=True, nogil=True)
def regroup(union, way, k, dims, predicates, noise, random, tally, place):
    """Partitions a union anew, in one of the ways; returns its loss, FAR where the predicates do not hold."""
    if way == GROWN:
        _grow(union, k, dims, noise, random, predicates, tally, place)
        if predicates.kind.shape[0] == 0:
            _set_apart(union, k, dims)
    else:
        if not _gather(union, k, dims, predicates, noise, TRIES if way == CHEAPEST else 1, random):
            return FAR
        for group in range(union.used[GROUPS]):
            if union.size[group] > 0 and not _keeps(union, group, -1, -1, 0, predicates):
                return FAR
    for _ in range(ROUNDS):
        if _move(union, k, dims, predicates, tally) <= SMALLEST_GAIN:
            break
    return _total(union)

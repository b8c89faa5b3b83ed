"""A union of a few groups: its pieces, what its groups publish, and what they lose.

The rows of a union are *pieces*: a row with as many of its records as are in the union. A piece may be divided between
groups, since k is about what is published: where a row has k records to spare, the rest can be lent to rows that are
alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.predicates import all_hold
from tokumei.partition.dimensions import VALUES
from tokumei.partition.losses import count_bits, span_loss, values_loss
from tokumei.partition.scores.ncp import present, release_marks
from tokumei.partition.tokens import Tokens

__all__ = [
    "FAR",
    "GROUPS",
    "NOBODY",
    "PIECES",
    "SMALLEST_GAIN",
    "Union",
    "best_host",
    "clear",
    "empty",
    "group_loss",
    "join_cost",
    "keeps_with",
    "narrow",
    "new_group",
    "new_piece",
    "set_loss_of",
    "shows_all",
    "summarize",
    "total_loss",
    "union_of",
    "widen",
    "wider_by",
]

SMALLEST_GAIN = 1e-9
FAR = 1e300
NOBODY = -1


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
"""Places of `used`."""


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
def empty(union):
    union.used[PIECES] = 0
    union.used[GROUPS] = 0


@njit(cache=True, nogil=True)
def new_group(union):
    group = union.used[GROUPS]
    union.used[GROUPS] += 1
    clear(union, group)
    return group


@njit(cache=True, nogil=True)
def new_piece(union, row, mass, group):
    piece = union.used[PIECES]
    union.row[piece], union.mass[piece], union.group[piece] = row, mass, group
    union.used[PIECES] += 1
    return piece


@njit(cache=True, nogil=True)
def clear(union, group):
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
def _shows(union, group, token):
    """Whether all rows of a group have a token."""
    return (union.common[group, token >> 6] >> np.uint64(token & 63)) & np.uint64(1) == 1


@njit(cache=True, nogil=True)
def shows_all(union, group, row):
    """Whether a row has all tokens that a group shows."""
    lacking = np.uint64(0)
    for word in range(union.has.shape[1]):
        lacking |= union.common[group, word] & ~union.has[row, word]
    return lacking == 0


@njit(cache=True, nogil=True)
def widen(union, group, row, mass, dims):
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
def narrow(union, group, row, mass):
    """Takes some records of a row from a group that keeps others of the same row."""
    union.size[group] -= mass
    union.full[group] -= mass * union.tokens.full[row]
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        token = union.tokens.token[number]
        union.worth[group, token] -= mass * union.tokens.value[number]
        if _shows(union, group, token):
            union.kept[group] -= mass * union.tokens.value[number]


@njit(cache=True, nogil=True)
def summarize(union, target, group, skip, dims):
    """Writes into `target` what the pieces of a group publish together, without the piece `skip`."""
    clear(union, target)
    for piece in range(union.used[PIECES]):
        if union.group[piece] == group and piece != skip:
            widen(union, target, union.row[piece], union.mass[piece], dims)


@njit(cache=True, nogil=True)
def group_loss(union, group):
    """The loss of a group over all columns, times its records."""
    return union.size[group] * union.loss[group] + union.full[group] - union.kept[group]


@njit(cache=True, nogil=True)
def total_loss(union):
    """The loss of all groups, each times its records."""
    total = 0.0
    for group in range(union.used[GROUPS]):
        total += group_loss(union, group)
    return total


@njit(cache=True, nogil=True)
def wider_by(union, group, row, bound, dims):
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
def _set_loss_with(union, group, row, mass):
    """By how much the loss of a group's sets grows when some records of a row join it."""
    kept = 0.0
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        token = union.tokens.token[number]
        if _shows(union, group, token):
            kept += union.worth[group, token] + mass * union.tokens.value[number]
    return mass * union.tokens.full[row] - kept + union.kept[group]


@njit(cache=True, nogil=True)
def set_loss_of(union, group, row, mass):
    """What some records of a group's row lose of their sets."""
    lost = mass * union.tokens.full[row]
    for number in range(union.tokens.offsets[row], union.tokens.offsets[row + 1]):
        if _shows(union, group, union.tokens.token[number]):
            lost -= mass * union.tokens.value[number]
    return lost


@njit(cache=True, nogil=True)
def join_cost(union, group, row, mass, dims):
    """By how much a record of a group loses more with some records of a row, what these lose of their sets included."""
    more = wider_by(union, group, row, FAR, dims)
    if union.has.shape[1] > 0:
        more += _set_loss_with(union, group, row, mass) / (union.size[group] + mass)
    return more


@njit(cache=True, nogil=True)
def best_host(union, group, row, mass, bound, dims):
    """The group that some records of a row cost least to join, cheaper than `bound`: (group or −1, cost)."""
    host = -1
    for other in range(union.used[GROUPS]):
        base = mass * union.loss[other]
        if other == group or union.size[other] == 0 or base >= bound:
            continue
        joined = union.size[other] + mass
        cost = base + joined * wider_by(union, other, row, (bound - base) / joined, dims)
        if cost < bound and union.has.shape[1] > 0:
            cost += _set_loss_with(union, other, row, mass)
        if cost < bound:
            host, bound = other, cost
    return host, bound


@njit(cache=True, nogil=True)
def keeps_with(union, group, skip, extra, mass, predicates):
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

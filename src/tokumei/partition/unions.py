"""A union of a few groups: its pieces, what its groups publish, and what they lose.

The rows of a union are *pieces*: a row with as many of its records as are in the union. A piece may be divided between
groups, since k is about what is published: where a row has k records to spare, the rest can be lent to rows that are
alone.

What a dimension publishes and loses is written once (`_refresh`). The values that occur in the union get *codes*,
dimension after dimension and ascending in each; a group counts its pieces by code, and knows of every code what a
record would lose more if it came, and less if it went. Whoever looks for a place for a row only sums.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import NONE, ZERO, part, step
from tokumei.core.predicates import all_hold
from tokumei.partition.dimensions import ORDERED, TREE, VALUES, Dimensions
from tokumei.partition.guard import counts_people, people_keep
from tokumei.partition.losses import span_loss

__all__ = [
    "COMES",
    "FAR",
    "GOES",
    "GROUP",
    "GROUPS",
    "KEPT",
    "LOSS",
    "MASS",
    "PARTS",
    "PIECES",
    "ROW",
    "ROWS",
    "SIZE",
    "SMALLEST_GAIN",
    "STAYS",
    "WORK",
    "Union",
    "best_host",
    "clear",
    "dimension_cost",
    "fill",
    "group_loss",
    "keeps_with",
    "new_group",
    "new_piece",
    "set_cost",
    "shift",
    "workspace",
]

SMALLEST_GAIN = 1e-9
FAR = 1e300
COMES: Any = np.int64(1)
STAYS: Any = np.int64(0)
GOES: Any = np.int64(-1)
"""What `shift` does to a piece."""

PIECES, GROUPS, ROWS, WORK = 0, 1, 2, 3
"""Places of `used`."""
ROW, MASS, GROUP = 0, 1, 2
"""Columns of `piece`."""
SIZE, PARTS = 0, 1
"""Columns of `size`: records and pieces."""
LOSS, FULL, KEPT = 0, 1, 2
"""Columns of `total`: what a record loses over all dimensions; what the sets of all records lose where nothing is kept;
what is kept of that."""


class Union(NamedTuple):
    """Pieces, and the groups that they are in. The arrays have room for the largest of several unions."""

    used: npt.NDArray[np.int64]
    """How many pieces, groups and rows there are, and the work that was done on them, of about five
    nanoseconds each."""
    row: npt.NDArray[np.int64]
    """Row of the union → row of the problem."""
    weight: npt.NDArray[np.int64]
    """Row → its records in the union."""
    code: npt.NDArray[np.int32]
    """Row × dimension → code."""
    kind: npt.NDArray[np.int64]
    """Dimension → ORDERED, TREE or VALUES."""
    whole: npt.NDArray[np.float64]
    """Dimension → what is lost where everything is."""
    first: npt.NDArray[np.int64]
    """Dimension → its first code; then that of the tokens, and how many codes there are."""
    shape: npt.NDArray[np.float64]
    """Code → ORDERED: where it lies on the range, null beyond it; TREE: the loss of the node over it and the next code;
    VALUES: the loss of one value."""
    piece: npt.NDArray[np.int64]
    """Piece × (row, records, group)."""
    counts: npt.NDArray[np.int32]
    """Group × code → its pieces that have it."""
    more: npt.NDArray[np.float64]
    """Group × code → what a record loses more when it comes; of a token what it keeps where all pieces have it."""
    less: npt.NDArray[np.float64]
    """Group × code → what a record loses less when it goes."""
    by_dim: npt.NDArray[np.float64]
    """Group × dimension → what a record loses."""
    total: npt.NDArray[np.float64]
    size: npt.NDArray[np.int64]


def workspace(dims: Dimensions, rows: int, groups: int, codes: int) -> Union:
    """Room for a union of so many rows and codes, and for so many groups beside the one that `gathering` tries out."""
    width = len(dims.kind)
    return Union(
        used=np.zeros(4, dtype=np.int64),
        row=np.empty(rows, dtype=np.int64),
        weight=np.empty(rows, dtype=np.int64),
        code=np.empty((rows, width), dtype=np.int32),
        kind=dims.kind,
        whole=dims.whole,
        first=np.zeros(width + 2, dtype=np.int64),
        shape=np.empty(codes),
        piece=np.empty((4 * rows + 4, 3), dtype=np.int64),
        counts=np.empty((groups + 1, codes), dtype=np.int32),
        more=np.empty((groups + 1, codes)),
        less=np.empty((groups + 1, codes)),
        by_dim=np.empty((groups + 1, width)),
        total=np.empty((groups + 1, 3)),
        size=np.empty((groups + 1, 2), dtype=np.int64),
    )


@part
def fill(union, cells, dims, tokens, now, members, row_slot, rank_slot):
    """Makes the union of some groups, its rows in no group yet. The slots are −1 and left so, but those of the tokens,
    which say what code a token has."""
    rows = 0
    for group in members:
        for place in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
            source = now.order[place]
            if row_slot[source] < 0:
                row_slot[source] = rows
                union.row[rows] = source
                union.weight[rows] = 0
                rows += 1
            union.weight[row_slot[source]] += now.mass[place]
    for row in range(rows):
        row_slot[union.row[row]] = -1
    union.used[PIECES] = 0
    union.used[GROUPS] = 0
    union.used[ROWS] = rows
    union.used[WORK] = 0
    used = 0
    width = union.kind.shape[0]
    rank_of = np.empty(union.shape.shape[0], np.int64)
    for dim in range(width):
        base, low = dims.start[dim], used
        union.first[dim] = low
        for row in range(rows):
            rank = np.int64(cells[union.row[row], dim])
            if rank_slot[base + rank] < 0:
                rank_slot[base + rank] = 0
                place = used
                while place > low and rank_of[place - 1] > rank:
                    rank_of[place] = rank_of[place - 1]
                    place -= 1
                rank_of[place] = rank
                used += 1
        for code in range(low, used):
            rank = rank_of[code]
            rank_slot[base + rank] = code
            if union.kind[dim] == ORDERED:
                union.shape[code] = 2.0 * dims.whole[dim] if rank == dims.null[dim] else dims.place[base + rank]
            elif union.kind[dim] == VALUES:
                union.shape[code] = 1.0 / dims.domain[dim]
            elif code > low:
                union.shape[code - 1] = span_loss(dims, dim, rank_of[code - 1], rank)
        for row in range(rows):
            union.code[row, dim] = rank_slot[base + cells[union.row[row], dim]]
        for code in range(low, used):
            rank_slot[base + rank_of[code]] = -1
    union.first[width] = used
    if tokens is not None:
        for row in range(rows):
            for spot in range(tokens.offsets[union.row[row]], tokens.offsets[union.row[row] + 1]):
                if tokens.slot[tokens.token[spot]] < 0:
                    tokens.slot[tokens.token[spot]] = used
                    used += 1
    union.first[width + 1] = used


@step
def new_group(union):
    group = union.used[GROUPS]
    union.used[GROUPS] += 1
    clear(union, group)
    return group


@part
def clear(union, group):
    for code in range(union.first[union.first.shape[0] - 1]):
        union.counts[group, code] = 0
        union.more[group, code] = 0.0
        union.less[group, code] = 0.0
    for dim in range(union.kind.shape[0]):
        union.by_dim[group, dim] = 0.0
    for number in range(3):
        union.total[group, number] = 0.0
    union.size[group, SIZE] = 0
    union.size[group, PARTS] = 0


@step
def new_piece(union, row, mass, group):
    piece = union.used[PIECES]
    union.piece[piece, ROW] = row
    union.piece[piece, MASS] = mass
    union.piece[piece, GROUP] = group
    union.used[PIECES] += 1


@step
def _span(kind, whole, shape, low, high):
    """The loss of a group of an ORDERED or TREE dimension whose codes go from low to high."""
    if kind == ORDERED:
        return min(whole, shape[high] - shape[low])
    loss = 0.0
    for code in range(low, high):
        loss = max(loss, shape[code])
    return loss


@part
def _refresh(kind, whole, shape, count, more, less, begin, stop):
    """What a record loses in a dimension with the codes from `begin` to `stop`; writes `more` and `less`."""
    low, high, present = NONE, NONE, 0
    for code in range(begin, stop):
        more[code], less[code] = 0.0, 0.0
        if count[code] > 0:
            present += 1
            low = code if low < 0 else low
            high = code
    if present == 0:
        return 0.0
    if kind == VALUES:
        one = shape[begin]
        for code in range(begin, stop):
            if count[code] == 0:
                more[code] = 2.0 * one if present == 1 else one
            elif present > 1:
                less[code] = 2.0 * one if present == 2 else one
        return present * one if present > 1 else 0.0
    own = _span(kind, whole, shape, low, high)
    loss = own
    for code in range(low - 1, begin - 1, -1):
        loss = max(loss, shape[code]) if kind == TREE else min(whole, shape[high] - shape[code])
        more[code] = loss - own
    loss = own
    for code in range(high + 1, stop):
        loss = max(loss, shape[code - 1]) if kind == TREE else min(whole, shape[code] - shape[low])
        more[code] = loss - own
    if high > low:
        next_low, next_high = low + 1, high - 1
        while count[next_low] == 0:
            next_low += 1
        while count[next_high] == 0:
            next_high -= 1
        less[low] = own - _span(kind, whole, shape, next_low, high)
        less[high] = own - _span(kind, whole, shape, low, next_high)
    return own


@part
def shift(union, tokens, group, row, mass, parts):
    """Adds records of a row to a group, as so many pieces more: 1, −1, or 0 where a piece that is there grows or
    shrinks. Returns whether that changes what others cost."""
    union.size[group, SIZE] += mass
    union.size[group, PARTS] += parts
    changed = False
    width = union.kind.shape[0]
    if parts != 0:
        for dim in range(width):
            code = union.code[row, dim]
            union.counts[group, code] += parts
            now = union.counts[group, code]
            if now == 0 or (now == 1 and parts > 0):
                begin, stop = union.first[dim], union.first[dim + 1]
                kind, whole = union.kind[dim], union.whole[dim]
                tables = (union.counts[group], union.more[group], union.less[group])
                own = _refresh(kind, whole, union.shape, *tables, begin, stop)
                union.used[WORK] += (stop - begin) // 2 if kind == ORDERED else 2 * (stop - begin)
                union.total[group, LOSS] += own - union.by_dim[group, dim]
                union.by_dim[group, dim] = own
                changed = True
    if tokens is not None and union.first[width + 1] > union.first[width]:
        changed = True
        source = union.row[row]
        kept = 0.0
        for spot in range(tokens.offsets[source], tokens.offsets[source + 1]):
            code = tokens.slot[tokens.token[spot]]
            union.more[group, code] += mass * tokens.value[spot]
            union.counts[group, code] += parts
            if union.counts[group, code] == union.size[group, PARTS]:
                kept += union.more[group, code]
        if parts < 0 and union.size[group, PARTS] > 0:
            kept = 0.0
            for code in range(union.first[width], union.first[width + 1]):
                if union.counts[group, code] == union.size[group, PARTS]:
                    kept += union.more[group, code]
        union.total[group, KEPT] = kept
        union.total[group, FULL] += mass * tokens.full[source]
    return changed


@step
def group_loss(union, group):
    """The loss of a group over all columns, times its records."""
    return union.size[group, SIZE] * union.total[group, LOSS] + union.total[group, FULL] - union.total[group, KEPT]


@step
def dimension_cost(union, group, row):
    """By how much a record of a group loses more in its dimensions with a row."""
    more = 0.0
    for dim in range(union.kind.shape[0]):
        more += union.more[group, union.code[row, dim]]
    return more


@step
def set_cost(union, tokens, group, row, mass):
    """By how much the loss of a group's sets grows when some records of a row join it."""
    source = union.row[row]
    kept = 0.0
    for spot in range(tokens.offsets[source], tokens.offsets[source + 1]):
        code = tokens.slot[tokens.token[spot]]
        if union.counts[group, code] == union.size[group, PARTS]:
            kept += union.more[group, code] + mass * tokens.value[spot]
    return mass * tokens.full[source] - kept + union.total[group, KEPT]


@part
def best_host(union, tokens, group, row, mass, bound):
    """The group that some records of a row cost least to join, cheaper than `bound`: (group or −1, cost)."""
    host = NONE
    for other in range(union.used[GROUPS]):
        size = union.size[other, SIZE]
        cost = mass * union.total[other, LOSS]
        if other == group or size == 0 or cost >= bound:
            continue
        cost += (size + mass) * dimension_cost(union, other, row)
        if tokens is not None and cost < bound:
            cost += set_cost(union, tokens, other, row, mass)
        if cost < bound:
            host, bound = other, cost
    return host, bound


@part
def keeps_with(union, guard, group, skip, extra, mass):
    """Whether the guard allows a group without the piece `skip` and with some records of the row `extra`.

    Its k records are not looked at: whoever asks has counted them. Where k people are all that is asked, a row that
    comes takes nobody away, and one that stays in part neither.
    """
    return _more_with(union, guard.k, guard.more, group, skip, extra, mass)


@part
def _more_with(union, k, more, group, skip, extra, mass):
    if more is None:
        return True
    if counts_people(more):
        return _people_with(union, k, more, group, skip, extra)
    counts = np.zeros(more.predicates.starts[-1], np.int64)
    total = ZERO
    for piece in range(union.used[PIECES] + 1):
        if piece < union.used[PIECES]:
            row, records = union.piece[piece, ROW], union.piece[piece, MASS]
            if union.piece[piece, GROUP] != group or piece == skip:
                continue
        else:
            row, records = extra, mass
            if extra < 0:
                continue
        total += records
        source = union.row[row]
        for place in range(more.offsets[source], more.offsets[source + 1]):
            counts[more.places[place]] += records
    return total > 0 and all_hold(counts, total, more.predicates)


@part
def _people_with(union, k, more, group, skip, extra):
    """As `keeps_with`, where people are counted."""
    if extra >= 0 and more.predicates.kind.shape[0] == 0 and more.people.having.kind.shape[0] == 0:
        return True
    rows = np.empty(union.size[group, PARTS] + 1, np.int32)
    count = 0
    for piece in range(union.used[PIECES]):
        if union.piece[piece, GROUP] == group and piece != skip:
            rows[count] = union.row[union.piece[piece, ROW]]
            count += 1
    if extra >= 0:
        rows[count] = union.row[extra]
        count += 1
    return people_keep(rows[:count], k, more)

"""Rows divided between groups: k is about what is published, so equal records may be published in two ways.

A *piece* is a row with some of its records. A row of many records that is in a group with others can be a group by
itself, which loses nothing, and leave the others as many records as they need.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.kernels import kernel, part
from tokumei.core.people import people_up_to
from tokumei.core.predicates import all_hold
from tokumei.core.rows import distinct_rows, gather, side_by_side
from tokumei.partition.guard import counts_people, people_keep
from tokumei.partition.problem import Groups, Problem

__all__ = ["Pieces", "as_rows", "set_apart", "whole"]

MORE = 4
"""So many records more than k asks for may stay with the others, where the predicates ask for them."""


class Pieces(NamedTuple):
    """Groups of pieces: group g holds `order[ends[g − 1]:ends[g]]`, each a row with `mass` of its records."""

    order: npt.NDArray[np.int32]
    mass: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


def whole(problem: Problem, groups: Groups) -> Pieces:
    """Groups in which every row is one piece."""
    return Pieces(groups.order, problem.weight[groups.order], groups.ends)


def set_apart(problem: Problem, pieces: Pieces) -> Pieces:
    """Equal records that can be a group by themselves leave the groups that they are in, as many as can be spared.

    Where the guard asks for more than k records, equal records are several rows, told apart by what it reads: those
    that stay have the mixture of all, and both parts are judged.

    *Promise*: every group keeps what the guard asks; the loss does not grow.
    *Cost*: O(rows), times the histogram's places for the records that could leave.
    """
    if not problem.judged:
        if int(problem.weight.max(initial=0)) <= problem.k:
            return pieces
        return Pieces(*_set_apart(*pieces, problem.k))
    equal = distinct_rows(problem.cells, problem.sets.offsets, problem.sets.items)[0]
    if int(np.bincount(equal, weights=problem.weight).max(initial=0)) <= problem.k:
        return pieces
    return Pieces(*_set_apart_judged(*pieces, equal, problem.guard))


def as_rows(problem: Problem, pieces: Pieces) -> tuple[Problem, Groups]:
    """The problem with a row for every piece, and its groups; rows that are in no group stay so.

    Which of a row's records go where does not depend on their order in the source, and tells nothing of what else they
    hold: they are put in the order of all other columns, and the pieces are dealt out to them by chance.
    """
    order, mass, ends = pieces
    if (mass == problem.weight[order]).all():
        return problem, Groups(order, ends)
    grouped = np.zeros(problem.rows, dtype=bool)
    grouped[order] = True
    absent = np.flatnonzero(~grouped).astype(np.int32)
    order, mass = np.concatenate([order, absent]), np.concatenate([mass, problem.weight[absent]])
    by_row = np.argsort(order, kind="stable")
    parts = np.bincount(order, minlength=problem.rows)
    first = np.cumsum(parts) - parts
    number = np.arange(len(order), dtype=np.int32)
    row = number[by_row[first]][problem.row]
    several = parts > 1
    divided = replace(problem, cells=problem.cells[order], weight=mass, row=row)
    dealt = by_row[several[order[by_row]]]
    records = np.flatnonzero(several[problem.row])
    records = records[np.lexsort((_content(problem, records), problem.row[records]))]
    if problem.mass is None:
        slots = np.repeat(dealt, mass[dealt])
        chance = np.random.RandomState(0).random_sample(len(slots))
        row[records] = slots[np.lexsort((chance, order[slots]))]
    else:
        divided = _dealt(divided, records, problem.row[records], dealt, order)
    if len(problem.person):
        divided = replace(divided, person=problem.person[order])
    if len(problem.predicates.kind):
        offsets, places = gather(problem.offsets, problem.places, order)
        divided = replace(divided, offsets=offsets, places=places)
    if problem.set_dimensions:
        offsets, items = gather(problem.sets.offsets, problem.sets.items, order)
        sets = problem.sets._replace(offsets=offsets, items=items, share=problem.sets.share[order])
        divided = replace(divided, sets=sets)
    return divided, Groups(number[: len(pieces.order)], ends)


def _dealt(
    problem: Problem,
    records: npt.NDArray[np.int64],
    owner: npt.NDArray[np.int32],
    dealt: npt.NDArray[np.int64],
    order: npt.NDArray[np.int32],
) -> Problem:
    """The problem with the records that stand for many divided between the pieces that are dealt out to their rows.

    `records` are those of divided rows, which `owner` says, and `dealt` their pieces, both by row.
    """
    assert problem.mass is not None
    random = np.random.RandomState(0)
    parts: list[tuple[int, int, int]] = []
    low, start = 0, 0
    while low < len(records):
        high, stop = low, start
        while high < len(records) and owner[high] == owner[low]:
            high += 1
        while stop < len(dealt) and order[dealt[stop]] == owner[low]:
            stop += 1
        left = problem.mass[records[low:high]].copy()
        for piece in dealt[start:stop].tolist():
            for place, count in enumerate(_drawn(left, int(problem.weight[piece]), random)):
                if count:
                    parts.append((int(records[low + place]), piece, count))
        low, start = high, stop
    whole = np.ones(len(problem.mass), dtype=bool)
    whole[records] = False
    rest = np.flatnonzero(whole)
    divided = np.array(parts, dtype=np.int64).reshape(-1, 3)
    return replace(
        problem,
        row=np.concatenate([problem.row[rest], divided[:, 1].astype(np.int32)]),
        mass=np.concatenate([problem.mass[rest], divided[:, 2]]),
        part_of=np.concatenate([rest, divided[:, 0]]),
    )


def _drawn(left: npt.NDArray[np.int64], draws: int, random: np.random.RandomState) -> list[int]:
    """How many of each kind are drawn from those that are left, by chance and without putting back; `left` loses
    them."""
    counts: list[int] = []
    rest = int(left.sum())
    for place, there in enumerate(left.tolist()):
        rest -= there
        count = draws if rest == 0 else int(random.hypergeometric(there, rest, draws)) if there and draws else 0
        left[place] -= count
        draws -= count
        counts.append(count)
    return counts


def _content(problem: Problem, records: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """Record → a number by the contents of the columns that are no dimensions, and of what else is published."""
    cells = [column.codes[records] for column in problem.beside if not isinstance(column, (SetColumn, TextColumn))]
    if problem.content is not None:
        cells.append(problem.content(records).astype(np.int32))
    lists = [
        gather(column.offsets, column.items if isinstance(column, SetColumn) else column.points.view(np.int32), records)
        for column in problem.beside
        if isinstance(column, (SetColumn, TextColumn))
    ]
    codes = np.column_stack(cells) if cells else np.zeros((len(records), 0), dtype=np.int32)
    if not lists:
        return distinct_rows(codes)[0]
    spans = np.cumsum([0, *(int(values.max(initial=0)) + 1 for _, values in lists)])[:-1]
    # Lists of different columns are told apart by their lengths.
    lengths = np.column_stack([np.diff(offsets) for offsets, _ in lists]).astype(np.int32)
    return distinct_rows(np.hstack([codes, lengths]), *side_by_side(lists, spans.tolist()))[0]


@kernel
def _set_apart(order, mass, ends, k):
    """The groups with the rows set apart, each after the group that it leaves: (order, mass, ends)."""
    count = order.shape[0]
    rows, masses = np.empty(2 * count, np.int32), np.empty(2 * count, np.int64)
    stops = np.empty(count + ends.shape[0], np.int64)
    apart = np.zeros(count, np.int64)  # piece → its records that leave the group
    used, groups, low = 0, 0, 0
    for high in ends:
        size, left = mass[low:high].sum(), high - low
        for place in range(low, high):
            spare = mass[place] - max(0, k - (size - mass[place]))
            if left > 1 and spare >= k:
                apart[place] = spare
                size -= spare
                left -= spare == mass[place]
            if apart[place] < mass[place]:
                rows[used], masses[used] = order[place], mass[place] - apart[place]
                used += 1
        stops[groups] = used
        groups += 1
        for place in range(low, high):
            if apart[place] > 0:
                rows[used], masses[used] = order[place], apart[place]
                used += 1
                stops[groups] = used
                groups += 1
        low = high
    return rows[:used].copy(), masses[:used].copy(), stops[:groups].copy()


@kernel
def _set_apart_judged(order, mass, ends, equal, guard):
    """As `_set_apart`, for families of rows that are equal but for what the guard reads."""
    k, more = guard.k, guard.more
    offsets, places, predicates, by_people = more.offsets, more.places, more.predicates, counts_people(more)
    count = order.shape[0]
    rows, masses = np.empty(2 * count, np.int32), np.empty(2 * count, np.int64)
    stops = np.empty(count + ends.shape[0], np.int64)
    left, away = mass.copy(), np.zeros(count, np.int64)  # piece → its records that stay, and that leave
    inside, outside = np.zeros(predicates.starts[-1], np.int64), np.zeros(predicates.starts[-1], np.int64)
    used, groups, low = 0, 0, 0
    for high in ends:
        by = low + np.argsort(equal[order[low:high]], kind="mergesort")
        size = mass[low:high].sum()
        if not by_people:
            inside[:] = 0
            _count(inside, order, mass, np.arange(low, high), offsets, places)
        first, leaving = 0, 0
        family_of = np.zeros(high - low, np.int64)
        while first < by.shape[0]:
            last = first
            while last < by.shape[0] and equal[order[by[last]]] == equal[order[by[first]]]:
                last += 1
            family = by[first:last]
            first = last
            total = mass[family].sum()
            need = max(0, k - (size - total))
            if by_people and total >= k:
                need = max(need, k - _people_beside(order, left, np.arange(low, high), equal, family[0], guard))
            for stay in range(need, min(need + MORE, total - k) + 1):
                if size == total or size - total + stay < k:
                    break
                _share_out(mass, family, total, stay, left, away)
                if by_people:
                    goes = _people_part(order, away, family, guard) and _people_part(
                        order, left, np.arange(low, high), guard
                    )
                else:
                    outside[:] = 0
                    _count(outside, order, away, family, offsets, places)
                    inside -= outside
                    goes = all_hold(outside, total - stay, predicates) and all_hold(
                        inside, size - total + stay, predicates
                    )
                if goes:
                    size -= total - stay
                    leaving += 1
                    for piece in family:
                        family_of[piece - low] = leaving
                    break
                if not by_people:
                    inside += outside
                for piece in family:
                    left[piece], away[piece] = mass[piece], 0
        for part_number in range(leaving + 1):
            for piece in range(low, high):
                leaves = family_of[piece - low] == part_number
                part = left[piece] if part_number == 0 else away[piece] if leaves else 0
                if part > 0:
                    rows[used], masses[used] = order[piece], part
                    used += 1
            stops[groups] = used
            groups += 1
        low = high
    return rows[:used].copy(), masses[:used].copy(), stops[:groups].copy()


@part
def _count(counts, order, mass, pieces, offsets, places):
    """Adds the histogram of some pieces."""
    for piece in pieces:
        for place in range(offsets[order[piece]], offsets[order[piece] + 1]):
            counts[places[place]] += mass[piece]


@part
def _people_beside(order, mass, pieces, equal, one, guard):
    """How many people, up to k, the pieces are of that have records left and are not of the family of one."""
    rows = np.empty(pieces.shape[0], np.int32)
    count = 0
    for piece in pieces:
        if mass[piece] > 0 and equal[order[piece]] != equal[order[one]]:
            rows[count] = order[piece]
            count += 1
    return people_up_to(rows[:count], guard.more.people.person, guard.k)


@part
def _people_part(order, mass, pieces, guard):
    """Whether the guard allows the pieces that have some records left, where it counts people."""
    rows = np.empty(pieces.shape[0], np.int32)
    count = 0
    for piece in pieces:
        if mass[piece] > 0:
            rows[count] = order[piece]
            count += 1
    return people_keep(rows[:count], guard.k, guard.more)


@part
def _share_out(mass, family, total, stay, left, away):
    """Lets so many records of a family stay, in proportion; what rounding leaves over goes to the largest remainders,
    the first of equal ones."""
    remainder = np.empty(family.shape[0], np.int64)
    given = 0
    for number in range(family.shape[0]):
        piece = family[number]
        left[piece] = mass[piece] * stay // total
        remainder[number] = mass[piece] * stay % total
        given += left[piece]
    while given < stay:
        number = int(np.argmax(remainder))
        left[family[number]] += 1
        remainder[number] = -1
        given += 1
    for piece in family:
        away[piece] = mass[piece] - left[piece]

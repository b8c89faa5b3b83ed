"""Lowering the loss of a partition by large neighbourhoods: the one search.

A group and a few near it are united, the union is partitioned anew (`regrouping`), and the result is kept where it
loses less. A round takes disjoint unions, so that the threads share nothing and the result does not depend on their
number; groups that lose much choose their neighbours first. In the first rounds a little more loss is accepted too,
which leads out of dead ends; the best partition of all rounds is what counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.neighbours import disjoint_unions, outline, word_starts
from tokumei.partition.pieces import Pieces
from tokumei.partition.problem import Problem
from tokumei.partition.regrouping import CHEAPEST, FURTHEST, GROWN, regroup
from tokumei.partition.tokens import Tokens, tokens_of
from tokumei.partition.unions import GROUPS, PIECES, SMALLEST_GAIN, union_of

__all__ = ["improve"]

CHUNK = 64
"""Unions that a thread takes at a time."""
WARMTH = 0.025
"""So much more than before, as a share, a union may lose at the beginning; nothing in the last fifth."""
OVERHEAD = 20
"""What a union costs beside its rows, in rows."""
LARGE = 300
"""A union of so many rows costs twice as much a row as a small one."""
NOISE = 0.4
"""How much chance there is at most in the choices of a union."""


def improve(
    problem: Problem, pieces: Pieces, *, steps: int, seed: int = 0, advance: Callable[[int], None] | None = None
) -> Pieces:
    """Groups with at most the loss of the given ones, and the same promises, after so many steps of work.

    *Promise*: every group has at least k records and keeps the predicates.
    *Cost*: a step is a row and dimension of a union, about a microsecond; memory O(rows × dimensions).
    """
    if steps <= 0 or not len(pieces.ends):
        return pieces
    now, best, least = pieces, pieces, np.inf
    random = np.random.RandomState(seed)
    words, tokens = word_starts(problem.dims), tokens_of(problem)
    left = steps
    while True:
        outlines = outline(problem.cells, *now, problem.dims, words, tokens)
        lost = outlines.loss * outlines.size
        if lost.sum() < least - SMALLEST_GAIN:
            best, least = now, float(lost.sum())
        if left <= 0:
            break
        members, starts = disjoint_unions(problem, outlines, np.diff(now.ends, prepend=0), random)
        if not len(members):
            break
        warmth = WARMTH * max(0.0, left / steps - 0.2)
        now, spent = _round(problem, tokens, now, lost, members, starts, warmth, np.uint64(random.randint(0, 1 << 31)))
        left -= spent
        if advance is not None:
            advance(spent)
    return best


def _round(
    problem: Problem,
    tokens: Tokens,
    now: Pieces,
    lost: npt.NDArray[np.float64],
    members: npt.NDArray[np.int32],
    starts: npt.NDArray[np.int64],
    warmth: float,
    seed: np.uint64,
) -> tuple[Pieces, int]:
    """The partition after all unions were tried, and the steps that it took; groups in no union come last."""
    size = int(problem.dims.start[-1])

    def one(low: int) -> tuple[Pieces, int]:
        slots = np.full(len(tokens.number), -1, dtype=np.int32)
        marks = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32), slots
        *pieces, steps = _regroup_unions(
            problem.cells,
            tokens,
            now,
            members,
            starts[low : low + CHUNK + 1],
            lost,
            problem.dims,
            problem.k,
            problem.offsets,
            problem.places,
            problem.predicates,
            warmth,
            seed + np.uint64(low),
            *marks,
        )
        return Pieces(*pieces), int(steps)

    results = parallel(one, range(0, len(starts) - 1, CHUNK))
    apart = np.ones(len(now.ends), dtype=np.bool_)
    apart[members] = False
    parts = [part for part, _ in results] + [Pieces(*_picked(now, np.flatnonzero(apart)))]
    before = np.cumsum([0, *(len(part.order) for part in parts)])
    ends = [part.ends + low for part, low in zip(parts, before[:-1], strict=True)]
    joined = Pieces(
        np.concatenate([part.order for part in parts]),
        np.concatenate([part.mass for part in parts]),
        np.concatenate(ends),
    )
    return joined, sum(steps for _, steps in results)


@njit(cache=True, nogil=True)
def _picked(now, groups):
    """The pieces of some groups, one after another: (order, mass, ends)."""
    total = 0
    for group in groups:
        total += now.ends[group] - (now.ends[group - 1] if group > 0 else 0)
    order, mass, ends = np.empty(total, np.int32), np.empty(total, np.int64), np.empty(groups.shape[0], np.int64)
    used = 0
    for number in range(groups.shape[0]):
        group = groups[number]
        for place in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
            order[used], mass[used] = now.order[place], now.mass[place]
            used += 1
        ends[number] = used
    return order, mass, ends


@njit(cache=True, nogil=True)
def _joined(order, mass):
    """The distinct rows of some pieces, ascending, and how many records each has in all."""
    by = np.argsort(order, kind="mergesort")
    rows, weight = np.empty(by.shape[0], np.int32), np.zeros(by.shape[0], np.int64)
    count = 0
    for place in by:
        if count == 0 or rows[count - 1] != order[place]:
            rows[count] = order[place]
            count += 1
        weight[count - 1] += mass[place]
    return rows[:count], weight[:count]


@njit(cache=True, nogil=True)
def _taken(cells, offsets, places, rows, judged):
    """Cells and histogram places of some rows."""
    local = np.empty((rows.shape[0], cells.shape[1]), np.int32)
    starts = np.zeros(rows.shape[0] + 1, np.int64)
    for number in range(rows.shape[0]):
        local[number] = cells[rows[number]]
        if judged:
            starts[number + 1] = starts[number] + offsets[rows[number] + 1] - offsets[rows[number]]
    listed = np.empty(starts[-1], np.int32)
    if judged:
        for number in range(rows.shape[0]):
            listed[starts[number] : starts[number + 1]] = places[offsets[rows[number]] : offsets[rows[number] + 1]]
    return local, starts, listed


@njit(cache=True, nogil=True)
def _taken_tokens(tokens, rows, slot):
    """Tokens of some rows, numbered from 0 in the order in which they are met; `slot` is −1, and left so."""
    starts = np.zeros(rows.shape[0] + 1, np.int64)
    for number in range(rows.shape[0]):
        starts[number + 1] = starts[number] + tokens.offsets[rows[number] + 1] - tokens.offsets[rows[number]]
    listed, value = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.float64)
    used, distinct = 0, 0
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            token = tokens.token[place]
            if slot[token] < 0:
                slot[token] = distinct
                distinct += 1
            listed[used], value[used] = slot[token], tokens.value[place]
            used += 1
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            slot[tokens.token[place]] = -1
    return Tokens(starts, listed, value, tokens.full[rows], tokens.number[:distinct])


@njit(cache=True, nogil=True)
def _regroup_unions(
    cells, tokens, now, members, starts, lost, dims, k, offsets, places, predicates, warmth, seed, tally, place, slot
):
    """Some unions partitioned anew, each as it was where that is not better: (order, mass, ends, steps).

    A union is not divided into more than twice its pieces.
    """
    room = 0
    for group in members[starts[0] : starts[-1]]:
        room += 2 * (now.ends[group] - (now.ends[group - 1] if group > 0 else 0))
    order, mass, ends = np.empty(room, np.int32), np.empty(room, np.int64), np.empty(room, np.int64)
    used, groups, steps = 0, 0, 0
    random = np.zeros(1, np.uint64)
    for number in range(starts.shape[0] - 1):
        random[0] = (seed + np.uint64(number)) * np.uint64(0xD1342543DE82EF95)
        own = members[starts[number] : starts[number + 1]]
        before = lost[own].sum()
        old_order, old_mass, old_ends = _picked(now, own)
        rows, weight = _joined(old_order, old_mass)
        local, local_offsets, local_places = _taken(cells, offsets, places, rows, predicates.kind.shape[0] > 0)
        local_tokens = _taken_tokens(tokens, rows, slot)
        union = union_of(local, weight, dims, local_offsets, local_places, local_tokens, tally, place)
        chance = draw(random)
        way = FURTHEST if chance < 0.2 else GROWN if chance < 0.4 and tokens.number.shape[0] == 0 else CHEAPEST
        noise = NOISE * draw(random) ** 2
        after = regroup(union, way, k, dims, predicates, noise, random, tally, place)
        width = local.shape[1] + local_tokens.token.shape[0] // rows.shape[0]
        steps += (1 + width) * (OVERHEAD + rows.shape[0] + rows.shape[0] ** 2 // LARGE)
        pieces = union.used[PIECES]
        bound = before * (1.0 + warmth * draw(random)) - SMALLEST_GAIN
        if after < bound and pieces <= 2 * old_order.shape[0]:
            for group in range(union.used[GROUPS]):
                begin = used
                for piece in range(pieces):
                    if union.group[piece] == group:
                        order[used], mass[used] = rows[union.row[piece]], union.mass[piece]
                        used += 1
                if used > begin:
                    ends[groups] = used
                    groups += 1
        else:
            stop = used + old_order.shape[0]
            order[used:stop], mass[used:stop] = old_order, old_mass
            for end in old_ends:
                ends[groups] = used + end
                groups += 1
            used = stop
    return order[:used].copy(), mass[:used].copy(), ends[:groups].copy(), steps

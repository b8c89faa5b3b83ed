"""Lowering the loss of a partition by large neighbourhoods: the one search.

A group and a few near it are united, the union is partitioned anew (`gathering`, then `moving`), and those parts of the
result are kept that lose less (`parts`). A round takes disjoint unions, so that the threads share nothing and the
result does not depend on their number; groups that lose much choose their neighbours first. In the first rounds of a
long search a little more loss is accepted too, which leads out of dead ends; the best partition of all rounds is what
counts.

Where no items may be lost, sets count more than they do in the loss as long as there are too few, and less again when
there are enough: the best of all rounds that keep as many is what counts. Nothing worse is accepted then, since what a
change of that count brings is more than what comes back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.core.elsewhere import wait_for_kernels
from tokumei.core.kernels import ZERO, kernel, part
from tokumei.core.rows import gather
from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.dimensions.tokens import Tokens, token_count, tokens_of
from tokumei.partition.gathering import gather_groups
from tokumei.partition.moving import move
from tokumei.partition.near_rows import near_rows
from tokumei.partition.neighbours import Home, Outlines, outline, unite, word_starts
from tokumei.partition.parts import best_of_both, better_parts
from tokumei.partition.pieces import Pieces
from tokumei.partition.problem import Problem
from tokumei.partition.unions import (
    GROUP,
    GROUPS,
    MASS,
    PIECES,
    ROW,
    ROWS,
    SMALLEST_GAIN,
    WORK,
    fill,
    group_loss,
    workspace,
)

__all__ = ["improve"]

LOOKS = 2
LOOKING = 0.125
"""So often near rows are looked for at least, or for this share of the steps: a look is about a step for every row and
dimension."""
LISTS = 8
"""So many rows of a group know near rows, in the mean: large groups need not look around from every row."""
AT_ONCE = 64
FEWEST = 16
"""A thread takes so many unions at a time, or where there are few, a share of so many parts."""
CHOOSING = 3
"""One group in so many chooses others, where these have not been chosen."""
WARMTH = 0.15
"""So much more than before, as a share, a part may lose at the beginning of a long search, and nothing in its last
fifth: that leads out of dead ends. A short search has no time to come out again, and accepts nothing that is worse."""
LONG = 1400
"""A search of so many steps for every row and dimension is long."""
PAIRS, RUNS, RUN = 2, 8, 160
"""A search for pairs is up to so many searches, of at least so many steps for every row and dimension, and the best
parts of each: where groups are larger, two partitions of a table have hardly a part in common but the whole."""
LEAN, MOST_LEAN, LEANING = 6.0, 64.0, 300.0
"""Where no items may be lost, sets count so many times at first, and at most. After every round it is more or less, by
e to the power of so many times the share of the items that is lacking, times the round's share of the steps."""
UNITED = 800
"""The work of choosing a group for a union, and of judging it."""
STEP = 25
"""So much work is a step: about an eighth of a microsecond."""
ROUNDS = 3
"""So often pieces move between the groups of a union."""
NOISE = 0.4
"""How much chance there is at most in the choices of a union."""


def improve(
    problem: Problem,
    pieces: Pieces,
    *,
    steps: int,
    keep_items: bool = False,
    seed: int = 0,
    near: npt.NDArray[np.int32] | None = None,
    advance: Callable[[int], None] | None = None,
) -> Pieces:
    """Groups with at most the loss of the given ones, and the same promises, after so many steps of work.

    `near` are rows that are near to each other (`near_rows`), where they need not be looked for.

    *Promise*: every group keeps what the guard asks; with `keep_items`, they keep as many items as the given ones.
    *Cost*: a step is work for about an eighth of a microsecond; memory O(rows × dimensions).
    """
    if steps <= 0 or not len(pieces.ends):
        return pieces
    random = np.random.RandomState(seed)
    search = _Search(problem, Home.of(problem.rows, pieces.order), steps, near, random)
    wait_for_kernels()
    if keep_items:
        return search.run(pieces, steps, random, advance, keep_items=True)
    runs = max(1, min(RUNS, int(search.passes / RUN))) if problem.k <= PAIRS else 1
    best = search.run(pieces, steps // runs, random, advance)
    for _ in range(1, runs):
        both = [best, search.run(pieces, steps // runs, random, advance)]
        (one, lost), (other, losses) = ((each, search.losses(each)) for each in both)
        best = Pieces(*best_of_both(problem.rows, one, lost, other, losses))
    return best


class _Search:
    """What a round needs beside the partition: the problem, and scratch for every thread."""

    def __init__(
        self,
        problem: Problem,
        home: Home,
        steps: int,
        near: npt.NDArray[np.int32] | None,
        random: np.random.RandomState,
    ) -> None:
        self.problem, self.home = problem, home
        self.passes = steps / max(problem.cells.size, problem.rows, 1)
        self.length = min(1.0, self.passes / LONG)
        self.tokens, self.lean = tokens_of(problem), 1.0
        if near is None:
            looks = max(LOOKS, int(LOOKING * steps / max(problem.work, 1)))
            near = near_rows(problem, self.tokens, random, looks=looks, every=max(1, problem.k // LISTS))
        self.near = near
        self.words = word_starts(problem.dims)
        self.scratch = threading.local()

    def outlines(self, pieces: Pieces) -> Outlines:
        """What the groups publish."""
        return outline(self.problem.cells, *pieces, self.problem.dims, self.words, self.tokens)

    def lean_to(self, times: float) -> None:
        """Lets sets count so many times from now on."""
        if self.tokens is not None:
            for worth in (self.tokens.value, self.tokens.full):
                worth *= times / self.lean
        self.lean = times

    def losses(self, pieces: Pieces) -> npt.NDArray[np.float64]:
        """What each group loses, times its records."""
        outlines = self.outlines(pieces)
        return outlines.loss * outlines.size

    def run(
        self,
        pieces: Pieces,
        steps: int,
        random: np.random.RandomState,
        advance: Callable[[int], None] | None,
        *,
        keep_items: bool = False,
    ) -> Pieces:
        """The best partition of so many steps of rounds."""
        now, best, least = pieces, pieces, np.inf
        left, spent, asked, lacking = steps, 0, 0.0, 0.0
        while True:
            outlines = self.outlines(now)
            lost = float(np.dot(outlines.loss, outlines.size))
            if keep_items:
                of_sets = outlines.sets[:, 0] - outlines.sets[:, 1] * outlines.sets[:, 2]
                lost -= (1.0 - 1.0 / self.lean) * float(np.dot(of_sets, outlines.size))
                kept = float(np.dot(outlines.sets[:, 2], outlines.size))
                asked = asked or kept
                lacking = 1.0 - kept / max(asked, 1.0)
            if lost < least - SMALLEST_GAIN and lacking <= 0.0:
                best, least = now, lost
            if left <= 0:
                return best
            if keep_items:
                lean = LEAN if now is pieces else self.lean * np.exp(LEANING * lacking * spent / steps)
                self.lean_to(min(max(lean, 1.0), MOST_LEAN))
                outlines = self.outlines(now)
            warmth = 0.0 if keep_items else WARMTH * self.length * max(0.0, left / steps - 0.2)
            now, spent = self.round(now, outlines, warmth, random)
            if not spent:
                return best
            left -= spent
            if advance is not None:
                advance(spent)

    def slots(self) -> tuple[Tokens | None, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Tokens, rows and ranks with a slot for each that a kernel may write to, and puts back to −1."""
        if not hasattr(self.scratch, "slots"):
            sizes = (token_count(self.tokens), self.problem.rows, int(self.problem.dims.start[-1]))
            tokens, rows, ranks = (np.full(size, -1, dtype=np.int32) for size in sizes)
            own = None if self.tokens is None else self.tokens._replace(slot=tokens)
            self.scratch.slots = own, rows, ranks
        return self.scratch.slots

    def round(
        self, now: Pieces, outlines: Outlines, warmth: float, random: np.random.RandomState
    ) -> tuple[Pieces, int]:
        """The partition after a round of unions, and the steps that it took."""
        problem, lost = self.problem, outlines.loss * outlines.size
        count, sizes = len(lost), np.diff(now.ends, prepend=0)
        group_of = np.full(problem.rows, -1, dtype=np.int32)  # rows that are removed stay in none
        group_of[now.order] = np.repeat(np.arange(count, dtype=np.int32), sizes)
        seeds = np.argsort(-lost * random.random_sample(count), kind="stable")[: count // CHOOSING + 1]
        seed = np.uint64(random.randint(0, 1 << 31))
        members, starts, room = unite(
            outlines, problem.dims, problem.k, now, self.near, self.home, group_of, seeds, self.length, seed
        )
        unions = len(room)
        # Unions that stand side by side read the same memory.
        place = np.argsort(members[starts[:-1]], kind="stable")
        (starts, members), room = gather(starts, members, place), room[place]
        parts = max(-(-unions // AT_ONCE), min(unions, FEWEST))
        bounds = np.arange(parts + 1) * unions // max(parts, 1)
        drawn = random.randint(0, 1 << 31, parts)

        def some(number: int) -> tuple[Pieces, int]:
            own = slice(bounds[number], bounds[number + 1])
            union = workspace(problem.dims, *room[own].max(axis=0).tolist())
            size = int(room[own, 0].sum())
            order, mass, ends = np.empty(3 * size, np.int32), np.empty(3 * size, np.int64), np.empty(size, np.int64)
            asked = (problem.cells, problem.dims, *self.slots(), problem.guard, now, members)
            firsts, seed = starts[bounds[number] : bounds[number + 1] + 1], np.uint64(drawn[number])
            used, groups, steps = _regroup_unions(
                union, *asked, firsts, lost, problem.k, warmth, seed, order, mass, ends
            )
            return Pieces(order[:used], mass[:used], ends[:groups]), int(steps)

        results = parallel(some, range(parts))
        alone = np.ones(count, dtype=bool)
        alone[members] = False
        rest = np.repeat(alone, sizes)
        pieces = [*(part for part, _ in results), Pieces(now.order[rest], now.mass[rest], np.cumsum(sizes[alone]))]
        before = np.cumsum([0, *(len(part.order) for part in pieces)])
        joined = Pieces(
            np.concatenate([part.order for part in pieces]),
            np.concatenate([part.mass for part in pieces]),
            np.concatenate([part.ends + low for part, low in zip(pieces, before[:-1], strict=True)]),
        )
        return joined, sum(steps for _, steps in results)


@kernel
def _regroup_unions(
    union, cells, dims, tokens, row_slot, rank_slot, guard, now, members, starts, lost, k, warmth, seed,
    order, mass, ends,
):  # fmt: skip
    """Writes the groups of some unions, partitioned anew where that is better, into `order`, `mass` and `ends`; returns
    (pieces, groups, steps).

    A union is judged part by part (`parts`), and not divided into more than twice its pieces.
    """
    used, groups, work = ZERO, ZERO, ZERO
    random = np.zeros(1, np.uint64)
    for number in range(starts.shape[0] - 1):
        random[0] = (seed + np.uint64(number)) * np.uint64(0xD1342543DE82EF95)
        own = members[starts[number] : starts[number + 1]]
        fill(union, cells, dims, tokens, now, own, row_slot, rank_slot)
        before = 0
        for group in own:
            before += now.ends[group] - (now.ends[group - 1] if group > 0 else 0)
        found = gather_groups(union, tokens, guard, k, NOISE * draw(random) ** 2, random)
        if found:
            for _ in range(ROUNDS):
                if move(union, tokens, guard, k) <= SMALLEST_GAIN:
                    break
        if tokens is not None:
            for row in union.row[: union.used[ROWS]]:
                for spot in range(tokens.offsets[row], tokens.offsets[row + 1]):
                    tokens.slot[tokens.token[spot]] = -1
        work += union.used[WORK] + UNITED * own.shape[0]
        better = np.zeros(own.shape[0], np.bool_)
        if found and union.used[PIECES] <= 2 * before:
            first, losses = groups, np.empty(union.used[GROUPS])
            _, stop = _write(union, order, mass, used, ends, groups, losses)
            losses = losses[: stop - first]
            better = better_parts(now, own, lost, order, ends, first, losses, row_slot, warmth, random)
            used, groups = _keep(order, mass, used, ends, first, better[own.shape[0] :])
        for place in range(own.shape[0]):
            if not better[place]:
                group = own[place]
                for spot in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
                    order[used], mass[used] = now.order[spot], now.mass[spot]
                    used += 1
                ends[groups] = used
                groups += 1
    return used, groups, work // STEP


@part
def _write(union, order, mass, used, ends, groups, losses):
    """Writes the groups of a union behind what is there, and what each loses; returns (pieces, groups) then."""
    first = groups
    for group in range(union.used[GROUPS]):
        begin = used
        for piece in range(union.used[PIECES]):
            if union.piece[piece, GROUP] == group:
                order[used], mass[used] = union.row[union.piece[piece, ROW]], union.piece[piece, MASS]
                used += 1
        if used > begin:
            losses[groups - first] = group_loss(union, group)
            ends[groups] = used
            groups += 1
    return used, groups


@part
def _keep(order, mass, used, ends, groups, kept):
    """Moves the groups that are kept, of those behind what is there, to its end; returns (pieces, groups) then."""
    begin, first = used, groups
    for number in range(kept.shape[0]):
        end = ends[first + number]
        if kept[number]:
            for place in range(begin, end):
                order[used], mass[used] = order[place], mass[place]
                used += 1
            ends[groups] = used
            groups += 1
        begin = end
    return used, groups

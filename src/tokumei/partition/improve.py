"""Lowering the loss of a partition by large neighbourhoods: the one search.

A group and a few near it are united, the union is partitioned anew (`gathering`, then `moving`), and the result is kept
where it loses less. A round takes disjoint unions, so that the threads share nothing and the result does not depend on
their number; groups that lose much choose their neighbours first. In the first rounds a little more loss is accepted
too, which leads out of dead ends; the best partition of all rounds is what counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.core.elsewhere import wait_for_kernels
from tokumei.core.kernels import kernel
from tokumei.core.rows import gather
from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.dimensions.tokens import Tokens, tokens_of
from tokumei.partition.gathering import gather_groups
from tokumei.partition.moving import move
from tokumei.partition.near_rows import near_rows
from tokumei.partition.neighbours import Home, Outlines, outline, unite, word_starts
from tokumei.partition.pieces import Pieces
from tokumei.partition.problem import Problem
from tokumei.partition.unions import (
    FAR,
    GROUP,
    GROUPS,
    MASS,
    PIECES,
    ROW,
    ROWS,
    SMALLEST_GAIN,
    fill,
    group_loss,
    workspace,
)

__all__ = ["improve"]

LOOKS = 6
LOOKING = 0.125
"""So often near rows are looked for at least, or for this share of the steps: a look is about half a step for every row
and dimension."""
LISTS = 8
"""So many rows of a group know near rows, in the mean: large groups need not look around from every row."""
AT_ONCE = 64
FEWEST = 16
"""A thread takes so many unions at a time, or where there are few, a share of so many parts."""
CHOOSING = 3
"""One group in so many chooses others, where these have not been chosen."""
WARMTH = 0.025
"""So much more than before, as a share, a union may lose at the beginning; nothing in the last fifth."""
BY_K = 0.01
MOST_WARMTH = 0.1
"""In a long search it is so much for each of k, and at most so much: large groups lead into deeper dead ends, and a
short search has no time to come out again."""
LONG = 80
"""A search that goes so often through all rows is long."""
LEAST_NOISE, MOST_NOISE = 0.3, 1.0
"""How much chance there is in the choice of neighbours, in a short search and in a long one: that would choose the same
ones again and again."""
OVERHEAD = 20
"""What a union costs beside its rows, in rows."""
LARGE = 2000
"""A union of so many rows costs twice as much a row as a small one."""
TABLED = 60
"""So many entries of the tables by code cost as much as a row and dimension: where all values differ, that is most of
the work."""
ROUNDS = 3
"""So often pieces move between the groups of a union."""
NOISE = 0.4
"""How much chance there is at most in the choices of a union."""


def improve(
    problem: Problem, pieces: Pieces, *, steps: int, seed: int = 0, advance: Callable[[int], None] | None = None
) -> Pieces:
    """Groups with at most the loss of the given ones, and the same promises, after so many steps of work.

    *Promise*: every group keeps what the guard asks.
    *Cost*: a step is a row and dimension of a union, less than a microsecond; memory O(rows × dimensions).
    """
    if steps <= 0 or not len(pieces.ends):
        return pieces
    wait_for_kernels()
    random = np.random.RandomState(seed)
    search = _Search(problem, Home.of(problem.rows, pieces.order), steps, random)
    now, best, least = pieces, pieces, np.inf
    words = word_starts(problem.dims)
    left = steps
    warmth = WARMTH + search.length * (min(MOST_WARMTH, max(WARMTH, BY_K * problem.k)) - WARMTH)
    while True:
        outlines = outline(problem.cells, *now, problem.dims, words, search.tokens)
        lost = float(np.dot(outlines.loss, outlines.size))
        if lost < least - SMALLEST_GAIN:
            best, least = now, lost
        if left <= 0:
            return best
        now, spent = search.round(now, outlines, warmth * max(0.0, left / steps - 0.2), random)
        if not spent:
            return best
        left -= spent
        if advance is not None:
            advance(spent)


class _Search:
    """What a round needs beside the partition: the problem, and scratch for every thread."""

    def __init__(self, problem: Problem, home: Home, steps: int, random: np.random.RandomState) -> None:
        self.problem, self.home = problem, home
        self.length = min(1.0, steps / (LONG * max(problem.cells.size, problem.rows, 1)))
        self.tokens = tokens_of(problem)
        looks = max(LOOKS, int(2 * LOOKING * steps / max(problem.work, 1)))
        self.near = near_rows(problem, self.tokens, random, looks=looks, every=max(1, problem.k // LISTS))
        self.scratch = threading.local()

    def slots(self) -> tuple[Tokens, npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Tokens, rows and ranks with a slot for each that a kernel may write to, and puts back to −1."""
        if not hasattr(self.scratch, "slots"):
            sizes = (len(self.tokens.slot), self.problem.rows, int(self.problem.dims.start[-1]))
            tokens, rows, ranks = (np.full(size, -1, dtype=np.int32) for size in sizes)
            self.scratch.slots = self.tokens._replace(slot=tokens), rows, ranks
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
        noise = LEAST_NOISE + self.length * (MOST_NOISE - LEAST_NOISE)
        members, starts, room = unite(
            outlines, problem.dims, problem.k, now, self.near, self.home, group_of, seeds, noise, seed
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
            order, mass, ends = np.empty(2 * size, np.int32), np.empty(2 * size, np.int64), np.empty(size, np.int64)
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

    A union is not divided into more than twice its pieces.
    """
    used, groups, steps = 0, 0, 0
    random = np.zeros(1, np.uint64)
    for number in range(starts.shape[0] - 1):
        random[0] = (seed + np.uint64(number)) * np.uint64(0xD1342543DE82EF95)
        own = members[starts[number] : starts[number + 1]]
        fill(union, cells, dims, tokens, now, own, row_slot, rank_slot)
        before, pieces = 0.0, 0
        for group in own:
            before += lost[group]
            pieces += now.ends[group] - (now.ends[group - 1] if group > 0 else 0)
        rows, shown = union.used[ROWS], 0
        after = FAR
        if gather_groups(union, tokens, guard, k, NOISE * draw(random) ** 2, random):
            for _ in range(ROUNDS):
                if move(union, tokens, guard, k) <= SMALLEST_GAIN:
                    break
            after = 0.0
            for group in range(union.used[GROUPS]):
                after += group_loss(union, group)
        for row in union.row[:rows]:
            shown += tokens.offsets[row + 1] - tokens.offsets[row]
            for spot in range(tokens.offsets[row], tokens.offsets[row + 1]):
                tokens.slot[tokens.token[spot]] = -1
        steps += (1 + cells.shape[1] + shown // rows) * (OVERHEAD + rows + rows**2 // LARGE)
        steps += rows * union.first[cells.shape[1]] // TABLED
        if after >= before * (1.0 + warmth * draw(random)) - SMALLEST_GAIN or union.used[PIECES] > 2 * pieces:
            for group in own:
                for place in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
                    order[used], mass[used] = now.order[place], now.mass[place]
                    used += 1
                ends[groups] = used
                groups += 1
            continue
        for group in range(union.used[GROUPS]):
            begin = used
            for piece in range(union.used[PIECES]):
                if union.piece[piece, GROUP] == group:
                    order[used], mass[used] = union.row[union.piece[piece, ROW]], union.piece[piece, MASS]
                    used += 1
            if used > begin:
                ends[groups] = used
                groups += 1
    return used, groups, steps

"""Growing a partition, the one growth: groups are divided until no cut that the guard allows gains anything.

A *score* proposes cuts of groups and says what each gains (`scores`); `cuts.divide` takes the best one that the guard
allows; this file goes on with the parts, level by level, and hands large groups to the threads. Groups do not know of
each other, so that the result does not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import pairwise
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tokumei.core.threads import pool
from tokumei.partition.cuts import Cuts, Marks, divide
from tokumei.partition.dimensions.tokens import Tokens, token_count
from tokumei.partition.problem import Groups, Problem

__all__ = ["Score", "grow"]

BLOCK = 1 << 16
"""Larger groups are divided one by one, by whichever thread is free; smaller ones are grown to the end at once."""

Rows = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]


class Score(Protocol):
    """What proposes cuts, with the gain of each."""

    @property
    def judged_rows(self) -> int:
        """In groups of at most so many rows the gains are estimates, and the loss of both parts is looked at."""

    def cuts(self, order: Rows, starts: Places, ends: Places) -> Cuts:
        """The cuts of the groups `order[starts[g]:ends[g]]`, each with at least k records on either side."""


def grow(
    problem: Problem,
    score: Score,
    tokens: Tokens | None,
    *,
    start: Groups | None = None,
    stop_rows: int = 0,
    advance: Callable[[int], None] | None = None,
) -> Groups:
    """Groups that the guard allows, grown top-down by a score.

    `start` are the groups to grow from, all rows as one where it is not given. With `stop_rows`, groups of so many rows
    or fewer are not divided further.
    *Promise*: every group keeps what the guard asks, provided that the whole table does.
    *Cost*: that of the score's cuts, for every level.
    """
    order = np.arange(problem.rows, dtype=np.int32) if start is None else start.order.copy()
    first = np.array([problem.rows], dtype=np.int64) if start is None else start.ends
    ranks = int(problem.dims.start[-1])
    marks = Marks((ranks, np.int64), (ranks, np.int64), (token_count(tokens), np.int64))
    rows = (problem.cells, problem.weight, problem.dims, tokens)

    def step(starts: Places, ends: Places) -> tuple[Places, Places, Places]:
        cuts = score.cuts(order, starts, ends)
        return divide(order, starts, ends, cuts, score.judged_rows or None, *rows, problem.guard, marks.own)

    def task(low: int, high: int) -> tuple[Places, Places, Places]:
        """What is left to divide, as starts and ends, and the ends of groups that are done."""
        starts, ends = np.array([low], dtype=np.int64), np.array([high], dtype=np.int64)
        closed = []
        while len(starts):
            large = ends - starts > stop_rows
            closed.append(ends[~large])
            starts, ends, done = step(starts[large], ends[large])
            closed.append(done)
            if high - low > BLOCK:
                break
        if advance is not None and not len(starts):
            advance(high - low)
        return starts, ends, np.concatenate(closed)

    groups: list[Places] = []
    with pool() as threads:
        running: set[Future[tuple[Places, Places, Places]]] = {
            threads.submit(task, int(low), int(high)) for low, high in pairwise([0, *first])
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                starts, ends, closed = future.result()
                running |= {threads.submit(task, int(low), int(high)) for low, high in zip(starts, ends, strict=True)}
                groups.append(closed)
    return Groups(order, np.sort(np.concatenate(groups)))

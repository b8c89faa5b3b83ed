"""Growing a partition: groups are split until no allowed split lowers the loss.

Growing, scoring (`splits`) and the promises (`core.predicates`) are apart: this file only chooses among candidates,
moves rows, and hands large groups to the threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.predicates import all_hold
from tokumei.core.threads import pool
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.splits import MEDIAN, NCP, candidates, present, release_marks

__all__ = ["MEDIAN", "NCP", "NO_NOISE", "Part", "draw", "grow", "grow_slice", "on_threads"]

BLOCK = 1 << 16
"""Larger groups are split one by one, by whichever thread is free; smaller ones are grown to the end in one call."""

SMALLEST_GAIN = 1e-9
NO_NOISE = np.zeros(1, dtype=np.uint64)
"""A state of the random numbers that is never drawn from."""

Part = tuple[int, int, int, npt.NDArray[np.int64] | None]
"""A slice that a task has worked on: (low, middle, high, None) when it was split at the middle, or (low, high, high,
ends) when it is grown to the end."""


def grow(
    problem: Problem,
    *,
    rule: int = NCP,
    cross_rows: int = 1 << 16,
    advance: Callable[[int], None] | None = None,
) -> Groups:
    """Groups of at least k records, each keeping the predicates, grown top-down by the rule NCP or MEDIAN.

    *Promise*: every group has at least k records and keeps the predicates, provided that the whole table does.
    *Cost*: O(rows × dimensions) a level, times the dimensions for groups of at most `cross_rows` rows.
    The result does not depend on the number of threads.
    """
    order = np.arange(problem.rows, dtype=np.int32)
    scratch = threading.local()
    shared = (problem.cells, problem.weight)
    asked = (problem.dims, problem.k, rule, cross_rows, problem.offsets, problem.places, problem.predicates)

    def marks() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        if not hasattr(scratch, "marks"):
            size = int(problem.dims.start[-1])
            scratch.marks = (np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32))
        return scratch.marks

    def task(low: int, high: int) -> Part:
        if high - low > BLOCK:
            middle = _split(*shared, order, low, high, *asked, *marks(), 0.0, NO_NOISE)
            if middle < high:
                return low, middle, high, None
            return low, high, high, np.array([high], dtype=np.int64)
        return low, high, high, low + grow_slice(*shared, order[low:high], *asked, *marks(), 0.0, NO_NOISE)

    return Groups(order, on_threads(task, problem.rows, advance))


def on_threads(
    task: Callable[[int, int], Part], rows: int, advance: Callable[[int], None] | None = None
) -> npt.NDArray[np.int64]:
    """Runs a growth from the slice of all rows on, parts on whichever thread is free; returns where the groups end."""
    found: list[tuple[int, npt.NDArray[np.int64]]] = []
    with pool() as threads:
        running: set[Future[Part]] = {threads.submit(task, 0, rows)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                low, middle, high, ends = future.result()
                if ends is None:
                    running |= {threads.submit(task, low, middle), threads.submit(task, middle, high)}
                    continue
                found.append((low, ends))
                if advance is not None:
                    advance(high - low)
    found.sort(key=lambda part: part[0])
    return np.concatenate([ends for _, ends in found])


@njit(cache=True, nogil=True)
def draw(random):
    """A number in 0 … 1 from a state that it moves on (splitmix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    mixed = random[0]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit(cache=True, nogil=True)
def _keeps(rows, weight, offsets, places, predicates):
    """Whether a group of rows keeps the predicates."""
    counts = np.zeros(predicates.starts[-1], np.int64)
    total = 0
    for row in rows:
        total += weight[row]
        for place in range(offsets[row], offsets[row + 1]):
            counts[places[place]] += weight[row]
    return all_hold(counts, total, predicates)


@njit(cache=True, nogil=True)
def _split(
    cells, weight, order, low, high, dims, k, rule, cross_rows, offsets, places, predicates, tally, place, noise, random
):
    """Splits order[low:high] by the best allowed candidate; returns where the second part starts, or `high`."""
    begin, ranks, total = present(cells, weight, order, low, high, dims, tally, place)
    middle = high
    if total >= 2 * k:
        cross = high - low <= cross_rows
        gain, where = candidates(
            cells, weight, order, low, high, dims, k, rule, begin, ranks, total, tally, place, cross
        )
        if noise > 0.0:
            for number in range(gain.shape[0]):
                gain[number] *= 1.0 + noise * draw(random)
        while gain.shape[0] > 0:
            best = np.argmax(gain)
            if gain[best] <= SMALLEST_GAIN:
                break
            inside, outside = _parts(cells, order, low, high, dims, place, where[best])
            if predicates.kind.shape[0] == 0 or (
                _keeps(inside, weight, offsets, places, predicates)
                and _keeps(outside, weight, offsets, places, predicates)
            ):
                middle = low + inside.shape[0]
                order[low:middle] = inside
                order[middle:high] = outside
                break
            gain[best] = -1.0
    release_marks(begin, ranks, dims, tally)
    return middle


@njit(cache=True, nogil=True)
def _parts(cells, order, low, high, dims, place, where):
    """The rows inside and outside a candidate's run, each in the order they had."""
    dim, first, last = where
    base = dims.start[dim]
    inside = np.empty(high - low, np.int32)
    outside = np.empty(high - low, np.int32)
    held = 0
    for number in range(low, high):
        row = order[number]
        if first <= place[base + cells[row, dim]] <= last:
            inside[held] = row
            held += 1
        else:
            outside[number - low - held] = row
    return inside[:held], outside[: high - low - held]


@njit(cache=True, nogil=True)
def grow_slice(
    cells, weight, order, dims, k, rule, cross_rows, offsets, places, predicates, tally, place, noise, random
):
    """Grows one slice of the order to the end, in place; returns where its groups end."""
    ends = np.empty(order.shape[0], np.int64)
    count = 0
    waiting = [(0, order.shape[0])]
    while len(waiting) > 0:
        low, high = waiting.pop()
        middle = _split(
            cells, weight, order, low, high, dims, k, rule, cross_rows, offsets, places, predicates,
            tally, place, noise, random,
        )  # fmt: skip
        if middle == high:
            ends[count] = high
            count += 1
        else:
            waiting.append((middle, high))
            waiting.append((low, middle))
    return ends[:count].copy()

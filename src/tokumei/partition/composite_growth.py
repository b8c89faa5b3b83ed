"""Growing a partition where set columns are among the dimensions.

The candidates of single-valued dimensions are those of `splits`; a set column adds one for every item that at least k
records have and at least k lack: records with the item go one way, the others the other way. All are ranked by what
they surely save (an item's pivot makes it common to its side), and in groups of at most `EXACT_ROWS` rows the best
few are judged again by the whole loss of both parts, over all columns.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.partition.dimensions import VALUES
from tokumei.partition.growth import BLOCK, SMALLEST_GAIN, Part, _keeps, _parts, on_threads
from tokumei.partition.losses import span_loss, values_loss
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.splits import NCP, candidates, present, release_marks

__all__ = ["grow_composite", "rows_loss"]

EXACT_ROWS = 1 << 12
"""Groups of so many rows or fewer are split by the whole loss."""
TRIES = 8
"""The candidates whose whole loss is looked at."""

Marks = tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int64], npt.NDArray[np.float64]]


def grow_composite(
    problem: Problem,
    *,
    rule: int = NCP,
    cross_rows: int = 1 << 16,
    stop_rows: int = 0,
    advance: Callable[[int], None] | None = None,
) -> Groups:
    """Groups of at least k records, each keeping the predicates, grown by the loss over single values and sets.

    With `stop_rows`, groups of so many rows or fewer are not split further.
    *Promise*: every group has at least k records and keeps the predicates, provided that the whole table does.
    *Cost*: O(cells + items) a level, times at most `TRIES` in small groups.
    """
    order = np.arange(problem.rows, dtype=np.int32)
    scratch = threading.local()
    shared = (problem.cells, problem.weight)
    asked = (
        problem.dims,
        problem.sets,
        problem.k,
        rule,
        cross_rows,
        stop_rows,
        problem.offsets,
        problem.places,
        problem.predicates,
    )

    def marks() -> Marks:
        if not hasattr(scratch, "marks"):
            ranks, items = int(problem.dims.start[-1]), len(problem.sets.owner)
            scratch.marks = (
                np.zeros(ranks, dtype=np.int64),
                np.zeros(ranks, dtype=np.int32),
                np.zeros(items, dtype=np.int64),
                np.zeros(items),
            )
        return scratch.marks

    def task(low: int, high: int) -> Part:
        if high - low > BLOCK:
            middle = _split(*shared, order, low, high, *asked, *marks())
            if middle < high:
                return low, middle, high, None
            return low, high, high, np.array([high], dtype=np.int64)
        return low, high, high, low + _grow_slice(*shared, order[low:high], *asked, *marks())

    return Groups(order, on_threads(task, problem.rows, advance))


@njit(cache=True, nogil=True)
def rows_loss(rows, cells, weight, dims, sets, rank_seen, item_seen):
    """The loss of one group over all columns, times its records; the marks are zero on entry and after."""
    total = 0
    for row in rows:
        total += weight[row]
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        base = dims.start[dim]
        if dims.kind[dim] == VALUES:
            held = 0
            for row in rows:
                if rank_seen[base + cells[row, dim]] == 0:
                    rank_seen[base + cells[row, dim]] = 1
                    held += 1
            for row in rows:
                rank_seen[base + cells[row, dim]] = 0
            loss += total * values_loss(dims, dim, held)
        else:
            low, high = cells[rows[0], dim], cells[rows[0], dim]
            for row in rows:
                low, high = min(low, cells[row, dim]), max(high, cells[row, dim])
            loss += total * span_loss(dims, dim, low, high)
    several = sets.start.shape[0] - 1
    common, worth = np.zeros(several, np.int64), np.zeros(several, np.float64)
    for row in rows:
        for own in range(several):
            worth[own] += weight[row] * sets.share[row, own]
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            item = sets.items[place]
            item_seen[item] += 1
            loss += weight[row] * sets.share[row, sets.owner[item]]
            if item_seen[item] == rows.shape[0]:
                common[sets.owner[item]] += 1
    for row in rows:
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            item_seen[sets.items[place]] = 0
    for own in range(several):
        loss -= common[own] * worth[own]
    return loss


@njit(cache=True, nogil=True)
def _pivots(weight, order, low, high, sets, k, total, mass, worth):
    """The items that can split a group, and what each surely saves; the marks are zero on entry and after."""
    found = np.empty(64, np.int32)
    count = 0
    for place_in_order in range(low, high):
        row = order[place_in_order]
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            item = sets.items[place]
            if mass[item] == 0:
                if count == found.shape[0]:
                    larger = np.empty(2 * count, np.int32)
                    larger[:count] = found
                    found = larger
                found[count] = item
                count += 1
            mass[item] += weight[row]
            worth[item] += weight[row] * sets.share[row, sets.owner[item]]
    gain, pivot = np.empty(count, np.float64), np.empty(count, np.int32)
    used = 0
    for item in found[:count]:
        if mass[item] >= k and total - mass[item] >= k:
            gain[used], pivot[used] = worth[item], item
            used += 1
        mass[item] = 0
        worth[item] = 0.0
    return gain[:used], pivot[:used]


@njit(cache=True, nogil=True)
def _parts_by_item(order, low, high, sets, item):
    """The rows with an item and those without it, each in the order they had."""
    inside, outside = np.empty(high - low, np.int32), np.empty(high - low, np.int32)
    held = 0
    for number in range(low, high):
        row = order[number]
        has = False
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            if sets.items[place] >= item:
                has = sets.items[place] == item
                break
        if has:
            inside[held] = row
            held += 1
        else:
            outside[number - low - held] = row
    return inside[:held], outside[: high - low - held]


@njit(cache=True, nogil=True)
def _split(
    cells,
    weight,
    order,
    low,
    high,
    dims,
    sets,
    k,
    rule,
    cross_rows,
    stop_rows,
    offsets,
    places,
    predicates,
    tally,
    place,
    mass,
    worth,
):
    """Splits order[low:high] by the best allowed candidate; returns where the second part starts, or `high`."""
    if high - low <= stop_rows:
        return high
    begin, ranks, total = present(cells, weight, order, low, high, dims, tally, place)
    middle = high
    if total >= 2 * k:
        gain, where = candidates(
            cells, weight, order, low, high, dims, k, rule, begin, ranks, total, tally, place, high - low <= cross_rows
        )
        item_gain, pivot = _pivots(weight, order, low, high, sets, k, total, mass, worth)
        single = gain.shape[0]
        gains = np.concatenate((gain, item_gain))
        exact = high - low <= EXACT_ROWS
        rank_seen = np.zeros(dims.start[-1], np.int64) if exact else tally
        tries = TRIES if exact else 1
        best, before = SMALLEST_GAIN, 0.0
        if exact:
            before = rows_loss(order[low:high], cells, weight, dims, sets, rank_seen, mass)
        split = order[low:high].copy()
        while tries > 0 and gains.shape[0] > 0:
            number = np.argmax(gains)
            if gains[number] <= SMALLEST_GAIN:
                break
            saved = gains[number]
            gains[number] = -1.0
            if number < single:
                inside, outside = _parts(cells, order, low, high, dims, place, where[number])
            else:
                inside, outside = _parts_by_item(order, low, high, sets, pivot[number - single])
            if predicates.kind.shape[0] > 0 and not (
                _keeps(inside, weight, offsets, places, predicates)
                and _keeps(outside, weight, offsets, places, predicates)
            ):
                continue
            tries -= 1
            if exact:
                saved = (
                    before
                    - rows_loss(inside, cells, weight, dims, sets, rank_seen, mass)
                    - rows_loss(outside, cells, weight, dims, sets, rank_seen, mass)
                )
            if saved > best:
                best = saved
                middle = low + inside.shape[0]
                split[: middle - low] = inside
                split[middle - low :] = outside
        order[low:high] = split
    release_marks(begin, ranks, dims, tally)
    return middle


@njit(cache=True, nogil=True)
def _grow_slice(
    cells,
    weight,
    order,
    dims,
    sets,
    k,
    rule,
    cross_rows,
    stop_rows,
    offsets,
    places,
    predicates,
    tally,
    place,
    mass,
    worth,
):
    """Grows one slice of the order to the end, in place; returns where its groups end."""
    ends = np.empty(order.shape[0], np.int64)
    count = 0
    waiting = [(0, order.shape[0])]
    while len(waiting) > 0:
        low, high = waiting.pop()
        middle = _split(
            cells,
            weight,
            order,
            low,
            high,
            dims,
            sets,
            k,
            rule,
            cross_rows,
            stop_rows,
            offsets,
            places,
            predicates,
            tally,
            place,
            mass,
            worth,
        )
        if middle == high:
            ends[count] = high
            count += 1
        else:
            waiting.append((middle, high))
            waiting.append((low, middle))
    return ends[:count].copy()

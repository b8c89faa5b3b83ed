"""Growth for a purpose: first the splits that serve it, then those that lower the loss.

Every group is split where that saves most wrong offers of the rules (`gains`), or tells most about the label
(`information`). When no split does, the group is a *cell*: whatever its records publish from then on serves the
purpose. Cells are then grown by the loss alone, as tables without a purpose are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.predicates import all_hold
from tokumei.core.rows import gather
from tokumei.core.rule_tables import allowed_in, has_rule
from tokumei.core.rules import Bits, Rules, people_of
from tokumei.partition.composite import partition_composite
from tokumei.partition.dimensions import TREE
from tokumei.partition.efforts import Effort
from tokumei.partition.growth import Part, grow, on_threads
from tokumei.partition.improve import improve
from tokumei.partition.losses import count_bits
from tokumei.partition.pieces import Pieces, set_apart, whole
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.gains import bins_of, rule_gains
from tokumei.partition.scores.information import label_gains
from tokumei.partition.scores.regions import present_ranks, region_masks, region_share
from tokumei.partition.scores.tables import NO_RULES, tables_of, trees_of

__all__ = ["Purpose", "grow_cells", "grow_purpose"]

BLOCK = 1 << 15
"""Larger groups are split one by one, by whichever thread is free; smaller ones are grown to the end in one call."""
SMALLEST_GAIN = 1e-9


@dataclass(frozen=True, eq=False)
class Purpose:
    """What a release is for: rules, or a label to predict; of every row of a problem."""

    rules: Rules = NO_RULES
    bits: Bits = field(default_factory=lambda: np.zeros((0, 0), dtype=np.uint64))
    """Row × word: the rules that the row fulfils."""
    labels: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))
    """Row × class: how many of its records have the class of the label."""


def grow_purpose(problem: Problem, purpose: Purpose, *, advance: Callable[[int], None] | None = None) -> Groups:
    """Cells: groups that no further split would serve the purpose by.

    *Promise*: every cell has at least k records and keeps the predicates, provided that the whole table does.
    *Cost*: a level is O(rows × dimensions × words) and O(cuts × undecided rules) for each group and dimension.
    The result does not depend on the number of threads.
    """
    rules, bits = purpose.rules, purpose.bits
    tables, trees = tables_of(problem.dimensions, rules), trees_of(problem.dimensions)
    order = np.arange(problem.rows, dtype=np.int32)
    people = people_of(bits, rules.count, problem.weight)
    # By the root: counted by heads, small rules would go unheard; counted each alike, large ones would.
    scale = np.divide(rules.weight, np.sqrt(people), out=np.zeros(rules.count), where=people > 0)
    marks = threading.local()
    asked = (
        problem.dims,
        trees,
        tables,
        problem.k,
        bits,
        scale,
        purpose.labels,
        problem.offsets,
        problem.places,
        problem.predicates,
    )

    def scratch() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        if not hasattr(marks, "held"):
            size = int(problem.dims.start[-1])
            index = np.zeros(rules.count, dtype=np.int32)
            marks.held = (np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32), index)
        return marks.held

    def task(low: int, high: int) -> Part:
        if high - low <= BLOCK:
            ends = _grow_slice(problem.cells, problem.weight, order[low:high], *asked, scratch())
            return low, high, high, low + ends
        middle = int(_split(problem.cells, problem.weight, order, low, high, *asked, scratch()))
        return low, middle, high, None if middle < high else np.array([high], dtype=np.int64)

    return Groups(order, on_threads(task, problem.rows, advance))


def grow_cells(problem: Problem, cells: Groups, effort: Effort, *, search: bool = True) -> Pieces:
    """The cells, grown on by the loss alone and searched for less of it, each by itself; without the search, all rows
    stay whole."""
    starts = np.concatenate([np.zeros(1, dtype=np.int64), cells.ends[:-1]])
    records = np.add.reduceat(problem.weight[cells.order], starts) if cells.count else starts
    size = problem.cells.size + len(problem.sets.items)
    work = effort.work(size, problem.k)

    def one(cell: int) -> Pieces:
        rows = cells.order[starts[cell] : cells.ends[cell]]
        if records[cell] < 2 * problem.k:
            return Pieces(rows, problem.weight[rows], np.array([len(rows)], dtype=np.int64))
        alone = _part_of(problem, rows)
        if problem.set_dimensions:
            grown = partition_composite(alone, effort)
        else:
            grown = grow(alone, cross_rows=effort.cross_rows)
        steps = work * (alone.cells.size + len(alone.sets.items)) // max(size, 1)
        pieces = whole(alone, grown)
        if search:
            pieces = improve(alone, set_apart(alone, pieces), steps=steps)
        return pieces._replace(order=rows[pieces.order])

    found = [one(cell) for cell in range(cells.count)]
    before = np.cumsum([0, *(len(part.order) for part in found)])
    ends = [part.ends + low for part, low in zip(found, before[:-1], strict=True)]
    order, mass = (np.concatenate([part[number] for part in found]) for number in (0, 1))
    return Pieces(order, mass, np.concatenate(ends))


def _part_of(problem: Problem, rows: npt.NDArray[np.int32]) -> Problem:
    """The problem that some rows pose by themselves."""
    part = replace(problem, cells=problem.cells[rows], weight=problem.weight[rows], row=np.zeros(0, dtype=np.int32))
    if len(problem.predicates.kind):
        offsets, places = gather(problem.offsets, problem.places, rows)
        part = replace(part, offsets=offsets, places=places)
    if problem.set_dimensions:
        offsets, items = gather(problem.sets.offsets, problem.sets.items, rows)
        part = replace(part, sets=problem.sets._replace(offsets=offsets, items=items, share=problem.sets.share[rows]))
    return part


@njit(cache=True, nogil=True)
def _grow_slice(
    cells, weight, order, dims, trees, tables, k, bits, scale, labels, offsets, places, predicates, scratch
):
    """Grows one slice of the order to the end, in place; returns where its cells end."""
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
            trees,
            tables,
            k,
            bits,
            scale,
            labels,
            offsets,
            places,
            predicates,
            scratch,
        )
        if middle == high:
            ends[count] = high
            count += 1
        else:
            waiting.append((middle, high))
            waiting.append((low, middle))
    return ends[:count].copy()


@njit(cache=True, nogil=True)
def _split(
    cells, weight, order, low, high, dims, trees, tables, k, bits, scale, labels, offsets, places, predicates, scratch
):
    """Splits order[low:high] where that saves most wrong offers; returns where the second part starts, or `high`."""
    tally, bin_of, index = scratch
    begin, ranks, total = present_ranks(cells, weight, order, low, high, dims, tally)
    middle = high
    if total >= 2 * k:
        if labels.shape[0] > 0:
            gain, where = label_gains(
                cells, order, low, high, dims, trees, k, labels, begin, ranks, total, tally, bin_of
            )
        else:
            gain, where = _candidates(
                cells, weight, order, low, high, dims, trees, tables, k, bits, scale, begin, ranks, total,
                tally, bin_of, index,
            )  # fmt: skip
        while gain.shape[0] > 0:
            best = np.argmax(gain)
            if gain[best] <= SMALLEST_GAIN:
                break
            inside, outside = _parts(cells, order, low, high, dims, tables, bin_of, where[best])
            if predicates.kind.shape[0] == 0 or (
                _keeps(inside, weight, offsets, places, predicates)
                and _keeps(outside, weight, offsets, places, predicates)
            ):
                middle = low + inside.shape[0]
                order[low:middle] = inside
                order[middle:high] = outside
                break
            gain[best] = -1.0
    for dim in range(dims.kind.shape[0]):
        for number in range(begin[dim], begin[dim + 1]):
            tally[dims.start[dim] + ranks[number]] = 0
    return middle


@njit(cache=True, nogil=True)
def _candidates(
    cells, weight, order, low, high, dims, trees, tables, k, bits, scale, begin, ranks, total, tally, bin_of, index
):
    """All candidates of a group, with what each saves: (gain, where)."""
    count = dims.kind.shape[0]
    touched, fulfilled = region_masks(dims, trees, tables, begin, ranks)
    undecided = _undecided(touched, fulfilled)
    share = np.ones((count, undecided.shape[0]))
    whole = np.ones(undecided.shape[0])
    for place in range(undecided.shape[0]):
        rule = undecided[place]
        for dim in range(count):
            if not has_rule(fulfilled[dim], rule):
                share[dim, place] = region_share(dims, trees, tables, dim, ranks[begin[dim] : begin[dim + 1]], rule)
                whole[place] *= share[dim, place]
    sizes = np.zeros(count, np.int64)
    room = 0
    for dim in range(count):
        own = ranks[begin[dim] : begin[dim + 1]]
        sizes[dim] = bins_of(dims, trees, tables, dim, own, tally, total, bin_of)
        room += sizes[dim] * (trees.chain.shape[1] if dims.kind[dim] == TREE else 1) + 64
    gain, where = np.empty(room), np.empty((room, 3), np.int32)
    used = 0
    for dim in range(count):
        if sizes[dim] < 2:
            continue
        own = ranks[begin[dim] : begin[dim + 1]]
        rules = np.empty(undecided.shape[0], np.int64)
        group, before = np.empty(undecided.shape[0]), np.empty(undecided.shape[0])
        asked = 0
        for place in range(undecided.shape[0]):
            if not has_rule(fulfilled[dim], undecided[place]):
                rules[asked], group[asked] = undecided[place], whole[place]
                before[asked] = whole[place] / share[dim, place]
                index[undecided[place]] = asked
                asked += 1
        if asked == 0:
            continue
        used = rule_gains(
            cells, weight, order, low, high, dims, trees, tables, dim, own, sizes[dim], bin_of, tally, total, k,
            bits, rules[:asked], index, group[:asked], before[:asked], scale, gain, where, used,
        )  # fmt: skip
    return gain[:used], where[:used]


@njit(cache=True, nogil=True)
def _undecided(touched, fulfilled):
    """The rules that a group touches but does not fulfil throughout."""
    count = 0
    left = touched.copy()
    for word in range(touched.shape[0]):
        throughout = touched[word]
        for dim in range(fulfilled.shape[0]):
            throughout &= fulfilled[dim, word]
        left[word] &= ~throughout
        count += count_bits(left[word])
    rules = np.empty(count, np.int64)
    used = 0
    for word in range(touched.shape[0]):
        while left[word] != 0:
            bit = left[word] & (~left[word] + np.uint64(1))
            left[word] ^= bit
            rules[used] = word * 64 + count_bits(bit - np.uint64(1))
            used += 1
    return rules


@njit(cache=True, nogil=True)
def _parts(cells, order, low, high, dims, tables, bin_of, where):
    """The rows inside and outside a candidate, each in the order they had."""
    dim, first, last = where
    base = dims.start[dim]
    inside = np.empty(high - low, np.int32)
    outside = np.empty(high - low, np.int32)
    held = 0
    for number in range(low, high):
        row = order[number]
        rank = cells[row, dim]
        spot = bin_of[base + rank]
        if (first <= spot <= last) if first >= 0 else allowed_in(tables, base, rank, rank, last) > 0:
            inside[held] = row
            held += 1
        else:
            outside[number - low - held] = row
    return inside[:held], outside[: high - low - held]


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

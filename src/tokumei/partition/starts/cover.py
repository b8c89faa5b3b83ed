"""An itemset cover: every row joins a group around a large subset of its items that at least k records have.

Subsets are taken largest first. A row's largest subset is looked for among the rows that are still free; a group takes
just enough of them to have k records, those with the fewest items, and every other row that has all of a group's items
may join it later at no cost. What is left at the end publishes nothing, as one group.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tokumei.core.kernels import kernel, part
from tokumei.partition.dimensions.items import item_rows
from tokumei.partition.losses import count_bits
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.starts.item_groups import ItemGroups, best_host, empty_groups, new_group, shared_items, store
from tokumei.partition.starts.item_search import improve
from tokumei.partition.starts.row_lists import link

__all__ = ["cover", "peeled"]

EXHAUSTIVE = 10
"""Rows with up to so many items have all their subsets looked at, others grow one greedily."""
LONGEST = 62
"""Of a row with more items, its most frequent ones are looked at."""
WARMTH = 1.5
"""So many items more an opening may delete in the first sweep, with a chance of 1 / e. Chosen among 0, 0.5, 1, 1.5, 2,
4 and 8 on BMS-WebView-1 and the invoices of Online Retail: 1 to 2 are best, and hardly differ."""
WARM = 0.85
"""The share of the sweeps in which there is any warmth."""


def cover(problem: Problem, *, sweeps: int, advance: Callable[[int], None] | None = None) -> Groups:
    """Groups for a problem of one set column and nothing else: fewer deleted items than by splitting.

    *Promise*: every group has at least k records, provided that the table does.
    *Cost*: for every row, a few times, the rows that share an item with it; O(rows × rows with a common item).
    *Reference*: the idea of covering by frequent itemsets is that of Terrovitis, Mamoulis, Kalnis (VLDB 2008) turned
    from generalization to deletion.
    """
    state, rows = peeled(problem)
    if advance is not None:
        advance(problem.rows)
    group, size = state.group.copy(), state.size.copy()
    gained, most = 0, 0
    for sweep in range(sweeps):
        warmth = WARMTH * max(0.0, 1.0 - (sweep + 1) / (WARM * sweeps))
        gain = improve(state, problem.k, *rows, np.int64(sweep), warmth)
        gained += gain
        if gained > most:
            group, size, most = state.group.copy(), state.size.copy(), gained
        if advance is not None:
            advance(problem.rows)
        if warmth == 0.0 and gain * 10_000 < len(problem.sets.items):
            break
    return Groups.from_rows(_settled(group, size, problem))


def peeled(problem: Problem) -> tuple[ItemGroups, tuple[Any, ...]]:
    """The cover before any search, and the rows as kernels read them."""
    sets = problem.sets
    ends, holders = item_rows(sets)
    state = _peel(sets.offsets, sets.items, problem.weight, problem.k, ends, holders, len(sets.owner))
    return state, (sets.offsets, sets.items, problem.weight, ends, holders)


def _settled(group: np.ndarray, size: np.ndarray, problem: Problem) -> np.ndarray:
    """The rows without a group as one group, with the groups that publish least where those rows are too few."""
    weight = problem.weight
    rest = group < 0
    if not rest.any():
        return group
    mass = np.bincount(group[~rest], weights=weight[~rest], minlength=len(size))
    cost = np.where(mass > 0, mass * size, np.inf)
    for number in np.argsort(cost, kind="stable").tolist():
        if weight[rest].sum() >= problem.k:
            break
        rest |= group == number
    group[rest] = len(size)
    return group


@kernel
def _peel(offsets, items, weight, k, ends, holders, item_count):
    """Groups from the largest subsets down."""
    rows = weight.shape[0]
    state = empty_groups(rows, item_count, items.shape[0])
    free_rows = holders.copy()
    free_count = ends[1:] - ends[:-1]
    mask, touched = np.zeros(rows, np.int64), np.empty(rows, np.int32)
    counts = np.zeros(1 << EXHAUSTIVE, np.int64)
    waiting, after = np.full(LONGEST + 1, -1, np.int32), np.full(rows, -1, np.int32)
    for row in range(rows - 1, -1, -1):
        own = offsets[row + 1] - offsets[row]
        if own > 0 and weight[row] >= k:
            group = new_group(state)
            link(state, row, group, weight)
            store(state, group, items[offsets[row] : offsets[row + 1]])
        else:
            level = min(own, LONGEST)
            after[row] = waiting[level]
            waiting[level] = row
    level = LONGEST
    while level > 0:
        row = waiting[level]
        if row < 0:
            level -= 1
            continue
        waiting[level] = after[row]
        if state.group[row] >= 0:
            continue
        host, hosted = best_host(state, row, -1, 0, offsets, items)
        if hosted >= level:
            link(state, row, host, weight)
            continue
        found = _sharing(row, offsets, items, state.group, ends, free_rows, free_count, mask, touched)
        subset = _largest_subset(row, min(offsets[row + 1] - offsets[row], LONGEST), weight, k, mask, found, counts)
        size = count_bits(np.uint64(subset))
        if size >= level and size > hosted:
            _open(state, row, subset, mask, found, weight, k, offsets, items)
        elif max(size, hosted) > 0:
            lower = min(max(size, hosted), level)
            after[row] = waiting[lower]
            waiting[lower] = row
        for other in found:
            mask[other] = 0
    return state


@part
def _sharing(row, offsets, items, group, ends, free_rows, free_count, mask, touched):
    """The free rows that share an item with a row; `mask` says which of its items. Rows that have a group are dropped
    from the lists on the way."""
    count = 0
    for number in range(min(offsets[row + 1] - offsets[row], LONGEST)):
        item = items[offsets[row] + number]
        place, stop = ends[item], ends[item] + free_count[item]
        while place < stop:
            other = free_rows[place]
            if group[other] >= 0:
                stop -= 1
                free_rows[place] = free_rows[stop]
                free_rows[stop] = other
                continue
            if mask[other] == 0:
                touched[count] = other
                count += 1
            mask[other] |= np.int64(1) << number
            place += 1
        free_count[item] = stop - ends[item]
    return touched[:count]


@part
def _largest_subset(row, own, weight, k, mask, found, counts):
    """The largest subset of a row's items that k records among the found rows have, as bits; 0 where there is none."""
    if own > EXHAUSTIVE:
        frequent = _grown_by_frequency(own, weight, k, mask, found)
        near = _grown_by_nearness(row, weight, k, mask, found)
        return near if count_bits(np.uint64(near)) > count_bits(np.uint64(frequent)) else frequent
    full = np.int64(1) << own
    counts[:full] = 0
    for other in found:
        counts[mask[other]] += weight[other]
    for number in range(own):
        bit = np.int64(1) << number
        for subset in range(full):
            if subset & bit == 0:
                counts[subset] += counts[subset | bit]
    best, size = np.int64(0), 0
    for subset in range(1, full):
        if counts[subset] >= k:
            bits = count_bits(np.uint64(subset))
            if bits > size or (bits == size and counts[subset] > counts[best]):
                best, size = np.int64(subset), bits
    return best


@part
def _grown_by_frequency(own, weight, k, mask, found):
    """A subset grown by the item that most of the rows have that have the subset so far."""
    rows, subset = found.copy(), np.int64(0)
    count = rows.shape[0]
    held = np.zeros(own, np.int64)
    while True:
        held[:] = 0
        for other in rows[:count]:
            left = mask[other] & ~subset
            while left != 0:
                lowest = left & -left
                held[count_bits(np.uint64(lowest - 1))] += weight[other]
                left ^= lowest
        best = np.argmax(held)
        if held[best] < k:
            return subset
        subset |= np.int64(1) << best
        used = 0
        for other in rows[:count]:
            if (mask[other] >> best) & 1:
                rows[used] = other
                used += 1
        count = used


@part
def _grown_by_nearness(row, weight, k, mask, found):
    """What is common to a row and the rows that are taken one by one, each the one that leaves most in common."""
    common, mass = mask[row], weight[row]
    taken = np.zeros(found.shape[0], np.bool_)
    while mass < k:
        best, most = -1, 0
        for number in range(found.shape[0]):
            if not taken[number] and found[number] != row:
                shared = count_bits(np.uint64(common & mask[found[number]]))
                if shared > most:
                    best, most = number, shared
        if best < 0:
            return np.int64(0)
        taken[best] = True
        common &= mask[found[best]]
        mass += weight[found[best]]
    return common


@part
def _open(state, row, subset, mask, found, weight, k, offsets, items):
    """Makes a group of a row and the rows with the fewest items that have the subset, until it has k records."""
    chosen, own = np.empty(found.shape[0], np.int32), np.empty(found.shape[0], np.int64)
    count = 0
    for other in found:
        if mask[other] & subset == subset:
            chosen[count] = other
            own[count] = offsets[other + 1] - offsets[other] if other != row else -1
            count += 1
    order = np.argsort(own[:count], kind="mergesort")
    group = new_group(state)
    taken = 0
    while state.mass[group] < k:
        link(state, chosen[order[taken]], group, weight)
        taken += 1
    store(state, group, shared_items(state, chosen[order[:taken]], offsets, items))

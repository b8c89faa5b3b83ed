"""Fewer deleted items by opening, leaving and giving up groups.

A group is opened around a subset of some row's items when the rows that it takes from their groups gain more than
those lose that stay behind: a group that falls below k is given up, and each of its rows joins the best other group
that it can join at no cost. Every change lowers the number of deleted items, so the search ends.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.algorithms.partition.item_groups import (
    SMALL,
    best_host,
    close_group,
    kept,
    link,
    new_group,
    recount,
    shared_items,
    store,
    unlink,
)
from tokumei.algorithms.partition.losses import count_bits

__all__ = ["improve"]

WIDEST = 6
"""Subsets of so many of a row's items are looked at; of a longer row, so many items at random."""


@njit(cache=True, nogil=True)
def improve(state, k, offsets, items, weight, ends, holders, everywhere, seed):
    """One round: moves, groups given up, groups opened around rows that lose half or more (or any, `everywhere`).

    Returns how many items fewer are deleted.
    """
    np.random.seed(seed)
    rows = weight.shape[0]
    gained = _move(state, k, offsets, items, weight) + _give_up(state, offsets, items, weight)
    elsewhere, cost = _prices(state, k, offsets, items, weight)
    mask, touched, price = np.zeros(rows, np.int64), np.empty(rows, np.int32), np.empty(rows, np.float64)
    mass = np.zeros((WIDEST + 1, 1 << WIDEST), np.float64)
    chosen = np.empty(WIDEST, np.int32)
    for row in np.random.permutation(rows):
        own, now = offsets[row + 1] - offsets[row], kept(state, row)
        if now >= own or (not everywhere and 2 * now > own):
            continue
        width = min(own, WIDEST)
        picked = np.random.permutation(own) if own > WIDEST else np.arange(own)
        for number in range(width):
            chosen[number] = items[offsets[row] + picked[number]]
        count = 0
        for number in range(width):
            item = chosen[number]
            for other in holders[ends[item] : ends[item + 1]]:
                if mask[other] == 0:
                    touched[count] = other
                    count += 1
                mask[other] |= np.int64(1) << number
        mass[: width + 1, : 1 << width] = 0.0
        for number in range(count):
            other = touched[number]
            price[number] = _price(state, other, k, weight, elsewhere, cost) if other != row else now
            level = int(np.ceil(price[number]))
            if level <= width:
                mass[level, mask[other]] += weight[other]
        subset = _most_gain(mass, width, now, k)
        if subset > 0:
            gained += _try_open(state, row, subset, touched[:count], price, mask, k, offsets, items, weight)
        for other in touched[:count]:
            mask[other] = 0
    return gained


@njit(cache=True, nogil=True)
def _move(state, k, offsets, items, weight):
    """Rows that their groups can spare go where they publish more."""
    gained = 0
    for row in range(weight.shape[0]):
        group = state.group[row]
        if group >= 0 and state.mass[group] - weight[row] < k:
            continue
        now = kept(state, row)
        host, size = best_host(state, row, group, now, offsets, items)
        if host >= 0:
            unlink(state, row, weight)
            link(state, row, host, weight)
            gained += weight[row] * (size - now)
            if group >= 0:
                gained += recount(state, group, offsets, items) * state.mass[group]
    return gained


@njit(cache=True, nogil=True)
def _give_up(state, offsets, items, weight):
    """Groups whose rows do better elsewhere, taken together, are given up."""
    gained = 0
    for group in range(state.size.shape[0]):
        if state.rows[group] == 0 or state.rows[group] > SMALL:
            continue
        better = -state.size[group] * state.mass[group]
        row = state.head[group]
        while row >= 0:
            better += weight[row] * best_host(state, row, group, 0, offsets, items)[1]
            row = state.after[row]
        if better > 0:
            while state.head[group] >= 0:
                row = state.head[group]
                host, _ = best_host(state, row, group, 0, offsets, items)
                unlink(state, row, weight)
                if host >= 0:
                    link(state, row, host, weight)
            close_group(state, group)
            gained += better
    return gained


@njit(cache=True, nogil=True)
def _prices(state, k, offsets, items, weight):
    """Row → items that it would publish elsewhere, and group → items that are lost when it is given up."""
    elsewhere, cost = np.zeros(weight.shape[0], np.int64), np.zeros(state.size.shape[0], np.int64)
    for row in range(weight.shape[0]):
        group = state.group[row]
        if group >= 0 and state.mass[group] < 2 * k:
            size = best_host(state, row, group, 0, offsets, items)[1]
            elsewhere[row] = min(size, state.size[group])
            cost[group] += weight[row] * (state.size[group] - elsewhere[row])
    return elsewhere, cost


@njit(cache=True, nogil=True)
def _price(state, row, k, weight, elsewhere, cost):
    """What a new group has to publish for a row to be worth taking: what it has now, and what leaving it breaks."""
    group = state.group[row]
    if group < 0:
        return 0.0
    price = float(state.size[group])
    if state.mass[group] - weight[row] < k:
        broken = cost[group] - weight[row] * (state.size[group] - elsewhere[row])
        # Several rows may come from one group, and break it only once.
        price += max(0.0, broken / weight[row]) * (1.0 if state.rows[group] <= 2 else 0.5)
    return price


@njit(cache=True, nogil=True)
def _most_gain(mass, width, now, k):
    """The subset, as bits, whose k cheapest records would gain most; 0 where none gains. `mass` is price × bits."""
    full = 1 << width
    for level in range(width + 1):
        for number in range(width):
            bit = 1 << number
            for subset in range(full):
                if subset & bit == 0:
                    mass[level, subset] += mass[level, subset | bit]
    best, most = np.int64(0), 1e-9
    for subset in range(1, full):
        size = count_bits(np.uint64(subset))
        if size <= now:
            continue
        held, gain = 0.0, 0.0
        for level in range(size + 1):
            taken = min(mass[level, subset], k - held)
            gain += taken * (size - level)
            held += taken
        if held >= k and gain > most:
            best, most = np.int64(subset), gain
    return best


@njit(cache=True, nogil=True)
def _cheapest(row, subset, touched, price, mask, weight, k):
    """A row and the cheapest rows that have the subset, until they are k records; none where they are fewer."""
    chosen, cost = np.empty(touched.shape[0], np.int32), np.empty(touched.shape[0], np.float64)
    count = 0
    for number in range(touched.shape[0]):
        other = touched[number]
        if mask[other] & subset == subset:
            chosen[count] = other
            cost[count] = price[number] if other != row else -1.0
            count += 1
    order = np.argsort(cost[:count], kind="mergesort")
    mass = 0
    for taken in range(count):
        mass += weight[chosen[order[taken]]]
        if mass >= k:
            return chosen[order[: taken + 1]]
    return chosen[:0]


@njit(cache=True, nogil=True)
def _try_open(state, row, subset, touched, price, mask, k, offsets, items, weight):
    """Opens a group, and takes it back unless items are gained; returns how many."""
    taken = _cheapest(row, subset, touched, price, mask, weight, k)
    if taken.shape[0] == 0:
        return 0
    group = new_group(state)
    gain = 0
    origin = np.empty(taken.shape[0], np.int32)
    left = np.empty(taken.shape[0], np.int32)
    count = 0
    for number in range(taken.shape[0]):
        other = taken[number]
        source = state.group[other]
        origin[number] = source
        gain -= weight[other] * kept(state, other)
        if source >= 0 and not state.closed[source]:
            state.closed[source] = True
            left[count] = source
            count += 1
        unlink(state, other, weight)
        link(state, other, group, weight)
    store(state, group, shared_items(state, taken, offsets, items))
    gain += state.size[group] * state.mass[group]
    homeless = 0
    for source in left[:count]:
        if state.mass[source] >= k:
            state.closed[source] = False
        else:
            homeless += state.rows[source]
    moved, before = np.empty(homeless, np.int32), np.empty(homeless, np.int32)
    used = 0
    for source in left[:count]:
        while state.closed[source] and state.head[source] >= 0:
            other = state.head[source]
            host, size = best_host(state, other, source, 0, offsets, items)
            gain += weight[other] * (size - state.size[source])
            moved[used], before[used] = other, source
            used += 1
            unlink(state, other, weight)
            if host >= 0:
                link(state, other, host, weight)
    if gain > 0:
        for source in left[:count]:
            state.closed[source] = False
            if state.rows[source] == 0:
                close_group(state, source)
            else:
                gain += recount(state, source, offsets, items) * state.mass[source]
        return gain
    for number in range(used):
        unlink(state, moved[number], weight)
        link(state, moved[number], before[number], weight)
    for number in range(taken.shape[0]):
        unlink(state, taken[number], weight)
        if origin[number] >= 0:
            link(state, taken[number], origin[number], weight)
    close_group(state, group)
    for source in left[:count]:
        state.closed[source] = False
    return 0

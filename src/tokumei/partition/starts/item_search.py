"""Fewer deleted items by opening, leaving and giving up groups.

A group is opened around a subset of some row's items when the rows that it takes from their groups gain more than
those lose that stay behind: a group that falls below k is given up, and each of its rows joins the best other group
that it can join at no cost. While there is warmth, a group is sometimes opened that gains too little, which leads out
of dead ends.
"""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import kernel, part
from tokumei.partition.losses import count_bits
from tokumei.partition.starts.item_groups import (
    SMALL,
    best_host,
    close_group,
    kept,
    new_group,
    recount,
    shared_items,
    store,
)
from tokumei.partition.starts.row_lists import link, unlink

__all__ = ["improve"]

WIDEST = 8
"""Subsets of so many of a row's items are looked at; of a longer row, so many items at random."""
UNLIKELY = 3.0
"""A loss of so many times the warmth is not tried."""


@kernel
def improve(state, k, offsets, items, weight, ends, holders, seed, warmth):
    """One round: moves, groups given up, groups opened around the rows, in an order drawn from the seed.

    `warmth` is how many items more an opening may delete: so many with a chance of 1 / e, twice as many with its
    square. Returns how many items fewer are deleted.
    """
    np.random.seed(seed)
    rows = weight.shape[0]
    gained = _move(state, k, offsets, items, weight) + _give_up(state, offsets, items, weight)
    price = _prices(state, k, offsets, items, weight)
    level = np.empty(rows, np.uint8)
    for row in range(rows):
        level[row] = _level(price[row])
    mask, touched = np.zeros(rows, np.uint8), np.empty(rows, np.int32)
    mass = np.zeros((WIDEST + 1, 1 << WIDEST), np.float64)
    chosen = np.empty(WIDEST, np.int32)
    for row in np.random.permutation(rows):
        own, now = offsets[row + 1] - offsets[row], kept(state, row)
        if now >= own:
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
                mask[other] |= np.uint8(1 << number)
        mass[: width + 1, : 1 << width] = 0.0
        price[row] = now
        level[row] = _level(price[row])
        for other in touched[:count]:
            if level[other] <= width:
                mass[level[other], mask[other]] += weight[other]
        subset = _most_gain(mass, width, now, k, warmth)
        if subset > 0:
            least = warmth * np.log(1.0 - np.random.random())
            found = touched[:count]
            gained += _try_open(state, row, subset, found, price, level, mask, k, offsets, items, weight, least)
        for other in touched[:count]:
            mask[other] = 0
    return gained


@part
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


@part
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


@part
def _prices(state, k, offsets, items, weight):
    """Row → what a new group has to publish for it to be worth taking: what it has now, and what leaving breaks.

    Prices are of the start of a round. They only choose what is tried; whether it is a gain is counted anew.
    """
    rows = weight.shape[0]
    price = np.zeros(rows, np.float64)
    elsewhere, cost = np.zeros(rows, np.int64), np.zeros(state.size.shape[0], np.int64)
    for row in range(rows):
        group = state.group[row]
        if group >= 0 and state.mass[group] < 2 * k:
            size = best_host(state, row, group, 0, offsets, items)[1]
            elsewhere[row] = min(size, state.size[group])
            cost[group] += weight[row] * (state.size[group] - elsewhere[row])
    for row in range(rows):
        group = state.group[row]
        price[row] = kept(state, row)
        if group >= 0 and state.mass[group] - weight[row] < k:
            broken = cost[group] - weight[row] * (state.size[group] - elsewhere[row])
            # Several rows may come from one group, and break it only once.
            price[row] += max(0.0, broken / weight[row]) * (1.0 if state.rows[group] <= 2 else 0.5)
    return price


@part
def _level(price):
    """A price in whole items; all that no subset can pay are one."""
    return np.uint8(min(np.ceil(price), WIDEST + 1))


@part
def _most_gain(mass, width, now, k, warmth):
    """The subset, as bits, whose k cheapest records would gain most; 0 where all lose more than chance will allow.
    `mass` is price × bits."""
    full = 1 << width
    for level in range(width + 1):
        for number in range(width):
            bit = 1 << number
            for subset in range(full):
                if subset & bit == 0:
                    mass[level, subset] += mass[level, subset | bit]
    best, most = 0, 1e-9 - UNLIKELY * warmth
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
            best, most = subset, gain
    return best


@part
def _cheapest(row, subset, touched, price, mask, weight, k):
    """A row and the cheapest rows that have the subset, until they are k records; none where they are fewer."""
    chosen, cost = np.empty(touched.shape[0], np.int32), np.empty(touched.shape[0], np.float64)
    count = 0
    for number in range(touched.shape[0]):
        other = touched[number]
        if mask[other] & subset == subset:
            chosen[count] = other
            cost[count] = price[other] if other != row else -1.0
            count += 1
    order = np.argsort(cost[:count], kind="mergesort")
    mass = 0
    for taken in range(count):
        mass += weight[chosen[order[taken]]]
        if mass >= k:
            return chosen[order[: taken + 1]]
    return chosen[:0]


@part
def _try_open(state, row, subset, touched, price, level, mask, k, offsets, items, weight, least):
    """Opens a group, and takes it back unless more than `least` items are gained; returns how many."""
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
    if gain > least:
        for source in left[:count]:
            state.closed[source] = False
            if state.rows[source] == 0:
                close_group(state, source)
            else:
                gain += recount(state, source, offsets, items) * state.mass[source]
        for other in moved[:used]:
            price[other] = kept(state, other)
            level[other] = _level(price[other])
        for other in taken:
            price[other] = WIDEST + 1  # the group is new and has just k records
            level[other] = WIDEST + 1
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

"""Gathering groups: each starts at a row of a union and takes what widens it least for what it brings in."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import NONE, ZERO, part, step
from tokumei.core.predicates import all_hold
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import ORDERED, VALUES
from tokumei.partition.guard import counts_people, judges_more, people_keep
from tokumei.partition.unions import (
    COMES,
    FAR,
    GROUPS,
    LOSS,
    PARTS,
    ROWS,
    SIZE,
    SMALLEST_GAIN,
    STAYS,
    WORK,
    best_host,
    clear,
    dimension_cost,
    group_loss,
    keeps_with,
    new_group,
    new_piece,
    set_cost,
    shift,
)

__all__ = ["gather_groups"]

LOOKS = 8
"""So many ways to widen a group are looked at."""
TRIES = 4
"""So many rows are tried as the first of a group."""
BEGUN = 400
"""The work of beginning a group."""
PRICED, LOOKED = 12, 32
"""So many cells are priced, and rows looked at, in the time of one."""


@part
def gather_groups(union, tokens, guard, k, noise, random):
    """Groups gathered from the cheapest rows: each starts at a row and takes what widens it least, until it has k
    records and the guard allows it. Rows of k records are groups by themselves, and lend what they can spare; not where
    the guard asks for more, which one row alone does not keep.

    A group starts at the one of several rows that leads to the least loss. Returns False where no group could be made,
    or one that the guard does not allow.
    """
    rows = union.used[ROWS]
    left = union.weight[:rows].copy()
    own = np.empty(rows, np.int64)
    own[:] = NONE
    waiting = 0
    judged = judges_more(guard)
    for row in range(rows):
        if left[row] >= k and not judged:
            own[row] = new_group(union)
            shift(union, tokens, own[row], row, left[row], COMES)
        else:
            waiting += left[row]
    taken, best_taken = np.empty((2, rows), np.int64), np.empty((2, rows), np.int64)
    clear(union, union.size.shape[0] - 1)
    while waiting >= k:
        group = new_group(union)
        count, least = 0, FAR
        for _ in range(TRIES):
            seed = int(draw(random) * rows)
            while left[seed] == 0 or own[seed] >= 0:
                seed = int(draw(random) * rows)
            members = _gathered(union, tokens, guard, group, seed, left, own, k, noise, random, least, taken)
            if members > 0 and group_loss(union, group) / union.size[group, SIZE] < least:
                count, least = members, group_loss(union, group) / union.size[group, SIZE]
                taken, best_taken = best_taken, taken
        clear(union, group)
        if count == 0:
            break
        for number in range(count):
            row, mass = best_taken[0, number], best_taken[1, number]
            shift(union, tokens, group, row, mass, COMES)
            new_piece(union, row, mass, group)
            left[row] -= mass
            if own[row] < 0:
                waiting -= mass
            else:
                shift(union, tokens, own[row], row, -mass, STAYS)
    for row in range(rows):
        if own[row] >= 0:
            new_piece(union, row, left[row], own[row])
            left[row] = 0
    for row in range(rows):
        if left[row] > 0:
            host, _ = best_host(union, tokens, NONE, row, left[row], FAR)
            if host < 0:
                return False
            shift(union, tokens, host, row, left[row], COMES)
            new_piece(union, row, left[row], host)
    for group in range(union.used[GROUPS]):
        if union.size[group, SIZE] > 0 and not keeps_with(union, guard, group, NONE, NONE, ZERO):
            return False
    return True


@part
def _gathered(union, tokens, guard, group, seed, left, own, k, noise, random, bound, taken):
    """Gathers one group around a row; returns how many rows it takes, `taken` says which and how many records.

    0 where the guard does not allow all rows together, or a record would lose as much as `bound`.
    """
    rows = left.shape[0]
    counts, members = _nobody(guard.more, rows)
    people = ZERO
    rest, luck = left.copy(), np.empty(rows, np.float64)
    wider, cost = np.empty(rows, np.float64), np.empty(rows, np.float64)
    for row in range(rows):
        luck[row] = 1.0 + noise * draw(random)
        if own[row] >= 0:
            rest[row] -= k
    clear(union, group)
    row, count, begin, stale = seed, ZERO, ZERO, True
    sets = tokens is not None
    union.used[WORK] += BEGUN
    while True:
        mass = rest[row] if own[row] < 0 else min(rest[row], k - union.size[group, SIZE])
        changed = shift(union, tokens, group, row, mass, COMES)
        stale = stale or (changed and (sets or wider[row] > 0.0))
        taken[0, count], taken[1, count] = row, mass
        rest[row] -= mass
        size = union.size[group, SIZE]
        people += _counted(guard.more, counts, members, count, union.row[row], mass)
        count += 1
        if size >= k and _enough(guard.more, k, size, people, counts, members, count):
            return count
        if stale:
            _price(union, tokens, group, rest, luck, wider, cost)
            begin = 0
        row, least = _least(rest, cost, begin)
        union.used[WORK] += rows // LOOKED
        if row < 0:
            return 0
        begin = row + 1
        if least > 0.0 and size < k:
            row = _most_for_least(union, tokens, group, rest, wider, cost, k - size)
        if union.total[group, LOSS] + wider[row] >= bound:
            return 0
        stale = False


@step
def _least(rest, cost, begin):
    """The first row that costs least, and what it costs; those before `begin` cost something."""
    for row in range(begin, rest.shape[0]):
        if rest[row] > 0 and cost[row] <= 0.0:
            return row, 0.0
    least, bound = NONE, FAR
    for row in range(rest.shape[0]):
        if rest[row] > 0 and cost[row] < bound:
            least, bound = row, cost[row]
    return least, bound


@part
def _nobody(more, rows):
    """The histogram and the members of a group of none, where the guard looks at them."""
    if more is None:
        return np.empty(0, np.int64), np.empty(0, np.int32)
    return np.zeros(more.predicates.starts[-1], np.int64), np.empty(rows, np.int32)


@part
def _counted(more, counts, members, count, source, mass):
    """Counts some records of a row as the last of a group; returns whether they are of somebody new."""
    if more is None:
        return ZERO
    if not counts_people(more):
        for place in range(more.offsets[source], more.offsets[source + 1]):
            counts[more.places[place]] += mass
        return ZERO
    members[count] = source
    person, new = more.people.person, True
    for number in range(count):
        new = new and person[members[number]] != person[source]
    return np.int64(new)


@part
def _enough(more, k, size, people, counts, members, count):
    """Whether a group that has k records has all that is asked."""
    if more is None:
        return True
    if counts_people(more):
        return people >= k and people_keep(members[:count], k, more)
    return all_hold(counts, size, more.predicates)


@part
def _price(union, tokens, group, rest, luck, wider, cost):
    """Writes by how much every row that is left would widen the dimensions of a group for each record, and what it
    would cost in all, with some luck."""
    size = union.size[group, SIZE]
    union.used[WORK] += rest.shape[0] * union.kind.shape[0] // PRICED
    for row in range(rest.shape[0]):
        if rest[row] > 0:
            more = dimension_cost(union, group, row)
            wider[row] = more
            if tokens is not None:
                more += set_cost(union, tokens, group, row, rest[row]) / (size + rest[row])
            cost[row] = more * luck[row]


@part
def _most_for_least(union, tokens, group, rest, wider, cost, need):
    """Among the rows that widen a group least, the one that brings most records into it for what it costs.

    A row that comes in with another would not widen the group more than that one does: others are not looked at.
    """
    near, price = np.empty(LOOKS, np.int64), np.empty(LOOKS, np.float64)
    looks = _cheapest(rest, cost, near, price)
    widest = 0.0
    for row in near[:looks]:
        widest = max(widest, wider[row])
    some, count = np.empty(rest.shape[0], np.int64), 0
    for other in range(rest.shape[0]):
        if rest[other] > 0 and wider[other] <= widest + SMALLEST_GAIN:
            some[count] = other
            count += 1
    union.used[WORK] += rest.shape[0] + looks * count
    width = union.kind.shape[0]
    low, high = np.empty((2, width), np.int64), np.empty((2, width), np.int64)  # without and with the row at hand
    for dim in range(width):
        low[0, dim], high[0, dim] = union.first[dim], union.first[dim + 1] - 1
        while union.more[group, low[0, dim]] > SMALLEST_GAIN:
            low[0, dim] += 1
        while union.more[group, high[0, dim]] > SMALLEST_GAIN:
            high[0, dim] -= 1
    trial = union.size.shape[0] - 1
    best, least = NONE, FAR
    for number in range(looks):
        row, source = near[number], union.row[near[number]]
        for dim in range(width):
            low[1, dim], high[1, dim] = _reach(union, group, dim, union.code[row, dim], low[0, dim], high[0, dim])
        shown = ZERO
        if tokens is not None:
            for spot in range(tokens.offsets[source], tokens.offsets[source + 1]):
                code = tokens.slot[tokens.token[spot]]
                union.counts[trial, code] = union.counts[group, code] == union.size[group, PARTS]
                shown += union.counts[trial, code]
        brought = _brought(union, tokens, group, row, low, high, trial, shown, some[:count], rest, need)
        if tokens is not None:
            for spot in range(tokens.offsets[source], tokens.offsets[source + 1]):
                union.counts[trial, tokens.slot[tokens.token[spot]]] = 0
        price[number] /= brought
        if price[number] < least:
            best, least = row, price[number]
    return best


@step
def _cheapest(rest, cost, near, price):
    """Writes the rows that cost least, one for each cost, and what they cost; returns how many there are."""
    count = 0
    for row in range(rest.shape[0]):
        if rest[row] == 0 or (count == LOOKS and cost[row] >= price[count - 1]):
            continue
        place = count
        while place > 0 and price[place - 1] > cost[row]:
            place -= 1
        if place > 0 and price[place - 1] == cost[row]:
            continue
        count = min(count + 1, LOOKS)
        for later in range(count - 1, place, -1):
            near[later], price[later] = near[later - 1], price[later - 1]
        near[place], price[place] = row, cost[row]
    return count


@step
def _reach(union, group, dim, code, low, high):
    """The codes from low to high that a group would publish with a code more, of an ORDERED or TREE dimension."""
    more = union.more[group, code]
    if union.kind[dim] == VALUES or more <= SMALLEST_GAIN:
        return low, high
    begin, stop = union.first[dim], union.first[dim + 1] - 1
    own = union.by_dim[group, dim] + more + SMALLEST_GAIN
    low, high = min(low, code), max(high, code)
    if union.kind[dim] == ORDERED:
        return (begin, stop) if own >= union.whole[dim] else (low, high)
    while low > begin and union.shape[low - 1] <= own:
        low -= 1
    while high < stop and union.shape[high] <= own:
        high += 1
    return low, high


@part
def _brought(union, tokens, group, row, low, high, trial, shown, some, rest, need):
    """How many records of some rows a group that a row has joined can take in, `need` at most, without losing more.

    Such a row has its values from `low` to `high`, or among those that the group has or the row brings, and all
    `shown` tokens, which are marked in the counts of `trial`.
    """
    width = union.kind.shape[0]
    brought = ZERO
    for other in some:
        inside = True
        for dim in range(width):
            code = union.code[other, dim]
            if union.kind[dim] == VALUES:
                inside = union.counts[group, code] > 0 or code == union.code[row, dim]
            else:
                inside = low[1, dim] <= code <= high[1, dim]
            if not inside:
                break
        if tokens is not None and inside and shown > 0:
            lacking = shown
            for spot in range(tokens.offsets[union.row[other]], tokens.offsets[union.row[other] + 1]):
                lacking -= union.counts[trial, tokens.slot[tokens.token[spot]]]
            inside = lacking == 0
        if inside:
            brought += rest[other]
            if brought >= need:
                return need
    return brought

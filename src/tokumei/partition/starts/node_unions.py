"""A union of a few groups of sets, partitioned anew with exact costs: groups are gathered, then rows move.

A row need not be in any group of the union: there may be a group outside that it joins at no cost to the others.

What some rows have in common is a *profile*: their common nodes, and the items under each. What these rows lose with
one more is found from its nodes that stand in the profile. Every group has one, and every row one of the rest of its
group.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.partition.chance import draw

__all__ = ["CODES", "GROUPS", "ROWS", "SMALLEST_GAIN", "WORK", "Union", "gather_rows", "move_rows", "workspace"]

TRIES = 4
"""So many rows are tried as the first of a group."""
PRICED, PROFILED = 8, 4
"""What a price takes beside the nodes that are looked at, and a profile for each node of its rows, in their time."""
SMALLEST_GAIN = 1e-9
ROWS, CODES, GROUPS, WORK = 0, 1, 2, 3
"""Places of `used`."""
OUTSIDE: Any = np.int64(-1)


class Union(NamedTuple):
    """Rows, and the groups that they are in. The nodes of the union have codes."""

    used: npt.NDArray[np.int64]
    """How many rows, codes and groups there are, and the work that was done, of a few nanoseconds each."""
    row: npt.NDArray[np.int64]
    """Row of the union → row of the table."""
    weight: npt.NDArray[np.int64]
    own: npt.NDArray[np.float64]
    """Row → its items, times its records."""
    start: npt.NDArray[np.int64]
    """The nodes of row r are `code[start[r]:start[r + 1]]`, children before their parents."""
    code: npt.NDArray[np.int32]
    amount: npt.NDArray[np.float64]
    """Row × code → the items under it, times records."""
    parent: npt.NDArray[np.int32]
    loss: npt.NDArray[np.float64]
    lost: npt.NDArray[np.float64]
    covered: npt.NDArray[np.float64]
    having: npt.NDArray[np.int32]
    items: npt.NDArray[np.float64]
    """Scratch over codes, zero between calls."""
    now: npt.NDArray[np.float64]
    """Row → what it loses before."""
    fall: npt.NDArray[np.float64]
    """Row → what it loses outside, infinite where it cannot go there."""
    host: npt.NDArray[np.int64]
    """Row → the group outside that it can join."""
    origin: npt.NDArray[np.int64]
    """Row → the group that it comes from."""
    spare: npt.NDArray[np.bool_]
    """Row → whether that group stays without it."""
    group: npt.NDArray[np.int64]
    """Row → its group in the union, −1: outside."""
    parts: npt.NDArray[np.int64]
    """Group → its rows."""
    mass: npt.NDArray[np.int64]
    """Group → its records."""
    size: npt.NDArray[np.int64]
    """Profile → its nodes; those of groups come first, those of what a row leaves then."""
    common: npt.NDArray[np.int32]
    """Profile × number → code of a node."""
    under: npt.NDArray[np.float64]
    """Profile × number → the items under it."""
    total: npt.NDArray[np.float64]
    """Profile → its items."""
    cost: npt.NDArray[np.float64]
    """Profile → what they lose."""
    sole: npt.NDArray[np.int64]
    """Profile → its row where it is one, or −1."""
    pair: npt.NDArray[np.float64]
    """Row × row → what the two lose together, −1 where that is not known yet."""
    asked: npt.NDArray[np.int64]
    """Number × (profile, row): what `_price` is asked for, the row −1 where there is none."""
    found: npt.NDArray[np.float64]
    gain: npt.NDArray[np.float64]
    member: npt.NDArray[np.int64]


@part
def workspace(rows, nodes, codes):
    """Room for a union of so many rows, with so many nodes in all, of which so many are different."""
    profiles = 2 * rows
    return Union(
        np.zeros(4, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows),
        np.zeros(rows + 1, np.int64),
        np.zeros(nodes, np.int32),
        np.zeros(rows * codes),
        np.zeros(codes, np.int32),
        np.zeros(codes),
        np.zeros(codes),
        np.zeros(codes),
        np.zeros(codes, np.int32),
        np.zeros(codes),
        np.zeros(rows),
        np.zeros(rows),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.bool_),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros(profiles, np.int64),
        np.zeros(profiles * codes, np.int32),
        np.zeros(profiles * codes),
        np.zeros(profiles),
        np.zeros(profiles),
        np.zeros(profiles, np.int64),
        np.zeros((rows, rows)),
        np.zeros((rows + 1, 2), np.int64),
        np.zeros(rows + 1),
        np.zeros(rows),
        np.zeros(rows + 1, np.int64),
    )


@part
def _price(union, count):
    """Finds what was asked for. The arrays are taken out of the union once: handing it on takes longer than a price."""
    asked, found, pair, sole, total, own = union.asked, union.found, union.pair, union.sole, union.total, union.own
    common, under, amount, size, codes = union.common, union.under, union.amount, union.size, union.used[CODES]
    lost, covered, loss, parent = union.lost, union.covered, union.loss, union.parent
    work = PRICED * count
    for number in range(count):
        profile, row = asked[number, 0], asked[number, 1]
        one = sole[profile]
        if row >= 0 and one >= 0 and pair[one, row] >= 0.0:
            found[number] = pair[one, row]
            continue
        work += size[profile]
        cost = total[profile] + (own[row] if row >= 0 else 0.0)
        for place in range(profile * codes, profile * codes + size[profile]):
            code, items = common[place], under[place]
            if row >= 0:
                more = amount[row * codes + code]
                if more == 0.0:
                    continue
                items += more
            below = lost[code] + items - covered[code]
            lost[code], covered[code] = 0.0, 0.0
            least, above = min(below, items * loss[code]), parent[code]
            if above < 0:
                cost += least - items
            else:
                lost[above] += least
                covered[above] += items
        found[number] = cost
        if row >= 0 and one >= 0:
            pair[one, row], pair[row, one] = cost, cost
    union.used[WORK] += work


@part
def _begin(union, group, row):
    """Makes a group of one row."""
    codes = union.used[CODES]
    used = group * codes
    for place in range(union.start[row], union.start[row + 1]):
        code = union.code[place]
        union.common[used], union.under[used] = code, union.amount[row * codes + code]
        used += 1
    union.size[group], union.total[group], union.sole[group] = used - group * codes, union.own[row], row
    union.parts[group], union.mass[group], union.group[row] = 1, union.weight[row], group
    union.asked[0, 0], union.asked[0, 1] = group, -1
    _price(union, 1)
    union.cost[group] = union.found[0]


@part
def _add(union, group, row, cost):
    """Puts a row into a group, which loses so much then."""
    codes = union.used[CODES]
    first = group * codes
    used = first
    for place in range(first, first + union.size[group]):
        more = union.amount[row * codes + union.common[place]]
        if more > 0.0:
            union.common[used], union.under[used] = union.common[place], union.under[place] + more
            used += 1
    union.size[group] = used - first
    union.total[group] += union.own[row]
    union.cost[group], union.sole[group] = cost, -1
    union.parts[group] += 1
    union.mass[group] += union.weight[row]
    union.group[row] = group


@part
def _profile(union, group):
    """Finds the profile of a group again, and those of the rests of its rows."""
    rows, codes = union.used[ROWS], union.used[CODES]
    member, parts = union.member, 0
    total, mass = 0.0, 0
    for row in range(rows):
        if union.group[row] == group:
            member[parts] = row
            parts += 1
            total += union.own[row]
            mass += union.weight[row]
            union.used[WORK] += PROFILED * (union.start[row + 1] - union.start[row])
            for place in range(union.start[row], union.start[row + 1]):
                code = union.code[place]
                union.having[code] += 1
                union.items[code] += union.amount[row * codes + code]
    union.parts[group], union.mass[group] = parts, mass
    for number in range(-1, parts):
        row = member[number] if number >= 0 else -1
        profile = rows + row if row >= 0 else group
        left = parts - 1 if row >= 0 else parts
        used = profile * codes
        witness = member[1] if number == 0 else member[0]
        union.total[profile], union.sole[profile] = total - (union.own[row] if row >= 0 else 0.0), -1
        if left == 0:
            union.total[profile] = np.inf
        else:
            for place in range(union.start[witness], union.start[witness + 1]):
                code = union.code[place]
                gone = union.amount[row * codes + code] if row >= 0 else 0.0
                if union.having[code] - (1 if gone > 0.0 else 0) == left:
                    union.common[used], union.under[used] = code, union.items[code] - gone
                    used += 1
            if left == 1:
                union.sole[profile] = witness
        union.size[profile] = used - profile * codes
        union.asked[number + 1, 0], union.asked[number + 1, 1] = profile, -1
    _price(union, parts + 1)
    for number in range(parts + 1):
        union.cost[union.asked[number, 0]] = union.found[number]
    for number in range(parts):
        for place in range(union.start[member[number]], union.start[member[number] + 1]):
            union.having[union.code[place]] = 0
            union.items[union.code[place]] = 0.0


@part
def _cheapest(union, group):
    """The row outside all groups by which a group loses least more, beside what the row loses now: (row, cost then)."""
    count = 0
    for row in range(union.used[ROWS]):
        if union.group[row] < 0:
            union.asked[count, 0], union.asked[count, 1] = group, row
            count += 1
    _price(union, count)
    best, least = 0, np.inf
    for number in range(count):
        row = union.asked[number, 1]
        more = (union.found[number] - union.cost[group] - union.now[row]) / union.weight[row]
        if more < least:
            best, least = number, more
    return union.asked[best, 1], union.found[best]


@part
def _best_group(union, row, bound):
    """The group that a row joins at least cost, less than `bound`: (group or −1, cost of the group then)."""
    count = 0
    for group in range(union.used[GROUPS]):
        if union.parts[group] > 0 and group != union.group[row]:
            union.asked[count, 0], union.asked[count, 1] = group, row
            count += 1
    _price(union, count)
    best, then = OUTSIDE, 0.0
    for number in range(count):
        group = union.asked[number, 0]
        if union.found[number] - union.cost[group] < bound:
            best, bound, then = group, union.found[number] - union.cost[group], union.found[number]
    return best, then


@part
def _best_exchange(union, row, k):
    """The row that a row best changes places with, or −1."""
    rows, group = union.used[ROWS], union.group[row]
    count = 0
    for other in range(rows):
        host = union.group[other]
        more = union.weight[other] - union.weight[row]
        if host != group and union.mass[group] + more >= k and (host < 0 or union.mass[host] - more >= k):
            union.asked[count, 0], union.asked[count, 1] = rows + row, other
            count += 1
    _price(union, count)
    best, least = OUTSIDE, -SMALLEST_GAIN
    left = 0
    for number in range(count):
        other = union.asked[number, 1]
        host = union.group[other]
        gain = union.found[number] - union.cost[group]
        if host < 0:
            gain += union.fall[row] - union.fall[other]
            if gain < least:
                best, least = other, gain
        elif gain - union.cost[host] < least:
            union.gain[left] = gain - union.cost[host]
            union.asked[left, 0], union.asked[left, 1] = rows + other, row
            left += 1
    _price(union, left)
    for number in range(left):
        if union.gain[number] + union.found[number] < least:
            best, least = union.asked[number, 0] - rows, union.gain[number] + union.found[number]
    return best


@part
def gather_rows(union, k, random):
    """Groups gathered from the rows, each from the one of several that leads to the least loss, beside what its rows
    lose now; returns whether all rows have found a place."""
    rows, left = union.used[ROWS], 0
    for row in range(rows):
        union.group[row] = -1
        left += union.weight[row]
    chosen, best = np.empty(rows, np.int64), np.empty(rows, np.int64)
    group = 0
    while left >= k:
        least, size = np.inf, 0
        for _ in range(TRIES):
            first = int(draw(random) * rows)
            while union.group[first] >= 0:
                first = (first + 1) % rows
            _begin(union, group, first)
            chosen[0], count, saved = first, 1, union.now[first]
            while union.mass[group] < k:
                next_row, cost = _cheapest(union, group)
                _add(union, group, next_row, cost)
                chosen[count] = next_row
                count += 1
                saved += union.now[next_row]
            for row in chosen[:count]:
                union.group[row] = -1
            if (union.cost[group] - saved) / union.mass[group] < least:
                least, size = (union.cost[group] - saved) / union.mass[group], count
                best[:count] = chosen[:count]
        for row in best[:size]:
            union.group[row] = group
            left -= union.weight[row]
        _profile(union, group)
        group += 1
    union.used[GROUPS] = group
    for row in range(rows):
        if union.group[row] < 0:
            host, cost = _best_group(union, row, union.fall[row])
            if host >= 0:
                _add(union, host, row, cost)
            elif union.fall[row] == np.inf:
                return False
    return True


@part
def move_rows(union, k, rounds):
    """Rows move to other groups of the union or outside, or change places, and groups are given up, while that lowers
    the loss; so many rounds at most."""
    rows = union.used[ROWS]
    for group in range(union.used[GROUPS]):
        _profile(union, group)
    for _ in range(rounds):
        changed = False
        for row in range(rows):
            group = union.group[row]
            if group >= 0 and union.cost[group] <= SMALLEST_GAIN:
                continue
            host = group
            if group < 0 or union.mass[group] - union.weight[row] >= k:
                now = union.fall[row] if group < 0 else union.cost[group] - union.cost[rows + row]
                better = min(now - SMALLEST_GAIN, union.fall[row])
                host, _ = _best_group(union, row, better)
                if host < 0 and (group < 0 or union.fall[row] >= now - SMALLEST_GAIN):
                    continue
                union.group[row] = host
            else:
                other = _best_exchange(union, row, k)
                if other < 0:
                    continue
                host = union.group[other]
                union.group[row], union.group[other] = host, group
            changed = True
            if host >= 0:
                _profile(union, host)
            if group >= 0:
                _profile(union, group)
        if not (_given_up(union) or changed):
            break


@part
def _given_up(union):
    """Gives up groups whose rows lose less outside; returns whether there was one."""
    outside = np.zeros(union.used[GROUPS])
    for row in range(union.used[ROWS]):
        if union.group[row] >= 0:
            outside[union.group[row]] += union.fall[row]
    found = False
    for group in range(union.used[GROUPS]):
        if union.parts[group] > 0 and outside[group] < union.cost[group] - SMALLEST_GAIN:
            for row in range(union.used[ROWS]):
                if union.group[row] == group:
                    union.group[row] = -1
            union.parts[group] = 0
            found = True
    return found

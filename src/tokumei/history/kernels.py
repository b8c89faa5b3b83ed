"""Compiled arithmetic of lines: what k records cost when they are published as one row.

`records` is `prepared.Records`: a matrix of values (history column × record), numbers and dates in units of σ, so that
an error is a number without a unit. `kind` says how a column is published: 0 a range, 1 a set of values, 2 a node of a
tree, 3 the items that all records have. A missing number is NaN: a range that mixes it with values is `*`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.assignment import assign

__all__ = ["added_costs", "align", "join", "node_error", "pair_costs", "pair_errors", "realign", "replace"]

RANGE, SET, TREE, ITEMS = 0, 1, 2, 3


@njit(cache=True, nogil=True)
def added_costs(records, lines, members, skip, first, last, cost):
    """cost[line, record − first]: the summed error of a line once the record has joined it.

    `lines` holds line × member → record; the first `members` count, the one numbered `skip` left out.
    """
    values, kind = records.values, records.kind
    columns = values.shape[0]
    size = last - first
    count = members - (1 if 0 <= skip < members else 0)
    after = count + 1.0
    seen = np.empty(members, np.float64)
    common = np.empty(records.largest_set, np.int32)
    for line in range(lines.shape[0]):
        for record in range(size):
            cost[line, record] = 0.0
        for column in range(columns):
            weight = records.weight[column]
            if kind[column] == RANGE:
                low = np.inf
                high = -np.inf
                total = 0.0
                squares = 0.0
                nulls = 0
                for member in range(members):
                    if member != skip:
                        x = values[column, lines[line, member]]
                        if np.isnan(x):
                            nulls += 1
                        else:
                            low = min(low, x)
                            high = max(high, x)
                            total += x
                            squares += x * x
                grid = records.step[column]
                if nulls == 0:
                    for record in range(size):
                        x = values[column, first + record]
                        a = min(low, x)
                        b = max(high, x)
                        width = b - a
                        error = (
                            2.0 * (squares + x * x)
                            - 2.0 * (total + x) * (a + b)
                            + after * (a * a + b * b + width * grid)
                        ) / (2.0 * (width + grid))
                        # NaN (a missing value joins) compares false, and costs a `*`
                        cost[line, record] += weight * (max(error, 0.0) if error < after else after)
                elif nulls < count:
                    for record in range(size):
                        cost[line, record] += weight * after
                else:
                    for record in range(size):
                        if not np.isnan(values[column, first + record]):
                            cost[line, record] += weight * after
            elif kind[column] == SET:
                distinct = 0
                for member in range(members):
                    if member != skip:
                        x = values[column, lines[line, member]]
                        new = True
                        for place in range(distinct):
                            if seen[place] == x:
                                new = False
                                break
                        if new:
                            seen[distinct] = x
                            distinct += 1
                inside = weight * after * (1.0 - 1.0 / distinct)
                outside = weight * after * (1.0 - 1.0 / (distinct + 1.0))
                if distinct == 1:
                    only = seen[0]
                    for record in range(size):
                        cost[line, record] += inside if values[column, first + record] == only else outside
                else:
                    for record in range(size):
                        x = values[column, first + record]
                        error = outside
                        for place in range(distinct):
                            if seen[place] == x:
                                error = inside
                                break
                        cost[line, record] += error
            elif kind[column] == TREE:
                low = np.inf
                high = -np.inf
                for member in range(members):
                    if member != skip:
                        x = values[column, lines[line, member]]
                        low = min(low, x)
                        high = max(high, x)
                for record in range(size):
                    x = values[column, first + record]
                    error = node_error(records.path, records.tree_error, column, min(low, x), max(high, x))
                    cost[line, record] += weight * after * error
            else:
                shared = -1
                with_items = 0.0  # members that have items: each loses the share of them that is not common
                inverse = 0.0
                for member in range(members):
                    if member != skip:
                        number = int(values[column, lines[line, member]])
                        own = records.set_offsets[number + 1] - records.set_offsets[number]
                        if own > 0:
                            with_items += 1.0
                            inverse += 1.0 / own
                        shared = _meet(records.set_offsets, records.set_items, number, common, shared)
                for record in range(size):
                    number = int(values[column, first + record])
                    own = records.set_offsets[number + 1] - records.set_offsets[number]
                    left = _overlap(records.set_offsets, records.set_items, number, common, shared)
                    error = with_items - left * inverse
                    if own > 0:
                        error += 1.0 - left / own
                    cost[line, record] += weight * error


@njit(cache=True, nogil=True)
def _meet(offsets, items, number, common, shared):
    """Keeps of the first `shared` items in `common` those of a set (all of the set where `shared` is negative)."""
    first, last = offsets[number], offsets[number + 1]
    if shared < 0:
        for place in range(first, last):
            common[place - first] = items[place]
        return last - first
    kept = 0
    place = first
    for item in range(shared):
        while place < last and items[place] < common[item]:
            place += 1
        if place < last and items[place] == common[item]:
            common[kept] = common[item]
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def _overlap(offsets, items, number, common, shared):
    """How many of the first `shared` items in `common` a set has."""
    place, last = offsets[number], offsets[number + 1]
    both = 0
    for item in range(shared):
        while place < last and items[place] < common[item]:
            place += 1
        if place < last and items[place] == common[item]:
            both += 1
    return both


@njit(cache=True, nogil=True)
def node_error(path, tree_error, column, low, high):
    """The error of a cell published as the lowest node over two leaves."""
    left = int(low)
    right = int(high)
    for level in range(path.shape[2]):
        if path[column, left, level] == path[column, right, level]:
            return tree_error[column, path[column, left, level]]
    return 1.0


@njit(cache=True, nogil=True)
def pair_costs(records, first, last, other_first, other_last, cost):
    """The same for lines of one record: a range of two points at distance d costs d / σ, and needs no division."""
    values, kind = records.values, records.kind
    columns = values.shape[0]
    size = other_last - other_first
    common = np.empty(records.largest_set, np.int32)
    for row in range(last - first):
        for record in range(size):
            cost[row, record] = 0.0
        for column in range(columns):
            weight = records.weight[column]
            x = values[column, first + row]
            if kind[column] == RANGE:
                if np.isnan(x):
                    for record in range(size):
                        if not np.isnan(values[column, other_first + record]):
                            cost[row, record] += weight * 2.0
                else:
                    for record in range(size):
                        distance = abs(values[column, other_first + record] - x)
                        cost[row, record] += weight * (distance if distance < 2.0 else 2.0)
            elif kind[column] == SET:
                for record in range(size):
                    cost[row, record] += 0.0 if values[column, other_first + record] == x else weight
            elif kind[column] == TREE:
                for record in range(size):
                    y = values[column, other_first + record]
                    error = node_error(records.path, records.tree_error, column, min(x, y), max(x, y))
                    cost[row, record] += weight * 2.0 * error
            else:
                own = _meet(records.set_offsets, records.set_items, int(x), common, -1)
                for record in range(size):
                    number = int(values[column, other_first + record])
                    others = records.set_offsets[number + 1] - records.set_offsets[number]
                    both = _overlap(records.set_offsets, records.set_items, number, common, own)
                    lost = 0.0
                    if own > 0:
                        lost += 1.0 - both / own
                    if others > 0:
                        lost += 1.0 - both / others
                    cost[row, record] += weight * lost


@njit(cache=True, nogil=True)
def pair_errors(records, offsets, pairs, start, stop, errors):
    """errors[p] for start ≤ p < stop: what the records of two subjects cost side by side; the first has no fewer."""
    for pair in range(start, stop):
        larger, smaller = pairs[pair, 0], pairs[pair, 1]
        rows = offsets[smaller + 1] - offsets[smaller]
        cost = np.empty((rows, offsets[larger + 1] - offsets[larger]), np.float32)
        pair_costs(records, offsets[smaller], offsets[smaller + 1], offsets[larger], offsets[larger + 1], cost)
        place = assign(cost)
        total = 0.0
        for row in range(rows):
            total += cost[row, place[row]]
        errors[pair] = total


@njit(cache=True, nogil=True)
def join(records, lines, members, first, last):
    """The lines with one more member, and what they cost: optimal assignment of its records on the added cost.

    Where the member has fewer records than there are lines, the lines that it leaves are dropped.
    """
    count = lines.shape[0]
    size = last - first
    cost = np.empty((count, size), np.float32)
    if members == 1:
        _one_each(records, lines, first, last, cost)
    else:
        added_costs(records, lines, members, -1, first, last, cost)
    kept = min(count, size)
    joined = np.empty((kept, members + 1), np.int32)
    total = 0.0
    if count <= size:
        place = assign(cost)
        for line in range(count):
            joined[line, :members] = lines[line, :members]
            joined[line, members] = first + place[line]
            total += cost[line, place[line]]
    else:
        place = assign(np.ascontiguousarray(cost.T))
        for record in range(size):
            joined[record, :members] = lines[place[record], :members]
            joined[record, members] = first + record
            total += cost[place[record], record]
    return joined, total


@njit(cache=True, nogil=True)
def _one_each(records, lines, first, last, cost):
    """pair_costs for lines whose records need not be consecutive."""
    for line in range(lines.shape[0]):
        record = lines[line, 0]
        pair_costs(records, record, record + 1, first, last, cost[line : line + 1])


@njit(cache=True, nogil=True)
def realign(records, lines, member, first, last):
    """One member's records assigned anew to the lines of the others; changes `lines`, returns their cost."""
    count = lines.shape[0]
    cost = np.empty((count, last - first), np.float32)
    added_costs(records, lines, lines.shape[1], member, first, last, cost)
    place = assign(cost)
    total = 0.0
    for line in range(count):
        lines[line, member] = first + place[line]
        total += cost[line, place[line]]
    return total


@njit(cache=True, nogil=True)
def align(records, offsets, subjects, rounds):
    """The records of a cluster's subjects side by side: lines (line × member → record), and their summed error.

    Members join one after another as given, best the fewest records first, so that no line is lost; then each is taken
    out and assigned anew, `rounds` times or until nothing is gained.
    """
    first = offsets[subjects[0]]
    count = offsets[subjects[0] + 1] - first
    lines = np.empty((count, 1), np.int32)
    for line in range(count):
        lines[line, 0] = first + line
    total = 0.0
    for member in range(1, len(subjects)):
        subject = subjects[member]
        lines, total = join(records, lines, member, offsets[subject], offsets[subject + 1])
    if len(subjects) > 2:
        for _ in range(rounds):
            start = total
            for member in range(len(subjects)):
                subject = subjects[member]
                total = realign(records, lines, member, offsets[subject], offsets[subject + 1])
            if total > start - 1e-6 * (1.0 + start):
                break
    return lines, total


@njit(cache=True, nogil=True)
def replace(records, lines, member, first, last):
    """The lines with another subject's records in the place of one member's, and what they cost."""
    count = lines.shape[0]
    size = last - first
    cost = np.empty((count, size), np.float32)
    added_costs(records, lines, lines.shape[1], member, first, last, cost)
    total = 0.0
    if count <= size:
        replaced = lines.copy()
        place = assign(cost)
        for line in range(count):
            replaced[line, member] = first + place[line]
            total += cost[line, place[line]]
    else:
        replaced = np.empty((size, lines.shape[1]), np.int32)
        place = assign(np.ascontiguousarray(cost.T))
        for record in range(size):
            replaced[record] = lines[place[record]]
            replaced[record, member] = first + record
            total += cost[place[record], record]
    return replaced, total

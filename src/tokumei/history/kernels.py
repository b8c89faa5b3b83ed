"""Compiled arithmetic of lines: what k records cost when they are published as one row.

`records` is `prepared.Records`: a matrix of values (history column × record), numbers and dates in units of σ, so that
an error is a number without a unit. `kind` says how a column is published: 0 a range, 1 a set of values, 2 a node of a
tree, 3 the items that all records have, or nodes above them. A missing number is NaN: a range that mixes it with values
is `*`.
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
    common, share, below = _set_marks(records.sets)
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
                with_items = 0.0  # members that have items: each loses what is not kept of them
                for member in range(members):
                    if member != skip:
                        number = int(values[column, lines[line, member]])
                        with_items += _has_items(records.sets, number)
                        shared = _meet(records.sets, number, common, share, shared)
                for record in range(size):
                    number = int(values[column, first + record])
                    lost = with_items + _has_items(records.sets, number)
                    cost[line, record] += weight * (lost - _kept(records.sets, number, common, share, shared, below))


@njit(cache=True, nogil=True)
def _set_marks(sets):
    """Room for the nodes that the sets of a line share, for their shares, and for what is best below each node."""
    return np.empty(sets.largest, np.int32), np.empty(sets.largest), np.zeros(len(sets.above))


@njit(cache=True, nogil=True)
def _has_items(sets, number):
    return 1.0 if sets.offsets[number + 1] > sets.offsets[number] else 0.0


@njit(cache=True, nogil=True)
def _meet(sets, number, common, share, shared):
    """Keeps of the first `shared` nodes in `common` those of a set (all of the set where `shared` is negative).

    `share` sums the shares of the sets that met.
    """
    first, last = sets.offsets[number], sets.offsets[number + 1]
    if shared < 0:
        for place in range(first, last):
            common[place - first] = sets.node[place]
            share[place - first] = sets.share[place]
        return last - first
    kept = 0
    place = first
    for node in range(shared):
        while place < last and sets.node[place] < common[node]:
            place += 1
        if place < last and sets.node[place] == common[node]:
            common[kept] = common[node]
            share[kept] = share[node] + sets.share[place]
            kept += 1
    return kept


@njit(cache=True, nogil=True)
def _kept(sets, number, common, share, shared, below):
    """The most that a line keeps of its sets once a set has joined them, over the nodes that all of them have.

    From the lowest up: a node is published for all items under it when that keeps more than what is best below it.
    `below` is zero before and after: the node above a common one is common too, and is met later.
    """
    place, last = sets.offsets[number], sets.offsets[number + 1]
    total = 0.0
    for one in range(shared):
        node = common[one]
        while place < last and sets.node[place] < node:
            place += 1
        if place < last and sets.node[place] == node:
            best = max((share[one] + sets.share[place]) * sets.worth[node], below[node])
            below[node] = 0.0
            above = sets.above[node]
            if above < 0:
                total += best
            else:
                below[above] += best
    return total


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
    common, share, below = _set_marks(records.sets)
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
                own = _meet(records.sets, int(x), common, share, -1)
                some = _has_items(records.sets, int(x))
                for record in range(size):
                    number = int(values[column, other_first + record])
                    lost = some + _has_items(records.sets, number)
                    cost[row, record] += weight * (lost - _kept(records.sets, number, common, share, own, below))


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

"""Compiled arithmetic of lines: what k records cost when they are published as one row.

Records are columns of a matrix `values` (history column × record), numbers and dates in units of σ, so that an error is
a number without a unit. `kind` says how a column is published: 0 a range, 1 a set of values, 2 a node of a tree.
A missing number is NaN: a range that mixes it with values is `*`.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.assignment import assign

__all__ = ["added_costs", "align", "join", "node_error", "pair_costs", "realign", "replace"]

RANGE, SET, TREE = 0, 1, 2


@njit(cache=True, nogil=True)
def added_costs(values, kind, step, path, tree_error, lines, members, skip, first, last, cost):
    """cost[line, record − first]: the summed error of a line once the record has joined it.

    `lines` holds line × member → record; the first `members` count, the one numbered `skip` left out.
    """
    columns = values.shape[0]
    size = last - first
    count = members - (1 if 0 <= skip < members else 0)
    after = count + 1.0
    seen = np.empty(members, np.float64)
    for line in range(lines.shape[0]):
        for record in range(size):
            cost[line, record] = 0.0
        for column in range(columns):
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
                grid = step[column]
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
                        cost[line, record] += max(error, 0.0) if error < after else after
                elif nulls < count:
                    for record in range(size):
                        cost[line, record] += after
                else:
                    for record in range(size):
                        if not np.isnan(values[column, first + record]):
                            cost[line, record] += after
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
                inside = after * (1.0 - 1.0 / distinct)
                outside = after * (1.0 - 1.0 / (distinct + 1.0))
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
            else:
                low = np.inf
                high = -np.inf
                for member in range(members):
                    if member != skip:
                        x = values[column, lines[line, member]]
                        low = min(low, x)
                        high = max(high, x)
                for record in range(size):
                    x = values[column, first + record]
                    cost[line, record] += after * node_error(path, tree_error, column, min(low, x), max(high, x))


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
def pair_costs(values, kind, path, tree_error, first, last, other_first, other_last, cost):
    """The same for lines of one record: a range of two points at distance d costs d / σ, and needs no division."""
    columns = values.shape[0]
    size = other_last - other_first
    for row in range(last - first):
        for record in range(size):
            cost[row, record] = 0.0
        for column in range(columns):
            x = values[column, first + row]
            if kind[column] == RANGE:
                if np.isnan(x):
                    for record in range(size):
                        if not np.isnan(values[column, other_first + record]):
                            cost[row, record] += 2.0
                else:
                    for record in range(size):
                        distance = abs(values[column, other_first + record] - x)
                        cost[row, record] += distance if distance < 2.0 else 2.0
            elif kind[column] == SET:
                for record in range(size):
                    cost[row, record] += 0.0 if values[column, other_first + record] == x else 1.0
            else:
                for record in range(size):
                    y = values[column, other_first + record]
                    cost[row, record] += 2.0 * node_error(path, tree_error, column, min(x, y), max(x, y))


@njit(cache=True, nogil=True)
def join(values, kind, step, path, tree_error, lines, members, first, last):
    """The lines with one more member, and what they cost: optimal assignment of its records on the added cost.

    Where the member has fewer records than there are lines, the lines that it leaves are dropped.
    """
    count = lines.shape[0]
    size = last - first
    cost = np.empty((count, size), np.float32)
    if members == 1:
        _one_each(values, kind, path, tree_error, lines, first, last, cost)
    else:
        added_costs(values, kind, step, path, tree_error, lines, members, -1, first, last, cost)
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
def _one_each(values, kind, path, tree_error, lines, first, last, cost):
    """pair_costs for lines whose records need not be consecutive."""
    for line in range(lines.shape[0]):
        record = lines[line, 0]
        pair_costs(values, kind, path, tree_error, record, record + 1, first, last, cost[line : line + 1])


@njit(cache=True, nogil=True)
def realign(values, kind, step, path, tree_error, lines, member, first, last):
    """One member's records assigned anew to the lines of the others; changes `lines`, returns their cost."""
    count = lines.shape[0]
    cost = np.empty((count, last - first), np.float32)
    added_costs(values, kind, step, path, tree_error, lines, lines.shape[1], member, first, last, cost)
    place = assign(cost)
    total = 0.0
    for line in range(count):
        lines[line, member] = first + place[line]
        total += cost[line, place[line]]
    return total


@njit(cache=True, nogil=True)
def align(values, kind, step, path, tree_error, offsets, subjects, rounds):
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
        lines, total = join(values, kind, step, path, tree_error, lines, member, offsets[subject], offsets[subject + 1])
    if len(subjects) > 2:
        for _ in range(rounds):
            start = total
            for member in range(len(subjects)):
                subject = subjects[member]
                total = realign(
                    values, kind, step, path, tree_error, lines, member, offsets[subject], offsets[subject + 1]
                )
            if total > start - 1e-6 * (1.0 + start):
                break
    return lines, total


@njit(cache=True, nogil=True)
def replace(values, kind, step, path, tree_error, lines, member, first, last):
    """The lines with another subject's records in the place of one member's, and what they cost."""
    count = lines.shape[0]
    size = last - first
    cost = np.empty((count, size), np.float32)
    added_costs(values, kind, step, path, tree_error, lines, lines.shape[1], member, first, last, cost)
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

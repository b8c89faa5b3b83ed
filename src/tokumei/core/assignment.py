"""The assignment problem: every row gets a column of its own at the least total cost.

*Reference*: Jonker and Volgenant, A shortest augmenting path algorithm for dense and sparse linear assignment problems
(1987): augmenting row reduction, then shortest augmenting paths, here for rectangular matrices.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part

__all__ = ["assign"]


@kernel
def assign(cost: npt.NDArray[np.float32]) -> npt.NDArray[np.int32]:
    """Row → column, for a matrix with at most as many rows as columns.

    *Promise*: the total cost is the least there is, up to the rounding of sums.
    *Cost*: at worst rows² × columns; on the matrices of histories close to rows × columns.
    """
    rows, columns = cost.shape
    price = np.zeros(columns)  # never above 0, and 0 while the column is free: what optimality of a rectangle needs
    row_of = np.full(columns, -1, np.int32)
    column_of = np.full(rows, -1, np.int32)
    free = np.empty(rows, np.int32)
    for row in range(rows):
        free[row] = row
    waiting = rows
    for _ in range(2):
        waiting = _reduce(cost, price, row_of, column_of, free, waiting)
    distance = np.empty(columns)
    before = np.empty(columns, np.int32)
    order = np.empty(columns, np.int32)
    for place in range(waiting):
        _augment(cost, price, row_of, column_of, free[place], distance, before, order)
    return column_of


@part
def _reduce(cost, price, row_of, column_of, free, waiting):
    """One pass in which every free row takes its cheapest column and bids it up to its second cheapest."""
    columns = cost.shape[1]
    place = 0
    left = 0
    steps = 0
    limit = 4 * waiting + 64  # a duel of two rows over equal columns would not end otherwise
    while place < waiting:
        row = free[place]
        place += 1
        steps += 1
        least = np.inf
        second = np.inf
        first_column = -1
        second_column = -1
        for column in range(columns):
            value = cost[row, column] - price[column]
            if value < second:
                if value < least:
                    second = least
                    second_column = first_column
                    least = value
                    first_column = column
                else:
                    second = value
                    second_column = column
        holder = row_of[first_column]
        strict = least < second
        if strict and second < np.inf:
            price[first_column] -= second - least
        elif not strict and holder >= 0:
            first_column = second_column
            holder = row_of[first_column]
        row_of[first_column] = row
        column_of[row] = first_column
        if holder >= 0:
            column_of[holder] = -1
            if strict and steps < limit:
                place -= 1
                free[place] = holder
            else:
                free[left] = holder
                left += 1
    return left


@part
def _augment(cost, price, row_of, column_of, start, distance, before, order):
    """The shortest path from a free row to a free column, and the exchange along it."""
    columns = cost.shape[1]
    for column in range(columns):
        distance[column] = cost[start, column] - price[column]
        before[column] = start
        order[column] = column
    ready = 0  # order[:ready] is done, order[ready:found] waits at the least distance
    found = 0
    end = -1
    least = 0.0
    done = 0
    while end < 0:
        if ready == found:
            done = ready
            least = distance[order[found]]
            found += 1
            for place in range(found, columns):
                column = order[place]
                value = distance[column]
                if value <= least:
                    if value < least:
                        found = ready
                        least = value
                    order[place] = order[found]
                    order[found] = column
                    found += 1
            for place in range(ready, found):
                if row_of[order[place]] < 0:
                    end = order[place]
                    break
        while end < 0 and ready < found:
            column = order[ready]
            ready += 1
            row = row_of[column]
            base = cost[row, column] - price[column] - least
            for place in range(found, columns):
                other = order[place]
                value = cost[row, other] - price[other] - base
                if value < distance[other]:
                    before[other] = row
                    distance[other] = value
                    if value <= least:
                        if row_of[other] < 0:
                            end = other
                            break
                        order[place] = order[found]
                        order[found] = other
                        found += 1
    for place in range(done):
        column = order[place]
        price[column] += distance[column] - least
    while True:
        row = before[end]
        row_of[end] = row
        following = column_of[row]
        column_of[row] = end
        if row == start:
            break
        end = following

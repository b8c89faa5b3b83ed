"""Set columns in the search: what every row can show, and what it is worth to show it.

A *token* is something that a group can publish of a set where all of its rows have it: an item, or with an item
hierarchy a node. A row has the nodes above its items, and each is worth what it adds to the one above it, so that the
values of all nodes above an item sum to what is kept of it. A group keeps the sum over the tokens that all of its rows
have, and loses the rest.

With an item hierarchy this is a little less than what is lost in truth: a group publishes nodes none of which is above
another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.partition.dimensions.item_rows import tree_of
from tokumei.partition.problem import Problem

__all__ = ["Tokens", "column_of", "token_count", "token_cuts", "tokens_of"]


class Tokens(NamedTuple):
    """The tokens of every row: those of row r are `token[offsets[r]:offsets[r + 1]]`, ascending."""

    offsets: npt.NDArray[np.int64]
    token: npt.NDArray[np.int32]
    value: npt.NDArray[np.float64]
    """Beside `token`: what it keeps of a record of the row."""
    full: npt.NDArray[np.float64]
    """Row → what a record loses where nothing is kept: the weight of every set column in which it has something."""
    slot: npt.NDArray[np.int32]
    """Token → its code in the union at hand, else −1."""


def column_of(problem: Problem) -> npt.NDArray[np.int32]:
    """Token → its set column."""
    sizes = [len(one.hierarchy.labels) + 1 if one.hierarchy else one.size for one in problem.set_dimensions]
    return np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)


def token_count(tokens: Tokens | None) -> int:
    """How many different tokens there are."""
    return 0 if tokens is None else len(tokens.slot)


def tokens_of(problem: Problem) -> Tokens | None:
    """The tokens of a problem's set columns, side by side; None where no row has any."""
    sets = problem.sets
    if not len(sets.items):
        return None
    rows, tokens, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    owner = np.repeat(np.arange(problem.rows), np.diff(sets.offsets))
    used = 0
    for number, dimension in enumerate(problem.set_dimensions):
        own = sets.owner[sets.items] == number
        row = owner[own]
        if dimension.hierarchy is None:
            rows.append(row)
            tokens.append(sets.items[own] - sets.start[number] + used)
            values.append(sets.share[row, number])
            used += dimension.size
            continue
        tree = tree_of(problem, number)
        row = np.repeat(np.arange(problem.rows), np.diff(tree.offsets))
        root = dimension.hierarchy.root
        for level in range(tree.path.shape[1] - 1):
            node, above = tree.path[tree.leaves, level], tree.path[tree.leaves, level + 1]
            step = node != above
            worth = np.where(above == root, 1.0, tree.loss[above]) - tree.loss[node]
            rows.append(row[step])
            tokens.append(node[step].astype(np.int64) + used)
            values.append((worth * sets.share[row, number])[step])
        used += len(tree.loss)
    key = np.concatenate(rows) * max(used, 1) + np.concatenate(tokens)
    distinct, place = np.unique(key, return_inverse=True)
    return Tokens(
        offsets=np.searchsorted(distinct, np.arange(problem.rows + 1, dtype=np.int64) * max(used, 1)).astype(np.int64),
        token=(distinct % max(used, 1)).astype(np.int32),
        value=np.bincount(place, weights=np.concatenate(values), minlength=len(distinct)).astype(np.float64),
        full=(sets.share > 0) @ sets.whole,
        slot=np.full(used, -1, dtype=np.int32),
    )


@part
def token_cuts(
    weight, order, low, high, dims, tokens, owner, k, at_median, total, mass, worth, single_gain, single_where
):
    """The cuts with those of tokens: (gain, where, how many); the marks are zero on entry and after."""
    found = np.empty(64, np.int32)
    count = 0
    for place_in_order in range(low, high):
        row = order[place_in_order]
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            token = tokens.token[place]
            if mass[token] == 0:
                if count == found.shape[0]:
                    larger = np.empty(2 * count, np.int32)
                    for number in range(count):
                        larger[number] = found[number]
                    found = larger
                found[count] = token
                count += 1
            mass[token] += weight[row]
            worth[token] += weight[row] * tokens.value[place]
    used, columns = single_gain.shape[0], owner[-1] + 1
    gain, where = np.empty(used + count, np.float64), np.empty((used + count, 3), np.int64)
    for number in range(used):
        gain[number] = single_gain[number]
        for spot in range(3):
            where[number, spot] = single_where[number, spot]
    nearest = np.full(columns, -1, np.int64)  # column → its median cut
    lost = np.zeros(columns, np.float64)
    for number in range(count):
        token = found[number]
        column = owner[token]
        if mass[token] < total:
            lost[column] += worth[token] / total
        if mass[token] >= k and total - mass[token] >= k:
            if not at_median:
                gain[used] = worth[token]
                where[used, 0], where[used, 1], where[used, 2] = dims.kind.shape[0], token, token
                used += 1
            elif nearest[column] < 0 or abs(2 * mass[token] - total) < abs(2 * mass[nearest[column]] - total):
                nearest[column] = token
    if at_median:
        for column in range(columns):
            if nearest[column] >= 0:
                gain[used] = lost[column]
                where[used, 0], where[used, 1], where[used, 2] = dims.kind.shape[0], nearest[column], nearest[column]
                used += 1
    for number in range(count):
        mass[found[number]] = 0
        worth[found[number]] = 0.0
    return gain, where, used

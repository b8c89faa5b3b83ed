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

from tokumei.partition.item_trees import tree_of
from tokumei.partition.problem import Problem

__all__ = ["Tokens", "column_of", "tokens_of"]


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


def tokens_of(problem: Problem) -> Tokens:
    """The tokens of a problem's set columns, side by side."""
    sets = problem.sets
    width = len(problem.set_dimensions)
    rows, tokens, values = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
    full = np.zeros(problem.rows)
    if width:
        full += (sets.share > 0) @ sets.whole
    owner = np.repeat(np.arange(problem.rows), np.diff(sets.offsets)) if width else rows[0]
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
        full=full,
        slot=np.full(used, -1, dtype=np.int32),
    )

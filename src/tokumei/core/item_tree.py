"""Item trees: set columns with an item hierarchy, whose items are published as nodes above them instead of deleted.

A group publishes nodes, none above another, such that each of its records has an item under each of them; they stand
for all items under them. An item loses the share of all leaves that its node covers, 0 for itself, and 1 where no
published node stands for it (the loss of He and Naughton). Of all such sets of nodes the one that loses least is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy
from tokumei.core.kernels import kernel, part
from tokumei.core.rows import offsets_of

__all__ = ["ItemTree", "clear_marks", "group_cost", "item_tree", "node_marks", "tree_losses", "without_missing"]


class ItemTree(NamedTuple):
    """An item hierarchy and the leaves of every row: those of row r are `leaves[offsets[r]:offsets[r + 1]]`, sorted.

    One leaf more than the hierarchy's, the last, hangs from the root and stands for a missing set; so does the node
    beyond the hierarchy's.
    """

    offsets: npt.NDArray[np.int64]
    leaves: npt.NDArray[np.int32]
    path: npt.NDArray[np.int32]
    """Leaf × level → node."""
    loss: npt.NDArray[np.float64]
    """Node → the share of the leaves that it covers."""


def item_tree(
    offsets: npt.NDArray[np.int64], items: npt.NDArray[np.int32], leaf: npt.NDArray[np.int32], hierarchy: Hierarchy
) -> ItemTree:
    """The rows of a set column as leaves of its hierarchy; `leaf` says which leaf each item is, and the item after them
    is a missing set."""
    row = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
    width = len(hierarchy.path) + 1
    leaves = (np.sort(row * width + np.append(leaf, width - 1)[items]) % width).astype(np.int32)
    missing = np.full((1, hierarchy.height + 1), len(hierarchy.labels), dtype=np.int32)
    missing[0, -1] = hierarchy.root
    return ItemTree(offsets, leaves, np.concatenate([hierarchy.path, missing]), np.append(hierarchy.loss, 0.0))


def without_missing(
    offsets: npt.NDArray[np.int64], values: npt.NDArray[np.int32], missing: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """What groups publish without what stands for a missing set, and which groups have that: all of their records."""
    lacking = values == missing
    null = np.zeros(len(offsets) - 1, dtype=np.bool_)
    null[np.searchsorted(offsets, np.flatnonzero(lacking), side="right") - 1] = True
    return offsets - offsets_of(null), values[~lacking], null


class NodeMarks(NamedTuple):
    """What is known of each node while a group is looked at; all zero (some_leaf −1) between groups."""

    rows: npt.NDArray[np.int64]
    """How many of the group's rows have an item under it."""
    met: npt.NDArray[np.int64]
    """The last row that was met under it, counted from 1."""
    items: npt.NDArray[np.float64]
    """The group's items under it."""
    cost: npt.NDArray[np.float64]
    """The least that these items can lose."""
    taken: npt.NDArray[np.bool_]
    """Whether that is by publishing the node."""
    some_leaf: npt.NDArray[np.int32]


@part
def node_marks(nodes):
    """Marks for a tree of so many nodes."""
    return NodeMarks(
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.bool_),
        np.full(nodes, -1, np.int32),
    )


@part
def group_cost(tree, rows, weight, marks):
    """The least loss of a group's items, and in `marks` the nodes that reach it; `clear_marks` has to follow.

    From the leaves up: a node is published, for all items under it, when every row has one and that is cheaper than
    what is best below it.
    """
    top = tree.path.shape[1] - 1
    count = 0
    for row in rows:
        count += tree.offsets[row + 1] - tree.offsets[row]
    current = np.empty(count, np.int32)
    used = 0
    for level in range(top):
        for number in range(rows.shape[0]):
            row = rows[number]
            for place in range(tree.offsets[row], tree.offsets[row + 1]):
                leaf = tree.leaves[place]
                node = tree.path[leaf, level]
                if level > 0 and node == tree.path[leaf, level - 1]:
                    continue
                marks.items[node] += weight[row]
                if marks.met[node] != number + 1:
                    marks.met[node] = number + 1
                    marks.rows[node] += 1
                    if level == 0 and marks.rows[node] == 1:
                        marks.some_leaf[node] = leaf
                        current[used] = node
                        used += 1
        if level > 0:
            above = 0
            for number in range(used):
                child = current[number]
                node = tree.path[marks.some_leaf[child], level]
                if node == child or marks.some_leaf[node] < 0:
                    marks.some_leaf[node] = marks.some_leaf[child]
                    current[above] = node
                    above += 1
                if node != child:
                    marks.cost[node] += marks.cost[child]
            used = above
        for number in range(used):
            node = current[number]
            if level > 0 and tree.path[marks.some_leaf[node], level - 1] == node:
                continue
            below = marks.cost[node] if level > 0 else marks.items[node]
            own = marks.items[node] * tree.loss[node]
            marks.taken[node] = marks.rows[node] == rows.shape[0] and own <= below
            marks.cost[node] = own if marks.taken[node] else below
    total = 0.0
    for number in range(used):
        total += marks.cost[current[number]]
    return total


@part
def clear_marks(tree, rows, marks):
    """Puts the marks of a group's nodes back to zero."""
    for row in rows:
        for place in range(tree.offsets[row], tree.offsets[row + 1]):
            for level in range(tree.path.shape[1]):
                node = tree.path[tree.leaves[place], level]
                marks.rows[node] = 0
                marks.met[node] = 0
                marks.items[node] = 0.0
                marks.cost[node] = 0.0
                marks.taken[node] = False
                marks.some_leaf[node] = -1


@kernel
def tree_losses(tree, order, ends, weight):
    """Row → loss of its items, and the published nodes of every group: (losses, offsets, nodes)."""
    marks = node_marks(tree.loss.shape[0])
    losses = np.zeros(tree.offsets.shape[0] - 1, np.float64)
    offsets = np.zeros(ends.shape[0] + 1, np.int64)
    found = np.empty(tree.leaves.shape[0] + 1, np.int32)
    used, low = 0, 0
    for group in range(ends.shape[0]):
        rows = order[low : ends[group]]
        group_cost(tree, rows, weight, marks)
        start = used
        for number in range(rows.shape[0]):
            row = rows[number]
            for place in range(tree.offsets[row], tree.offsets[row + 1]):
                loss = 1.0
                for level in range(tree.path.shape[1] - 2, -1, -1):
                    node = tree.path[tree.leaves[place], level]
                    if marks.taken[node]:
                        loss = tree.loss[node]
                        if number == 0 and (used == start or found[used - 1] != node):
                            found[used] = node
                            used += 1
                        break
                losses[row] += loss
        found[start:used] = np.sort(found[start:used])
        clear_marks(tree, rows, marks)
        offsets[group + 1] = used
        low = ends[group]
    return losses, offsets, found[:used].copy()

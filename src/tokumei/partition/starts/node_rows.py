"""The rows of a set column under an item hierarchy as lists of nodes: its items and all that stand above them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.item_tree import ItemTree

__all__ = ["NodeRows", "rows_of_tree"]


class NodeRows(NamedTuple):
    """The nodes of row r are `node[offsets[r]:offsets[r + 1]]`, children before their parents; the root is none."""

    offsets: npt.NDArray[np.int64]
    node: npt.NDArray[np.int32]
    under: npt.NDArray[np.int32]
    """How many of the row's items stand under the node."""
    own: npt.NDArray[np.int64]
    """Row → its items."""
    parent: npt.NDArray[np.int32]
    """Node → the node above it, −1 below the root."""
    loss: npt.NDArray[np.float64]
    """Node → what an item loses that is published as it; 1 without any."""
    having: npt.NDArray[np.int64]
    """Node → the rows that have it."""


def rows_of_tree(tree: ItemTree) -> NodeRows:
    """The rows of an item tree. Nodes are numbered anew, the deepest first."""
    nodes, rows, top = len(tree.loss), len(tree.offsets) - 1, tree.path.shape[1] - 1
    parent, depth = np.full(nodes, -1, dtype=np.int32), np.zeros(nodes, dtype=np.int64)
    for level in range(top - 1, -1, -1):
        node, above = tree.path[:, level], tree.path[:, level + 1]
        below = node != above
        depth[node[below]] = depth[above[below]] + 1
        if level < top - 1:
            parent[node[below]] = above[below]
    order = np.argsort(-depth, kind="stable")
    number = np.empty(nodes, dtype=np.int32)
    number[order] = np.arange(nodes, dtype=np.int32)
    row = np.repeat(np.arange(rows, dtype=np.int64), np.diff(tree.offsets)) * nodes
    keys = []
    for level in range(top):
        node = tree.path[tree.leaves, level]
        new = node != tree.path[tree.leaves, level - 1] if level else np.ones(len(node), dtype=bool)
        keys.append(row[new] + number[node[new]])
    key, under = np.unique(np.concatenate(keys), return_counts=True)
    found = (key % nodes).astype(np.int32)
    return NodeRows(
        offsets=np.searchsorted(key, np.arange(rows + 1, dtype=np.int64) * nodes).astype(np.int64),
        node=found,
        under=under.astype(np.int32),
        own=np.diff(tree.offsets),
        parent=np.where(parent[order] < 0, np.int32(-1), number[parent[order]]),
        loss=tree.loss[order],
        having=np.bincount(found, minlength=nodes),
    )

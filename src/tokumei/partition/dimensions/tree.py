"""TREE: columns published as nodes of their hierarchies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.partition.dimensions.single import TREE, Dimension

__all__ = ["Trees", "cover", "tree_cuts", "trees_of"]


@part
def tree_cuts(dims, dim, k, own, total, tally, where, mass, used):
    """Appends the nodes that can be cut from the rest, as runs of places: a cut between siblings would often leave the
    same common ancestor on both sides."""
    flat, size = dims.start[dim], own.shape[0]
    for level in range(dims.path.shape[1]):
        first = 0
        while first < size:
            node = dims.path[flat + own[first], level]
            last = first
            inside = tally[flat + own[first]]
            while last + 1 < size and dims.path[flat + own[last + 1], level] == node:
                last += 1
                inside += tally[flat + own[last]]
            below = max(level - 1, 0)
            same_below = dims.path[flat + own[first], below] == dims.path[flat + own[last], below]
            if (level == 0 or not same_below) and inside >= k and total - inside >= k:
                where[used, 0], where[used, 1], where[used, 2] = dim, first, last
                mass[used] = inside
                used += 1
            first = last + 1
    return used


class Trees(NamedTuple):
    """The hierarchies of all dimensions; node n of dimension d stands at `start[d] + n`, leaf l at `dims.start[d] + l`.

    A *depth* counts real steps from the root, so that a node repeated over several levels has one depth only.
    """

    start: npt.NDArray[np.int64]
    chain: npt.NDArray[np.int32]
    """Rank × depth → node, the leaf repeated below itself; all zero for dimensions without a hierarchy."""
    depth: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    last: npt.NDArray[np.int32]
    climbed: npt.NDArray[np.float64]
    """Node → levels above the leaves / height: what Prec counts, times the column's weight."""
    root: npt.NDArray[np.int32]
    """Dimension → its root; −1 where there is no hierarchy."""
    leaves: npt.NDArray[np.int64]
    """Dimension → how many nodes are leaves."""


def trees_of(dimensions: Sequence[Dimension]) -> Trees:
    """The hierarchies side by side."""
    trees = [dimension.hierarchy if dimension.kind == TREE else None for dimension in dimensions]
    nodes = [0 if tree is None else len(tree.labels) for tree in trees]
    start = np.concatenate([[0], np.cumsum(nodes)]).astype(np.int64)
    ranks = np.concatenate([[0], np.cumsum([dimension.size for dimension in dimensions])]).astype(np.int64)
    deepest = max([1, *(tree.height for tree in trees if tree is not None)])
    chain = np.zeros((ranks[-1], deepest + 2), dtype=np.int32)
    depth = np.zeros(start[-1], dtype=np.int32)
    first, last = np.zeros(start[-1], dtype=np.int32), np.zeros(start[-1], dtype=np.int32)
    climbed = np.zeros(start[-1])
    for number, tree in enumerate(trees):
        if tree is None:
            continue
        here = slice(start[number], start[number + 1])
        first[here], last[here] = tree.first, tree.last
        climbed[here] = dimensions[number].weight * tree.level / max(tree.height, 1)
        rows = np.arange(len(tree.path))
        place = np.zeros(len(rows), dtype=np.int64)
        own = np.repeat(tree.path[:, [0]], deepest + 2, axis=1)
        own[:, 0] = tree.root
        for level in range(tree.height - 1, -1, -1):
            node = tree.path[:, level]
            place += node != tree.path[:, level + 1]
            own[rows, place] = node
            depth[start[number] + node] = place
        chain[ranks[number] : ranks[number + 1]] = own
    return Trees(
        start=start,
        chain=chain,
        depth=depth,
        first=first,
        last=last,
        climbed=climbed,
        root=np.array([-1 if tree is None else tree.root for tree in trees], dtype=np.int32),
        leaves=np.array([0 if tree is None else len(tree.leaves) for tree in trees], dtype=np.int64),
    )


@part
def cover(dims, trees, dim, low, high):
    """The region that is published for ranks from low to high, as its first and last rank."""
    if dims.kind[dim] != TREE or low == high:
        return low, high
    base = dims.start[dim]
    depth = 0
    while trees.chain[base + low, depth + 1] == trees.chain[base + high, depth + 1]:
        depth += 1
    spot = trees.start[dim] + trees.chain[base + low, depth]
    return trees.first[spot], trees.last[spot]

"""Hierarchies and rules as the compiled kernels see them: flat arrays over all dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.rule_tables import RuleTables, rule_tables
from tokumei.core.rules import Rules, Space
from tokumei.partition.dimensions import TREE, Dimension

__all__ = ["Trees", "tables_of", "trees_of"]


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
    """Node → levels above the leaves / height: what Prec counts."""
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
        climbed[here] = tree.level / max(tree.height, 1)
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


NO_RULES = Rules((), np.zeros(0), {})


def tables_of(dimensions: Sequence[Dimension], rules: Rules = NO_RULES) -> RuleTables:
    """The rules over the dimensions' ranks; rank r of dimension d stands where `Dimensions` has it."""
    spaces = [_space(dimension, rules) for dimension in dimensions]
    return rule_tables(spaces, rules)


def _space(dimension: Dimension, rules: Rules) -> Space:
    found = (rules.leaves if dimension.kind == TREE else rules.codes).get(dimension.column.name)
    return found if found is not None else Space.from_runs(dimension.size, rules.count, [])

"""The rows of a problem under an item hierarchy."""

from __future__ import annotations

import numpy as np

from tokumei.core.item_tree import ItemTree, item_tree
from tokumei.partition.problem import Problem

__all__ = ["tree_of"]


def tree_of(problem: Problem, number: int) -> ItemTree:
    """The rows of a problem's set column `number` as leaves of its item hierarchy."""
    dimension, sets = problem.set_dimensions[number], problem.sets
    assert dimension.hierarchy is not None
    mine = sets.owner[sets.items] == number
    row = np.repeat(np.arange(problem.rows), np.diff(sets.offsets))[mine]
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(row, minlength=problem.rows))])
    return item_tree(offsets, sets.items[mine] - np.int32(sets.start[number]), dimension.leaf, dimension.hierarchy)

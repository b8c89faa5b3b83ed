"""What the first split of a multi-way growth scores, as the paper works it out."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.rules import Rules
from tokumei.partition.dimensions.tree import trees_of
from tokumei.partition.problem import Problem
from tokumei.partition.scores import multiway
from tokumei.partition.scores.children import children
from tokumei.partition.scores.tables import NO_RULES, tables_of
from tokumei.partition.scores.tfidf import count_groups, group_masks

__all__ = ["first_scores"]

_scratch, _gains = multiway._scratch, multiway._gains


def first_scores(problem: Problem, *, score: int, rules: Rules = NO_RULES) -> dict[str, float]:
    """Column → what splitting the whole table along it scores; columns that cannot be split are left out."""
    order = np.arange(problem.rows, dtype=np.int32)
    trees = trees_of(problem.dimensions)
    gain = first_gains(
        problem.cells,
        problem.weight,
        order,
        problem.dims,
        trees,
        tables_of(problem.dimensions, rules),
        problem.k,
        score,
    )
    names = [dimension.column.name for dimension in problem.dimensions]
    return {name: float(value) for name, value in zip(names, gain.tolist(), strict=True) if value >= 0}


@njit
def first_gains(cells, weight, order, dims, trees, tables, k, score):
    scratch = _scratch(dims, trees)
    split = children(cells, weight, order, 0, cells.shape[0], dims, trees, trees.root, k, scratch)
    others, whole = group_masks(dims, trees, tables, trees.root, split)
    matched = np.zeros(tables.weight.shape[0], np.int64)
    count_groups(matched, whole, 1)
    return _gains(dims, trees, tables, trees.root, split, others, whole, matched, 1, score, scratch[1])

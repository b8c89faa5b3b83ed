"""Bounds: rows that may never share a group, because what they publish together would be coarser than allowed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel
from tokumei.core.rows import distinct_rows
from tokumei.errors import Infeasible
from tokumei.partition.guard import keeps
from tokumei.partition.problem import Groups, Problem

__all__ = ["within_bounds"]


def within_bounds(problem: Problem, budget: int) -> Groups:
    """The rows by what bounds them apart: one group where nothing does.

    Rows whose bounds leave them in too small a company are in no group: at most `budget` records. Raises Infeasible
    where they are more.
    *Promise*: what is made of each group alone publishes nothing coarser than a column's bound.
    *Cost*: O(rows × bounded dimensions).
    """
    bounded = [number for number, dimension in enumerate(problem.dimensions) if dimension.bound is not None]
    every = Groups(np.arange(problem.rows, dtype=np.int32), np.array([problem.rows], dtype=np.int64))
    if not bounded:
        return every
    bounds = np.column_stack([_bound(problem, number) for number in bounded])
    apart = Groups.from_rows(distinct_rows(bounds)[0])
    starts = [0, *apart.ends[:-1].tolist()]
    companies = [apart.order[low:high] for low, high in zip(starts, apart.ends.tolist(), strict=True)]
    kept = [rows for rows in companies if _keeps(rows, problem.weight, problem.guard)]
    removed = problem.records - sum(int(problem.weight[rows].sum()) for rows in kept)
    if removed > budget or not kept:
        names = ", ".join(repr(problem.dimensions[number].column.name) for number in bounded)
        raise Infeasible(
            f"With `at_most` of {names}, {removed:,} of {problem.records:,} records are in no group that keeps the "
            f"promises, and `suppress` allows the removal of {budget:,}. Allow more, or name a coarser level."
        )
    return Groups(np.concatenate(kept), np.cumsum([len(rows) for rows in kept]))


def _bound(problem: Problem, number: int) -> npt.NDArray[np.int32]:
    bound = problem.dimensions[number].bound
    assert bound is not None
    return bound[problem.cells[:, number]]


@kernel
def _keeps(rows, weight, guard):
    return keeps(rows, weight, guard)

"""Removing outliers: what a removal saves is what the losses say, and the budget is kept."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.table import Table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.growth import grow
from tokumei.partition.losses import losses_without, slice_loss
from tokumei.partition.problem import Problem
from tokumei.partition.trimming import trim


def _problem(records: int, k: int, seed: int) -> Problem:
    rng = np.random.default_rng(seed)
    number = NumberColumn(
        name="n", role=Role.QUASI, codes=rng.integers(0, 9, records).astype(np.int32), values=np.arange(9) ** 3
    )
    category = CategoryColumn(
        name="c", role=Role.QUASI, codes=rng.integers(0, 6, records).astype(np.int32), values=tuple("abcdef")
    )
    tree = Hierarchy.from_rows([["a", "A", "*"], ["b", "A", "*"], ["c", "B", "*"], ["d", "B", "*"]])
    placed = CategoryColumn(
        name="t", role=Role.QUASI, codes=rng.integers(0, 4, records).astype(np.int32), values=tuple("abcd")
    )
    leaf = np.array([tree.leaf_of[value] for value in placed.values], dtype=np.int32)
    dimensions = [Dimension.ordered(number), Dimension.values(category), Dimension.tree(placed, tree, leaf)]
    return Problem.of(Table((number, category, placed), records), dimensions, k=k)


@pytest.mark.parametrize("seed", range(4))
def testlosses_without_a_row_are_those_of_the_rest(seed: int) -> None:
    problem = _problem(9, 2, seed)
    rows = np.arange(problem.rows, dtype=np.int32)
    tally = np.zeros(int(problem.dims.start[-1]), dtype=np.int64)
    seen = np.full(len(tally), -1, dtype=np.int64)
    without = np.zeros(len(rows))
    alike = np.ones(problem.rows, dtype=np.int64)
    loss = losses_without(rows, problem.cells, problem.dims, tally, without)
    assert not tally.any()
    assert loss * len(rows) == pytest.approx(
        slice_loss(problem.cells, alike, rows, np.array([len(rows)]), problem.dims, seen)
    )
    for place in range(len(rows)):
        rest = np.delete(rows, place)
        expected = slice_loss(problem.cells, alike, rest, np.array([len(rest)]), problem.dims, seen)
        assert without[place] * len(rest) == pytest.approx(expected)


@pytest.mark.parametrize("budget", [0, 1, 7, 1000])
def test_the_budget_is_kept_and_the_loss_falls(budget: int) -> None:
    problem = _problem(120, 6, 1)
    grown = grow(problem)
    trimmed = trim(problem, grown, budget)
    group = trimmed.of_rows(problem.rows)
    assert int(problem.weight[group < 0].sum()) <= budget
    assert np.bincount(group[group >= 0], weights=problem.weight[group >= 0]).min() >= 6
    before, after = (float(np.mean(list(recode(problem, one).ncp().values()))) for one in (grown, trimmed))
    assert after <= before + 1e-12
    if budget == 0:
        assert trimmed is grown

"""Removing outliers: what a removal saves is what the losses say, and the budget is kept."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from part_kernels import loss_of, losses_without, set_losses_without, whole_loss
from set_columns import published, sets
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.table import Table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.dimensions.tokens import token_count, tokens_of
from tokumei.partition.problem import Problem
from tokumei.partition.starts import grown
from tokumei.partition.top_down import TopDown
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
def test_losses_without_a_row_are_those_of_the_rest(seed: int) -> None:
    problem = _problem(9, 2, seed)
    rows = np.arange(problem.rows, dtype=np.int32)
    tally = np.zeros(int(problem.dims.start[-1]), dtype=np.int64)
    without = np.zeros(len(rows))
    alike = np.ones(problem.rows, dtype=np.int64)
    loss = losses_without(rows, problem.cells, problem.dims, tally, without)
    assert not tally.any()
    assert loss * len(rows) == pytest.approx(loss_of(problem.cells, alike, rows, problem.dims))
    for place in range(len(rows)):
        rest = np.delete(rows, place)
        expected = loss_of(problem.cells, alike, rest, problem.dims)
        assert without[place] * len(rest) == pytest.approx(expected)


@pytest.mark.parametrize("budget", [0, 1, 7, 1000])
def test_the_budget_is_kept_and_the_loss_falls(budget: int) -> None:
    problem = _problem(120, 6, 1)
    groups = grown(problem)
    trimmed = trim(problem, groups, budget)
    group = trimmed.of_rows(problem.rows)
    assert int(problem.weight[group < 0].sum()) <= budget
    assert np.bincount(group[group >= 0], weights=problem.weight[group >= 0]).min() >= 6
    before, after = (float(np.mean(list(recode(problem, one).ncp().values()))) for one in (groups, trimmed))
    assert after <= before + 1e-12
    if budget == 0:
        assert trimmed is groups


@settings(deadline=None)
@given(
    cells=st.lists(st.sets(st.sampled_from("abcd")), min_size=2, max_size=7),
    weights=st.lists(st.integers(1, 4), min_size=7, max_size=7),
)
def test_set_losses_without_a_row_are_those_of_the_rest(cells: list[set[str]], weights: list[int]) -> None:
    repeated = [cell for cell, times in zip(cells, weights, strict=False) for _ in range(times)]
    column = sets(repeated)
    problem = Problem.of(Table((column,), len(repeated)), [SetDimension(column)], k=1)
    tokens, rows = tokens_of(problem), np.arange(problem.rows, dtype=np.int32)
    assert (tokens is None) == (not any(cells))
    assume(tokens is not None)
    size = token_count(tokens)
    marks = np.zeros(0, np.int64), np.zeros(size, np.int64)

    def loss(part: np.ndarray) -> float:
        return whole_loss(part, problem.cells, problem.weight, problem.dims, tokens, *marks) if len(part) else 0.0

    without = np.zeros(problem.rows)
    whole = set_losses_without(rows, problem.weight, tokens, np.zeros(size, np.int64), np.zeros(size), without)
    assert whole == pytest.approx(loss(rows))
    if problem.rows > 1:
        assert without.tolist() == pytest.approx([loss(rows[rows != row]) for row in rows.tolist()])


def test_an_outlier_among_sets_is_removed() -> None:
    column = sets([*["ab"] * 4, *["abc"] * 4, "z"])
    data = Table((column,), 9)
    kept = TopDown(k=4, suppress=0.2).recode(data, [SetDimension(column)])
    assert published(kept, "items") == [*["a,b"] * 4, *["a,b,c"] * 4, "removed"]

"""Rows that are near to each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.table import Table
from tokumei.partition import near_rows as looking
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.near_rows import NEAR, near_rows
from tokumei.partition.problem import Problem

TREE = Hierarchy.from_rows([["a", "A", "*"], ["b", "A", "*"], ["c", "B", "*"], ["d", "B", "*"]])


def _problem(records: int, seed: int, *, sets: bool = False) -> Problem:
    """Rows with a column of each kind."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, 400, records)
    number = NumberColumn(
        name="n", role=Role.QUASI, codes=np.unique(drawn, return_inverse=True)[1].astype(np.int32),
        values=np.unique(drawn),
    )  # fmt: skip
    codes = rng.integers(0, 4, (2, records)).astype(np.int32)
    category = CategoryColumn(name="c", role=Role.QUASI, codes=codes[0], values=tuple("abcd"))
    placed = CategoryColumn(name="t", role=Role.QUASI, codes=codes[1], values=tuple("abcd"))
    leaf = np.array([TREE.leaf_of[value] for value in placed.values], dtype=np.int32)
    dimensions = [Dimension.ordered(number), Dimension.values(category), Dimension.tree(placed, TREE, leaf)]
    if not sets:
        return Problem.of(Table((number, category, placed), records), dimensions, k=2)
    sizes = rng.integers(0, 4, records)
    items = np.concatenate([np.sort(rng.choice(6, size, replace=False)) for size in sizes])
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    column = SetColumn(
        name="s",
        role=Role.QUASI,
        offsets=offsets.astype(np.int64),
        items=items.astype(np.int32),
        values=tuple("uvwxyz"),
        null=np.zeros(records, dtype=bool),
    )
    return Problem.of(Table((number, category, placed, column), records), [*dimensions, SetDimension(column)], k=2)


def _near(problem: Problem, looks: int = 6, every: int = 1) -> npt.NDArray[np.int32]:
    return near_rows(problem, tokens_of(problem), np.random.RandomState(1), looks=looks, every=every)


def _together(problem: Problem, one: int, other: int) -> float:
    """What a record of two rows loses where they are a group."""
    (number, category, node), (number_, category_, node_) = problem.cells[one], problem.cells[other]
    values = np.asarray(problem.dimensions[0].column.values)
    loss = abs(int(values[number]) - int(values[number_])) / int(values[-1] - values[0])
    loss += 0.5 if category != category_ else 0.0
    loss += 0.0 if node == node_ else 0.5 if node // 2 == node_ // 2 else 1.0
    if problem.set_dimensions:
        offsets, items = problem.sets.offsets, problem.sets.items
        sets = [set(items[offsets[row] : offsets[row + 1]].tolist()) for row in (one, other)]
        loss += sum(1 - len(sets[0] & sets[1]) / len(own) for own in sets if own) / 2
    return loss


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), records=st.integers(2, 60), sets=st.booleans())
def test_a_list_has_other_rows_each_once_the_nearest_first(seed: int, records: int, sets: bool) -> None:
    problem = _problem(records, seed, sets=sets)
    near = _near(problem)
    for row, found in enumerate(near):
        known = found[found >= 0]
        assert row not in known
        assert len(set(known.tolist())) == len(known)
        assert (found[len(known) :] == -1).all()


@pytest.mark.parametrize("sets", [False, True])
def test_nearly_all_of_the_nearest_are_found(sets: bool) -> None:
    problem = _problem(300, 4, sets=sets)
    near = _near(problem, 60)
    found, best = 0.0, 0.0
    for row in range(0, problem.rows, 20):
        losses = np.array([_together(problem, row, other) if other != row else np.inf for other in range(problem.rows)])
        assert (np.diff(losses[near[row]]) > -1e-6).all(), "the nearest stand first"
        found += losses[near[row]].sum()
        best += np.sort(losses)[:NEAR].sum()
    assert best <= found <= 1.05 * best


def test_near_rows_are_found_where_all_values_differ() -> None:
    rows, rng = 2000, np.random.default_rng(0)
    columns = tuple(
        NumberColumn(name=name, role=Role.QUASI, codes=rng.permutation(rows).astype(np.int32), values=np.arange(rows))
        for name in "xyz"
    )
    problem = Problem.of(Table(columns, rows), [Dimension.ordered(column) for column in columns], k=5)
    apart = np.abs(problem.cells[:, None] - problem.cells[None]).sum(axis=2)
    np.fill_diagonal(apart, 3 * rows)
    found = np.take_along_axis(apart, _near(problem).astype(np.int64), axis=1)
    assert found.mean() <= 1.7 * np.sort(apart, axis=1)[:, :NEAR].mean()


def test_a_few_rows_know_all_others() -> None:
    problem = _problem(5, 8)
    near = _near(problem)
    assert (np.sort(near, axis=1)[:, -problem.rows + 1 :] >= 0).all()


def test_every_tenth_row_has_a_list() -> None:
    problem = _problem(400, 2)
    having = (_near(problem, every=10)[:, 0] >= 0).nonzero()[0]
    assert having.tolist() == list(range(0, problem.rows, 10))


def test_the_number_of_threads_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = _problem(9000, 3)
    found = []
    for threads in ("1", "3"):
        monkeypatch.setenv("TOKUMEI_THREADS", threads)
        found.append(_near(problem))
    assert (found[0] == found[1]).all()


def test_equal_rows_do_not_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets of thirds have costs that are not exact: who is as near as another must not push it out."""
    rng = np.random.default_rng(5)
    cells = [sorted(rng.choice(list("uvwxyz"), rng.integers(1, 4), replace=False)) for _ in range(200)]
    offsets = np.cumsum([0, *map(len, cells)])
    column = SetColumn(
        name="s",
        role=Role.QUASI,
        offsets=offsets.astype(np.int64),
        items=np.array(["uvwxyz".index(item) for cell in cells for item in cell], dtype=np.int32),
        values=tuple("uvwxyz"),
        null=np.zeros(200, dtype=bool),
    )
    person = np.arange(200, dtype=np.int32)
    problem = Problem.of(Table((column,), 200), [SetDimension(column)], k=2, person=person)
    looks, line = 0, looking._line

    def counted(*asked: Any) -> npt.NDArray[np.int64]:
        nonlocal looks
        looks += 1
        return line(*asked)

    monkeypatch.setattr(looking, "_line", counted)
    _near(problem, 1000)
    assert looks < 100

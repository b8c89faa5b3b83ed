"""Set columns as dimensions: rows, common items, loss, and growth with promises."""

from __future__ import annotations

import numpy as np
import pytest

from part_kernels import whole_loss
from set_columns import categories, numbers, published, sets, table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension, item_rows
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.top_down import TopDown


def test_rows_differ_by_items_and_by_being_missing() -> None:
    column = sets(["ab", "", None, "ba", "", "a"])
    problem = Problem.of(table(column), [SetDimension(column)], k=2)
    assert problem.rows == 4
    assert problem.weight.tolist() == [2, 1, 2, 1]
    assert problem.row.tolist() == [2, 0, 3, 2, 0, 1]  # by content: empty, a, ab, missing


def test_items_of_several_columns_have_numbers_of_one_range() -> None:
    left, right = sets(["ab", "b"], "left"), sets(["x", "xy"], "right")
    problem = Problem.of(table(left, right), [SetDimension(left), SetDimension(right)], k=2)
    assert problem.sets.start.tolist() == [0, 2, 4]
    assert problem.sets.owner.tolist() == [0, 0, 1, 1]
    named = [
        [(left.values + right.values)[item] for item in problem.sets.items[low:high]]
        for low, high in zip(problem.sets.offsets[:-1], problem.sets.offsets[1:], strict=True)
    ]
    assert [set(row) for row in named] == [{"a", "b", "x"}, {"b", "x", "y"}]
    ends, holders = item_rows(problem.sets)
    assert holders[ends[0] : ends[1]].tolist() == [0, 1]


def test_loss_of_a_group_is_the_loss_of_what_it_publishes() -> None:
    year, items = numbers([1970, 1980, 1990, 1970], "year"), sets(["abc", "ab", "a", ""], "items")
    problem = Problem.of(table(year, items), [Dimension.ordered(year), SetDimension(items)], k=2)
    groups = Groups.from_rows(np.array([0, 0, 1, 1], dtype=np.int32)[np.argsort(problem.row)])
    marks = np.zeros(int(problem.dims.start[-1]), dtype=np.int64), np.zeros(len(items.values), dtype=np.int64)
    total = sum(
        whole_loss(rows, problem.cells, problem.weight, problem.dims, tokens_of(problem), *marks)
        for rows in (problem.row[:2], problem.row[2:])
    )
    recoding = recode(problem, groups)
    assert total == pytest.approx(sum(column.losses().sum() for column in recoding.columns.values()))
    assert recoding.columns["items"].losses().tolist() == pytest.approx([1 / 3, 0, 1, 0])
    assert not marks[0].any()
    assert not marks[1].any()


@pytest.mark.parametrize("score", ["ncp", "takahashi"])
def test_empty_and_missing_sets_stay_apart_where_k_allows(score: str) -> None:
    column, sex = sets(["", "", None, None]), categories(list("mmff"), "sex")
    dimensions = [SetDimension(column), Dimension.values(sex)]
    recoding = TopDown(k=2, score=score).recode(table(column, sex), dimensions)
    assert published(recoding, "items") == ["", "", None, None]


@pytest.mark.parametrize("effort", ["fast", "default", "best"])
def test_a_set_column_alone_is_covered(effort: str) -> None:
    column = sets(["ab", "ab", "abc", "cd", "cde", "cd", "x", "y", "z"])
    recoding = TopDown(k=3, effort=effort).recode(table(column), [SetDimension(column)])
    assert published(recoding, "items") == ["a,b"] * 3 + ["c,d"] * 3 + [""] * 3


def test_a_rest_of_fewer_than_k_takes_in_the_group_that_publishes_least() -> None:
    column = sets(["abc"] * 4 + ["de"] * 3 + ["x"])
    recoding = TopDown(k=3).recode(table(column), [SetDimension(column)])
    assert published(recoding, "items") == ["a,b,c"] * 4 + [""] * 4


def test_set_with_thousands_of_items() -> None:
    many = [f"i{number}" for number in range(3_000)]
    column = sets([many, many[:2_000], many[1_000:], ["i1500"], ["i1500", "other"]])
    for score in ("ncp", "takahashi"):
        recoding = TopDown(k=2, score=score).recode(table(column), [SetDimension(column)])
        assert np.bincount(recoding.group).min() >= 2
        assert any(len((cell or "").split(",")) >= 1_000 for cell in published(recoding, "items"))

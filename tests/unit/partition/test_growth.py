"""Growth on tables that are easy to see through."""

from __future__ import annotations

import numpy as np

from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.table import Table
from tokumei.partition.dimensions import Dimension
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.starts import grown
from tokumei.partition.top_down import TopDown


def _numbers(values: list[float | None]) -> NumberColumn:
    known = sorted({value for value in values if value is not None})
    codes = [len(known) if value is None else known.index(value) for value in values]
    return NumberColumn(
        name="n",
        role=Role.QUASI,
        codes=np.array(codes, dtype=np.int32),
        values=np.array(known),
        has_null=None in values,
    )


def _categories(values: str) -> CategoryColumn:
    known = tuple(sorted(set(values), key=lambda value: (-values.count(value), value)))
    return CategoryColumn(
        name="c", role=Role.QUASI, codes=np.array([known.index(v) for v in values], dtype=np.int32), values=known
    )


def _labels(column: str, dimension: Dimension, k: int, **options: object) -> list[str | None]:
    table = Table((dimension.column,), len(dimension.column))
    recoding = TopDown(k=k, **options).recode(table, [dimension])
    texts, place = recoding.columns[column].labels()
    entry = recoding.columns[column].entry
    return [None if number < 0 else texts[place[number]] for number in entry.tolist()]


def test_numbers_are_cut_where_the_loss_falls_most() -> None:
    column = _numbers([1, 2, 3, 100, 101, 102, 50])
    labels = _labels("n", Dimension.ordered(column), 3, effort="fast")
    assert labels == [*["[1;50]"] * 3, *["[100;102]"] * 3, "[1;50]"]


def test_a_null_is_published_alone_or_as_anything() -> None:
    column = _numbers([1, 1, 5, 5, None, None])
    assert _labels("n", Dimension.ordered(column), 2) == ["1", "1", "5", "5", None, None]
    column = _numbers([1, 1, 5, 5, None])
    assert _labels("n", Dimension.ordered(column), 2).count("*") == 3


def test_categories_are_published_as_sets_of_values() -> None:
    labels = _labels("c", Dimension.values(_categories("aaaabcd")), 3)
    assert labels == [*["a"] * 4, *["{b;c;d}"] * 3]


def test_a_hierarchy_publishes_the_lowest_node_over_a_group() -> None:
    column = _categories("aabbccd")
    tree = Hierarchy.from_rows([["a", "AB", "*"], ["b", "AB", "*"], ["c", "CD", "*"], ["d", "CD", "*"]])
    leaf = np.array([tree.leaf_of[value] for value in column.values], dtype=np.int32)
    assert _labels("c", Dimension.tree(column, tree, leaf), 3) == [*["AB"] * 4, *["CD"] * 3]
    assert _labels("c", Dimension.tree(column, tree, leaf), 2)[:4] == ["a", "a", "b", "b"]


def test_one_node_is_cut_from_the_rest_of_its_siblings() -> None:
    """The frequent value stands between others in the tree's order; a cut by order could not free it."""
    column = _categories("x" * 10 + "abcd")
    tree = Hierarchy.from_rows([["a", "*"], ["b", "*"], ["x", "*"], ["c", "*"], ["d", "*"]])
    leaf = np.array([tree.leaf_of[value] for value in column.values], dtype=np.int32)
    assert _labels("c", Dimension.tree(column, tree, leaf), 4) == [*["x"] * 10, *["*"] * 4]


def test_removing_an_outlier_saves_its_group() -> None:
    column = _numbers([*[1.0, 2.0] * 5, 1000.0])
    kept = _labels("n", Dimension.ordered(column), 5, effort="fast")
    assert kept[-1] is not None
    removed = _labels("n", Dimension.ordered(column), 5, effort="fast", suppress=0.1)
    assert removed[-1] is None
    assert removed[:2] == ["1", "2"]


def test_groups_from_numbers_close_gaps_and_leave_removed_rows_out() -> None:
    groups = Groups.from_rows(np.array([4, -1, 0, 4, 0], dtype=np.int32))
    assert groups.count == 2
    assert groups.of_rows(5).tolist() == [1, -1, 0, 1, 0]


def test_large_tables_are_split_by_several_threads_with_the_same_result(monkeypatch) -> None:
    from tokumei.partition import growth

    rng = np.random.default_rng(3)
    column = _numbers(rng.integers(0, 500, 3000).astype(float).tolist())
    problem = Problem.of(Table((column,), 3000), [Dimension.ordered(column)], k=5)
    alone = grown(problem, cross_rows=100)
    monkeypatch.setattr(growth, "BLOCK", 64)
    together = grown(problem, cross_rows=100)
    assert together.ends.tolist() == alone.ends.tolist()
    assert together.order.tolist() == alone.order.tolist()

"""The search by large neighbourhoods, and rows that are divided between groups."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import DISTINCT, NO_PREDICATES, Predicates
from tokumei.core.table import Table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.efforts import EFFORTS
from tokumei.partition.improve import improve
from tokumei.partition.pieces import Pieces, as_rows, set_apart, whole
from tokumei.partition.problem import Problem
from tokumei.partition.starts import grown
from tokumei.partition.top_down import TopDown


def _number(values: list[int]) -> NumberColumn:
    known = sorted(set(values))
    codes = np.array([known.index(value) for value in values], dtype=np.int32)
    return NumberColumn(name="n", role=Role.QUASI, codes=codes, values=np.array(known))


def _table(records: int, seed: int) -> tuple[Table, list[Dimension]]:
    """One column of each kind, with rows of several records, and a sensitive one."""
    rng = np.random.default_rng(seed)
    number = _number((rng.integers(0, 9, records) ** 2).tolist())
    codes = rng.integers(0, 5, (2, records)).astype(np.int32)
    category = CategoryColumn(name="c", role=Role.QUASI, codes=codes[0], values=tuple("abcde"))
    placed = CategoryColumn(name="t", role=Role.QUASI, codes=codes[1] % 4, values=tuple("abcd"))
    tree = Hierarchy.from_rows([["a", "A", "*"], ["b", "A", "*"], ["c", "B", "*"], ["d", "B", "*"]])
    leaf = np.array([tree.leaf_of[value] for value in placed.values], dtype=np.int32)
    sick = CategoryColumn(
        name="sick", role=Role.SENSITIVE, codes=rng.integers(0, 3, records).astype(np.int32), values=tuple("xyz")
    )
    dimensions = [Dimension.ordered(number), Dimension.values(category), Dimension.tree(placed, tree, leaf)]
    return Table((number, category, placed, sick), records), dimensions


def _codes(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def _distinct(least: int) -> Predicates:
    """At least so many values of the sensitive column in every group."""
    return NO_PREDICATES._replace(
        starts=np.array([0, 3]),
        column=np.zeros(1, dtype=np.int64),
        kind=np.array([DISTINCT]),
        first=np.array([float(least)]),
        second=np.zeros(1),
        overall=np.full(3, 1 / 3),
        order_start=np.zeros(1, dtype=np.int64),
        height=np.zeros(1, dtype=np.int64),
    )


def _loss(problem: Problem, pieces: Pieces) -> float:
    return float(np.mean(list(recode(*as_rows(problem, pieces)).ncp().values())))


@pytest.mark.parametrize("k", [2, 7, 40])
@pytest.mark.parametrize("least", [0, 2])
def test_the_loss_does_not_grow_and_the_promises_hold(k: int, least: int) -> None:
    table, dimensions = _table(400, k)
    problem = Problem.of(table, dimensions, k=k, predicates=_distinct(least) if least else NO_PREDICATES)
    before = whole(problem, grown(problem))
    improved = improve(problem, before, steps=20_000)
    assert _loss(problem, improved) <= _loss(problem, before)
    divided, groups = as_rows(problem, improved)
    group = groups.of_rows(divided.rows)[divided.row]
    assert np.bincount(group).min() >= k
    sick = table["sick"].codes
    assert min(len(set(sick[group == number])) for number in range(groups.count)) >= max(least, 1)


def test_every_record_stays_with_its_row() -> None:
    table, dimensions = _table(300, 1)
    problem = Problem.of(table, dimensions, k=3)
    divided, _ = as_rows(problem, improve(problem, whole(problem, grown(problem)), steps=20_000))
    assert (divided.cells[divided.row] == problem.cells[problem.row]).all()
    assert (np.bincount(divided.row, minlength=divided.rows) == divided.weight).all()


def test_the_number_of_threads_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, dimensions = _table(2000, 2)
    problem = Problem.of(table, dimensions, k=2)
    before = whole(problem, grown(problem))
    results = []
    for threads in ("1", "3"):
        monkeypatch.setenv("TOKUMEI_THREADS", threads)
        results.append(improve(problem, before, steps=60_000))
    for one, other in zip(*results, strict=True):
        assert (one == other).all()


def test_no_steps_change_nothing_and_one_group_cannot_be_improved() -> None:
    table, dimensions = _table(50, 3)
    problem = Problem.of(table, dimensions, k=50)
    pieces = whole(problem, grown(problem))
    assert improve(problem, pieces, steps=0) is pieces
    assert len(improve(problem, pieces, steps=1000).ends) == 1


@pytest.mark.parametrize("effort", EFFORTS)
def test_an_outlier_borrows_a_companion(effort: str) -> None:
    column = _number([1] * 1000 + [100])
    recoding = TopDown(k=2, effort=effort).recode(Table((column,), 1001), [Dimension.ordered(column)])
    texts, place = recoding.columns["n"].labels()
    assert Counter(texts[number] for number in place[recoding.columns["n"].entry]) == {"1": 999, "[1;100]": 2}


@pytest.mark.parametrize("effort", EFFORTS)
def test_an_outlier_borrows_what_diversity_asks_for(effort: str) -> None:
    column = _number([1] * 30 + [100])
    sick = CategoryColumn(name="sick", role=Role.SENSITIVE, codes=_codes([0, 1, 2] * 10 + [0]), values=tuple("xyz"))
    table = Table((column, sick), 31)
    recoding = TopDown(k=2, effort=effort).recode(table, [Dimension.ordered(column)], predicates=_distinct(3))
    texts, place = recoding.columns["n"].labels()
    assert Counter(texts[number] for number in place[recoding.columns["n"].entry]) == {"1": 27, "[1;100]": 4}
    assert min(len(set(sick.codes[recoding.group == number])) for number in range(2)) == 3


def test_a_row_that_leaves_keeps_k_records_and_leaves_k() -> None:
    column = _number([1] * 5 + [2])
    problem = Problem.of(Table((column,), 6), [Dimension.ordered(column)], k=4)
    pieces = whole(problem, grown(problem))
    assert len(set_apart(problem, pieces).ends) == 1


def test_which_records_are_lent_does_not_depend_on_their_order() -> None:
    number, sick = [1] * 20 + [9], list("xxyyzxyzzxyxyzzyxzyxx")
    published = []
    for order in (np.arange(21), np.random.default_rng(0).permutation(21)):
        column = _number([number[place] for place in order])
        codes = np.array(["xyz".index(sick[place]) for place in order], dtype=np.int32)
        beside = CategoryColumn(name="sick", role=Role.SENSITIVE, codes=codes, values=tuple("xyz"))
        recoding = TopDown(k=5, effort="fast").recode(Table((column, beside), 21), [Dimension.ordered(column)])
        texts, place = recoding.columns["n"].labels()
        labels = [texts[one] for one in place[recoding.columns["n"].entry]]
        published.append(Counter(zip(labels, codes.tolist(), strict=True)))
    assert published[0] == published[1]

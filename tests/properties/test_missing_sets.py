"""A missing set is a value of its own: kept where a whole group lacks its set, lost in any other group."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from set_columns import numbers, published, sets, table
from tokumei.core.columns import SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Recoding
from tokumei.evaluation.measure import measure
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.top_down import TopDown

METHODS = [("ncp", "fast"), ("ncp", "default"), ("ncp", "best"), ("takahashi", "default")]
CELL = st.one_of(st.none(), st.just(frozenset()), st.frozensets(st.sampled_from("abcd"), min_size=1, max_size=3))
TREE = Hierarchy.from_rows([["a", "left"], ["b", "left"], ["c", "right"], ["d", "right"]])


def _check(recoding: Recoding, column: SetColumn) -> None:
    cells, losses = published(recoding, "items"), recoding.columns["items"].losses()
    for group in np.unique(recoding.group[recoding.group >= 0]):
        members = np.flatnonzero(recoding.group == group)
        all_missing = bool(column.null[members].all())
        assert {cells[record] is None for record in members} == {all_missing}
        for record in members[column.null[members]]:
            assert losses[record] == (0.0 if all_missing else 1.0)
        empty = members[~column.null[members] & (np.diff(column.offsets)[members] == 0)]
        assert not losses[empty].any()


@pytest.mark.parametrize("hierarchy", [None, TREE], ids=["items", "tree"])
@pytest.mark.parametrize(("score", "effort"), METHODS)
@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.tuples(CELL, st.integers(0, 3)), min_size=6, max_size=30),
    st.integers(2, 3),
    st.sampled_from([0.0, 0.2]),
    st.booleans(),
)
def test_an_empty_field_is_published_only_where_the_whole_group_lacks_its_set(
    score: str,
    effort: str,
    hierarchy: Hierarchy | None,
    rows: list[tuple[frozenset[str] | None, int]],
    k: int,
    suppress: float,
    alone: bool,
) -> None:
    column = replace(sets([cell for cell, _ in rows]), hierarchy=hierarchy)
    year = numbers([value for _, value in rows], "year")
    columns = [column] if alone else [year, column]
    dimensions = [SetDimension(column)] if alone else [Dimension.ordered(year), SetDimension(column)]
    method = TopDown(k=k, score=score, effort=effort, suppress=suppress)
    _check(method.recode(table(*columns), dimensions), column)


@pytest.mark.parametrize("hierarchy", [None, TREE], ids=["items", "tree"])
@pytest.mark.parametrize("effort", ["fast", "default", "best"])
@settings(max_examples=20, deadline=None)
@given(st.lists(CELL, min_size=6, max_size=30), st.integers(2, 3))
def test_labels_tell_the_same_loss(
    effort: str, hierarchy: Hierarchy | None, cells: list[frozenset[str] | None], k: int
) -> None:
    column = replace(sets(cells), hierarchy=hierarchy)
    recoding = TopDown(k=k, effort=effort).recode(table(column), [SetDimension(column)])
    shown = published(recoding, "items")
    labels = sorted({cell for cell in shown if cell is not None})
    codes = np.array([-1 if cell is None else labels.index(cell) for cell in shown], dtype=np.int32)
    release = PublishedTable({"items": PublishedColumn(codes, tuple(labels))}, len(shown))
    measured = measure(table(column), release, k=k, aligned=True, markers=False)
    assert measured["loss"]["ncp"] == pytest.approx(recoding.ncp()["items"])


def test_missing_sets_find_each_other() -> None:
    column = sets([None, "ab", None, "ab", None, "ab"])
    recoding = TopDown(k=3).recode(table(column), [SetDimension(column)])
    assert published(recoding, "items") == [None, "a,b"] * 3
    assert recoding.ncp() == {"items": 0.0}


def test_one_missing_set_among_others_is_lost() -> None:
    column = sets([None, (), "ab", "ab"])
    recoding = TopDown(k=4).recode(table(column), [SetDimension(column)])
    assert published(recoding, "items") == [""] * 4
    assert recoding.columns["items"].losses().tolist() == [1.0, 0.0, 1.0, 1.0]

"""The loss that the search counts is the loss that a plain program reads from what the groups publish."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from set_columns import sets
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notation import read_range, read_set
from tokumei.core.table import Table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.improve import improve
from tokumei.partition.neighbours import outline, word_starts
from tokumei.partition.pieces import as_rows, whole
from tokumei.partition.problem import Groups, Problem

NUMBERS = (1, 2, 5, 11, 31)
LETTERS = "abcd"
TREE = Hierarchy.from_rows([["a", "A", "*"], ["b", "A", "*"], ["c", "B", "*"], ["d", "B", "*"]])
ITEMS = "pqrs"
slow = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """One column of every kind whose loss is exact: ordered with null, tree, values, items with missing sets."""
    records = draw(st.integers(4, 24))
    codes = [draw(st.lists(st.integers(0, size), min_size=records, max_size=records)) for size in (5, 3, 3)]
    cells = draw(
        st.lists(
            st.one_of(st.none(), st.lists(st.sampled_from(ITEMS), max_size=3, unique=True)),
            min_size=records,
            max_size=records,
        )
    )
    number = NumberColumn(
        name="number", role=Role.QUASI, codes=_codes(codes[0]), values=np.array(NUMBERS), has_null=True
    )
    placed = CategoryColumn(name="placed", role=Role.QUASI, codes=_codes(codes[1]), values=tuple(LETTERS))
    free = CategoryColumn(name="free", role=Role.QUASI, codes=_codes(codes[2]), values=tuple(LETTERS))
    several = sets(cells)
    leaf = np.array([TREE.leaf_of[value] for value in LETTERS], dtype=np.int32)
    dimensions = [
        Dimension.ordered(number), Dimension.tree(placed, TREE, leaf), Dimension.values(free), SetDimension(several)
    ]  # fmt: skip
    return Problem.of(Table((number, placed, free, several), records), dimensions, k=draw(st.integers(2, 4)))


def _codes(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def counted(problem: Problem, groups: Groups) -> float:
    """The loss by the kernels, over all records and columns."""
    tokens = tokens_of(problem)
    pieces = whole(problem, groups)
    outlines = outline(problem.cells, *pieces, problem.dims, word_starts(problem.dims), tokens)
    return float((outlines.loss * outlines.size).sum())


def read(problem: Problem, groups: Groups) -> float:
    """The loss by the published labels, one cell after another."""
    recoding = recode(problem, groups)
    lost = 0.0
    for name, column in recoding.columns.items():
        texts, place = column.labels()
        for record, entry in enumerate(column.entry.tolist()):
            lost += _lost(problem, name, record, texts[place[entry]])
    return lost


def _lost(problem: Problem, name: str, record: int, label: str | None) -> float:
    if name == "number":
        ends = read_range(label) if label else None
        return 1.0 if label == "*" else 0.0 if ends is None else (int(ends[1]) - int(ends[0])) / 30
    if name == "placed":
        return {"*": 1.0, "A": 0.5, "B": 0.5}.get(str(label), 0.0)
    if name == "free":
        return len(read_set(label) or []) / 4 if label else 0.0
    column = problem.set_dimensions[0].column
    own = column.offsets[record + 1] - column.offsets[record]
    if column.null[record]:
        return float(label is not None)
    return 1 - len([item for item in (label or "").split(",") if item]) / own if own else 0.0


@slow
@given(problem=problems(), data=st.data())
def test_the_loss_of_any_groups_is_that_of_their_labels(problem: Problem, data: st.DataObject) -> None:
    drawn = data.draw(st.lists(st.integers(0, 3), min_size=problem.rows, max_size=problem.rows))
    groups = Groups.from_rows(np.array(drawn, dtype=np.int32))
    assert counted(problem, groups) == pytest.approx(read(problem, groups), abs=1e-9)


@slow
@given(problem=problems())
def test_the_search_never_raises_it_and_keeps_k(problem: Problem) -> None:
    everyone = Groups(np.arange(problem.rows, dtype=np.int32), np.array([problem.rows], dtype=np.int64))
    improved = improve(problem, whole(problem, everyone), steps=3000)
    divided, groups = as_rows(problem, improved)
    assert read(divided, groups) <= read(problem, everyone) + 1e-9
    assert counted(divided, groups) == pytest.approx(read(divided, groups), abs=1e-9)
    if problem.records >= problem.k:
        assert np.bincount(groups.of_rows(divided.rows)[divided.row]).min() >= problem.k

"""Axes, the lattice of levels, and what a step of a recoding by column does, against plain counts."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import NO_PREDICATES
from tokumei.core.recoding import Nodes
from tokumei.core.table import Table
from tokumei.global_recoding import GlobalRecoding, OrderedAxis, TreeAxis, ValuesAxis, levels
from tokumei.global_recoding.axes import Axis, Parts
from tokumei.global_recoding.columns import EFFORTS, best_columns
from tokumei.global_recoding.rows import Rows
from tokumei.global_recoding.state import State

TREE = Hierarchy.from_rows([["a", "x"], ["b", "x"], ["c", "y"], ["d", "y"], ["e", "z"]])


def category(name: str, cells: str) -> CategoryColumn:
    values = tuple(sorted(set(cells), key=lambda value: (-cells.count(value), value)))
    codes = np.array([values.index(cell) for cell in cells], dtype=np.int32)
    return CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=values, hierarchy=TREE)


def number(name: str, cells: list[int | None]) -> NumberColumn:
    values = np.array(sorted({cell for cell in cells if cell is not None}))
    codes = [len(values) if cell is None else values.tolist().index(cell) for cell in cells]
    return NumberColumn(
        name=name, role=Role.QUASI, codes=np.array(codes, dtype=np.int32), values=values, has_null=None in cells
    )


def tree_axis(cells: str, finest: int = 0) -> TreeAxis:
    column = category("town", cells)
    return TreeAxis.of(column, TREE, bind(column, TREE), finest=finest)


def labels(axis: TreeAxis, parts: Parts) -> list[str]:
    return [axis.hierarchy.labels[node] for node in parts.node]


def rows_of(*axes: Axis, k: int, budget: int = 0) -> Rows:
    table = Table(tuple(axis.column for axis in axes), len(axes[0].column))
    return Rows.of(table, axes, k=k, budget=budget, predicates=NO_PREDICATES)


def drawn(seed: int, records: int = 300) -> tuple[Axis, ...]:
    rng = np.random.default_rng(seed)
    ages: list[int | None] = [int(age) for age in rng.integers(20, 60, records)]
    ages[:9] = [None] * 9
    return (
        tree_axis("".join(rng.choice(list("aaaabbbccde"), records))),
        OrderedAxis.of(number("age", ages)),
        ValuesAxis.of(category("job", "".join(rng.choice(list("aaabcde"), records))), 5),
    )


def test_levels_of_a_tree_are_its_nodes_and_the_finest_can_be_bounded() -> None:
    axis = tree_axis("abcde")
    assert [sorted(labels(axis, axis.at_level(level))) for level in range(axis.levels)] == [
        ["a", "b", "c", "d", "e"],
        ["x", "y", "z"],
        ["*"],
    ]
    coarse = tree_axis("abcde", finest=1)
    assert coarse.levels == 2
    assert sorted(labels(coarse, coarse.at_level(0))) == ["x", "y", "z"]


def test_a_node_is_opened_into_its_children_or_loses_its_most_frequent_one() -> None:
    axis = tree_axis("eeeeccca")
    first, children = axis.openings(0, 4)
    assert labels(axis, first) == ["z", "*"]
    assert labels(axis, children) == ["z", "y", "x"]
    assert labels(axis, axis.openings(1, 2)[0]) == ["c", "d"]
    assert axis.openings(0, 0) == []


def test_what_was_opened_can_be_closed_to_the_node_above() -> None:
    axis = tree_axis("eeeeccca")
    parts = axis.at_level(0)
    closed = {
        (parts.starts[first : last + 1].tolist()[0], axis.hierarchy.labels[part.node[0]])
        for first, last, part in axis.unions(parts)
    }
    assert {(0, "*"), (1, "y"), (3, "x")} <= closed


def test_a_part_of_null_and_values_loses_everything_and_null_alone_nothing() -> None:
    axis = OrderedAxis.of(number("age", [10, 20, 30, None]))
    parts = axis.cut(0, 3, 3)
    assert parts.loss.tolist() == [1.0, 0.0]
    assert axis.at_level(1).loss.tolist() == [1.0]
    assert axis.cut(0, 1, 2).loss.tolist() == [0.0, 0.5]


def test_ranges_name_no_value_of_a_removed_record() -> None:
    town = tree_axis("aaaaaaac")
    axis = OrderedAxis.of(number("age", [20, 21, 22, 23, 24, 25, 26, 90]))
    recoding, _ = GlobalRecoding(k=7, by="column", suppress=0.2).recode(
        Table((town.column, axis.column), 8), [town, axis]
    )
    recoded = recoding.columns["age"]
    texts, place = recoded.labels()
    assert recoding.removed.tolist() == [False] * 7 + [True]
    assert {texts[place[entry]] for entry in recoded.entry if entry >= 0} == {"[20;26]"}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("budget", [0, 40])
def test_the_figures_of_an_opening_are_those_of_the_state_that_it_makes(seed: int, budget: int) -> None:
    rows = rows_of(*drawn(seed), k=3, budget=budget)
    state = State(rows, [axis.at_level(axis.levels - 1) for axis in rows.axes])
    for axis, part in ((1, 0), (0, 0), (2, 0), (1, 0), (0, 1)):
        for opening in state.openings(axis, part, 0.0):
            if state.removed + opening.removed > budget:
                continue
            partitions = list(state.partitions)
            partitions[axis] = partitions[axis].replaced(part, part, opening.pieces)
            fresh = State(rows, partitions)
            assert fresh.removed == state.removed + opening.removed
            assert fresh.total == pytest.approx(state.total - opening.gain)
            state.open(opening)
            assert state.total == pytest.approx(fresh.total)
            assert (state.kept == fresh.kept).all()
            break


@pytest.mark.parametrize("seed", range(3))
def test_the_best_cut_of_a_run_is_the_best_of_all_cuts(seed: int) -> None:
    rows = rows_of(*drawn(seed), k=3)
    state = State(rows, [axis.at_level(axis.levels - 1) for axis in rows.axes])
    axis = rows.axes[1]
    assert isinstance(axis, OrderedAxis)
    totals = []
    for place in range(1, axis.size):
        partitions = list(state.partitions)
        partitions[1] = axis.cut(0, place, axis.size - 1)
        tried = State(rows, partitions)
        totals.append(tried.total if tried.removed == 0 else np.inf)
    (opening,) = state.openings(1, 0, 0.0)
    assert state.total - opening.gain == pytest.approx(min(totals))


def test_beyond_its_size_a_lattice_is_searched_in_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rows_of(*drawn(1), k=3)
    complete = levels.best_levels(rows)
    monkeypatch.setattr(levels, "LATTICE", 2)
    monkeypatch.setattr(levels, "TRIALS", 10)
    bounded = levels.best_levels(rows)
    assert (complete.complete, bounded.complete) == (True, False)
    assert bounded.tried <= complete.points
    assert rows.judged(bounded.partitions).total >= rows.judged(complete.partitions).total - 1e-9


def test_more_search_loses_no_more() -> None:
    rows = rows_of(*drawn(5), k=4, budget=30)
    losses = [rows.judged(best_columns(rows, [], effort=EFFORTS[effort])).total for effort in ("fast", "best")]
    assert losses[1] <= losses[0] + 1e-9


def test_one_record_a_group_is_never_published() -> None:
    axis = tree_axis("abcde")
    recoding, _ = GlobalRecoding(k=2, by="column").recode(Table((axis.column,), 5), [axis])
    recoded = recoding.columns["town"]
    assert isinstance(recoded, Nodes)
    assert min(np.bincount(recoding.group)) >= 2

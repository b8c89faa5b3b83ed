"""From models to predicates: the right columns, orders and trees."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import CLOSE_TREE, DISTINCT, NO_PREDICATES, all_hold
from tokumei.core.table import Table
from tokumei.errors import DataError, JobError
from tokumei.privacy.compilation import compile_predicates
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.t_closeness import TCloseness

ORGANS = Hierarchy.from_rows(
    [["gastritis", "stomach"], ["ulcer", "stomach"], ["flu", "lung"], ["asthma", "lung"]], name="organs"
)


def ill(*, null: bool = False, hierarchy: Hierarchy | None = ORGANS) -> CategoryColumn:
    """One record a value, in an order that is not the tree's."""
    values = ("asthma", "gastritis", "flu", "ulcer")
    return CategoryColumn(
        name="ill",
        role=Role.SENSITIVE,
        codes=np.arange(4 + null, dtype=np.int32),
        values=values,
        has_null=null,
        hierarchy=hierarchy,
    )


def table(column: CategoryColumn) -> Table:
    cost = NumberColumn(
        name="cost",
        role=Role.SENSITIVE,
        codes=np.zeros(len(column), dtype=np.int32),
        values=np.array([3]),
    )
    return Table((cost, column), len(column))


def distance_kept(column: CategoryColumn, model: TCloseness, members: list[str]) -> bool:
    """Whether a group of these members keeps the model."""
    p = compile_predicates([model], table(column))
    counts = np.zeros(p.starts[-1], dtype=np.int64)
    counts[0] = len(members)
    for member in members:
        counts[1 + (column.values.index(member) if member else len(column.values))] += 1
    return bool(all_hold(counts, len(members), p))


def test_k_alone_needs_no_predicates() -> None:
    assert compile_predicates([KAnonymity(3)], table(ill())) is NO_PREDICATES


def test_cheap_models_are_checked_first() -> None:
    p = compile_predicates([TCloseness("ill", 0.2, "hierarchical"), DistinctDiversity("cost", 2)], table(ill()))
    assert p.kind.tolist() == [DISTINCT, CLOSE_TREE]
    assert p.column.tolist() == [0, 1]
    assert p.starts.tolist() == [0, 1, 5]
    assert p.overall.tolist() == [1.0, 0.25, 0.25, 0.25, 0.25]


def test_the_tree_puts_siblings_together() -> None:
    assert distance_kept(ill(), TCloseness("ill", 0.25, "hierarchical"), ["gastritis", "flu"])
    assert not distance_kept(ill(), TCloseness("ill", 0.49, "hierarchical"), ["gastritis", "ulcer"])
    assert distance_kept(ill(), TCloseness("ill", 0.5, "hierarchical"), ["gastritis", "ulcer"])


def test_a_missing_value_hangs_from_the_root() -> None:
    # A fifth of the mass goes over the root to null, and 2/5 to the lungs; gastritis and ulcer are settled.
    column = ill(null=True)
    assert distance_kept(column, TCloseness("ill", 0.6, "hierarchical"), ["gastritis", "ulcer"])
    assert not distance_kept(column, TCloseness("ill", 0.59, "hierarchical"), ["gastritis", "ulcer"])
    assert distance_kept(column, TCloseness("ill", 0.8, "hierarchical"), [""])
    assert not distance_kept(column, TCloseness("ill", 0.79, "hierarchical"), [""])


def test_categories_stand_in_a_row_by_leaf_or_by_name() -> None:
    # By leaf: gastritis, ulcer, flu, asthma. By name: asthma, flu, gastritis, ulcer. Ends are 1/2 away, the middle 1/3.
    closeness = TCloseness("ill", 0.34, "ordered")
    assert not distance_kept(ill(), closeness, ["gastritis"])
    assert distance_kept(ill(hierarchy=None), closeness, ["gastritis"])


def test_the_missing_value_ends_the_row() -> None:
    column = ill(null=True)
    assert not distance_kept(column, TCloseness("ill", 0.49, "ordered"), [""])
    assert distance_kept(column, TCloseness("ill", 0.5, "ordered"), [""])


def test_the_missing_value_ends_the_row_wherever_the_tree_has_it() -> None:
    tree = Hierarchy.from_rows([["", "none"], *([leaf, "any"] for leaf in ("asthma", "flu", "gastritis", "ulcer"))])
    column = ill(null=True, hierarchy=tree)
    # ulcer and the missing value stand side by side at one end of the row, asthma at the other.
    closeness = TCloseness("ill", 0.3, "ordered")
    assert not distance_kept(column, closeness, ["", "ulcer"])
    assert distance_kept(column, closeness, ["", "asthma"])


def test_values_that_do_not_occur_stand_in_no_row() -> None:
    codes = np.array([0, 0, 2, 2], dtype=np.int32)
    cost = NumberColumn(name="cost", role=Role.SENSITIVE, codes=codes, values=np.array([3, 5, 9]))
    p = compile_predicates([TCloseness("cost", 0.4)], Table((cost,), 4))
    assert not all_hold(np.array([2, 0, 0]), 2, p)  # half of the mass moves one step of one
    assert p.order.tolist() == [0, 2]


def test_errors_name_the_column_and_the_remedy() -> None:
    with pytest.raises(JobError, match="'ill' has the hierarchical distance"):
        compile_predicates([TCloseness("ill", 0.2, "hierarchical")], table(ill(hierarchy=None)))
    with pytest.raises(JobError, match="sensitive columns are 'cost', 'ill'"):
        compile_predicates([TCloseness("age", 0.2)], table(ill()))
    with pytest.raises(DataError, match="'ill': 3 of its 4 distinct values are missing from its hierarchy"):
        compile_predicates([TCloseness("ill", 0.2, "hierarchical")], table(ill(hierarchy=Hierarchy.flat(["flu"]))))

"""Set columns with an item hierarchy: what a group publishes, and that it is never more than its records allow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from set_columns import numbers, published, sets, table
from tokumei.core.columns import SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import ItemNodes
from tokumei.errors import DataError
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.top_down import TopDown

TREE = Hierarchy.from_rows(
    [
        ["apple", "fruit", "food", "*"],
        ["pear", "fruit", "food", "*"],
        ["bread", "bakery", "food", "*"],
        ["soap", "care", "house", "*"],
        ["nail", "tools", "house", "*"],
        ["saw", "tools", "house", "*"],
    ]
)


def _column(cells: list[list[str] | None]) -> SetColumn:
    return replace(sets(cells), hierarchy=TREE)


@pytest.mark.parametrize("effort", ["fast", "default"])
def test_items_are_generalized_before_they_are_deleted(effort: str) -> None:
    column = _column([["apple", "saw"], ["pear", "saw"], ["nail"], ["saw", "nail"]])
    recoding = TopDown(k=2, effort=effort).recode(table(column), [SetDimension(column)])
    assert published(recoding, "items") == ["fruit,saw", "fruit,saw", "nail", "nail"] or published(
        recoding, "items"
    ) == ["fruit,saw", "fruit,saw", "tools", "tools"]
    losses = recoding.columns["items"].losses()
    assert losses[:2].tolist() == pytest.approx([1 / 6, 1 / 6])  # fruit is 2 of 6 leaves, saw is itself


def test_missing_items_are_counted_and_not_named() -> None:
    column = _column([["apple"], ["secret"]])
    with pytest.raises(DataError, match="1 of its 2 distinct items") as caught:
        TopDown(k=2).recode(table(column), [SetDimension(column)])
    assert "secret" not in str(caught.value)


CELL = st.one_of(st.none(), st.lists(st.sampled_from(TREE.leaves), max_size=4, unique=True))


@settings(max_examples=150, deadline=None)
@example([None, None, None, ["apple"]], 2, "fast", False)
@example([None, ["apple"], ["apple"], ["apple"]], 2, "default", False)
@given(st.lists(CELL, min_size=4, max_size=24), st.integers(2, 4), st.sampled_from(["fast", "default"]), st.booleans())
def test_every_node_stands_for_an_item_of_every_member(
    cells: list[list[str] | None], k: int, effort: str, mixed: bool
) -> None:
    column = _column(cells)
    year = numbers([number % 3 for number in range(len(cells))], "year")
    dimensions = [SetDimension(column), Dimension.ordered(year)] if mixed else [SetDimension(column)]
    recoding = TopDown(k=k, effort=effort).recode(table(column, year), dimensions)
    recoded = recoding.columns["items"]
    assert isinstance(recoded, ItemNodes)
    assert np.bincount(recoding.group).min() >= k
    chain = {row[0]: row for row in TREE.rows()}
    losses = recoded.losses()
    for number, cell in enumerate(cells):
        own = cell or []
        entry = int(recoded.entry[number])
        nodes = [TREE.labels[node] for node in recoded.nodes[recoded.offsets[entry] : recoded.offsets[entry + 1]]]
        assert all(any(node in chain[item] for item in own) for node in nodes)
        assert all(sum(node in chain[item] for node in nodes) <= 1 for item in own)
        lost = [
            next((float(TREE.loss[TREE.labels.index(node)]) for node in nodes if node in chain[item]), 1.0)
            for item in own
        ]
        if cell is None:  # a missing set is kept by an empty field alone
            lost = [float(not recoded.null[entry])]
        assert losses[number] == pytest.approx(sum(lost) / len(lost) if lost else 0.0)

"""What sets lose, from a worked example; rare items are never named."""

from __future__ import annotations

import numpy as np
import pytest

from set_columns import sets
from tokumei.core.recoding import ItemSets
from tokumei.evaluation.set_measures import set_losses
from tokumei.report.sections.sets import section
from tokumei.report.words import words_in


def test_figures_of_a_small_column() -> None:
    column = sets(["ab", "ab", "abc", "", "b"])
    a, b = column.values.index("a"), column.values.index("b")
    entry = np.array([0, 0, 0, 1, -1], dtype=np.int32)
    items = np.array(sorted([a, b]), dtype=np.int32)
    recoded = ItemSets(column, entry, np.array([0, 2, 2]), items, np.array([False, False]))
    found = set_losses(recoded, k=2)
    assert (found.items, found.distinct, found.deleted, found.generalized) == (8, 3, 2, 0)
    assert found.ncp == pytest.approx((0 + 0 + 1 / 3 + 0 + 1) / 5)
    assert found.item_ncp == pytest.approx(2 / 8)
    assert found.suffered == (("b", 4, 1),)  # c was in one record, fewer than k, and is not named
    assert found.to_dict()["deleted_share"] == pytest.approx(0.25)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_section_shows_the_share_and_is_absent_without_sets(language: str) -> None:
    column = sets(["ab", "a", "a"])
    a = column.values.index("a")
    recoded = ItemSets(
        column, np.zeros(3, dtype=np.int32), np.array([0, 1]), np.array([a], dtype=np.int32), np.array([False])
    )
    words = words_in(language)
    page = section({"sets": {"items": set_losses(recoded, k=1).to_dict()}}, words)
    assert "25.0%" in page
    assert section({}, words) == ""

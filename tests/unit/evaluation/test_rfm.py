from __future__ import annotations

import numpy as np
import pytest

from contest import contest_histories
from tokumei.errors import JobError
from tokumei.evaluation.history.rfm import rfm, rfm_change
from tokumei.history import anonymize

NAMES = {"day": "day", "price": "price", "quantity": "quantity"}
ROWS = [
    ["a", "2011/1/1", "x", "2.5", "2"],
    ["a", "2011/1/9", "y", "1", "-1"],
    ["b", "2011/1/11", "x", "0", "7"],
]


def test_values_of_the_original() -> None:
    found = rfm(contest_histories(ROWS), **NAMES)
    assert found.recency.tolist() == [2, 0]
    assert found.frequency.tolist() == [2, 1]
    assert found.monetary == pytest.approx([4, 0])


def test_equal_histories_keep_their_values() -> None:
    rows = [[f"c{subject}", "2011/1/2", good, "1.5", "3"] for subject in range(4) for good in "abc"]
    found = rfm_change(anonymize(contest_histories(rows), k=2), **NAMES)
    assert found.monetary.error == found.recency.error == found.frequency.error == 0
    assert found.frequency.same_class == 1


def test_ranges_stand_for_their_middle() -> None:
    rows = [["a", "2011/1/1", "x", "1", "1"], ["b", "2011/1/3", "x", "3", "1"]]
    release = anonymize(contest_histories(rows), k=2, cluster="count", match="sort")
    found = rfm_change(release, **NAMES)
    assert (found.recency.after, found.monetary.after) == pytest.approx((1, 2))
    assert (found.recency.error, found.monetary.error) == pytest.approx((1, 1))
    assert np.isnan(found.recency.rank_correlation)


def test_a_category_is_no_price() -> None:
    with pytest.raises(JobError, match="'goods' is a category"):
        rfm(contest_histories(ROWS), day="day", price="goods", quantity="quantity")

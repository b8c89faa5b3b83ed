from __future__ import annotations

import pytest

from contest import CONTEST_COLUMNS, SUBJECT, contest_published
from tokumei.core.promise import Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError
from tokumei.privacy.histories import HistoryAnonymity

ROW = ["[1;2]", "{x;y}", "*", "3"]
OTHER = ["[1;3]", "z", "1", "3"]


def judged(rows: list[list[str]], k: int = 2) -> Verification:
    return HistoryAnonymity(k).check(contest_published(rows), subject=SUBJECT, columns=CONTEST_COLUMNS)


def test_two_with_the_same_rows_in_any_order() -> None:
    found = judged([["p", *ROW], ["q", *OTHER], ["q", *ROW], ["p", *OTHER]])
    assert (found.ok, found.smallest_group, found.groups) == (True, 2, 1)


def test_one_more_row_tells_them_apart() -> None:
    found = judged([["p", *ROW], ["q", *ROW], ["q", *ROW]])
    assert (found.ok, found.smallest_group) == (False, 1)


def test_one_other_cell_tells_them_apart() -> None:
    assert not judged([["p", *ROW], ["q", *ROW], ["p", *ROW], ["q", *OTHER]]).ok


def test_the_same_rows_of_other_lengths_do_not_run_together() -> None:
    assert not judged([["p", *ROW], ["p", *OTHER], ["q", *ROW], ["r", *OTHER]]).ok


def test_marks_of_removed_records_belong_to_nobody() -> None:
    found = judged([["p", *ROW], ["*"] * 5, ["q", *ROW], ["*"] * 5])
    assert (found.ok, found.records, found.removed) == (True, 2, 2)


def test_empty_fields_are_values() -> None:
    assert not judged([["p", "", "x", "1", "1"], ["q", "2011/1/1", "x", "1", "1"]]).ok


@pytest.mark.parametrize("name", ["", "*"])
def test_a_row_needs_a_pseudonym(name: str) -> None:
    with pytest.raises(DataError, match="1 rows without a pseudonym"):
        judged([["p", *ROW], ["q", *ROW], [name, *ROW]])


def test_nothing_published_keeps_no_promise() -> None:
    found = judged([["*"] * 5] * 3)
    assert (found.ok, found.smallest_group) == (False, 0)


def test_missing_columns_are_named() -> None:
    published = contest_published([["p", *ROW]])
    with pytest.raises(DataError, match="'price'"):
        HistoryAnonymity(2).check(
            PublishedTable({"customer": published.columns["customer"]}, 1), subject="customer", columns=["price"]
        )

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from contest import CONTEST_COLUMNS, SUBJECT, contest_published
from tokumei.core.columns import ColumnSpec, Role
from tokumei.core.promise import Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError
from tokumei.io.release import published
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.histories import HistoryAnonymity, told_apart, verify_lines

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


SENSITIVE = {"sick": ColumnSpec(name="sick", role=Role.SENSITIVE)}


def lines(rows: list[tuple[str, str, str]], least: int = 2) -> Promise:
    """Rows of pseudonym, goods and value, judged for l-diversity."""
    frame = pl.DataFrame(rows, schema=["who", "goods", "sick"], orient="row")
    (promise,) = verify_lines(
        published(frame, frame.columns),
        [DistinctDiversity("sick", least)],
        subject="who",
        columns=["goods"],
        rows=np.ones(len(rows), dtype=bool),
        specs=SENSITIVE,
        hierarchies={},
    )
    return promise


def test_the_worst_line_counts() -> None:
    found = lines([("p", "x", "a"), ("q", "x", "b"), ("p", "y", "a"), ("q", "y", "a")])
    assert (found.achieved, found.holds) == (1, False)


def test_equal_rows_of_other_histories_are_another_line() -> None:
    """p and q have x alone; what r and s show in theirs does not make it diverse."""
    rows = [("p", "x", "a"), ("q", "x", "a"), ("r", "x", "b"), ("s", "x", "c"), ("r", "y", "a"), ("s", "y", "b")]
    assert not lines(rows).holds


def test_a_hidden_line_is_not_judged_but_a_partly_hidden_one_is() -> None:
    assert lines([("p", "x", "a"), ("q", "x", "b"), ("p", "y", "*"), ("q", "y", "*")]).holds
    assert not lines([("p", "x", "a"), ("q", "x", "b"), ("p", "y", "a"), ("q", "y", "*")]).holds


def test_a_column_of_stars_promises_nothing() -> None:
    found = lines([("p", "x", "*"), ("q", "x", "*")])
    assert (found.vacuous, found.achieved, found.target) == ("hidden", None, 2.0)


def test_who_is_told_apart_by_a_column_that_is_shown() -> None:
    rows = [("p", "x", "a"), ("q", "x", "a"), ("r", "x", "b"), ("p", "y", "a"), ("q", "y", "a"), ("r", "y", "a")]
    frame = pl.DataFrame(rows, schema=["who", "goods", "sick"], orient="row")
    labels = published(frame, frame.columns)
    assert told_apart(labels, subject="who", columns=["goods"], shown="sick", k=2) == 1
    assert told_apart(labels, subject="who", columns=["goods"], shown="sick", k=3) == 3

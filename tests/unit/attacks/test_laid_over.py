"""Two histories of the same people laid over each other."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import tokumei

JOB: dict[str, Any] = {
    "columns": {
        "who": "identifier",
        "day": {"role": "quasi", "type": "number"},
        "good": {"role": "quasi", "type": "category"},
    },
    "subject": "who",
    "privacy": {"k": 2},
}
SOURCE = pl.DataFrame(
    [("a", 1, "tea"), ("b", 2, "jam"), ("c", 8, "tea"), ("d", 9, "rye")], schema=("who", "day", "good"), orient="row"
)


def released(*rows: tuple[str, str, str]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=("who", "day", "good"), orient="row")


ONE = released(
    ("p1", "[1;2]", "{jam;tea}"),
    ("p2", "[1;2]", "{jam;tea}"),
    ("p3", "[8;9]", "{rye;tea}"),
    ("p4", "[8;9]", "{rye;tea}"),
)
CROSSED = released(
    ("q1", "[1;8]", "tea"), ("q2", "[2;9]", "{jam;rye}"), ("q3", "[1;8]", "tea"), ("q4", "[2;9]", "{jam;rye}")
)


def of(findings: list[dict[str, Any]], column: str) -> dict[str, Any]:
    return next(one for one in findings if (one["name"], one["column"]) == ("laid-over", column))


@pytest.mark.parametrize("kept", [True, False])
def test_what_two_releases_leave_of_a_line_is_named(kept: bool) -> None:
    job = {**JOB, "output": {"order": "keep", "removed": "mark"}} if kept else JOB
    good = of(tokumei.attack(SOURCE, ONE, job, also=CROSSED)["attacks"], "good")
    assert (good["tried"], good["claims"], good["hits"], good["baseline"]) == (4, 4, 4, 0.5)
    assert (good["threat"], good["remedy"]) == ("attribute", "ledger")


def test_the_same_groups_leave_nothing_more() -> None:
    good = of(tokumei.attack(SOURCE, ONE, JOB, also=ONE)["attacks"], "good")
    assert (good["tried"], good["claims"], good["verdict"]) == (4, 0, "chance")


def test_without_a_second_release_it_is_not_tried() -> None:
    findings = tokumei.attack(SOURCE, ONE, JOB)["attacks"]
    assert next(one["needs"] for one in findings if one["name"] == "laid-over") == "also"


def test_a_second_release_with_values_of_later_days_cannot_be_read() -> None:
    later = released(("q1", "[1;8]", "tea"), ("q2", "[2;9]", "oil"))
    findings = tokumei.attack(SOURCE, ONE, JOB, also=later)["attacks"]
    assert next(one["needs"] for one in findings if one["name"] == "laid-over") == "readable"


def test_rows_of_the_second_release_that_mark_removed_records_are_nobodys() -> None:
    job = {**JOB, "output": {"order": "keep", "removed": "mark"}}
    marked = pl.concat([CROSSED, released(("*", "*", "*"))])
    good = of(tokumei.attack(SOURCE, ONE, job, also=marked)["attacks"], "good")
    assert (good["claims"], good["hits"]) == (4, 4)


def test_histories_whose_numbers_are_published_as_bounds_are_attacked_alike() -> None:
    job = {**JOB, "output": {"numbers": "bounds"}}
    both = [
        frame.with_columns(
            frame["day"].str.extract(r"\[(.*);").alias("day_low"),
            frame["day"].str.extract(r";(.*)\]").alias("day_high"),
        ).drop("day")
        for frame in (ONE, CROSSED)
    ]
    good = of(tokumei.attack(SOURCE, both[0], job, also=both[1])["attacks"], "good")
    assert (good["tried"], good["claims"], good["hits"]) == (4, 4, 4)

"""Where the texts of a history stand, and what is said of them."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.job import load

LOG = pl.DataFrame(
    {
        "customer": ["a", "a", "b", "b", "c", "c", "d", "d"],
        "memo": ["call Ann", "pay rent", "call Bob", "pay rents", "buy milk", "see Eve", "buy silk", "see Eva"],
        "price": [1, 2, 1, 2, 8, 9, 8, 9],
    }
)


def job(**memo: Any) -> dict[str, Any]:
    return {
        "subject": "customer",
        "columns": {
            "customer": "identifier",
            "memo": {"role": "quasi", "type": "text", **memo},
            "price": {"role": "quasi", "type": "number"},
        },
        "privacy": {"k": 2},
        "output": {"order": "keep", "removed": "mark"},
    }


def test_a_text_stands_within_its_line_unless_the_job_says_otherwise() -> None:
    assert load(job()).columns["memo"].setting("within") == "group"
    assert load(job(shown=True)).columns["memo"].setting("within") == "table"
    release = tokumei.anonymize(LOG, job())
    shown = ["call*", "payren*", "call*", "payren*", "buy*ilk", "seeEv*", "buy*ilk", "seeEv*"]
    assert release.data["memo"].to_list() == shown
    assert [promise["kind"] for promise in release.report["promises"]] == ["histories", "equal"]
    assert not release.report["warnings"]


def test_what_one_person_repeats_is_not_common() -> None:
    often = LOG.with_columns(pl.Series("memo", ["my cat"] * 2 + ["a dog"] * 2 + ["a dog"] * 2 + ["a pig"] * 2))
    release = tokumei.anonymize(often, job(shown=True))
    assert set(release.data["memo"].to_list()[:2]) == {"*****"}
    (warning,) = [note for note in release.report["warnings"] if note["key"] == "text_beside_history"]
    assert warning["values"]["column"] == "memo"
    assert warning["values"]["subjects"] > 0


@pytest.mark.parametrize(
    ("memo", "said"),
    [
        ({"n": 3}, "set `within: table`"),
        ({"within": "table"}, "accept that with `shown: true`"),
        ({"within": "group", "shown": True}, "`shown` is for texts beside a history"),
        ({"shown": True, "equal": True}, "counted by the people who have them"),
        ({"shown": True, "weight": 2}, "takes no part in putting its people together"),
    ],
)
def test_what_does_not_go_together_is_refused(memo: dict[str, Any], said: str) -> None:
    with pytest.raises(tokumei.JobError, match=said):
        load(job(**memo))


def test_texts_of_fewer_than_k_people_are_refused_or_all_masked() -> None:
    lone = LOG.with_columns(pl.Series("memo", ["mine", "mine too", *[None] * 6]))
    with pytest.raises(tokumei.Infeasible, match="texts of 1 people, fewer than k = 2"):
        tokumei.anonymize(lone, job(shown=True))
    release = tokumei.anonymize(lone, job(shown=True, all_masked=True))
    assert set(release.data["memo"].drop_nulls().to_list()) <= {"****", "*******"}

"""Histories in parts: records without a partner are put side by side again, under a further pseudonym."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.job import load
from tokumei.report import render

COLUMNS: dict[str, Any] = {
    "customer": "identifier",
    "goods": {"role": "quasi", "type": "category"},
    "price": {"role": "quasi", "type": "number"},
}


def job(surplus: str = "again", k: int = 2, **more: Any) -> dict[str, Any]:
    return {"subject": "customer", "columns": COLUMNS, "privacy": {"k": k}, "method": {"surplus": surplus}, **more}


def log(lengths: dict[str, int]) -> pl.DataFrame:
    """People with so many records, the same ones each."""
    rows = [(who, "xyz"[record % 3], record) for who, length in lengths.items() for record in range(length)]
    return pl.DataFrame(rows, schema=["customer", "goods", "price"], orient="row")


def histories(data: pl.DataFrame) -> dict[str, tuple[Any, ...]]:
    """Pseudonym → its rows."""
    rows = defaultdict(list)
    for who, *row in data.select("customer", "goods", "price").iter_rows():
        rows[who].append(tuple(row))
    return {who: tuple(sorted(own)) for who, own in rows.items()}


def said(report: Any) -> dict[str, dict[str, Any]]:
    return {note["key"]: note["values"] for note in (*report["warnings"], *report["notes"])}


def test_records_without_a_partner_are_published_under_a_further_pseudonym() -> None:
    """Of 9, 8, 5 and 2 records, one and three are left over; one of each meets again, and two find nobody."""
    frame = log({"a": 9, "b": 8, "c": 5, "d": 2})
    way = {"cluster": "count", "match": "sort"}
    whole = tokumei.anonymize(frame, job(method=way))
    parts = tokumei.anonymize(frame, job(method={**way, "surplus": "again"}))
    assert [release.report["removed"] for release in (whole, parts)] == [4, 2]
    assert Counter(Counter(parts.data["customer"].to_list()).values()) == {8: 2, 2: 2, 1: 2}
    figures = parts.report["history"]
    assert (figures["subjects"], figures["published_subjects"], figures["pseudonyms"]) == (4, 4, 6)
    assert said(parts.report)["several_pseudonyms"] == {"several": 2, "people": 4, "pseudonyms": 6}
    assert "pseudonyms" not in whole.report["history"]
    assert "A person may have several pseudonyms" in render(parts.report)
    assert "A person may have several pseudonyms" not in render(whole.report)


def test_further_parts_need_k_people_too() -> None:
    release = tokumei.anonymize(log({"a": 2, "b": 4, "c": 6}), job(k=3))
    assert Counter(Counter(release.data["customer"].to_list()).values()) == {2: 3}


def test_a_file_is_judged_by_pseudonyms_unless_people_are_named() -> None:
    frame = log({"a": 3, "b": 3, "c": 7, "d": 9})
    kept = job(output={"order": "keep", "removed": "mark"})
    release = tokumei.anonymize(frame, kept)
    judged = tokumei.verify(release.data, kept)
    assert judged.ok
    assert [note.key for note in judged.notes] == ["pseudonyms_not_people"]
    known = tokumei.verify(release.data, kept, persons=frame.select("customer"))
    assert known.ok
    assert not known.notes
    one = pl.DataFrame({"customer": ["a"] * frame.height})
    assert not tokumei.verify(release.data, kept, persons=one).ok


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"columns": {**COLUMNS, "ward": {"role": "keep", "shown": True}}}, "which pseudonyms are one person's"),
        ({"columns": {**COLUMNS, "customer": {"role": "identifier", "pseudonym": "random"}}}, "several pseudonyms"),
        ({"ledger": "people.ledger"}, "one group for a person"),
        ({"subject": None}, "`surplus` is for histories"),
    ],
)
def test_what_would_tell_whose_pseudonyms_are_is_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(tokumei.JobError, match=sentence):
        load({**job(), **more})


def test_a_bound_that_is_not_reached_is_refused_with_what_was() -> None:
    frame = log({"a": 1, "b": 1, "c": 40})
    with pytest.raises(tokumei.Infeasible, match=r"surplus: again.* of the records are removed"):
        tokumei.anonymize(frame, job(privacy={"k": 2, "suppress": 0.1}))
    bounded = tokumei.anonymize(log({"a": 4, "b": 4, "c": 9, "d": 8}), job(privacy={"k": 2, "suppress": 0.1}))
    assert bounded.report["history"]["utility"]["removed"] <= 0.1


ROWS = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from("xyz"), st.integers(0, 5)), min_size=6, max_size=40
)


@given(rows=ROWS, k=st.integers(2, 3), way=st.sampled_from([{}, {"cluster": "count", "match": "sort"}]))
@settings(max_examples=40, deadline=None)
def test_every_history_is_that_of_k_people_and_no_record_is_lost(rows: Any, k: int, way: dict[str, str]) -> None:
    frame = pl.DataFrame(rows, schema=["customer", "goods", "price"], orient="row")
    if frame["customer"].n_unique() < k:
        return
    method = {"surplus": "again", **way}
    kept = job(k=k, method=method, output={"order": "keep", "removed": "mark"})
    release = tokumei.anonymize(frame, kept)
    published = release.data["customer"].to_list()
    owner = dict(zip(published, frame["customer"].to_list(), strict=True))
    assert all(owner[name] == who for name, who in zip(published, frame["customer"], strict=True) if name != "*")
    rows_of = histories(release.data.filter(pl.col("customer") != "*"))
    people = defaultdict(set)
    for name, history in rows_of.items():
        people[history].add(owner[name])
    assert all(len(who) >= k for who in people.values())
    whole = tokumei.anonymize(frame, {**kept, "method": {**way}})
    assert published.count("*") <= whole.data["customer"].to_list().count("*")

"""History jobs with more promises than k, from the frame to the report."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.job import load

COLUMNS: dict[str, Any] = {
    "customer": "identifier",
    "goods": {"role": "quasi", "type": "category"},
    "price": {"role": "quasi", "type": "number"},
}
SICK = {"role": "sensitive", "type": "category", "shown": True}


def log(sick: str | None = None, **more: list[Any]) -> pl.DataFrame:
    """Four people with three records each; `sick` is the first letters of their values, record by record."""
    columns: dict[str, list[Any]] = {
        "customer": [f"c{record // 3}" for record in range(12)],
        "goods": ["x", "y", "z"] * 4,
        "price": [record % 3 for record in range(12)],
        **more,
    }
    return pl.DataFrame(columns if sick is None else {**columns, "sick": list(sick)})


def job(*, columns: dict[str, Any] | None = None, **privacy: Any) -> dict[str, Any]:
    return {"subject": "customer", "columns": {**COLUMNS, **(columns or {})}, "privacy": {"k": 2} | privacy}


def said(release: Any) -> dict[str, dict[str, Any]]:
    return {note["key"]: note["values"] for note in (*release.report["warnings"], *release.report["notes"])}


@pytest.mark.parametrize("role", ["keep", "sensitive"])
def test_a_column_beside_a_history_is_refused_unless_it_is_shown(role: str) -> None:
    with pytest.raises(tokumei.JobError, match=r"columns\.sick.*`shown: true`"):
        load(job(columns={"sick": {"role": role}}))
    load(job(columns={"sick": {"role": role, "shown": True}}))


def test_the_report_counts_whom_a_shown_column_tells_apart() -> None:
    alike = tokumei.anonymize(log("abcabcabcabc"), job(columns={"sick": SICK}))
    assert said(alike)["shown_beside_history"] == {"column": "sick", "subjects": 0, "of": 4, "k": 2}
    one = tokumei.anonymize(log("abdabcabcabc"), job(columns={"sick": SICK}))
    assert said(one)["shown_beside_history"]["subjects"] == 1


def test_lines_that_tell_a_value_are_hidden_with_company() -> None:
    """All have `a` in the first line; the two others are diverse, and one of them is hidden with it."""
    promise = {"k": 4, "l_diversity": {"sick": {"distinct": 2}}}
    release = tokumei.anonymize(log("abcacbabcacb"), job(columns={"sick": SICK}, **promise))
    by_goods = {goods: set(rows["sick"]) for (goods,), rows in release.data.group_by("goods")}
    assert by_goods["x"] == {"*"}
    assert sorted(map(sorted, (by_goods["y"], by_goods["z"]))) == [["*"], ["b", "c"]]
    assert said(release)["hidden_values"] == {"column": "sick", "records": 8, "of": 12}
    told = release.data.with_columns(pl.when(pl.col("goods") == "x").then(pl.lit("a")).otherwise("sick").alias("sick"))
    assert tokumei.verify(release.data, job(columns={"sick": SICK}, **promise)).ok
    assert not tokumei.verify(told, job(columns={"sick": SICK}, **promise)).ok


def test_clusters_have_as_many_people_as_values_are_promised() -> None:
    promise = {"l_diversity": {"sick": {"distinct": 4}}}
    release = tokumei.anonymize(log("abcbcdcdadab"), job(columns={"sick": SICK}, **promise))
    assert release.report["smallest_group"] == 4
    assert said(release)["larger_clusters"] == {"k": 2, "size": 4}


def test_people_are_exchanged_rather_than_their_value_hidden() -> None:
    """Two and two have equal histories, but then each cluster would show one value."""
    people = {"goods": ["x", "y", "z"] * 2 + ["x", "y", "w"] * 2}
    promise = {"l_diversity": {"sick": {"distinct": 2}}}
    release = tokumei.anonymize(log("aaaaaabbbbbb", **people), job(columns={"sick": SICK}, **promise))
    assert "hidden_values" not in said(release)


@pytest.mark.parametrize(
    ("sick", "promise", "match"),
    [
        ("aaaaaaaaabbb", {"l_diversity": {"sick": {"distinct": 3}}}, "largest possible l is 2"),
        ("aaaaaaaaabbb", {"alpha_k": {"sick": 0.6}}, "share of 0.75"),
        ("abcabcabcabc", {"l_diversity": {"sick": {"distinct": 2}}}, "No line of the histories"),
        ("abcdefghijkl", {"l_diversity": {"sick": {"distinct": 5}}}, "the data have 4"),
    ],
)
def test_what_no_release_can_keep_is_refused_with_what_is_possible(
    sick: str, promise: dict[str, Any], match: str
) -> None:
    with pytest.raises(tokumei.Infeasible, match=match):
        tokumei.anonymize(log(sick), job(columns={"sick": SICK}, **promise))


def test_removals_are_bounded_promised_and_said() -> None:
    """Those who bought the same have other numbers of records; the bound puts those with as many together."""
    counts = {"a": 9, "b": 3, "c": 9, "d": 3}
    rows = [
        (name, "x" if name in "ab" else "y", number + 90 * (name in "cd"))
        for name, count in counts.items()
        for number in range(count)
    ]
    frame = pl.DataFrame(rows, schema=["customer", "goods", "price"], orient="row")
    release = tokumei.anonymize(frame, job(suppress=0.0))
    assert release.report["removed"] == 0
    with pytest.raises(tokumei.Infeasible, match="at least"):
        tokumei.anonymize(frame.head(23), job(suppress=0.0))
    bounded = tokumei.anonymize(frame.head(23), job(suppress=0.1))
    promise = next(one for one in bounded.report["promises"] if one["kind"] == "suppress")
    assert (promise["target"], promise["holds"]) == (0.1, True)
    assert promise["achieved"] == bounded.report["removed"] / 23


def test_attributes_of_the_person_are_named() -> None:
    born = {"born": [1960 + record // 3 for record in range(12)]}
    quasi = {"born": {"role": "quasi", "type": "number", "constant": True}}
    release = tokumei.anonymize(log(**born), job(columns=quasi))
    assert said(release)["subject_attributes"] == {"columns": ["born"]}
    assert all(rows["born"].n_unique() == 1 for _, rows in release.data.group_by("customer"))


def test_an_attribute_that_changes_is_refused_where_it_is_declared_and_warned_of_where_not() -> None:
    size = 600
    born = [1960 + record % 30 for record in range(size)]
    born[7] = 2001
    people = [f"c{record % 30}" for record in range(size)]
    frame = pl.DataFrame({"customer": people, "goods": ["x"] * size, "price": [1] * size, "born": born})
    quasi = {"role": "quasi", "type": "number"}
    with pytest.raises(tokumei.DataError, match=r"'born' is declared `constant`, but changes in 1 records of 1 subj"):
        tokumei.anonymize(frame, job(columns={"born": {**quasi, "constant": True}}))
    release = tokumei.anonymize(frame, job(columns={"born": quasi}))
    assert said(release)["attribute_changes"] == {"column": "born", "records": 1, "subjects": 1}
    with pytest.raises(tokumei.JobError, match="is for histories"):
        load({"columns": {"born": {**quasi, "constant": True}}, "privacy": {"k": 2}})


def test_a_history_without_enough_people_or_with_nobody_is_refused() -> None:
    with pytest.raises(tokumei.Infeasible, match="4 subjects, fewer than k = 5"):
        tokumei.anonymize(log(), {**job(), "privacy": {"k": 5}})
    nobody = log().with_columns(pl.when(pl.col("price") > 0).then("customer").alias("customer"))
    with pytest.raises(tokumei.DataError, match="empty in 4 of 12 rows"):
        tokumei.anonymize(nobody, job())

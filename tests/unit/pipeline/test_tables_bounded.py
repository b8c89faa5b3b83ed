"""Linked tables that may remove few records, and whose lines show diverse values."""

from __future__ import annotations

import random
import re
from typing import Any

import polars as pl
import pytest

import tokumei
from hospital import DATA, Frames, job


def clinic(people: int = 120) -> Frames:
    """Patients with a blood type that most share; visits and drugs, of which some have none and some have many."""
    draw = random.Random(4)
    patients = [
        (f"P{one}", draw.randrange(1940, 2010), draw.choices("WXYZ", [85, 7, 5, 3])[0]) for one in range(people)
    ]
    visits = [
        (f"P{one}", draw.randrange(12), draw.choices(["flu", "gout"], [3, 1])[0])
        for one in range(people)
        for _ in range(draw.choice([0, 1, 1, 2, 2, 3, 5]))
    ]
    drugs = [(f"P{one}", draw.choice("xyz")) for one in range(people) for _ in range(draw.choice([0, 0, 1, 2]))]
    return {
        "patients": pl.DataFrame(patients, schema=["patient", "birth", "blood"], orient="row"),
        "visits": pl.DataFrame(visits, schema=["patient", "month", "ill"], orient="row"),
        "drugs": pl.DataFrame(drugs, schema=["patient", "drug"], orient="row"),
    }


CLINIC = clinic()


def asked(k: int = 4, *, method: dict[str, Any] | None = None, **privacy: Any) -> dict[str, Any]:
    """A job whose columns are sensitive where something is promised of them."""
    promised = {column for promises in privacy.values() if isinstance(promises, dict) for column in promises}

    def column(name: str, kind: str = "category") -> dict[str, Any]:
        return (
            {"role": "sensitive", "type": kind, "shown": True} if name in promised else {"role": "quasi", "type": kind}
        )

    columns = {
        "patients": {"birth": column("birth", "number"), "blood": column("blood")},
        "visits": {"month": column("month", "number"), "ill": column("ill")},
        "drugs": {"drug": column("drug")},
    }
    return {
        "person": "patient",
        "linked": True,
        "tables": {name: {"columns": {"patient": "identifier", **own}} for name, own in columns.items()},
        "privacy": {"k": k, **privacy},
        "seed": 1,
        **({} if method is None else {"method": method}),
    }


def removed(release: tokumei.TablesRelease) -> dict[str, float]:
    return {name: one.report["removed"] / one.report["records"] for name, one in release.tables.items()}


def needed(own: dict[str, Any]) -> float | None:
    """The share that a refusal names; None where nothing is refused."""
    try:
        tokumei.anonymize(CLINIC, own)
    except tokumei.Infeasible as said:
        return float(re.findall(r"Table '\w+': .* to (?:at least )?([0-9.]+),", str(said))[0])
    return None


def hidden(release: tokumei.TablesRelease, table: str, column: str) -> int:
    return int((release.tables[table].data[column].cast(pl.String) == "*").sum())


@pytest.mark.parametrize("share", [0.15, 0.06, 0.05, 0.03])
def test_no_table_loses_more_records_than_it_may(share: float) -> None:
    release = tokumei.anonymize(CLINIC, asked(suppress=share))
    assert max(removed(release).values()) <= share
    promises = {one["table"]: one for one in release.report["promises"] if one["kind"] == "suppress"}
    assert all(one["holds"] and one["target"] == share for one in promises.values())
    assert tokumei.verify(release, asked(suppress=share)).ok


def test_a_bound_that_asks_for_nothing_changes_nothing() -> None:
    free = tokumei.anonymize(CLINIC, asked())
    assert max(removed(free).values()) > 0.05
    wide = tokumei.anonymize(CLINIC, asked(suppress=0.5))
    assert removed(wide) == removed(free)
    assert not any(note["key"].startswith("removal") for note in wide.report["notes"])


def test_what_the_bound_changed_is_said_of_the_tables_where_it_did() -> None:
    tight = tokumei.anonymize(CLINIC, asked(suppress=0.06))
    notes = {note["table"]: note for note in tight.report["notes"] if note["key"].startswith("removal")}
    assert notes
    assert "patients" not in notes  # everybody has a row there
    for name, note in notes.items():
        assert note["values"]["removed"] == tight.tables[name].report["removed"] != note["values"]["free"]


@pytest.mark.parametrize(("k", "method"), [(15, None), (4, {"cluster": "count"})])
def test_the_share_that_a_refusal_names_is_enough(k: int, method: dict[str, Any] | None) -> None:
    shares = [0.0]
    while (larger := needed(asked(k=k, method=method, suppress=shares[-1]))) is not None:
        assert larger > shares[-1]  # what one table needs by itself is said before what all need together
        shares.append(larger)
    assert len(shares) > 1
    release = tokumei.anonymize(CLINIC, asked(k=k, method=method, suppress=shares[-1]))
    assert max(removed(release).values()) <= shares[-1]


@pytest.mark.parametrize(("table", "column"), [("patients", "blood"), ("visits", "ill")])
def test_lines_are_mended_before_they_are_hidden(table: str, column: str) -> None:
    promise = {column: {"distinct": 2}}
    release = tokumei.anonymize(CLINIC, asked(l_diversity=promise))
    data = release.tables[table].data
    quasi = [name for name in data.columns if name not in ("patient", column)]
    shown = data.filter(pl.col(column).cast(pl.String) != "*")
    assert hidden(release, table, column) < data.height / 2
    assert shown.group_by(quasi).agg(pl.col(column).n_unique()).get_column(column).min() >= 2
    assert any(one["kind"] == "distinct" and one["holds"] for one in release.report["promises"])
    assert tokumei.verify(release, asked(l_diversity=promise)).ok


def test_closeness_and_a_bound_go_together() -> None:
    release = tokumei.anonymize(CLINIC, asked(t_closeness={"ill": 0.4}, suppress=0.1))
    assert max(removed(release).values()) <= 0.1
    assert {one["kind"] for one in release.report["promises"]} == {"linked", "suppress", "closeness"}


def test_values_that_no_line_can_have_are_refused() -> None:
    with pytest.raises(tokumei.Infeasible, match="blood"):
        tokumei.anonymize(CLINIC, asked(l_diversity={"blood": {"distinct": 5}}))


def test_tables_apart_bound_each_table_by_itself() -> None:
    own = job(linked=False)
    own["privacy"]["suppress"] = 0.05
    release = tokumei.anonymize(DATA, own)
    assert max(removed(release).values()) <= 0.05


def test_groups_are_as_large_as_the_values_ask() -> None:
    release = tokumei.anonymize(CLINIC, asked(k=2, l_diversity={"blood": {"distinct": 3}}))
    assert release.report["smallest_group"] >= 3
    said = [(note["table"], note["values"]) for note in release.report["notes"] if note["key"] == "larger_clusters"]
    assert said == [("patients", {"k": 2, "size": 3})]


@pytest.mark.parametrize("privacy", [{"suppress": 0.1}, {"l_diversity": {"ill": {"distinct": 2}}}])
def test_fewer_people_than_k_are_refused(privacy: dict[str, Any]) -> None:
    with pytest.raises(tokumei.Infeasible, match="fewer than k = 200"):
        tokumei.anonymize(CLINIC, asked(k=200, **privacy))


@pytest.mark.parametrize("match", ["sort", "assign"])
@pytest.mark.parametrize("effort", ["fast", "best"])
def test_a_bound_holds_whatever_the_method(match: str, effort: str) -> None:
    release = tokumei.anonymize(CLINIC, asked(suppress=0.05, method={"match": match, "effort": effort}))
    assert max(removed(release).values()) <= 0.05

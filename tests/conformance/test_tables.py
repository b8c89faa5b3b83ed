"""Several tables take what one of them takes by itself, but for what would break the promise between them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl
import pytest

import tokumei
from conformance.cells import ASKED, job_for
from conformance.oracles import rows_of
from conformance.tables import BLOCKS, PEOPLE, with_nulls
from tokumei.core.columns import Role
from tokumei.job import TablesJob, load, load_any
from tokumei.job.tables import APART, LINKED
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.tables_attacking import across_tables
from tokumei.pipeline.tables_reading import prepare_tables
from tokumei.translation.japanese import PARTS

PLACE: dict[str, Any] = {"person": "identifier", "town": {"role": "quasi", "type": "category"}}
ELSEWHERE = {"subject", "one_per", "stored"}
"""What a job of several tables has no key for."""
DATA = {"suppress": BLOCKS, "suppress_by": BLOCKS, "null": with_nulls(PEOPLE)}
FORMS = [
    (linked, feature, form)
    for linked in (True, False)
    for feature, forms in ASKED.items()
    for form in forms
    if not (linked and feature == "person")  # which several tables have for a key of their own
    and not (not linked and feature == "alpha_k")  # people have many values: a form of `person` asks for less
]


def alone(feature: str, form: str, *, linked: bool) -> dict[str, Any]:
    """A job of one table that asks for a feature."""
    job = job_for("history" if linked else "ncp", ASKED[feature][form])
    job["columns"].setdefault("person", "identifier")
    return job if linked or "subject" in job else {**job, "person": "person"}


def together(job: dict[str, Any], *, linked: bool) -> dict[str, Any]:
    """The job's table beside one that says where people live."""
    table = {name: job[name] for name in ("columns", "where", "derive", "others") if name in job}
    output = {name: value for name, value in job["output"].items() if name not in ("order", "removed")}
    whole = {name: value for name, value in job.items() if name not in (*table, "output", "person")}
    subject = {} if not linked or whole.pop("subject", None) else {"subject": "person"}
    tables = {"homes": {"columns": PLACE}, "log": table}
    return {**whole, **subject, "person": "person", "linked": linked, "tables": tables, "output": output}


def takes(feature: str, form: str, *, linked: bool) -> bool:
    """Whether one table has it, and several can."""
    if feature in (LINKED if linked else APART) or feature in ELSEWHERE - ({"subject"} if linked else set()):
        return False
    try:
        load(alone(feature, form, linked=linked))
    except tokumei.JobError:
        return False
    return not (feature == "person" and form == "one record each")


def both(feature: str, job: dict[str, Any]) -> dict[str, pl.DataFrame]:
    table = DATA.get(feature, PEOPLE)
    return {
        "homes": PEOPLE.select("person", "town").unique("person", keep="first", maintain_order=True),
        "log": table.select(name for name in table.columns if name in job["columns"]),
    }


def judged(data: dict[str, pl.DataFrame], release: tokumei.TablesRelease, job: dict[str, Any]) -> None:
    """What is measured, tried and said of a release goes with all that it can have."""
    measures = tokumei.measure(data, release, job)
    assert measures["released"] == release.report["released"]
    asked = load_any(job)
    assert isinstance(asked, TablesJob)
    prepared, _ = prepare_tables(data, asked)
    labels = {name: labels_of(one.data, prepared[name].job) for name, one in release.tables.items()}
    assert not any(one["verdict"] == "breaks" for one in across_tables(prepared, labels, None, asked))
    assert all("log." in page for page in (tokumei.evidence(release).internal, tokumei.evidence(release).public))


@pytest.mark.parametrize(("linked", "feature", "form"), FORMS)
def test_several_tables_take_what_one_takes(linked: bool, feature: str, form: str) -> None:
    one = alone(feature, form, linked=linked)
    job = together(one, linked=linked)
    if not takes(feature, form, linked=linked):
        with pytest.raises(tokumei.JobError):
            load_any(job)
        return
    release = tokumei.anonymize(both(feature, one), job)
    assert release.report["verified"]
    assert tokumei.verify(release, job).ok
    judged(both(feature, one), release, job)
    if linked:
        quasi = load(one).named(Role.QUASI)
        own: dict[str, Counter[Any]] = {}
        for name, shown in (("homes", ["town"]), ("log", quasi)):
            for row in rows_of(release.tables[name].data):
                own.setdefault(row["person"], Counter())[(name, *(row[column] for column in shown))] += 1
        alike = Counter(frozenset(rows.items()) for rows in own.values())
        assert min(alike.values()) >= job["privacy"]["k"]


@pytest.mark.parametrize("reasons", [LINKED, APART])
def test_every_reason_has_its_japanese(reasons: dict[str, str]) -> None:
    assert set(reasons.values()) <= PARTS.keys()

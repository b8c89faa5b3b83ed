"""What every mechanism keeps on every table and from every kind of source."""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from conformance.cells import ASKED, K, job_for
from conformance.oracles import covered, keeps_its_promises, released, rows_of
from conformance.tables import AWKWARD, KINDS, PEOPLE, with_nulls
from tokumei.job.capabilities import MECHANISMS

TABLES = {"as drawn": PEOPLE, "with nulls": with_nulls(PEOPLE), **AWKWARD}
TYPES = [
    (mechanism, kind)
    for mechanism, row in MECHANISMS.items()
    for kind in ("number", "date", "category", "set", "text")
    if row.cells[kind].possible
]
EFFORTS = [
    (mechanism, effort)
    for mechanism, row in MECHANISMS.items()
    for effort in (None, *(ASKED["effort"] if row.cells["effort"].possible else ()))
]
PROMISE = {"kind", "name", "column", "parameters", "target", "achieved", "holds", "vacuous"}
"""What every promise says as plain data."""
GROUPING = [name for name, row in MECHANISMS.items() if row.cells["l_diversity"].possible]


def _widest(mechanism: str) -> dict[str, Any]:
    """A job of a mechanism with a number, a date and a category, or with the one column that it makes."""

    def widen(job: dict[str, Any]) -> None:
        singles = [name for name, kind in KINDS.items() if kind in ("number", "date", "category")]
        if MECHANISMS[mechanism].cells["number"].possible:
            job["columns"] |= {name: {"role": "quasi", "type": KINDS[name]} for name in singles}

    return job_for(mechanism, widen)


def _data(job: dict[str, Any], table: pl.DataFrame) -> pl.DataFrame:
    return table.select(name for name in table.columns if name in job["columns"])


def _multiset(frame: pl.DataFrame, job: dict[str, Any]) -> Counter[tuple[Any, ...]]:
    """The rows without their order; pseudonyms are fresh in every release."""
    names = [name for name in frame.columns if name != job.get("subject")]
    return Counter(frame.select(pl.col(names).cast(pl.String)).rows())


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("mechanism", "effort"), EFFORTS)
def test_k_holds_and_nothing_is_lost(mechanism: str, effort: str | None, table: str) -> None:
    job = _widest(mechanism)
    if effort is not None:
        ASKED["effort"][effort](job)
    data = _data(job, TABLES[table])
    before = data.clone()
    release = tokumei.anonymize(data, job)
    assert data.equals(before)
    old, new = rows_of(data), rows_of(release.data)
    keeps_its_promises(released(new, job), job)
    assert release.data.height == data.height
    assert len(released(new, job)) == release.report["released"]
    assert mechanism == "history" or release.report["removed"] == 0
    for one, other in zip(old, new, strict=True):
        assert all(covered(name, one[name], other[name]) for name in job["columns"] if name in KINDS)
    losses = release.report["loss"]["columns"].values()
    assert all(0 <= loss <= 1 for loss in (release.report["loss"]["ncp"], *losses))


@pytest.mark.parametrize(("mechanism", "kind"), TYPES)
def test_missing_values_of_every_type(mechanism: str, kind: str) -> None:
    job = job_for(mechanism, ASKED[kind][""])
    for share in (0.2, 0.9):
        data = with_nulls(_data(job, PEOPLE), share)
        release = tokumei.anonymize(data, job)
        keeps_its_promises(released(rows_of(release.data), job), job)
        assert tokumei.verify(release.data, job).ok


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_kind_of_source_gives_the_same_rows(mechanism: str, tmp_path: Path) -> None:
    job = _widest(mechanism)
    data = _data(job, TABLES["with nulls"])
    data.write_csv(tmp_path / "people.csv")
    with sqlite3.connect(tmp_path / "people.db") as database:
        database.execute(f"CREATE TABLE people ({', '.join(data.columns)})")
        database.executemany(f"INSERT INTO people VALUES ({', '.join('?' * data.width)})", data.rows())
    database.close()
    query = {"sql": f"sqlite:///{tmp_path / 'people.db'}", "query": "SELECT * FROM people"}
    sources = [
        (data, job),
        (tmp_path / "people.csv", job),
        (None, {**job, "source": str(tmp_path / "people.csv")}),
        (None, {**job, "source": query}),
    ]
    before = (tmp_path / "people.csv").read_bytes(), (tmp_path / "people.db").read_bytes()
    wanted, *others = (_multiset(tokumei.anonymize(source, asked).data, job) for source, asked in sources)
    assert all(other == wanted for other in others)
    assert before == ((tmp_path / "people.csv").read_bytes(), (tmp_path / "people.db").read_bytes())


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_pandas_gives_the_same_rows(mechanism: str) -> None:
    pytest.importorskip("pandas")
    job = _widest(mechanism)
    data = _data(job, PEOPLE)
    given = data.to_pandas()
    before = given.copy()
    release = tokumei.anonymize(given, job)
    assert given.equals(before)
    assert _multiset(pl.from_pandas(release.data), job) == _multiset(tokumei.anonymize(data, job).data, job)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_k_above_the_table_is_infeasible(mechanism: str) -> None:
    job = _widest(mechanism)
    job["privacy"]["k"] = PEOPLE.height + 1
    with pytest.raises(tokumei.Infeasible):
        tokumei.anonymize(_data(job, PEOPLE), job)


@pytest.mark.parametrize("table", ["as drawn", "with nulls", "everything twice"])
@pytest.mark.parametrize("mechanism", [name for name in MECHANISMS if name != "text"])  # whose loss has no labels
def test_measures_from_codes_and_from_labels_agree(mechanism: str, table: str) -> None:
    job = _widest(mechanism)
    data = _data(job, TABLES[table])
    release = tokumei.anonymize(data, job)
    measured = tokumei.measure(data, release.data, job)
    assert measured["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"], abs=1e-9)
    assert measured["removed"] == release.report["removed"]
    assert mechanism == "history" or measured["discernibility"] == release.report["discernibility"]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_same_seed_gives_the_same_release(mechanism: str) -> None:
    job = {**_widest(mechanism), "seed": 1, "output": {}}
    one, two = (tokumei.anonymize(_data(job, PEOPLE), job).data for _ in range(2))
    assert _multiset(one, job) == _multiset(two, job)
    assert "subject" in job or one.equals(two)  # pseudonyms, and what is ordered by them, are drawn afresh


@pytest.mark.parametrize("mechanism", [name for name, effort in EFFORTS if effort == "best"])
def test_more_effort_loses_less(mechanism: str) -> None:
    losses = []
    for effort in ("best", "fast"):
        job = _widest(mechanism)
        ASKED["effort"][effort](job)
        losses.append(tokumei.anonymize(_data(job, PEOPLE), job).report["loss"]["ncp"])
    assert losses[0] < losses[1] or (mechanism == "column" and losses[0] == losses[1])  # grown as well as searched here


def test_a_label_that_a_column_tells_is_told_by_the_release() -> None:
    job = _widest("gain")
    north = pl.col("town").str.starts_with("N")
    data = _data(job, PEOPLE).with_columns(pl.when(north).then(pl.lit("flu")).otherwise(pl.lit("cold")).alias("sick"))

    def told(release: pl.DataFrame) -> int:
        """Records whose label is the most frequent one of their group."""
        counts = release.group_by("age", "day", "town", "sick").len().group_by("age", "day", "town")
        return int(counts.agg(pl.col("len").max())["len"].sum())

    plain = {**job, "method": {"score": "ncp"}}
    assert told(tokumei.anonymize(data, job).data) == data.height > told(tokumei.anonymize(data, plain).data)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_promises_are_told_as_plain_data(mechanism: str) -> None:
    job = _widest(mechanism)
    promises = tokumei.anonymize(_data(job, PEOPLE), job).report["promises"]
    assert promises
    assert all(promise.keys() >= PROMISE and promise["holds"] and not promise["vacuous"] for promise in promises)
    assert all(promise["target"] == K for promise in promises)


@pytest.mark.parametrize("feature", ["l_diversity", "t_closeness"])
@pytest.mark.parametrize("mechanism", GROUPING)
def test_a_promise_about_groups_is_vacuous_where_nothing_is_grouped(mechanism: str, feature: str) -> None:
    job = job_for(mechanism, next(iter(ASKED[feature].values())))
    promises = tokumei.anonymize(_data(job, PEOPLE), job).report["promises"]
    vacuous = [promise["vacuous"] for promise in promises if promise["column"] == "sick"]
    assert vacuous == [mechanism in ("km", "text")]
    assert not all(promise["vacuous"] for promise in promises)


def test_rows_of_stars_are_no_marks_where_nothing_may_be_removed() -> None:
    data = pl.DataFrame({"age": [1, 1, 1, 2, 2, 2, None, None, None, 50, 51]})
    job = {**job_for("median"), "output": {"removed": "mark"}}
    release = tokumei.anonymize(data, job)
    assert "*" in release.data["age"].to_list()
    assert tokumei.verify(release.data, job).ok

"""History jobs from the source to the release, the contest's form, attacks and sweeps."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tokumei
from tokumei import JobError, pipeline
from tokumei.job import load
from tokumei.pipeline.sweeping import parse_ks, sweep, write_sweep

NAMES = ["customer", "day", "goods", "price", "quantity"]
COLUMNS = {
    "customer": "identifier",
    "day": {"role": "quasi", "type": "date", "format": "%Y-%m-%d"},
    "goods": {"role": "quasi", "type": "category"},
    "price": {"role": "quasi", "type": "number"},
    "quantity": {"role": "quasi", "type": "number"},
}


@pytest.fixture(scope="module")
def log() -> pl.DataFrame:
    rng = np.random.default_rng(7)
    size = 240
    return pl.DataFrame(
        {
            "customer": [f"c{number}" for number in rng.integers(0, 20, size)],
            "day": [f"2011-{month:02d}-{day:02d}" for month, day in rng.integers(1, 13, (size, 2)).tolist()],
            "goods": [f"g{number}" for number in rng.integers(0, 9, size)],
            "price": rng.integers(1, 40, size) / 4,
            "quantity": rng.integers(-2, 12, size),
        }
    )


def _job(**changes: object) -> dict:
    return {"subject": "customer", "columns": COLUMNS, "privacy": {"k": 3}, **changes}


@pytest.mark.parametrize("method", [{"cluster": "count", "match": "sort"}, {}])
def test_a_history_is_shared_by_k_pseudonyms(log: pl.DataFrame, method: dict) -> None:
    job = _job(method=method)
    release = tokumei.anonymize(log, job)
    assert release.data.columns == NAMES
    assert not set(release.data["customer"]) & set(log["customer"])
    histories: dict[tuple, int] = {}
    for _, rows in release.data.group_by("customer"):
        own = tuple(sorted(rows.drop("customer").cast(pl.String).rows(), key=str))
        histories[own] = histories.get(own, 0) + 1
    assert min(histories.values()) >= 3
    assert tokumei.verify(release.data, job).ok
    figures = release.report["history"]
    assert figures["subjects"] == 20
    assert 0 < figures["utility"]["total"] < 1
    assert release.report["columns"][0]["published"] == "pseudonyms"


def test_pseudonyms_are_fresh_whatever_the_seed(log: pl.DataFrame) -> None:
    """Whoever searches all small seeds finds none that gives a published pseudonym."""
    for settings in ({}, {"seed": 4}):
        one, two = (set(tokumei.anonymize(log, _job(**settings)).data["customer"]) for _ in range(2))
        assert one != two
        digits = len(next(iter(one)))
        numbers = range(10 ** (digits - 1), 10**digits)
        guessed = [random.Random(f"pseudonyms of {seed}").sample(numbers, 20) for seed in range(200)]
        assert not any(one <= {str(number) for number in drawn} for drawn in guessed)


def test_a_key_gives_the_same_pseudonyms_in_every_release(log: pl.DataFrame, tmp_path: Path) -> None:
    job = _job()
    job["columns"] = {**COLUMNS, "customer": {"role": "identifier", "pseudonym": {"key": str(tmp_path / "people.key")}}}
    one, two = (tokumei.anonymize(log, job) for _ in range(2))
    assert set(one.data["customer"]) == set(two.data["customer"])
    assert not set(one.data["customer"]) & set(log["customer"])
    assert "pseudonyms_published" in [note["key"] for note in one.report["warnings"]]
    assert tokumei.verify(one.data, job).ok


def test_only_the_subject_of_a_history_has_a_pseudonym() -> None:
    job = _job()
    job["columns"] = {**COLUMNS, "card": {"role": "identifier", "pseudonym": "random"}}
    with pytest.raises(JobError, match="only its subject has a pseudonym"):
        load(job)


def test_a_broken_release_is_seen(log: pl.DataFrame) -> None:
    release = tokumei.anonymize(log, _job()).data
    prices = release["price"].cast(pl.String).to_list()
    told = release.with_columns(pl.Series("price", ["9999", *prices[1:]]))
    assert not tokumei.verify(told, _job()).ok


def test_the_contests_form_is_written_and_read_back(log: pl.DataFrame, tmp_path: Path) -> None:
    log.write_csv(tmp_path / "log.csv", include_header=False)
    job = load(
        _job(
            source={"file": str(tmp_path / "log.csv"), "names": NAMES},
            output={"data": str(tmp_path / "out.csv"), "report": str(tmp_path / "r.html"), "format": "pwscup2018"},
        )
    )
    report = pipeline.run(job).report
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert len(lines) == log.height
    assert lines.count("*,*,*,*,*") == report["removed"]
    assert pipeline.verify(tmp_path / "out.csv", job).ok
    measured = pipeline.measure(tmp_path / "log.csv", tmp_path / "out.csv", job)
    assert measured["history"]["utility"]["total"] == pytest.approx(report["history"]["utility"]["total"])
    attacked = pipeline.attack(tmp_path / "log.csv", tmp_path / "out.csv", job)
    assert {one["name"] for one in attacked["attacks"]} >= {"rows", "goods", "assignment"}
    seen = [one for one in attacked["attacks"] if one["needs"] not in ("also", "report", "earlier report")]
    assert {"rows", "goods", "assignment"} <= {one["name"] for one in seen}
    assert all(one["hits"] is not None for one in seen)
    order = next(one for one in attacked["attacks"] if one["name"] == "row-order")
    assert order["hits"] == order["claims"] == log.height - report["removed"]
    assert (order["verdict"], attacked["ok"]) == ("breaks", False)
    shuffled = pl.read_csv(tmp_path / "out.csv", has_header=False).sample(fraction=1, shuffle=True, seed=1)
    shuffled.write_csv(tmp_path / "shuffled.csv", include_header=False)
    with pytest.raises(tokumei.DataError, match="order"):
        pipeline.measure(tmp_path / "log.csv", tmp_path / "shuffled.csv", job)


def test_an_attack_succeeds_on_pseudonyms_alone(log: pl.DataFrame) -> None:
    """A release that only replaces the names is no release: the attacks must say so."""
    numbers = {name: str(number) for number, name in enumerate(sorted(set(log["customer"])))}
    named = log.with_columns(pl.col("customer").replace_strict(numbers))
    job = _job(output={"order": "keep", "removed": "mark"})
    found = pipeline.attack(log, named, job)
    assert not found["ok"]
    assert any(one["hits"] == 20 for one in found["attacks"])


def test_wrong_history_jobs_are_refused(log: pl.DataFrame) -> None:
    with pytest.raises(tokumei.JobError, match="subject"):
        load(_job(columns={**COLUMNS, "customer": "keep"}))
    with pytest.raises(tokumei.Infeasible, match="20"):
        tokumei.anonymize(log, _job(privacy={"k": 21}))
    nobody = log.with_columns(pl.when(pl.col("price") > 5).then("customer").alias("customer"))
    with pytest.raises(tokumei.DataError, match="customer"):
        tokumei.anonymize(nobody, _job())
    without_price = {name: column for name, column in COLUMNS.items() if name != "price"}
    with pytest.raises(tokumei.JobError, match="pwscup2018"):
        tokumei.anonymize(log.drop("price"), _job(columns=without_price, output={"format": "pwscup2018"}))


def test_a_sweep_marks_the_best_k(log: pl.DataFrame, tmp_path: Path) -> None:
    log.write_csv(tmp_path / "log.csv")
    job = load(_job(source=str(tmp_path / "log.csv")))
    found = sweep(job, [2, 3, 5])
    assert [point["k"] for point in found["points"]] == [2, 3, 5]
    totals = {point["k"]: point["total"] for point in found["points"]}
    assert totals[found["best"]] == min(totals.values())
    write_sweep(found, job, tmp_path / "sweep.html")
    assert "svg" in (tmp_path / "sweep.html").read_text()
    assert (tmp_path / "sweep.json").exists()
    tables = {name: column for name, column in COLUMNS.items() if name in ("price", "quantity")}
    flat = load({"source": str(tmp_path / "log.csv"), "columns": tables, "others": "drop", "privacy": {"k": 2}})
    figures = [point["utility"] for point in sweep(flat, [2, 10])["points"]]
    assert figures[0] < figures[1]


def test_ranges_of_k_are_read() -> None:
    assert parse_ks("2:5") == [2, 3, 4, 5]
    assert parse_ks("2:10:4,3") == [2, 3, 6, 10]
    for wrong in ("", "1:3", "a", "5:2", "2:x"):
        with pytest.raises(tokumei.JobError):
            parse_ks(wrong)


def test_a_release_of_ours_is_verified_and_measured_as_it_is(log: pl.DataFrame) -> None:
    columns = {name: column for name, column in COLUMNS.items() if name in ("price", "quantity")}
    job = {"columns": columns, "others": "drop", "privacy": {"k": 4}}
    release = tokumei.anonymize(log, job)
    assert tokumei.verify(release, job).ok
    measured = tokumei.measure(log, release, job)
    assert measured["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"])


def test_an_attack_says_when_hits_cannot_be_counted(log: pl.DataFrame) -> None:
    from tokumei.cli.summary import of_attacks

    shuffled = pipeline.attack(log, tokumei.anonymize(log, _job()), _job())
    assert "expected" in of_attacks(shuffled)
    assert "needs to know whose the rows are" in of_attacks(shuffled)
    kept = _job(output={"order": "keep", "removed": "mark"})
    assert "expected" not in of_attacks(pipeline.attack(log, tokumei.anonymize(log, kept), kept))

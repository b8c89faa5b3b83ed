"""Several tables measured, attacked, swept, and put into evidence: each by itself, and what they tell together."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from hospital import DATA, TABLES, Frames, hospital, in_files, job
from tokumei.cli import main
from tokumei.core.progress import SILENT
from tokumei.job import TablesJob, load_any
from tokumei.pipeline.making import Stopwatch
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.tables import make_tables
from tokumei.pipeline.tables_attacking import across_tables
from tokumei.pipeline.tables_reading import prepare_tables

MANY = hospital(150)


def shown(release: tokumei.TablesRelease) -> Frames:
    return {name: one.data for name, one in release.tables.items()}


def alone(frames: Frames) -> int:
    """How many people have rows over all tables that nobody else has."""
    own: dict[str, Counter[Any]] = {}
    for name, frame in frames.items():
        for person, *row in frame.rows():
            own.setdefault(person, Counter())[(name, *row)] += 1
    alike = Counter(frozenset(rows.items()) for rows in own.values())
    return sum(people for people in alike.values() if people == 1)


# ── measure ──


@pytest.mark.parametrize("linked", [True, False])
def test_every_table_is_measured_as_one_is(linked: bool) -> None:
    release = tokumei.anonymize(DATA, job(linked=linked))
    measures = tokumei.measure(DATA, release, job(linked=linked))
    for name, one in release.tables.items():
        assert measures["tables"][name]["loss"]["ncp"] == pytest.approx(one.report["loss"]["ncp"])
    assert measures["records"] == sum(frame.height for frame in DATA.values())
    assert ("risk" in measures) == linked


def test_linked_tables_say_how_few_people_they_leave_together() -> None:
    release = tokumei.anonymize(DATA, job())
    risk = tokumei.measure(DATA, release, job())["risk"]
    assert risk["before"]["unique"] == alone(DATA) > 30
    assert (risk["after"]["unique"], risk["after"]["below_k"]) == (0, 0)
    assert risk["after"]["prosecutor_highest"] == 1 / release.report["smallest_group"]
    assert release.report["risk"] == risk


def test_tables_of_another_hand_are_measured_too() -> None:
    """The originals under other names: what each table tells alone is not what they tell together."""
    own = {name: frame.with_columns(patient="X" + pl.col("patient")) for name, frame in DATA.items()}
    found = tokumei.measure(DATA, own, job())
    assert found["risk"]["after"] == found["risk"]["before"]
    with pytest.raises(tokumei.DataError, match=r"Table 'visits'.*patient"):
        tokumei.measure(DATA, {**own, "visits": own["visits"].drop("patient")}, job())


@pytest.mark.parametrize(("language", "word"), [("en", "Over all tables, in people"), ("ja", "全テーブルを通して")])
def test_the_command_measures_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, word: str
) -> None:
    path = in_files(tmp_path)
    tokumei.run(path)
    given = [str(tmp_path), str(tmp_path / "out"), "--job", str(path)]
    assert main(["measure", *given, "--language", language]) == 0
    printed = capsys.readouterr().out
    assert word in printed
    assert all(name in printed for name in TABLES)
    assert main(["measure", *given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["linked"] is True


def test_originals_lie_where_the_job_says_or_side_by_side(tmp_path: Path) -> None:
    path = in_files(tmp_path)
    tokumei.run(path)
    (tmp_path / "kept").mkdir()
    for name in TABLES:
        (tmp_path / f"{name}.csv").rename(tmp_path / "kept" / f"{name}.csv")
    assert tokumei.measure(tmp_path / "kept", tmp_path / "out", path)["records"] == sum(
        frame.height for frame in DATA.values()
    )
    with pytest.raises(tokumei.TokumeiError, match="Table 'patients'"):
        tokumei.measure(tmp_path, tmp_path / "out", path)
    with pytest.raises(tokumei.JobError, match="does not name a `source`"):
        tokumei.measure(tmp_path, tmp_path / "out", job())


# ── evidence ──


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("linked", [True, False])
def test_the_evidence_has_every_table(linked: bool, language: str) -> None:
    release = tokumei.anonymize(DATA, job(linked=linked, attack=True))
    pages = tokumei.evidence(release, language=language)
    for page in (pages.internal, pages.public):
        assert all(f"{name}.{column}" in page for name in TABLES for column in list(TABLES[name]["columns"])[1:])
    assert "visits.patient" in pages.internal
    assert ("visits.patient" in pages.public) == linked


def test_the_command_writes_the_evidence(tmp_path: Path) -> None:
    tokumei.run(in_files(tmp_path))
    assert main(["evidence", str(tmp_path / "out" / "report.json"), "-o", str(tmp_path / "proof")]) == 0
    public = (tmp_path / "proof" / "public.html").read_text(encoding="utf-8")
    assert "visits.csv" not in public
    assert "116" not in public  # counts are rounded


# ── attack ──


def across(data: Frames, linked: bool, *, left_in: bool = False) -> dict[str, dict[str, Any]]:
    """What the attacks across tables find in a run, by name; `left_in`, where the tables still say whose rows are."""
    asked = load_any(job(linked=linked))
    assert isinstance(asked, TablesJob)
    prepared, _ = prepare_tables(data, asked)
    made, _, _ = make_tables(prepared, asked, SILENT, watches={name: Stopwatch() for name in data}, watch=Stopwatch())
    record = {name: one.record() for name, one in made.items()}
    frames = {name: one.frame for name, one in made.items()}
    if left_in:
        frames = {name: frame.with_columns(data[name]["patient"][record[name]]) for name, frame in frames.items()}
    labels = {name: labels_of(frame, prepared[name].job) for name, frame in frames.items()}
    return {one["name"]: one for one in across_tables(prepared, labels, record, asked)}


def test_who_knows_a_person_in_all_tables_finds_one_of_k() -> None:
    found = across(MANY, linked=True)
    assert found.keys() == {"across-1", "across-3", "across-all"}
    for one in found.values():
        assert one["promised"] == one["baseline"] == pytest.approx(1 / 3)
        assert one["verdict"] in ("chance", "not tried")
        assert one["rate"][0] <= 1 / 3
        assert one["claims"] > 100
    assert found["across-all"]["hits"] > 0.2 * found["across-all"]["claims"]  # everything is known of everybody


def test_tables_apart_do_not_join() -> None:
    found = across(MANY, linked=False)["joined"]
    assert found["verdict"] == "chance"
    assert found["control"] < 1 / 3
    assert found["claims"] > 100


def test_a_pseudonym_that_was_left_in_joins_tables_that_should_be_apart() -> None:
    found = across(MANY, linked=False, left_in=True)["joined"]
    assert found["verdict"] == "leaks"
    assert found["rate"][0] > 3 * found["control"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_run_attacks_every_table_and_all_together(linked: bool) -> None:
    report = tokumei.anonymize(DATA, job(linked=linked, attack=True)).report
    tables = {one.get("table") for one in report["attacks"]}
    assert tables == {None, *TABLES}
    assert not any(one["verdict"] == "breaks" for one in report["attacks"])
    assert report["seconds"]["attack"] > 0


def test_beyond_a_limit_nothing_is_released() -> None:
    with pytest.raises(tokumei.PromiseError, match=r"Table 'patients': .*attack\.limits\.membership"):
        tokumei.anonymize(MANY, job(linked=False, attack={"limits": {"membership": 0.0}}))


def test_a_population_is_that_of_one_table() -> None:
    with pytest.raises(tokumei.JobError, match=r"`attack\.population` is about one table"):
        load_any(job(attack={"population": 1000}))


@pytest.mark.parametrize(("language", "word"), [("en", "joined by the pseudonym"), ("ja", "仮名でつなぐ")])
def test_the_command_attacks_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, word: str
) -> None:
    path = in_files(tmp_path)
    tokumei.run(path)
    given = [str(tmp_path), str(tmp_path / "out"), "--job", str(path)]
    report = str(tmp_path / "out" / "report.json")
    assert main(["attack", *given, "--language", language, "--report", report]) == 0
    assert word in capsys.readouterr().out


def test_tables_that_tell_everybody_apart_break_the_promise() -> None:
    own = {name: frame.with_columns(patient="X" + pl.col("patient")) for name, frame in MANY.items()}
    found = tokumei.attack(MANY, own, job())
    assert not found.ok
    worst = {one["name"]: one["verdict"] for one in found.attacks if one.get("table") is None}
    assert worst["across-1"] == worst["across-all"] == "breaks"


def test_a_second_release_and_reports_are_taken_apart_by_table() -> None:
    first, second = (tokumei.anonymize(DATA, job()) for _ in range(2))
    found = tokumei.attack(DATA, first, job(), also=second, report=first.report)
    needs = {(one["name"], one.get("table")): one["needs"] for one in found.attacks}
    assert all(needs[("laid-over", name)] != "also" for name in TABLES)
    assert all(needs[("report-details", name)] is None for name in TABLES)
    compared = tokumei.attack(DATA, first, job(), also=second.report)
    assert {one["needs"] for one in compared.attacks if one["name"] == "laid-over"} == {"also"}
    with pytest.raises(tokumei.JobError, match="not of the job's tables"):
        tokumei.attack(DATA, first, job(), report=first.tables["visits"].report)


# ── sweep ──


@pytest.mark.parametrize("linked", [True, False])
def test_a_sweep_is_over_all_tables(linked: bool) -> None:
    found = tokumei.sweep(job(linked=linked), [2, 4], source=DATA)
    assert found["measure"] == ("U" if linked else "NCP")
    release = tokumei.anonymize(DATA, job(linked=linked, k=4))
    lost = {
        name: one.report["history"]["utility"]["total"] if linked else one.report["loss"]["ncp"]
        for name, one in release.tables.items()
    }
    point = found["points"][1]
    assert {name: own["utility"] for name, own in point["tables"].items()} == pytest.approx(lost)
    weights = {name: frame.height for name, frame in DATA.items()}
    assert point["utility"] == pytest.approx(sum(weights[name] * lost[name] for name in lost) / sum(weights.values()))
    assert (point["attack"] is not None) == linked


def test_the_command_sweeps_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = in_files(tmp_path)
    assert main(["sweep", str(path), "--k", "2,3", "-o", str(tmp_path / "sweep.html")]) == 0
    assert "U patients" in capsys.readouterr().out
    assert "patients, visits, drugs" in (tmp_path / "sweep.html").read_text(encoding="utf-8")
    assert main(["sweep", str(path), "--k", "2,50"]) == 2
    assert "40 people" in capsys.readouterr().err


# ── the report that may be shown ──


@pytest.mark.parametrize("linked", [True, False])
def test_the_public_report_rounds_every_table(linked: bool, tmp_path: Path) -> None:
    path = in_files(tmp_path, MANY, linked=linked, attack=True)
    asked = json.loads(path.read_text(encoding="utf-8"))
    asked["output"]["public_report"] = "out/public.html"
    path.write_text(json.dumps(asked), encoding="utf-8")
    release = tokumei.run(path)
    inside = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    public = json.loads((tmp_path / "out" / "public.json").read_text(encoding="utf-8"))
    assert public["public"] is True
    assert public["tables"].keys() == TABLES.keys()
    assert all(one["records"] % 10 == 0 for one in public["tables"].values())
    text = json.dumps(public) + (tmp_path / "out" / "public.html").read_text(encoding="utf-8")
    for one in inside["tables"].values():
        assert one["source"]["sha256"] not in text
        assert one["release"]["sha256"] not in text
    assert "digest_key" not in text
    assert "job.yaml" not in text
    assert "visits.csv" not in text
    assert {promise["kind"] for promise in public["promises"]} == {"linked" if linked else "k"}
    assert {one.get("table") for one in public["attacks"]} == {None, *TABLES}
    assert release.report["verified"]


def test_a_public_report_is_a_page() -> None:
    with pytest.raises(tokumei.JobError, match="`public_report` must end in"):
        load_any(job(output={"public_report": "public.json"}))

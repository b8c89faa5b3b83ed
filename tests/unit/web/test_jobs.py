"""Clicks become lines of a job, and the job gives the same release on the command line."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from studio_client import Client, until
from tokumei.cli import main
from tokumei.job import load
from tokumei.web.session import Session


def place_of(session: Session, name: str) -> int:
    return next(place for place, column in enumerate(session.survey["columns"]) if column["name"] == name)


def test_a_file_in_cp932_becomes_a_job_that_can_run(client: Client, hospital: Session) -> None:
    assert hospital.state == "open", hospital.error
    assert hospital.survey["facts"]["encoding"] == "cp932"
    assert hospital.problem() == ""
    page = client.get(f"/s/{hospital.key}/data", accept_language="ja").text
    assert "CP932" in page
    assert "カンマ" in page


def test_values_are_masked_until_they_are_asked_for(client: Client, hospital: Session) -> None:
    value = hospital.desk.ask("rows")["rows"][0][0]
    assert value not in client.get(f"/s/{hospital.key}/data").text
    assert value in client.get(f"/s/{hospital.key}/data?values=show").text


def test_every_role_of_every_column_gives_a_job_that_says_what_is_wrong_or_can_run(client: Client) -> None:
    from tokumei.demo import example_files

    session = client.open(example_files("en")["hospital.csv"])
    for place, column in enumerate(session.survey["columns"]):
        before = session.text()
        for role in ("identifier", "quasi", "sensitive", "keep", column["role"]):
            client.post(f"/s/{session.key}/columns", {f"role-{place}": role})
            assert session.problem() == "", (column["name"], role, session.problem())
        assert yaml.safe_load(session.text())["columns"] == yaml.safe_load(before)["columns"]


def test_two_tabs_change_what_they_touch_and_no_more(client: Client, hospital: Session) -> None:
    town, work = place_of(hospital, "市町村"), place_of(hospital, "職業")
    client.post(f"/s/{hospital.key}/columns", {f"role-{town}": "keep"})
    client.post(f"/s/{hospital.key}/columns", {f"role-{work}": "identifier"})
    assert hospital.job["columns"]["市町村"] == "keep"
    assert hospital.job["columns"]["職業"] == "identifier"
    client.post(f"/s/{hospital.key}/columns", {"many": "1", "role": "quasi", "pick": [town, work]})
    assert {"市町村", "職業"} <= set(hospital.columns("quasi"))


def test_without_a_quasi_identifier_the_page_says_so(client: Client) -> None:
    session = client.open(b"a,b\n1,2\n3,4\n5,6\n")
    for place in range(2):
        client.post(f"/s/{session.key}/columns", {f"role-{place}": "keep"})
    assert "nothing to anonymize" in client.get(f"/s/{session.key}/columns").text
    assert "Choose at least one" in client.get(f"/s/{session.key}/risk").text
    client.post(f"/s/{session.key}/runs")
    assert session.runs == []


def test_the_risk_follows_the_roles(client: Client, hospital: Session) -> None:
    before = hospital.risk()
    assert before is not None
    assert before["unique"] == 2_000
    drugs = place_of(hospital, "処方薬")
    client.post(f"/s/{hospital.key}/columns", {f"role-{drugs}": "identifier"})
    after = hospital.risk()
    assert after is not None
    assert after["unique"] < before["unique"]
    assert "処方薬" not in after["few"]
    client.post(f"/s/{hospital.key}/columns", {f"role-{drugs}": "quasi"})


def test_a_risk_says_what_it_was_counted_over(
    client: Client, hospital: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    drugs, counted, ask = place_of(hospital, "処方薬"), len(hospital.columns("quasi")), hospital.desk.ask

    def ask_while_a_role_changes(question: str, **arguments: Any) -> Any:
        client.post(f"/s/{hospital.key}/columns", {f"role-{drugs}": "identifier"})
        return ask(question, **arguments)

    monkeypatch.setattr(hospital.desk, "ask", ask_while_a_role_changes)
    assert f"{counted} quasi-identifiers" in client.get(f"/s/{hospital.key}/risk").text
    assert len(hospital.columns("quasi")) == counted - 1
    monkeypatch.undo()
    client.post(f"/s/{hospital.key}/columns", {f"role-{drugs}": "quasi"})


@pytest.mark.parametrize(
    ("fields", "setting", "value"),
    [
        ({"k": "7"}, "k", 7),
        ({"suppress": "2.5"}, "suppress", 0.025),
        ({"k": "1"}, "k", 1),
        ({"k": "five"}, "k", "five"),
    ],
)
def test_promises_are_written_as_they_are_said(
    client: Client, hospital: Session, fields: dict[str, str], setting: str, value: object
) -> None:
    client.post(f"/s/{hospital.key}/promises", fields)
    assert hospital.job["privacy"][setting] == value
    wrong = value in (1, "five")
    assert bool(hospital.problem()) is wrong
    client.post(f"/s/{hospital.key}/promises", {"k": "5", "suppress": "0"})


def test_diversity_and_closeness_by_column(client: Client, hospital: Session) -> None:
    illness = place_of(hospital, "傷病名")
    where = f"/s/{hospital.key}/promises"
    client.post(where, {f"form-{illness}": "recursive"})
    assert hospital.job["privacy"]["l_diversity"]["傷病名"] == {"recursive": [3, 2]}
    client.post(where, {f"c-{illness}": "2.5"})
    client.post(where, {f"l-{illness}": "3"})
    assert hospital.job["privacy"]["l_diversity"]["傷病名"] == {"recursive": [2.5, 3]}
    client.post(where, {f"t-{illness}": "0.4", f"form-{illness}": "none"})
    assert "l_diversity" not in hospital.job["privacy"]
    assert hospital.job["privacy"]["t_closeness"]["傷病名"] == 0.4
    client.post(where, {f"t-{illness}": "", f"form-{illness}": "distinct", f"l-{illness}": "2"})
    assert hospital.problem() == ""


def test_the_job_gives_the_same_release_on_the_command_line(client: Client, hospital: Session, example: Path) -> None:
    client.post(f"/s/{hospital.key}/promises", {"attack": "", "effort": "fast"})
    client.post(f"/s/{hospital.key}/runs")
    run = hospital.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "done", run.task.error
    (example / "downloaded.yaml").write_bytes(client.get(f"/s/{hospital.key}/job.yaml").body)
    assert load(example / "downloaded.yaml").output.language == "ja" or hospital.language == "en"
    assert main(["run", str(example / "downloaded.yaml"), "--quiet"]) == 0
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"/s/{hospital.key}/runs/{run.number}/files/all.zip").body))
    assert archive.read("release.csv") == (example / "out" / "hospital.csv").read_bytes()
    assert {"job.yaml", "report.html", "report.json", "evidence/internal.html"} <= set(archive.namelist())
    assert "tokumei-studio" not in archive.read("report.json").decode()
    assert "hospital.csv" in archive.read("report.html").decode()


def test_what_people_say_about_a_release_is_in_the_evidence(client: Client, hospital: Session) -> None:
    run = hospital.runs[-1]
    client.post(f"/s/{hospital.key}/runs/{run.number}/about", {"purpose": "研究 <b>", "approver": "山田"})
    assert hospital.job["about"] == {"purpose": "研究 <b>", "approver": "山田"}
    internal = client.get(f"/s/{hospital.key}/runs/{run.number}/files/evidence/internal.html").text
    assert "山田" in internal
    assert "研究 &lt;b&gt;" in internal
    assert "<b>研究" not in client.get(f"/s/{hospital.key}/result").text


def test_a_run_that_is_cancelled_ends_at_once(client: Client, hospital: Session) -> None:
    client.post(f"/s/{hospital.key}/promises", {"effort": "best"})
    client.post(f"/s/{hospital.key}/runs")
    run = hospital.runs[-1]
    assert run.task.state == "running"
    client.post(f"/s/{hospital.key}/runs/{run.number}/cancel")
    assert run.task.state == "cancelled"
    assert not run.release.exists()
    assert client.get(f"/s/{hospital.key}/runs/{run.number}/files/release").status == 404


def test_advice_keeps_what_a_person_changed(client: Client) -> None:
    from tokumei.demo import example_files

    session = client.open(example_files("en")["hospital.csv"])
    town = place_of(session, "town")
    client.post(f"/s/{session.key}/columns", {f"role-{town}": "keep"})
    client.post(f"/s/{session.key}/promises", {"k": "9"})
    client.post(f"/s/{session.key}/advise")
    until(lambda: session.state != "opening")
    assert session.job["columns"]["town"] == "keep"
    assert session.job["privacy"]["k"] == 9
    assert session.job["columns"]["cost"]["round"] == 500
    assert session.problem() == ""


def test_an_error_stands_beside_the_column_it_is_about(client: Client) -> None:
    session = client.open(b"a,b,c\n" + b"".join(b"%d,x,1\n" % place for place in range(30)))
    client.post(f"/s/{session.key}/columns", {"role-1": "sensitive", "role-0": "quasi"})
    session.change(lambda job: job["privacy"].update(l_diversity={"b": {"distinct": 2}}))
    client.post(f"/s/{session.key}/runs")
    run = session.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "failed"
    assert [name for _, name in session.mentioned(run.task.error)] == ["b"]
    page = client.get(f"/s/{session.key}/columns").text
    line = page.split('id="line-1"')[1].split("</li>")[0]
    assert 'class="error"' in line

"""Runs beside each other, other files held against a job, attacks, the evidence's questions, the curve over k."""

from __future__ import annotations

import csv
import json

import pytest

from studio_client import Client, until
from tokumei.demo import example_files
from tokumei.web.compared import changes
from tokumei.web.session import Session


@pytest.fixture(scope="module")
def twice(client: Client) -> Session:
    """The made-up hospital, run with k = 5 and with k = 8."""
    session = client.open(example_files("en")["hospital.csv"])
    for k in ("5", "8"):
        client.post(f"/s/{session.key}/promises", {"k": k, "attack": "", "effort": "fast"})
        client.post(f"/s/{session.key}/runs")
        until(lambda: session.runs[-1].task.state != "running")
    assert [run.task.state for run in session.runs] == ["done", "done"], [run.task.error for run in session.runs]
    return session


def test_a_card_says_what_was_changed(client: Client, twice: Session) -> None:
    assert changes(twice.runs[0].job, twice.runs[1].job) == ["privacy.k: 5 → 8"]
    assert "privacy.k: 5 → 8" in client.get(f"/s/{twice.key}/runs").text


def test_changes_name_what_came_and_went() -> None:
    before = {"a": 1, "b": {"c": [1], "d": {}}}
    after = {"b": {"c": [2], "d": {}}, "e": True}
    assert changes(before, after) == ["b.c: [1] → [2]", "e: – → True", "a: 1 → –"]


def test_runs_stand_side_by_side(client: Client, twice: Session) -> None:
    page = client.get(f"/s/{twice.key}/runs?run=1&run=2").text
    assert page.count('class="line line1"') >= 4
    first = twice.runs[0].report
    assert first is not None
    assert f"{first['loss']['ncp']:.1%}" in page
    value = twice.runs[0].shown["records"][0]["before"][0]
    assert f">{value}<" not in page
    assert f">{value}<" in client.get(f"/s/{twice.key}/runs?run=1&run=2&rows=show").text


def test_the_records_that_are_shown_are_what_the_release_says_of_them(twice: Session) -> None:
    for run in twice.runs:
        shown = run.shown
        published = {tuple(row) for row in csv.reader(run.release.read_text().splitlines()[1:])}
        cost = shown["names"].index("cost")
        for one in [*shown["records"], *shown["group"]]:
            assert tuple(one["after"]) in published
            assert one["before"][cost] == one["after"][cost]
        quasi = [shown["names"].index(name) for name in ("birth_year", "sex", "town", "visit_month", "occupation")]
        assert len(shown["group"]) >= run.job["privacy"]["k"] or len(shown["group"]) == 12
        assert len({tuple(one["after"][place] for place in quasi) for one in shown["group"]}) == 1


def test_another_file_is_held_against_the_job(client: Client, twice: Session) -> None:
    run = twice.runs[1]
    where = f"/s/{twice.key}/runs/{run.number}/verify"
    own, weaker = run.release.read_bytes(), twice.runs[0].release.read_bytes()
    for content, name in ((own, "ours.csv"), (weaker, "theirs.csv"), (b"a,b\n1,2\n", "other.csv")):
        answer = client.ask("POST", where, content, x_file_name=name)
        assert json.loads(answer.text)["place"].endswith("#verify")
    until(lambda: all(task.state != "running" for _, task in run.verifications))
    page = client.get(f"/s/{twice.key}/result?run=2").text
    assert "ours.csv: every promise holds" in page
    assert "theirs.csv: NOT every promise holds" in page
    assert "other-3.csv" not in page


def test_attacks_can_be_tried_later(client: Client, twice: Session) -> None:
    client.post(f"/s/{twice.key}/runs/1/attack")
    run = twice.runs[0]
    assert run.attack is not None
    until(lambda: run.attack is not None and run.attack.state != "running")
    assert run.attack.state == "done", run.attack.error
    assert 'id="attack"' in client.get(f"/s/{twice.key}/result?run=1").text


def test_what_was_judged_is_in_the_evidence_and_the_job(client: Client, twice: Session) -> None:
    client.post(f"/s/{twice.key}/runs/2/about", {"purpose": "a study", "japan_1": "none is left", "gdpr_linking": "no"})
    assert twice.job["about"]["judgements"] == {"japan_1": "none is left", "gdpr_linking": "no"}
    assert twice.problem() == ""
    internal = client.get(f"/s/{twice.key}/runs/2/files/evidence/internal.html").text
    assert "none is left" in internal
    assert "none is left" not in client.get(f"/s/{twice.key}/runs/2/files/evidence/public.html").text
    assert "none is left" in client.get(f"/s/{twice.key}/result").text


def test_the_curve_over_k_is_drawn_in_the_background(client: Client, twice: Session) -> None:
    client.post(f"/s/{twice.key}/curve")
    task = twice.curve
    assert task is not None
    until(lambda: task.state != "running")
    assert task.state == "done", task.error
    page = client.get(f"/s/{twice.key}/promises").text
    assert f"Use k = {task.result['best']}" in page
    assert "The job has changed since" not in page
    client.post(f"/s/{twice.key}/promises", {"suppress": "1"})
    assert "The job has changed since" in client.get(f"/s/{twice.key}/promises").text


def test_events_tell_where_a_task_is_and_end_with_it(client: Client, twice: Session) -> None:
    client.post(f"/s/{twice.key}/runs")
    run = twice.runs[-1]
    told = client.get(f"/s/{twice.key}/runs/{run.number}/events")
    assert told.headers["content-type"].startswith("text/event-stream")
    assert told.text.endswith("event: end\ndata: {}\n\n")
    assert any('"stage": "Stage:' in line for line in told.text.splitlines())
    assert run.task.state == "done"


def test_records_can_be_left_out_and_people_named(client: Client, twice: Session) -> None:
    client.post(f"/s/{twice.key}/where", {"column": "cost", "how": "over", "value": "5000"})
    client.post(f"/s/{twice.key}/where", {"column": "sex", "how": "in", "value": "female, male"})
    client.post(f"/s/{twice.key}/where", {"column": "town", "how": "filled"})
    assert twice.job["where"] == {"cost": {"over": 5000}, "sex": ["female", "male"], "town": {"missing": False}}
    client.post(f"/s/{twice.key}/where", {"remove": "sex"})
    client.post(f"/s/{twice.key}/person", {"person": "patient_id", "way": "last", "by": "visit_month"})
    assert twice.job["one_per"] == {"person": "last", "by": "visit_month"}
    assert twice.problem() == ""
    risk = twice.risk()
    assert risk is not None
    assert risk["records"] < 2_000
    client.post(f"/s/{twice.key}/person", {"person": "patient_id", "way": "people"})
    assert (twice.job["person"], "one_per" in twice.job) == ("patient_id", False)
    assert twice.problem() == ""
    client.post(f"/s/{twice.key}/person", {"person": ""})
    assert "person" not in twice.job

"""Texts, histories, purposes and hierarchies by meaning: whatever a job file can say of them by clicking."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from studio_client import Client, until
from tokumei.demo import example_files
from tokumei.web.session import Session

SENTENCES = ["山田病院に通院", "川田病院に通院", "田中医院に通院", "佐藤病院に入院", "鈴木病院に入院"] * 3


def test_sentences_that_are_typed_in_are_masked_while_one_looks(client: Client) -> None:
    answer = client.post("/sentences", {"sentences": "\r\n".join(SENTENCES) + "\r\n\r\n"}, accept_language="ja")
    session = client.studio.sessions[answer.headers["location"].split("/")[2]]
    until(lambda: session.state != "opening")
    assert session.state == "open", session.error
    assert session.survey["facts"]["rows"] == len(SENTENCES)
    assert session.job["columns"]["text"]["type"] == "text"
    where = f"/s/{session.key}/columns/0"
    assert 'type="range"' in client.get(where).text
    client.post(f"{where}/settings", {"type": "text", "n": "2", "k": "3"})
    shown = client.get(f"{where}/levels").text
    assert "病院" in shown
    client.post(f"{where}/settings", {"type": "text", "n": "2", "k": "12"})
    assert client.get(f"{where}/levels").text.count("*") > shown.count("*")
    client.post(f"/s/{session.key}/runs")
    run = session.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "done", run.task.error
    assert client.get(f"/s/{session.key}/result").status == 200
    assert run.release.suffix == ".txt"


@pytest.fixture(scope="module")
def visits(client: Client) -> Session:
    """Visits of sixty people, four each."""
    lines = ["person,day,goods,price"]
    lines += [f"p{place % 60},2024-01-{place % 28 + 1:02d},g{place % 7},{100 + place % 9}" for place in range(240)]
    return client.open("\n".join(lines).encode(), "visits.csv")


def test_all_records_of_a_person_are_protected_together(client: Client, visits: Session) -> None:
    place = next(place for place, column in enumerate(visits.survey["columns"]) if column["name"] == "person")
    client.post(f"/s/{visits.key}/columns", {f"role-{place}": "identifier"})
    before = visits.text()
    client.post(f"/s/{visits.key}/person", {"person": "person", "way": "all"})
    assert visits.job["subject"] == "person"
    assert visits.problem() == ""
    client.post(f"/s/{visits.key}/promises", {"k": "3"})
    client.post(f"/s/{visits.key}/runs")
    client.post(f"/s/{visits.key}/curve")
    run, curve = visits.runs[-1], visits.curve
    assert curve is not None
    until(lambda: run.task.state != "running" and curve.state != "running")
    assert run.task.state == "done", run.task.error
    assert curve.state == "done", curve.error
    assert curve.result["measure"] == "U"
    assert client.get(f"/s/{visits.key}/result").status == 200
    client.post(f"/s/{visits.key}/promises", {"k": "5"})
    client.post(f"/s/{visits.key}/person", {"person": ""})
    assert visits.problem() == ""
    assert visits.text().split("privacy:")[0] == before.split("privacy:")[0]


def test_rules_are_built_by_clicking_conditions(client: Client) -> None:
    session = client.open(example_files("en")["hospital.csv"])
    where = f"/s/{session.key}/rules"
    client.post(where, {"name": "leaflet", "column": "birth_year", "how": "under", "value": "1960"})
    client.post(where, {"name": "leaflet", "column": "sex", "how": "in", "value": "female"})
    client.post(where, {"name": "poster", "column": "town", "how": "in", "value": "Sendai, Uji"})
    client.post(where, {"score": "purpose"})
    rules = session.job["method"]["rules"]
    assert rules[0] == {"name": "leaflet", "when": {"birth_year": {"under": 1960}, "sex": "female"}}
    assert session.problem() == ""
    client.post(f"/s/{session.key}/promises", {"attack": ""})
    client.post(f"/s/{session.key}/runs")
    run = session.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "done", run.task.error
    assert run.report is not None
    assert run.report["purpose"]["overall"]["f1"] > 0
    for name in ("leaflet", "poster"):
        client.post(where, {"remove": name})
    assert "method" not in session.job


def test_a_hierarchy_by_meaning_shows_its_tree_or_says_what_is_missing(client: Client) -> None:
    fruit = ["apple", "orange", "lemon", "carrot", "potato", "dog", "cat", "horse"] * 5
    session = client.open(("thing,n\n" + "".join(f"{one},{place}\n" for place, one in enumerate(fruit))).encode())
    place = next(place for place, column in enumerate(session.survey["columns"]) if column["name"] == "thing")
    where = f"/s/{session.key}/columns/{place}"
    client.post(f"/s/{session.key}/columns", {f"role-{place}": "quasi"})
    client.post(f"{where}/settings", {"type": "category", "way": "semantic"})
    assert session.job["columns"]["thing"]["hierarchy"] == {"semantic": ["wordnet"]}
    shown = client.get(f"{where}/levels").text
    assert "apple" in shown or 'class="alert bad"' in shown


def test_the_rows_of_a_query_are_a_file_too(client: Client, tmp_path: Path) -> None:
    base = tmp_path / "people.db"
    with sqlite3.connect(base) as database:
        database.execute("create table people (age integer, town text)")
        database.executemany("insert into people values (?, ?)", [(20 + n % 30, f"t{n % 4}") for n in range(80)])
    database.close()
    answer = client.post("/query", {"sql": f"sqlite:///{base}", "query": "select * from people"})
    session = client.studio.sessions[answer.headers["location"].split("/")[2]]
    until(lambda: session.state != "opening")
    assert session.state == "open", session.error
    client.post(f"/s/{session.key}/promises", {"attack": ""})
    client.post(f"/s/{session.key}/runs")
    run = session.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "done", run.task.error
    assert run.release.exists()


def test_a_query_that_fails_is_a_sentence(client: Client, tmp_path: Path) -> None:
    answer = client.post("/query", {"sql": f"sqlite:///{tmp_path}/none.db", "query": "select 1"})
    session = client.studio.sessions[answer.headers["location"].split("/")[2]]
    until(lambda: session.state != "opening")
    assert session.state == "failed"
    assert client.get(answer.headers["location"]).status == 200

"""One column: fields become settings, a tree can be edited, five values are shown at each level."""

from __future__ import annotations

import io
import zipfile
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio_client import Client, until
from tokumei.core.hierarchy import Hierarchy
from tokumei.demo import example_files
from tokumei.errors import JobError
from tokumei.web.session import Session
from tokumei.web.trees import moved, nodes_of, pinned, renamed, walk

BIRTH, SEX, TOWN, MONTH, WORK, DRUGS, ILLNESS, COST = range(1, 9)


@pytest.fixture(scope="module")
def visits(client: Client) -> Session:
    """The made-up hospital, in English."""
    return client.open(example_files("en")["hospital.csv"])


def settings_after(client: Client, session: Session, place: int, **fields: object) -> dict[str, object]:
    client.post(f"/s/{session.key}/columns/{place}/settings", fields)
    assert session.problem() == "", session.problem()
    said = session.job["columns"][session.surveyed(place)["name"]]
    assert isinstance(said, dict)
    return said


def test_intervals_are_proposed_and_can_be_changed(client: Client, visits: Session) -> None:
    first = settings_after(client, visits, BIRTH, type="number", way="intervals")
    assert first["hierarchy"] == {"intervals": visits.surveyed(BIRTH)["ways"]["intervals"]}
    assert not {"top", "bottom", "ends"} & set(first)
    after = settings_after(client, visits, BIRTH, type="number", way="intervals", intervals="5, 10、50", at_least="5")
    assert (after["hierarchy"], after["at_least"]) == ({"intervals": [5, 10, 50]}, 5)
    levels = client.get(f"/s/{visits.key}/columns/{BIRTH}/levels").text
    assert "Level 3" in levels
    back = settings_after(
        client, visits, BIRTH, type="number", way="none", top="2010", bottom="1930", ends="5", weight="2"
    )
    assert back == {"role": "quasi", "type": "number", "top": 2010, "bottom": 1930, "ends": 5, "weight": 2}


def test_levels_of_the_calendar(client: Client, visits: Session) -> None:
    fields = {"type": "date", "format": "%Y-%m", "way": "levels"}
    settings_after(client, visits, MONTH, **fields)
    after = settings_after(client, visits, MONTH, **fields, levels=["year", "month"], at_least="year")
    assert after["hierarchy"] == {"levels": ["month", "year"]}
    assert after["at_least"] == "year"
    assert "2024" in client.get(f"/s/{visits.key}/columns/{MONTH}/levels").text


def test_another_type_begins_anew(client: Client, visits: Session) -> None:
    assert settings_after(client, visits, WORK, type="set", way="frequency")["type"] == "set"
    assert settings_after(client, visits, WORK, type="category")["hierarchy"] == {"frequency": True}


def test_a_sensitive_column_pools_what_is_rare(client: Client, visits: Session) -> None:
    after = settings_after(client, visits, ILLNESS, type="category", rare_below="20", rare_do="pool")
    assert after["rare"] == {"below": 20, "do": "pool"}
    assert "rare" not in settings_after(client, visits, ILLNESS, type="category", rare_below="")


def test_what_is_wrong_with_a_hierarchy_is_said_beside_it(client: Client, visits: Session) -> None:
    where = f"/s/{visits.key}/columns/{BIRTH}"
    client.post(f"{where}/settings", {"type": "number", "way": "intervals"})
    client.post(f"{where}/settings", {"type": "number", "way": "intervals", "intervals": "10 5"})
    assert 'class="alert bad"' in client.get(f"{where}/levels").text
    client.post(f"{where}/settings", {"type": "number", "way": "none", "ends": "5"})


def test_a_file_of_a_hierarchy_goes_with_the_job(client: Client, visits: Session) -> None:
    towns = example_files("en")["towns.csv"]
    where = f"/s/{visits.key}/columns/{TOWN}/hierarchy"
    wrong = client.ask("POST", where, b"Sendai;Miyagi;*\n", x_file_name=quote("t.csv"))
    assert wrong.status == 400
    assert "missing from its hierarchy" in wrong.text
    assert client.ask("POST", where, towns, x_file_name=quote("../t.csv")).status == 200
    assert visits.job["columns"]["town"]["hierarchy"] == f"hierarchy-{TOWN}.csv"
    assert "Miyagi" in client.get(f"/s/{visits.key}/columns/{TOWN}/levels").text
    client.post(f"/s/{visits.key}/promises", {"attack": "", "effort": "fast"})
    client.post(f"/s/{visits.key}/runs")
    run = visits.runs[-1]
    until(lambda: run.task.state != "running")
    assert run.task.state == "done", run.task.error
    archive = zipfile.ZipFile(io.BytesIO(client.get(f"/s/{visits.key}/runs/{run.number}/files/all.zip").body))
    assert archive.read(f"hierarchy-{TOWN}.csv") == towns


def test_a_tree_is_edited_into_the_job(client: Client, visits: Session) -> None:
    where = f"/s/{visits.key}/columns/{TOWN}"
    client.post(f"{where}/rename", {"node": "2:Tohoku", "name": "North"})
    client.post(f"{where}/move", {"node": "0:Sendai", "target": "Tokyo"})
    client.post(f"{where}/move", {"node": "0:Uji", "target": "Somewhere"})
    rows = {row[0]: row for row in visits.job["columns"]["town"]["hierarchy"]["rows"]}
    assert rows["Sendai"] == ["Sendai", "Tokyo", "Kanto", "*"]
    assert rows["Ishinomaki"] == ["Ishinomaki", "Miyagi", "North", "*"]
    assert rows["Uji"] == ["Uji", "Somewhere", "Kinki", "*"]
    client.post(f"{where}/pin", {"node": "0:Uji"})
    client.post(f"{where}/pin", {"node": "1:Miyagi"})
    rows = {row[0]: row for row in visits.job["columns"]["town"]["hierarchy"]["rows"]}
    assert rows["Uji"] == ["Uji", "Uji", "Uji", "*"]
    assert rows["Ishinomaki"] == ["Ishinomaki", "Miyagi", "Miyagi", "*"]
    assert visits.problem() == ""


def test_a_tree_can_be_drawn_from_nothing(client: Client, visits: Session) -> None:
    where = f"/s/{visits.key}/columns/{SEX}"
    settings_after(client, visits, SEX, type="category", way="none")
    settings_after(client, visits, SEX, type="category", way="rows")
    client.post(f"{where}/move", {"node": "0:male", "target": "person"})
    client.post(f"{where}/move", {"node": "0:female", "target": "person"})
    assert visits.job["columns"]["sex"]["hierarchy"]["rows"] == [["female", "person", "*"], ["male", "person", "*"]]
    assert "person" in client.get(f"{where}/levels").text


LABELS = st.sampled_from("abcd")


@st.composite
def trees(draw: st.DrawFn) -> list[list[str]]:
    """Rows of a tree with two levels above the values."""
    above = {label: draw(st.sampled_from("XY")) for label in "abcd"}
    count = draw(st.integers(1, 8))
    chosen = [draw(LABELS) for _ in range(count)]
    return [[f"v{place}", label, above[label], "*"] for place, label in enumerate(chosen)]


@given(trees(), st.integers(0, 2), LABELS, st.sampled_from(["a", "b", "X", "Y", "new", "*", ""]))
def test_an_edited_tree_is_a_tree_over_the_same_values(
    rows: list[list[str]], level: int, label: str, target: str
) -> None:
    for after in (moved(rows, level, label, target), moved(rows, 0, "v0", target), renamed(rows, level, label, target)):
        assert [row[0] for row in after] == [row[0] for row in rows]
        assert {len(row) for row in after} == {4}
        try:
            Hierarchy.from_rows(after)
        except JobError:  # a new name that stands at this level under another parent
            assert any(row[place] == target for row in rows for place in (1, 2))


@given(trees(), st.integers(0, 2))
def test_what_is_pinned_stands_for_itself_up_to_the_root(rows: list[list[str]], level: int) -> None:
    label = rows[0][level]
    after = pinned(rows, level, label)
    Hierarchy.from_rows(after)
    for before, row in zip(rows, after, strict=True):
        if before[level] == label:
            assert row == [*before[: level + 1], *[label] * (2 - level), "*"]
        else:
            assert row == before


@given(trees())
def test_a_walk_shows_every_value_once_and_closes_what_it_opens(rows: list[list[str]]) -> None:
    steps = list(walk(rows))
    assert sorted(step["value"] for step in steps if step and "value" in step) == sorted(row[0] for row in rows)
    depth = 0
    for step in steps:
        depth += 0 if step and "value" in step else -1 if step is None else 1
        assert depth >= 0
    assert depth == 0
    assert sum(count for level, _, count in nodes_of(rows) if level == 2) == len(rows)

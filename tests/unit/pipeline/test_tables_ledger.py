"""The ledger of linked tables: who stood together over all of them stands together in the next release."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from hospital import DATA, TABLES, Frames, in_files, job
from tokumei.cli import main
from tokumei.job import load_any
from tokumei.pipeline.ledger import Ledger

K = 3
TWO = {name: table for name, table in TABLES.items() if name != "drugs"}


def some(ids: list[int]) -> Frames:
    """The patients and visits of some people, the latter one more for everybody so that nobody has none."""
    chosen = pl.DataFrame({"patient": [f"P{one}" for one in ids]})
    visits = [(f"P{one}", f"2024-{one % 12 + 1:02}", "gout" if one % 3 else "flu") for one in ids]
    own = pl.DataFrame(visits, schema=DATA["visits"].schema, orient="row")
    return {
        "patients": DATA["patients"].join(chosen, on="patient", how="semi"),
        "visits": pl.concat([DATA["visits"].join(chosen, on="patient", how="semi"), own]),
    }


def asked(folder: Path, **ledger: Any) -> dict[str, Any]:
    return {**job(k=K), "tables": TWO, "ledger": {"file": str(folder / "my.ledger"), **ledger}}


def groups(own: dict[str, Any]) -> dict[str, set[str]]:
    """Group → the entries of its people, as the ledger has them."""
    found: dict[str, set[str]] = defaultdict(set)
    for entry, group in json.loads(Path(own["ledger"]["file"]).read_text(encoding="utf-8"))["people"].items():
        if group >= 0:
            found[group].add(entry)
    return found


def test_a_release_writes_the_ledger_and_the_next_keeps_its_groups(tmp_path: Path) -> None:
    own = asked(tmp_path)
    first = tokumei.anonymize(some(list(range(30))), own)
    assert not (tmp_path / "my.ledger").exists()
    first.write(tmp_path / "first")
    before = groups(own)
    second = tokumei.anonymize(some(list(range(40))), own)
    second.write(tmp_path / "second")
    figures = second.report["ledger"]
    assert (figures["release"], figures["newcomers"], figures["kept_groups"]) == (2, 10, len(before))
    after = groups(own)
    assert all(after[group] == people for group, people in before.items())
    assert len(after) > len(before)
    assert "P17" not in (tmp_path / "my.ledger").read_text(encoding="utf-8")


@given(st.sets(st.integers(0, 39), min_size=6, max_size=25), st.sets(st.integers(0, 39), min_size=6, max_size=25))
@settings(deadline=None, max_examples=25)
def test_two_releases_leave_at_least_k_people_together(
    tmp_path_factory: pytest.TempPathFactory, first: set[int], second: set[int]
) -> None:
    folder = tmp_path_factory.mktemp("ledger")
    own = asked(folder, newcomers="remove")
    names = {f"P{one}": load_ledger(own).digest(f"P{one}") for one in first | second}
    shown: list[list[set[str]]] = []
    for number, ids in enumerate((first, second)):
        try:
            release = tokumei.anonymize(some(sorted(ids)), own)
        except tokumei.PromiseError:
            return
        release.write(folder / str(number))
        here = {names[f"P{one}"] for one in ids}
        shown.append([people & here for people in groups(own).values() if people & here])
    before = set().union(*shown[0])
    for group in shown[1]:
        together = [len(group & old) for old in shown[0] if group & old]
        assert len(group) < K or all(count >= K for count in together)
        assert not group - before or len(group - before) >= K or len(group) < K


def load_ledger(own: dict[str, Any]) -> Ledger:
    return Ledger.of(load_any(own))


def test_few_newcomers_are_refused_or_removed(tmp_path: Path) -> None:
    own = asked(tmp_path)
    tokumei.anonymize(some(list(range(20))), own).write(tmp_path / "first")
    with pytest.raises(tokumei.Infeasible, match="newcomers: remove"):
        tokumei.anonymize(some([*range(20), 30]), own)
    removing = asked(tmp_path, newcomers="remove")
    release = tokumei.anonymize(some([*range(20), 30]), removing)
    assert release.tables["patients"].data["patient"].n_unique() <= 20
    with pytest.raises(tokumei.Infeasible, match="Of no group of earlier releases"):
        tokumei.anonymize(some([0, 38]), removing)


def test_a_ledger_is_of_one_job(tmp_path: Path) -> None:
    own = asked(tmp_path)
    tokumei.anonymize(some(list(range(20))), own).write(tmp_path / "first")
    columns = {name: column for name, column in TWO["patients"]["columns"].items() if name != "town"}
    other = {**own, "tables": {**TWO, "patients": {"columns": {**columns, "town": "identifier"}}}}
    with pytest.raises(tokumei.JobError, match="of another job"):
        tokumei.anonymize(some(list(range(20))), other)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"linked": False}, "`ledger`: a ledger keeps one group for a person"),
        ({"privacy": {"k": 3, "suppress": 0.1}}, "clusters that are kept remove what they must"),
    ],
)
def test_what_a_ledger_does_not_go_with_is_said(change: dict[str, Any], said: str) -> None:
    with pytest.raises(tokumei.JobError) as refused:
        load_any({**job(), "ledger": "my.ledger", **change})
    assert said in str(refused.value)


def test_a_run_keeps_its_ledger_beside_the_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = in_files(tmp_path, ledger="my.ledger")
    assert main(["run", str(path)]) == 0
    assert (tmp_path / "my.ledger.key").exists()
    assert main(["run", str(path), "--force"]) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["ledger"]["release"] == 2
    assert "Beside earlier releases" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    capsys.readouterr()

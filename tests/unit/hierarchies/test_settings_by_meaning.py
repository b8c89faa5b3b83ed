"""The settings of a hierarchy by meaning, from a job and from the command, and what the run's report says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tokumei.cli import main
from tokumei.pipeline import run

ROWS = "food,nut,hazel\nfood,fruit,plum\nfood,fruit,fig\ncolour,warm,plum\ncolour,warm,rust\n"
VALUES = ["hazel", "plum", "fig", "rust", "wall nut", "xyzzy"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "chains.csv").write_text(ROWS, encoding="utf-8")
    (tmp_path / "data.csv").write_text("x\n" + "".join(f"{value}\n" * 2 for value in VALUES), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def candidates_of(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict]:
    words = ["hierarchy", "data.csv", "x", "-d", "chains.csv", "--vectors", "none", "--k", "2", "--json", *more]
    assert main(words) == 0
    return json.loads(capsys.readouterr().out)["candidates"]


def report_of(**settings: object) -> dict:
    hierarchy = {"semantic": ["chains.csv"], "vectors": "none", **settings}
    job = {"source": "data.csv", "columns": {"x": {"role": "quasi", "type": "category", "hierarchy": hierarchy}}}
    return run({**job, "privacy": {"k": 2}, "output": {"data": "out.csv"}}, force=True).report


def test_the_command_takes_nearly(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parted = candidates_of(capsys)
    assert [one["direction"] for one in parted] == ["food", "colour > warm", "join of food, colour"]
    assert [one["fact"] for one in parted] == [3, 2, 4]
    whole, *_ = candidates_of(capsys, "--nearly", "0.7")
    assert (whole["direction"], whole["fact"]) == ("*", 4)


def test_the_command_takes_the_papers_way(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trees = {}
    for name, more in (("ours", []), ("paper", ["--paper"])):
        assert candidates_of(capsys, "-o", name, *more)[0]["inferred"] == 1
        (file,) = (folder / name).glob("01-*.csv")
        trees[name] = dict(line.split(";", 1) for line in file.read_text(encoding="utf-8").splitlines())
    assert trees["ours"]["wall nut"] == "nut;food;*"
    assert trees["paper"]["wall nut"] == "wall nut;food;*"


def test_a_job_takes_nearly_and_the_papers_way(folder: Path) -> None:
    assert report_of()["meaning"]["x"]["fact"] == 3
    assert report_of(nearly=0.7)["meaning"]["x"]["fact"] == 4
    assert report_of(direction=3)["meaning"]["x"]["join"] is True
    assert report_of(paper=True)["meaning"]["x"]["inferred"] == 1


def test_the_runs_report_says_how_every_value_came_to_its_place(folder: Path) -> None:
    report = report_of()
    told = json.loads(json.dumps(report["meaning"]))["x"]
    assert told == {
        "fact": 3,
        "inferred": 1,
        "corrected": 0,
        "unplaced": 2,
        "direction": "food",
        "join": False,
        "values": {
            "inferred": [{"value": "wall nut", "like": "nut"}],
            "unplaced": [{"value": "rust", "known": "colour > warm"}, {"value": "xyzzy"}],
        },
        "rare": 0,
    }
    (note,) = [note for note in report["warnings"] if note["key"] == "placed_by_meaning"]
    assert (note["values"]["fact"], note["values"]["inferred"], note["values"]["unplaced"]) == (3, 1, 2)

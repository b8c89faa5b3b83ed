"""`tokumei hierarchy` from words to trees and files, on the fruit example."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tokumei.cli import main
from tokumei.hierarchies import read_arx

CHAINS = "food,fruit,orange\nfood,fruit,strawberry\nfood,fruit,persimmon\ncolour,warm colour,orange\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "data.csv").write_text("id,x\n1,strawberry\n2,orange\n3,persimmon\n4,orange\n5,\n", encoding="utf-8")
    (tmp_path / "chains.csv").write_text(CHAINS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def words(*more: str) -> list[str]:
    return ["hierarchy", "data.csv", "x", "--vectors", "none", *more]


def test_candidates_are_shown_as_trees_best_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("--dictionary", "chains.csv", "--k", "2")) == 0
    shown = capsys.readouterr().out
    assert "1. food > fruit: 3 of 3 values by fact" in shown
    assert "├─ orange" in shown
    assert shown.index("food > fruit") < shown.index("warm colour")
    assert 'hierarchy: {semantic: ["chains.csv"], direction: 1}' in shown


def test_files_are_written_in_the_arx_form_best_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("--dictionary", "chains.csv", "--k", "2", "-o", "out")) == 0
    assert [file.name for file in sorted((folder / "out").iterdir())] == [
        "01-food-fruit.csv",
        "02-colour-warm-colour.csv",
        "report.html",
    ]
    tree = read_arx(folder / "out" / "01-food-fruit.csv")
    assert {tuple(row) for row in tree.rows()} == {
        (leaf, "fruit", "*") for leaf in ("orange", "strawberry", "persimmon")
    }
    assert "<details" in (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "01-food-fruit.csv" in capsys.readouterr().out


def test_the_hierarchy_it_proposes_runs_in_a_job(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("--dictionary", "chains.csv", "--k", "2", "-o", "out")) == 0
    column = "x: {role: quasi, type: category, hierarchy: out/01-food-fruit.csv}"
    job = f"source: data.csv\ncolumns:\n  id: identifier\n  {column}\nprivacy: {{k: 2}}\n"
    (folder / "job.yaml").write_text(job + "output: {data: released.csv}\n", encoding="utf-8")
    (folder / "data.csv").write_text("id,x\n1,strawberry\n2,orange\n3,persimmon\n4,orange\n", encoding="utf-8")
    assert main(["run", "job.yaml", "--quiet"]) == 0
    assert "fruit" in (folder / "released.csv").read_text(encoding="utf-8")


def test_json_says_how_each_value_came_to_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data.csv").write_text("x\norange\nblood orange\nquux\n", encoding="utf-8")
    assert main(words("-d", "chains.csv", "--json")) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["values"] == 3
    placed = {one["value"]: one for one in found["candidates"][0]["placements"]}
    assert placed["orange"]["source"] == "fact"
    assert placed["blood orange"]["source"] == "inferred"
    assert placed["blood orange"]["neighbour"] == "orange"
    assert placed["quux"]["source"] == "unplaced"


def test_one_direction_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("-d", "chains.csv", "--direction", "2", "--json")) == 0
    (only,) = json.loads(capsys.readouterr().out)["candidates"]
    assert (only["rank"], only["direction"]) == (2, "colour > warm colour")
    assert main(words("-d", "chains.csv", "--direction", "9")) == 2


def test_items_of_sets_are_values(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data.csv").write_text("x\norange|strawberry\norange\npersimmon|orange\n", encoding="utf-8")
    assert main(words("-d", "chains.csv", "--separator", "|", "--json")) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["type"], found["values"], found["records"]) == ("set", 3, 3)
    assert found["candidates"][0]["fact"] == 3


def test_cells_that_look_like_sets_are_pointed_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data.csv").write_text("x\n" + "orange|strawberry\norange|persimmon\n" * 20, encoding="utf-8")
    assert main(words("-d", "chains.csv")) == 0
    assert "“|”" in capsys.readouterr().out


def test_without_a_dictionary_frequency_is_left(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words()) == 0
    assert "1. by frequency" in capsys.readouterr().out


def test_corrections_are_applied(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "c.yaml").write_text("add: {citrus: fruit}\nmove: {orange: citrus}\n", encoding="utf-8")
    assert main(words("-d", "chains.csv", "--corrections", "c.yaml", "-o", "out")) == 0
    assert "orange;citrus;fruit;*" in (folder / "out" / "01-food-fruit.csv").read_text(encoding="utf-8")


def test_nothing_is_replaced_without_force(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("-d", "chains.csv", "-o", "out", "-q")) == 0
    before = (folder / "out" / "01-food-fruit.csv").stat().st_mtime_ns
    assert main(words("-d", "chains.csv", "-o", "out")) == 2
    assert "--force" in capsys.readouterr().err
    assert (folder / "out" / "01-food-fruit.csv").stat().st_mtime_ns == before
    assert main(words("-d", "chains.csv", "-o", "out", "--force")) == 0


def test_the_page_can_stand_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("-d", "chains.csv", "--report", "trees.html", "-q")) == 0
    assert "warm colour" in (folder / "trees.html").read_text(encoding="utf-8")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--dictionary", "nowhere.csv"], "no dictionary"),
        (["--corrections", "nowhere.yaml"], "no corrections file"),
        (["-d", "chains.csv", "--corrections", "bad.yaml"], "which no hierarchy has"),
        (["-d", "chains.csv", "-o", "data.csv"], "is a file"),
        (["--k", "1"], "--k"),
    ],
)
def test_wrong_calls_are_sentences(
    folder: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    (folder / "bad.yaml").write_text("move: {nothing: nowhere}\n", encoding="utf-8")
    assert main(words(*more)) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_a_column_that_does_not_exist(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hierarchy", "data.csv", "y"]) == 2
    assert "'id', 'x'" in capsys.readouterr().err


def test_a_column_without_values(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "data.csv").write_text("id,x\n1,\n2,\n", encoding="utf-8")
    assert main(words()) == 2
    assert "no values" in capsys.readouterr().err

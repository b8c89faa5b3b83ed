"""The examples: deterministic made-up data, jobs that are valid, a folder that is respected."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tokumei.cli import main
from tokumei.demo import EXAMPLES, run_example, write_examples, write_register
from tokumei.errors import OutputError
from tokumei.examples_data import RECORDS, Language, hospital_csv, town_hierarchy_csv
from tokumei.io.sources import read_file
from tokumei.job import load


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_town_is_in_the_hierarchy(language: Language) -> None:
    rows = list(csv.DictReader(io.StringIO(hospital_csv(language))))
    leaves = {line.split(";")[0] for line in town_hierarchy_csv(language).splitlines()}
    assert len(rows) == RECORDS
    assert {row[list(row)[3]] for row in rows} <= leaves


def test_the_data_are_the_same_each_time_and_in_both_languages() -> None:
    assert hospital_csv("en") == hospital_csv("en")
    english, japanese = (list(csv.reader(io.StringIO(hospital_csv(one))))[1:] for one in ("en", "ja"))
    numbers = (0, 1, 4, 8)
    assert [[row[i] for i in numbers] for row in english] == [[row[i] for i in numbers] for row in japanese]


def test_the_examples_are_jobs(tmp_path: Path) -> None:
    jobs = write_examples(tmp_path / "demo")
    assert set(jobs) == set(EXAMPLES)
    for path in jobs.values():
        assert set(load(path).columns) == set(read_file(path.with_name("hospital.csv")).frame.columns)


def test_the_japanese_data_are_as_offices_have_them(tmp_path: Path) -> None:
    folder = write_examples(tmp_path / "demo")["hospital-ja"].parent
    assert read_file(folder / "hospital.csv").facts.encoding == "cp932"


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="--force"):
        write_examples(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    write_examples(tmp_path, force=True)
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"
    with pytest.raises(OutputError, match="is a file"):
        write_examples(tmp_path / "mine.txt")


def test_an_example_runs(tmp_path: Path) -> None:
    job = write_examples(tmp_path / "demo")["hospital-ja"]
    report = run_example(job)
    assert report["verified"] is True
    assert (job.parent / "out" / "report.html").exists()
    with pytest.raises(OutputError, match="--force"):
        run_example(job)


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_register_to_begin_with(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("xlsxwriter")
    path = tmp_path / f"入院台帳.{ending}"
    write_register(path)
    frame = read_file(path).frame
    assert frame.height == 1_200
    assert frame["患者番号"].n_unique() == 1_200
    with pytest.raises(OutputError, match="--force"):
        write_register(path)
    write_register(path, force=True)


def test_the_command_writes_a_register_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--register", "台帳.csv", "--language", "en"]) == 0
    assert capsys.readouterr().out == "Wrote 台帳.csv. Then:\n  tokumei init '台帳.csv'\n"
    assert [path.name for path in tmp_path.iterdir()] == ["台帳.csv"]
    assert main(["demo", "--register", "台帳.csv", "--json", "--force"]) == 0
    assert capsys.readouterr().out == '{\n  "register": "台帳.csv"\n}\n'
    assert main(["demo", "folder", "--register", "x.csv"]) == 2
    assert "leave DIR out" in capsys.readouterr().err

"""Parquet, JSON lines, Excel and packed files; what can be wrong with a file."""

from __future__ import annotations

import datetime as dt
import gzip
import os
import sys
from pathlib import Path

import polars as pl
import pytest

from tokumei.errors import ExtraError, OutputError, SourceError
from tokumei.io import sources
from tokumei.io.sources import read_file, sha256_file
from tokumei.io.writing import write_frame

FRAME = pl.DataFrame({"town": ["東京", None, ""], "n": [1, None, 3], "x": [0.5, None, -1.25]})


def refused(path: Path, **options: str) -> str:
    with pytest.raises(SourceError) as caught:
        read_file(path, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("ending", ["parquet", "jsonl", "parquet.gz", "jsonl.gz", "jsonl.zst", "ndjson"])
def test_typed_formats_come_back_as_they_were(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t.{ending}"
    write_frame(FRAME, path)
    reading = read_file(path)
    assert reading.frame.equals(FRAME)
    assert reading.facts.sha256 == sha256_file(path)


@pytest.mark.parametrize("ending", ["csv", "tsv", "csv.gz", "csv.zst", "CSV"])
def test_text_formats_keep_missing_and_empty_apart(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t.{ending}"
    write_frame(FRAME, path)
    assert read_file(path).frame["town"].to_list() == ["東京", None, ""]


def test_excel_reads_the_first_sheet_or_the_named_one(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    frame = pl.DataFrame({"town": ["東京", None], "n": [1, 2], "day": [dt.date(2011, 12, 1), None], "f": ["=1+1", "x"]})
    write_frame(frame, path)
    back = read_file(path).frame
    assert back["town"].to_list() == ["東京", None]
    assert back["n"].cast(pl.Int64).to_list() == [1, 2]
    assert back["day"].cast(pl.Date).to_list() == [dt.date(2011, 12, 1), None]
    assert back["f"].to_list() == ["=1+1", "x"]
    assert read_file(path, sheet="release").frame.height == 2
    assert "'release'" in refused(path, sheet="other")


@pytest.mark.parametrize("ending", ["xls", "ods", "xlsm"])
def test_workbooks_of_other_programs_are_read_and_not_written(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t.{ending}"
    path.write_text("a,b\n1,2\n")
    assert "not an Excel workbook" in refused(path)
    with pytest.raises(OutputError, match=r"Write \.xlsx or \.csv"):
        write_frame(FRAME, path)


def test_excel_refuses_what_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    path.write_text("a,b\n1,2\n")
    assert "not an Excel workbook" in refused(path)


@pytest.mark.parametrize("rows", [[["a", "a"], [1, 2]], [["a", "b"]], []])
def test_excel_refuses_sheets_without_records_or_with_doubled_names(tmp_path: Path, rows: list[list[object]]) -> None:
    xlsxwriter = pytest.importorskip("xlsxwriter")
    book = xlsxwriter.Workbook(str(tmp_path / "t.xlsx"))
    sheet = book.add_worksheet("s")
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    book.close()
    message = refused(tmp_path / "t.xlsx")
    assert any(word in message for word in ("more than one column named 'a'", "no records", "is empty"))


def test_a_missing_extra_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.xlsx"
    write_frame(FRAME, path)
    monkeypatch.setitem(sys.modules, "fastexcel", None)
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(ExtraError, match=r"tokumei\[excel\]"):
        read_file(path)
    with pytest.raises(ExtraError, match=r"tokumei\[excel\]"):
        write_frame(FRAME, tmp_path / "u.xlsx")


def test_missing_file_folder_and_unknown_ending(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "none.csv")
    assert "is a folder" in refused(tmp_path)
    (tmp_path / "t.doc").write_text("x")
    message = refused(tmp_path / "t.doc")
    assert "'.csv'" in message
    (tmp_path / "t.gz").write_bytes(gzip.compress(b"a\n1\n"))
    assert "ending" in refused(tmp_path / "t.gz")


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.jsonl", "t.xlsx", "t.csv.gz"])
def test_empty_files(tmp_path: Path, name: str) -> None:
    (tmp_path / name).touch()
    assert "is empty" in refused(tmp_path / name)


def test_files_that_are_not_what_they_say(tmp_path: Path) -> None:
    for name, content, word in (
        ("t.parquet", b"PAR1 not really", "not a whole Parquet file"),
        ("t.csv.gz", b"not packed", "not a whole gzip file"),
        ("u.csv.gz", gzip.compress(b"a,b\n1,2\n" * 1000, mtime=0)[:-20], "not a whole gzip file"),
        ("t.csv.zst", b"not packed", "not a whole zstd file"),
        ("t.jsonl", b'{"a": 1}\n{"a": \n', "line 2 is not valid JSON"),
        ("u.jsonl", b'{"a": 1}\n[1, 2]\n', "line 2 is not an object"),
    ):
        (tmp_path / name).write_bytes(content)
        assert word in refused(tmp_path / name)


def test_parquet_without_records(tmp_path: Path) -> None:
    FRAME.clear().write_parquet(tmp_path / "t.parquet")
    assert "no records" in refused(tmp_path / "t.parquet")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "t.csv"
    path.write_text("a\n1\n")
    path.chmod(0)
    if os.access(path, os.R_OK):  # root may read everything
        monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "permission" in refused(path)


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl", "xlsx", "csv.gz"])
def test_names_with_marks_of_patterns_are_names(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t[1]*?.{ending}"
    write_frame(FRAME, path)
    assert read_file(path).frame.height == 3


def test_jsonl_takes_columns_that_appear_late(tmp_path: Path) -> None:
    lines = ['{"a": 1}'] * 300 + ['{"a": 2.5, "items": ["x", "y"]}']
    (tmp_path / "t.jsonl").write_text("\n".join(lines))
    frame = read_file(tmp_path / "t.jsonl").frame
    assert frame["a"].to_list()[-1] == 2.5
    assert frame["items"].to_list()[-1] == ["x", "y"]


def test_large_parquet_files_come_as_dictionaries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pl.DataFrame({"id": [str(i) for i in range(40)], "town": ["a", "b", None, ""] * 10})
    frame.write_parquet(tmp_path / "t.parquet")
    monkeypatch.setattr(sources, "SAMPLE_ROWS", 20)
    read = read_file(tmp_path / "t.parquet").frame
    assert isinstance(read.schema["town"], pl.Categorical)
    assert read.schema["id"] == pl.String
    assert read.with_columns(pl.all().cast(pl.String)).equals(frame)

"""Files that are cut, broken or odd: one sentence that quotes nothing of them, and nothing lost in silence."""

from __future__ import annotations

import gzip
import importlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from tokumei.core.files import read_bytes
from tokumei.errors import DataError, JobError, OutputError, SourceError
from tokumei.hierarchies import read_arx
from tokumei.io import memory, sources
from tokumei.io.distinct import texts_of
from tokumei.io.sources import read_file
from tokumei.io.sql import read_sql
from tokumei.io.texts import read_lines
from tokumei.io.writing import Staged, write_frame

SECRET = "Zyx987"


def refused(folder: Path, name: str, content: bytes, **options: Any) -> str:
    (folder / name).write_bytes(content)
    with pytest.raises(SourceError) as caught:
        read_file(folder / name, **options)
    assert SECRET[:2] not in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", ["t.csv.gz", "t.csv.zst"])
def test_a_file_that_is_not_packed_is_not_quoted(tmp_path: Path, name: str) -> None:
    assert "is not a whole" in refused(tmp_path, name, f"{SECRET},b\n1,2\n".encode())


def test_what_follows_a_gzip_file_is_not_quoted(tmp_path: Path) -> None:
    assert "is not a whole" in refused(tmp_path, "t.csv.gz", gzip.compress(b"a,b\n1,2\n") + SECRET.encode())


def test_a_cut_zstd_file_loses_no_rows_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.zst"
    write_frame(pl.DataFrame({"a": [number * 7919 % 100_003 for number in range(100_000)]}), path)
    content = path.read_bytes()
    for size in range(1, len(content), len(content) // 7):
        assert "is not a whole" in refused(tmp_path, "t.csv.zst", content[:size])


def test_a_zstd_file_of_several_frames_is_read_to_its_end(tmp_path: Path) -> None:
    zstandard = importlib.import_module("zstandard")
    pack = zstandard.ZstdCompressor().compress
    (tmp_path / "t.zst").write_bytes(pack(b"a,b\n") + pack(b"1,2\n"))
    assert read_bytes(tmp_path / "t.zst", "file", packed=True) == b"a,b\n1,2\n"


@pytest.mark.parametrize(
    ("line", "saying"),
    [
        (b'{"a":"\\ud800"}', "line 2"),
        (b'{"a":"\xed\xa0\x80"}', "line 2 is not valid UTF-8"),
        (b'{"a":' * 50_000, "line 2 is nested too deeply"),
    ],
)
def test_json_lines_that_hold_no_text(tmp_path: Path, line: bytes, saying: str) -> None:
    assert saying in refused(tmp_path, "t.jsonl", b'{"a":"x"}\n' + line + b"\n")


def test_a_pair_of_surrogates_in_json_is_one_character(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_bytes(b'{"a":"\\ud83d\\ude00"}\n')
    assert read_file(tmp_path / "t.jsonl").frame["a"].to_list() == ["\U0001f600"]


def test_parquet_whose_pages_lie_beyond_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*args: Any, **options: Any) -> pl.LazyFrame:
        raise pl.exceptions.PanicException("assertion failed")

    monkeypatch.setattr(pl, "scan_parquet", panic)
    assert "not a whole Parquet file" in refused(tmp_path, "t.parquet", b"PAR1")


def test_a_header_that_ends_in_another_line_end_than_the_rows(tmp_path: Path) -> None:
    content = f"a,b\r{SECRET},1\n{SECRET},2\n".encode()
    assert "one line end" in refused(tmp_path, "t.csv", content)


@pytest.mark.parametrize("encoding", ["a\0b", "unicode_escape"])
def test_encodings_that_make_no_text(tmp_path: Path, encoding: str) -> None:
    assert "encoding" in refused(tmp_path, "t.csv", b"a,b\n1,\\ud800\n", encoding=encoding)


def test_a_name_for_a_column_that_is_no_text(tmp_path: Path) -> None:
    assert "`names`" in refused(tmp_path, "t.csv", b"1,2\n", names=["a", "\ud800"])


@pytest.mark.parametrize("name", ["a\0.csv", "\ud800.csv", "x" * 300 + ".csv"])
def test_names_that_no_file_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError):
        read_file(tmp_path / name)
    with pytest.raises(SourceError):
        read_lines(tmp_path / name)
    with pytest.raises(OutputError):
        Staged.check(tmp_path / name)


def test_texts_of_a_database_that_are_not_utf_8_are_not_quoted(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "t.db")
    connection.execute("create table t (a)")
    connection.execute("insert into t values (cast(? as text))", [SECRET.encode() + b"\xff"])
    connection.commit()
    connection.close()
    with pytest.raises(SourceError, match="not valid UTF-8") as caught:
        read_sql(f"sqlite:///{tmp_path}/t.db", "select a from t")
    assert SECRET not in str(caught.value)
    with pytest.raises(JobError, match="surrogate"):
        read_sql(f"sqlite:///{tmp_path}/t.db", "select '\ud800'")


@pytest.mark.parametrize("read", [read_file, read_lines, read_arx])
def test_a_url_in_place_of_a_file_is_not_repeated(tmp_path: Path, read: Callable[[Path], object]) -> None:
    with pytest.raises(SourceError, match="A URL stands") as caught:
        read(tmp_path / "postgresql://u:hunter2@host/x")
    assert "hunter2" not in str(caught.value)


def test_a_database_url_that_is_none_is_not_repeated() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(SourceError, match="cannot be reached") as caught:
        read_sql("postgresql://u:hunter2@[bad/x", "select 1")
    assert "hunter2" not in str(caught.value)


def test_values_without_a_text_form_are_refused_and_durations_have_one(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="type object"):
        texts_of(pl.Series("a", [object()], dtype=pl.Object))
    durations = pl.Series("a", [90], dtype=pl.Duration("ms"))
    write_frame(durations.to_frame(), tmp_path / "t.csv")
    assert read_file(tmp_path / "t.csv").frame["a"].to_list() == texts_of(durations).to_list() == ["PT0.09S"]


def test_a_file_that_is_surely_too_large_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "t.csv").write_bytes(b"a\n" + b"1\n" * 1000)
    read_file(tmp_path / "t.csv")
    monkeypatch.setattr(memory, "available_memory", lambda: 1000)
    monkeypatch.setattr(sources, "read_csv", None)
    with pytest.raises(MemoryError):
        read_file(tmp_path / "t.csv")


def test_memory_is_the_least_of_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_of_machine", lambda: 5)
    monkeypatch.setattr(memory, "_of_container", lambda: None)
    monkeypatch.setattr(memory, "_of_process", lambda: 3)
    assert memory.available_memory() == 3
    monkeypatch.setattr(memory, "_of_machine", lambda: None)
    monkeypatch.setattr(memory, "_of_process", lambda: None)
    assert memory.available_memory() is None


def anonymized(frame: pl.DataFrame, columns: dict[str, Any], **output: Any) -> pl.DataFrame:
    job = {"columns": columns, "privacy": {"k": 2}, "output": {"order": "keep", **output}}
    made: pl.DataFrame = tokumei.anonymize(frame, job).data
    return made


def test_bounds_of_a_column_without_values_are_empty() -> None:
    frame = pl.DataFrame({"a": [None] * 4, "b": [1, 2, 3, 4]}, schema={"a": pl.Float64, "b": pl.Int64})
    quasi = {"role": "quasi", "type": "number"}
    assert anonymized(frame, {"a": quasi, "b": quasi}, numbers="bounds")["a_low"].to_list() == [None] * 4


def test_nan_is_written_as_the_missing_value_that_it_is_read_as(tmp_path: Path) -> None:
    write_frame(pl.DataFrame({"a": [1.5, float("nan"), None]}), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_text(encoding="utf-8").split() == ["a", "1.5"]

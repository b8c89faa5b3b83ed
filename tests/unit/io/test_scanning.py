"""Files that are read piece by piece: what must agree between them, and what cannot be read so."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tokumei.errors import SourceError
from tokumei.io import csv_files
from tokumei.io.scanning import CSV, PARQUET, files_in, scan_csv, scan_file, scan_parquet

ONE = pl.DataFrame({"a": [1, 2], "b": ["x", None]})


def test_a_folder_has_its_files_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b.parquet", "a.parquet", ".hidden.parquet", "_temporary/c.parquet", "day=1/d.parquet"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        ONE.write_parquet(tmp_path / name)
    assert [file.name for file in files_in(tmp_path, PARQUET)] == ["a.parquet", "b.parquet", "d.parquet"]


@pytest.mark.parametrize(("place", "words"), [("missing", "no folder"), ("empty", "no files that end in")])
def test_a_folder_without_files(place: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match=words):
        files_in(tmp_path / place, PARQUET)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (ONE.rename({"b": "c"}), "do not have the same columns: 'b', 'c'"),
        (ONE.select("b", "a"), "in another order"),
        (ONE.with_columns(pl.col("a").cast(pl.String)), "'a' is of the type String in the file"),
    ],
)
def test_files_that_do_not_agree(other: pl.DataFrame, words: str, tmp_path: Path) -> None:
    ONE.write_parquet(tmp_path / "1.parquet")
    other.write_parquet(tmp_path / "2.parquet")
    with pytest.raises(SourceError, match=words):
        scan_parquet(files_in(tmp_path, PARQUET))


@pytest.mark.parametrize("order", [("1", "2"), ("2", "1")])
def test_a_column_that_is_all_missing_in_one_file_has_the_type_of_the_others(
    order: tuple[str, str], tmp_path: Path
) -> None:
    ONE.write_parquet(tmp_path / f"{order[0]}.parquet")
    ONE.with_columns(pl.lit(None).alias("b")).write_parquet(tmp_path / f"{order[1]}.parquet")
    found = scan_parquet(files_in(tmp_path, PARQUET)).lazy.collect()
    assert found.schema == ONE.schema
    assert found["b"].null_count() == 3


def test_what_is_no_parquet_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "1.parquet").write_text("a,b\n")
    with pytest.raises(SourceError, match="not a Parquet file"):
        scan_parquet(files_in(tmp_path, PARQUET))


@pytest.mark.parametrize(
    ("content", "options"),
    [
        ("a;b\n1;x\n2;\n", {}),
        ("\ufeffa,b\n1,x\n2,\n", {}),
        ("title\na,b\n1,x\n2,\n", {"header_row": 2}),
        ("1,x\n2,\n", {"names": ("a", "b")}),
    ],
)
def test_text_tables_in_several_forms(content: str, options: dict[str, object], tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(content, encoding="utf-8")
    scan = scan_file(tmp_path / "t.csv", options)
    assert scan.lazy.collect().rows() == [("1", "x"), ("2", None)]
    assert list(scan.names) == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("t.csv", ("名前,年齢\n" + "山田,3\n" * 20).encode("cp932"), "only UTF-8"),
        ("t.jsonl", b"{}", "cannot be read piece by piece"),
        ("t.csv.gz", b"", "cannot be read piece by piece"),
    ],
)
def test_what_cannot_be_read_piece_by_piece(name: str, content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=words):
        scan_file(tmp_path / name, {})


def test_text_tables_of_a_folder_must_agree(tmp_path: Path) -> None:
    (tmp_path / "1.csv").write_text("a,b\n1,2\n")
    (tmp_path / "2.csv").write_text("a,c\n1,2\n")
    with pytest.raises(SourceError, match="do not have the same columns: 'b', 'c'"):
        scan_csv(files_in(tmp_path, CSV), {})


@pytest.mark.parametrize("size", range(20, 60))
def test_the_form_of_a_large_file_is_seen_in_its_whole_rows(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = "".join(f'{number},"line {number}\nand ""another"" line"\n' for number in range(10))
    (tmp_path / "t.csv").write_text("number,text\n1,short\n" + rows, encoding="utf-8")
    monkeypatch.setattr(csv_files, "_FORM_BYTES", size)
    scan = scan_file(tmp_path / "t.csv", {})
    assert list(scan.names) == ["number", "text"]
    assert scan.lazy.collect().height == 11

"""Either everything is written, or nothing is."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tokumei.errors import OutputError
from tokumei.io import writing
from tokumei.io.sources import read_file
from tokumei.io.writing import Staged, sha256_file, write_frame, write_text

FRAME = pl.DataFrame({"a": ["x,y", 'q"q', None, "", "l\nm"], "b": [1, 2, None, 4, 5]})


def everything_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_files_appear_together_at_the_end(tmp_path: Path) -> None:
    data, report = tmp_path / "out" / "r.csv", tmp_path / "out" / "deep" / "report.html"
    with Staged() as staged:
        write_frame(FRAME, staged.path(data))
        write_text("<p>報告", staged.path(report))
        assert not data.exists()
        assert not report.exists()
    assert read_file(data).frame["a"].to_list() == FRAME["a"].to_list()
    assert report.read_text(encoding="utf-8") == "<p>報告"
    assert everything_in(tmp_path) == ["out", "out/deep", "out/deep/report.html", "out/r.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, ValueError, MemoryError])
def test_nothing_is_left_when_the_block_does_not_end_well(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), Staged() as staged:  # noqa: PT012
        write_frame(FRAME, staged.path(tmp_path / "new" / "r.csv"))
        write_frame(FRAME, staged.path(tmp_path / "s.parquet"))
        raise error
    assert everything_in(tmp_path) == []


def test_the_old_output_survives_a_failure(tmp_path: Path) -> None:
    target = tmp_path / "r.csv"
    target.write_text("old")
    with pytest.raises(KeyboardInterrupt), Staged(force=True) as staged:  # noqa: PT012
        write_frame(FRAME, staged.path(target))
        raise KeyboardInterrupt
    assert target.read_text() == "old"
    assert everything_in(tmp_path) == ["r.csv"]


def test_a_rename_that_fails_takes_the_others_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, last = tmp_path / "old.csv", tmp_path / "new.csv", tmp_path / "last.csv"
    old.write_text("old")
    replace = os.replace

    def failing(source: Any, target: Any) -> None:
        if Path(target) == last:
            raise OSError(errno.EACCES, "no")
        replace(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OutputError, match="permission"), Staged(force=True) as staged:  # noqa: PT012
        for target in (old, new, last):
            write_frame(FRAME, staged.path(target))
    assert old.read_text() == "old"
    assert everything_in(tmp_path) == ["old.csv"]


def test_a_last_step_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def failing() -> None:
        raise OutputError("The database refuses.")

    with pytest.raises(OutputError, match="refuses"), Staged() as staged:  # noqa: PT012
        write_frame(FRAME, staged.path(tmp_path / "r.csv"))
        staged.before_renaming(failing)
    assert everything_in(tmp_path) == []


def test_an_output_that_exists_needs_force(tmp_path: Path) -> None:
    target = tmp_path / "r.csv"
    target.write_text("old")
    with pytest.raises(OutputError, match="--force"), Staged() as staged:
        staged.path(target)
    with Staged(force=True) as staged:
        write_frame(FRAME, staged.path(target))
    assert target.read_text() != "old"
    assert everything_in(tmp_path) == ["r.csv"]


def test_two_outputs_of_one_name(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="Two outputs"), Staged() as staged:  # noqa: PT012
        staged.path(tmp_path / "r.csv")
        staged.path(tmp_path / "r.csv")


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutputError, match="is a folder"):
        Staged.check(tmp_path)
    with pytest.raises(OutputError, match="is a folder"), Staged(force=True) as staged:
        staged.path(tmp_path)
    with pytest.raises(OutputError, match="is not a folder"):
        Staged.check(tmp_path / "file" / "r.csv")
    with pytest.raises(OutputError, match="ending"):
        write_frame(FRAME, tmp_path / "r.doc")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(OutputError, match="permission"), Staged() as staged:
        staged.path(tmp_path / "r.csv")
    assert everything_in(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "csv.gz", "csv.zst", "parquet", "xlsx"])
def test_a_full_disk(tmp_path: Path, ending: str) -> None:
    target = tmp_path / f"r.{ending}"
    target.symlink_to("/dev/full")
    many = pl.concat([FRAME] * 2000)
    with pytest.raises(OutputError, match="disk is full"):
        write_frame(many, target)


def test_a_full_disk_under_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: Any, **options: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OutputError, match="disk is full"), Staged() as staged:
        write_text("x", staged.path(tmp_path / "r.html"))
    assert everything_in(tmp_path) == []


@pytest.mark.parametrize("encoding", ["cp932", "shift_jis", "utf-8-sig", "utf-16"])
def test_other_encodings_are_read_back(tmp_path: Path, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_SLICE", 2)
    frame = pl.DataFrame({"町": ["東京", "大阪", "名古屋"], "n": ["1", "2", None]})
    path = tmp_path / "r.csv"
    write_frame(frame, path, encoding=encoding)
    assert read_file(path).frame.equals(frame)
    if encoding == "cp932":
        assert path.read_bytes().decode("cp932").splitlines()[1] == "東京,1"


def test_characters_that_an_encoding_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="utf-8"):
        write_frame(pl.DataFrame({"a": ["한국"]}), tmp_path / "r.csv", encoding="cp932")
    with pytest.raises(OutputError, match="not known"):
        write_frame(FRAME, tmp_path / "r.csv", encoding="klingon")


def test_lists_are_json_in_csv_and_lists_elsewhere(tmp_path: Path) -> None:
    frame = pl.DataFrame({"d": [["a,b", 'q"'], [], None]})
    write_frame(frame, tmp_path / "r.csv")
    assert read_file(tmp_path / "r.csv").frame["d"].to_list() == ['["a,b","q\\""]', "[]", None]
    for ending in ("parquet", "jsonl"):
        write_frame(frame, tmp_path / f"r.{ending}")
        assert read_file(tmp_path / f"r.{ending}").frame.equals(frame)


def test_parquet_holds_no_value_that_is_not_published(tmp_path: Path) -> None:
    for dtype in (pl.Enum(["SECRET", "x", "y"]), pl.Categorical):
        frame = pl.DataFrame({"a": ["SECRET", "x", "y"]}, schema={"a": dtype}).slice(1)
        write_frame(frame, tmp_path / "r.parquet")
        assert b"SECRET" not in (tmp_path / "r.parquet").read_bytes()
        assert read_file(tmp_path / "r.parquet").frame["a"].to_list() == ["x", "y"]


def test_the_same_frame_gives_the_same_bytes(tmp_path: Path) -> None:
    for ending in ("csv", "csv.gz", "csv.zst", "parquet", "jsonl"):
        write_frame(FRAME, tmp_path / f"one.{ending}")
        write_frame(FRAME, tmp_path / f"two.{ending}")
        assert sha256_file(tmp_path / f"one.{ending}") == sha256_file(tmp_path / f"two.{ending}")


def test_excel_has_room_for_so_many_records_only(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="1,048,575"):
        write_frame(pl.DataFrame({"a": range(1_048_576)}), tmp_path / "r.xlsx")
    with pytest.raises(OutputError, match="packed already"):
        write_frame(FRAME, tmp_path / "r.xlsx.gz")

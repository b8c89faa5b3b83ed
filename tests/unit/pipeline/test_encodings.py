"""A source in a Japanese encoding is answered so that the programs that made it open the release."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tokumei
from tokumei.cli import main
from tokumei.errors import OutputError
from tokumei.io.encodings import answer_to, fits

ROWS = [("仙台市", "女"), ("仙台市", "男"), ("石巻市", "女"), ("石巻市", "男")] * 3
TEXT = "町,性別\n" + "".join(f"{town},{sex}\n" for town, sex in ROWS)
MARK = b"\xef\xbb\xbf"


def job(folder: Path, written: str, *, hierarchy: str | None = None, **output: Any) -> dict[str, Any]:
    (folder / "visits.csv").write_bytes(TEXT.encode(written))
    town: dict[str, Any] = {"role": "quasi", "type": "category"}
    if hierarchy is not None:
        (folder / "towns.csv").write_text(f"仙台市;{hierarchy};*\n石巻市;{hierarchy};*\n", encoding="utf-8")
        town |= {"hierarchy": str(folder / "towns.csv")}
    given = {"encoding": written} if written == "euc-jp" else {}
    return {
        "source": {"file": str(folder / "visits.csv"), **given},
        "columns": {"町": town, "性別": {"role": "quasi", "type": "category"}},
        "privacy": {"k": 12 if hierarchy else 3},
        "output": {"data": str(folder / "out.csv"), **output},
    }


def said(report: dict[str, Any]) -> list[str]:
    return [note["key"] for note in report["notes"] if note["key"].startswith("written_")]


def test_cp932_is_answered_in_cp932(tmp_path: Path) -> None:
    asked = job(tmp_path, "cp932")
    report = tokumei.run(asked).report
    assert (tmp_path / "out.csv").read_bytes().decode("cp932").startswith("町,性別\n")
    assert said(report) == ["written_as_source"]
    assert tokumei.verify(tmp_path / "out.csv", asked).ok


def test_a_character_that_cp932_lacks_makes_it_utf8_with_a_mark(tmp_path: Path) -> None:
    asked = job(tmp_path, "cp932", hierarchy="𠮷野地方")
    report = tokumei.run(asked).report
    assert (tmp_path / "out.csv").read_bytes().startswith(MARK)
    assert said(report) == ["written_to_fit"]
    assert tokumei.verify(tmp_path / "out.csv", asked).ok


def test_an_encoding_that_no_reader_would_recognise_is_answered_in_utf8_with_a_mark(tmp_path: Path) -> None:
    asked = job(tmp_path, "euc-jp")
    report = tokumei.run(asked).report
    assert (tmp_path / "out.csv").read_bytes().startswith(MARK)
    assert said(report) == ["written_to_be_recognised"]
    assert tokumei.verify(tmp_path / "out.csv", asked).ok


def test_cp932_that_looks_like_another_encoding_is_not_answered_in_it(tmp_path: Path) -> None:
    (tmp_path / "wards.csv").write_bytes(("ward\n" + "A棟\nB棟\n" * 6).encode("cp932"))
    asked: dict[str, Any] = {
        "source": {"file": str(tmp_path / "wards.csv"), "encoding": "cp932"},
        "columns": {"ward": {"role": "quasi", "type": "category"}},
        "privacy": {"k": 3},
        "output": {"data": str(tmp_path / "out.csv")},
    }
    assert said(tokumei.run(asked).report) == ["written_to_be_recognised"]
    assert tokumei.verify(tmp_path / "out.csv", asked).ok


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_is_answered_in_utf8(tmp_path: Path, encoding: str) -> None:
    report = tokumei.run(job(tmp_path, encoding)).report
    assert (tmp_path / "out.csv").read_bytes().startswith("町".encode())
    assert said(report) == []


def test_the_encoding_of_the_job_wins_and_goes_without_saying(tmp_path: Path) -> None:
    report = tokumei.run(job(tmp_path, "cp932", encoding="utf-8")).report
    assert (tmp_path / "out.csv").read_bytes().startswith("町".encode())
    assert said(report) == []


def test_nothing_is_written_where_the_encoding_of_the_job_lacks_a_character(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="utf-8-sig"):
        tokumei.run(job(tmp_path, "cp932", hierarchy="𠮷野地方", encoding="cp932"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["towns.csv", "visits.csv"]


def test_a_file_without_an_encoding_has_nothing_to_say_of_it(tmp_path: Path) -> None:
    asked = job(tmp_path, "cp932")
    report = tokumei.run({**asked, "output": {"data": str(tmp_path / "out.parquet")}}).report
    assert said(report) == []


@pytest.mark.parametrize(("language", "words"), [("en", "is written in CP932"), ("ja", "入力と同じ CP932 で")])
def test_summary_and_report_say_it(
    tmp_path: Path, language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "names.txt").write_bytes("中央病院\n中央病院\n中央病院\n".encode("cp932"))
    out, page = tmp_path / "out.txt", tmp_path / "report.html"
    call = ["text", str(tmp_path / "names.txt"), "--k", "2", "-o", str(out), "--report", str(page)]
    assert main([*call, "--language", language]) == 0
    assert words in capsys.readouterr().out
    assert words in page.read_text(encoding="utf-8")
    assert out.read_bytes() == "中央病院\n中央病院\n中央病院\n".encode("cp932")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), min_size=1))
def test_cp932_is_given_up_for_a_character_just_where_it_lacks_one(texts: list[str]) -> None:
    def has(sign: str) -> bool:
        try:
            sign.encode("cp932")
        except UnicodeEncodeError:
            return False
        return True

    frame = pl.DataFrame({"名前": texts, "lists": [[text] for text in texts]})
    whole = all(has(sign) for text in texts for sign in text)
    assert fits(frame, "cp932") is whole
    answer = answer_to("cp932", frame)
    assert answer.note is not None
    assert (answer.note.key == "written_to_fit") is not whole

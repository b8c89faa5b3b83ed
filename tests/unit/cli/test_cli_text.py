"""`tokumei text` from words to streams, files and exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tokumei.cli import main

PAPER = ["福岡県福岡市早通区新谷3", "福岡県北九州市早瀬区新垣5", "福井県福井市瀬区新垣"]


@pytest.fixture
def lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "d.txt").write_text("\n".join(PAPER) + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "d.txt"


def test_masked_lines_to_standard_output_and_the_rest_to_standard_error(
    lines: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["text", lines, "--n", "2", "--k", "2", "--passes", "1"]) == 0
    said = capsys.readouterr()
    assert said.out == "福岡県福********\n福岡*******区新**\n*******区新垣\n"
    assert "Nothing is promised" in said.err


def test_promises_and_rates_are_summed_up(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(lines).write_text("山田病院\n川田病院\n山口医院\n", encoding="utf-8")
    assert main(["text", lines, "--k", "2", "--registry", "collection", "-o", "o.txt", "--report", "r.html"]) == 0
    said = capsys.readouterr()
    assert "Registry k-anonymity of “text”" in said.out
    assert "Masked characters" in said.out
    assert "Release: o.txt" in said.out
    assert len(Path("o.txt").read_text(encoding="utf-8").splitlines()) == 3
    assert Path("r.html").exists()
    assert Path("r.json").exists()


def test_quiet_leaves_the_release_alone(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", lines, "--k", "2", "-q"]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 3
    assert said.err == ""


def test_json_is_one_document_with_the_texts_where_no_file_takes_them(
    lines: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["text", lines, "--k", "2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["verified"]
    assert len(document["texts"]) == 3
    assert main(["text", lines, "--k", "2", "--json", "-o", "o.txt"]) == 0
    assert "texts" not in json.loads(capsys.readouterr().out)


def test_fewer_than_k_texts_is_status_one_unless_asked_for(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", lines, "-o", "o.txt"]) == 1
    assert "--all-masked" in capsys.readouterr().err
    assert not Path("o.txt").exists()
    assert main(["text", lines, "-o", "o.txt", "--all-masked"]) == 0
    assert set(Path("o.txt").read_text(encoding="utf-8")) == {"*", "\n"}


def test_options_reach_the_masking(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["text", lines, "--k", "2", "--mask", "least", "--mask-char", "□", "--merge", "--keep", "新谷", "-q"]
    assert main([*words, "--characters", "points", "--whitespace", "keep"]) == 0
    out = capsys.readouterr().out
    assert "新谷" in out
    assert "□" in out
    assert "□□" not in out
    assert "*" not in out


def test_a_column_comes_as_a_table(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.csv").write_text("id,名称\n1,病院\n2,病院\n3,医院\n", encoding="utf-8")
    assert main(["text", "t.csv", "--column", "名称", "--k", "2", "-q"]) == 0
    assert capsys.readouterr().out == "名称\n病院\n病院\n**\n"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--mask", "some"], "--mask"),
        (["--k", "1"], "--k"),
        (["--mask-char", "ab"], "mask_char"),
        (["--keep", "a*b"], "mask character"),
        (["--k", "2", "--registry", "nowhere.txt"], "no file"),
        (["--k", "2", "--column", "x"], "names 'x', which the source does not have"),
        (["--k", "2", "--report", "r.txt"], ".html"),
        (["--k", "2", "-o", "d.txt"], "exists"),
        (["--k", "2", "--encoding", "klingon"], "klingon"),
    ],
)
def test_wrong_calls_are_sentences(lines: str, capsys: pytest.CaptureFixture[str], more: list[str], said: str) -> None:
    assert main(["text", lines, *more]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error
    assert "福岡" not in error


def test_invalid_utf8_names_the_place(lines: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.txt").write_bytes("良い\n".encode() + b"\x80\xff\n")
    assert main(["text", "bad.txt", "--k", "2"]) == 2
    assert "line 2" in capsys.readouterr().err


def test_the_release_is_utf8_whatever_the_terminal_speaks(lines: str) -> None:
    code = "import sys; from tokumei.cli import main; sys.exit(main())"
    words = ["text", lines, "--k", "2", "--passes", "1"]
    run = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=True
    )
    assert run.stdout.decode("utf-8").splitlines()[1] == "福岡*******区新**"

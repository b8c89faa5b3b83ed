"""What to mind stands above the verdict, in the language of the user."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tokumei.cli.language import language_of_user
from tokumei.cli.program import main
from tokumei.cli.summary import of_measures, of_verification

JOB = """\
source: data.csv
columns:
  age: {role: quasi, type: number}
  clinic: keep
privacy: {k: 3}
output: {data: release.csv}
"""


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    rows = "".join(f"{20 + row % 5},{'a' if row else 'b'}\n" for row in range(20))
    (tmp_path / "data.csv").write_text("age,clinic\n" + rows, encoding="utf-8")
    path = tmp_path / "job.yaml"
    path.write_text(JOB, encoding="utf-8")
    return str(path)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_warnings_stand_above_the_verdict(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", job]) == 0
    first, second, third, *_ = lines(capsys)
    assert first == "Mind"
    assert second.startswith("  Column “clinic” is published as it is, and 1 of 20 records")
    assert third == "Every promise is kept"


def test_warnings_are_in_the_language_of_the_report(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", job, "--set", "output.language=ja"]) == 0
    assert lines(capsys)[1].startswith("  列「clinic」は元のまま公開しますが、20 件中 1 件")


def test_a_japanese_terminal_is_answered_in_japanese(
    job: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert main(["run", job]) == 0
    assert lines(capsys)[0] == "ご注意"


def test_json_has_keys_and_values(job: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", job, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["warnings"] == [
        {"key": "rare_values", "values": {"column": "clinic", "records": 1, "of": 20, "k": 3}}
    ]
    assert {"key": "delimiter", "values": {"delimiter": ","}} in report["notes"]


@pytest.mark.parametrize(
    ("everything", "terminal", "asked", "language"),
    [
        (None, None, "en", "en"),
        (None, None, "ja", "ja"),
        (None, "ja_JP.UTF-8", "en", "ja"),
        ("ja", "en_US.UTF-8", "en", "ja"),
        ("C", "ja_JP.UTF-8", "en", "en"),
        ("en_US.UTF-8", None, "ja", "ja"),
    ],
)
def test_the_language_of_the_user(
    monkeypatch: pytest.MonkeyPatch, everything: str | None, terminal: str | None, asked: str, language: str
) -> None:
    for name, value in (("LC_ALL", everything), ("LANG", terminal)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert language_of_user(asked) == language


def test_verification_and_measures_tell_their_notes_in_the_language() -> None:
    note = {"key": "registry_not_judged", "values": {"column": "memo"}}
    said = of_verification({"ok": True, "promises": [], "notes": [note]}, Path("release.csv"), language="ja")
    assert said.startswith("release.csv では、判定したすべての約束が守られています。")
    assert "  「memo」の登録簿についての約束は判定していません。" in said
    assert of_measures({"notes": [{"key": "column_absent", "values": {"column": "age"}}]}) == (
        "  Column “age” is not in the release: all of it is lost."
    )


def test_texts_of_which_nothing_is_promised_are_told_above_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lines.txt").write_text("abc\nabd\nabc\nabd\n", encoding="utf-8")
    release = str(tmp_path / "out.txt")
    assert main(["text", str(tmp_path / "lines.txt"), "--k", "2", "--passes", "1", "-o", release]) == 0
    mind, warned, headline, *_ = lines(capsys)
    assert mind == "Mind"
    assert warned.startswith("  Nothing is promised of “text”")
    assert headline == "Nothing is promised"

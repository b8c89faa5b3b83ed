"""What the page on column policies shows is what its own lines print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tokumei.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "policy.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def follow(text: str, printed: list[str]) -> None:
    """Lines of the page are printed one after another, to the digit; `…` stands for others."""
    place = 0
    for run in re.split(r"^…\n", text, flags=re.MULTILINE):
        lines = run.splitlines()
        found = [at for at in range(place, len(printed)) if printed[at : at + len(lines)] == lines]
        assert found or not lines, f"not printed like this: {run}"
        place = found[0] + len(lines) if lines else place


def test_the_page_works_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = ""
    for language, text in BLOCKS:
        if language == "yaml":
            Path(text.split()[1]).write_text(text, encoding="utf-8")
        elif language == "python":
            exec(compile(text, "page", "exec"), names)  # the page's own code
            printed = capsys.readouterr().out
        elif language == "sh":
            assert [main(shlex.split(line)[1:]) for line in text.splitlines()] == [0] * len(text.splitlines())
            printed = capsys.readouterr().out
        else:
            assert language == "text", f"a block of {language!r}: nobody checks it"
            follow(text, [line.rstrip() for line in printed.splitlines()])
    assert {language for language, _ in BLOCKS} == {"yaml", "python", "sh", "text"}

"""What the page on column policies shows is what its own lines print, but for the figures."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tokumei.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "policy.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def shape(text: str) -> list[str]:
    """Lines without their figures and the width of their columns."""
    plain = [re.sub(r"\s+", " ", re.sub(r"\d[\d,.]*", "0", line)).strip() for line in text.splitlines()]
    return [line for line in plain if line]


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
            assert [line for line in shape(text) if line not in shape(printed) and line != "…"] == []
    assert {language for language, _ in BLOCKS} == {"yaml", "python", "sh", "text"}

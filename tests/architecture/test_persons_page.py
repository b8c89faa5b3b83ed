"""What the page on persons shows is what its own lines print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tokumei.cli import main

PAGE = Path(__file__).resolve().parents[2] / "docs" / "persons.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def test_the_page_works_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    for language, text in BLOCKS:
        if language == "yaml":
            Path(text.split()[1]).write_text(text, encoding="utf-8")
        elif language == "python":
            exec(compile(text, "page", "exec"), {})  # the page's own code
        elif language == "sh":
            assert [main(shlex.split(line)[1:]) for line in text.splitlines()] == [0]
            printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
        else:
            place = 0
            for run in re.split(r"^…\n", text, flags=re.MULTILINE):  # `…` stands for other lines
                lines = run.splitlines()
                places = [at for at in range(place, len(printed)) if printed[at : at + len(lines)] == lines]
                assert places or not lines, f"not printed like this: {run}"
                place = places[0] + len(lines) if lines else place
    assert [language for language, _ in BLOCKS].count("text") == 3

"""What the pages on persons and on several tables show is what their own lines print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tokumei.cli import main

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize(("page", "shown"), [("persons.md", 3), ("tables.md", 6)])
def test_the_page_works_from_top_to_bottom(
    page: str, shown: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    content = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", content, flags=re.DOTALL | re.MULTILINE)
    printed: list[str] = []
    for language, text in blocks:
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
    assert [language for language, _ in blocks].count("text") == shown

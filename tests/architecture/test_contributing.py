"""The worked examples of CONTRIBUTING.md, applied to a copy of the program as they stand there, and run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (Add an? [^\n]+)\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
EXAMPLES = [title for title, text in SECTIONS.items() if "```sh" in text]
BLOCK = re.compile(r"(?:`([\w./-]+)`:\n\n)?```(\w+)\n(.*?)\n```", re.DOTALL)
"""A fenced block, with the file that the words before it name."""


def blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """File (empty where none is named), language and content of every block."""
    yield from BLOCK.findall(text)


def patched(text: str, patch: str) -> str:
    """A file with a block of changes; every part of it stands in the file once."""
    for part in re.split(r"^@@\n", patch, flags=re.MULTILINE):
        lines = part.rstrip("\n").split("\n")
        old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
        new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"not once in the file: {old}"
        text = text.replace(old, new)
    return text


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a copy of the program, and the table of the page."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    table = next(content for file, _, content in blocks(PAGE) if file == "people.csv")
    (tmp_path / "people.csv").write_text(table + "\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, words: list[str]) -> subprocess.CompletedProcess[str]:
    """The copy's program; kernels as plain Python, so that nothing is compiled."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "NUMBA_DISABLE_JIT": "1", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=300
    )


def test_there_are_examples() -> None:
    assert EXAMPLES == ["Add a promise", "Add a hierarchy", "Add a score", "Add a command"]


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_does_what_the_page_says(title: str, program: Path) -> None:
    said = ""
    for file, language, content in blocks(SECTIONS[title]):
        if language == "diff":
            place = program / file
            place.write_text(patched(place.read_text(encoding="utf-8"), content), encoding="utf-8")
        elif language in ("python", "yaml"):
            assert not (program / file).exists()
            (program / file).write_text(content + "\n", encoding="utf-8")
        elif language == "sh":
            for line in content.splitlines():
                done = run(program, line.split())
                assert done.returncode == 0, done.stderr
                said += done.stdout
        else:
            assert language == "text"
            assert all(line in said for line in content.splitlines()), said


def test_a_promise_of_the_page_is_refused_where_it_cannot_be_kept_or_is_broken(program: Path) -> None:
    test_an_example_does_what_the_page_says("Add a promise", program)
    job = (program / "share.yaml").read_text(encoding="utf-8")
    (program / "strict.yaml").write_text(job.replace("0.7", "0.5"), encoding="utf-8")
    done = run(program, ["tokumei", "run", "strict.yaml", "--force"])
    assert done.returncode == 1
    assert "the share must be larger" in done.stderr
    rows = (program / "out" / "share.csv").read_text(encoding="utf-8").splitlines()
    (program / "out" / "broken.csv").write_text(
        "\n".join([rows[0], *(f"{row.rsplit(',', 1)[0]},cold" for row in rows[1:])]), encoding="utf-8"
    )
    done = run(program, ["tokumei", "verify", "out/broken.csv", "--job", "share.yaml"])
    assert done.returncode == 1
    assert "bounded share" in done.stdout.lower()


def test_the_targets_of_the_page_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", PAGE)) <= targets


def test_the_files_that_the_page_names_exist() -> None:
    made = {file for file, language, _ in blocks(PAGE) if language in ("python", "yaml", "csv")}
    named = (
        set(re.findall(r"`((?:src|tests|core|job|privacy|partition|text|history|pipeline)/[\w./]+\.(?:py|json))", PAGE))
        - made
    )
    assert [name for name in named if not any((ROOT / base / name).exists() for base in ("", "src/tokumei"))] == []

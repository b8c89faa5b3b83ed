"""What the READMEs and the guide tell a newcomer to type works, in an empty folder, in the order of the page.

| block | is |
|---|---|
| `sh` | one command a line: `tokumei …` is run; `pip install …` and `make …` must name extras and targets that exist |
| `text` | what the commands before it print, to the digit; `…` stands for lines left out (seconds, say) |
| `yaml` that begins with `# name` | a file of this name |
| `python` | run, all blocks of a page together |
| `bash` | a script, run by bash |
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tokumei.cli import main

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "README.ja.md", "docs/guide.md", "docs/guide.ja.md")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
_EXTRAS = re.compile(r"tokumei\[([\w,]+)\]")


def blocks(page: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: language and text."""
    return _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


@dataclass
class Reader:
    """Somebody who types what the page says."""

    capture: pytest.CaptureFixture[str]
    names: dict[str, Any] = field(default_factory=dict)
    printed: list[str] = field(default_factory=list)

    def follow(self, language: str, text: str) -> None:
        """Does what one block says."""
        steps: dict[str, Callable[[str], None]] = {
            "sh": self._type,
            "text": self._compare,
            "yaml": self._save,
            "python": self._execute,
            "bash": self._script,
        }
        assert language in steps, f"a block of {language!r}: nobody checks it"
        steps[language](text)

    def _type(self, text: str) -> None:
        self.printed = []
        for line in text.splitlines():
            program, *words = shlex.split(line)
            if program == "tokumei":
                status = main(words)
                said = self.capture.readouterr()
                assert status == 0, f"{line}: {said.err}"
                self.printed += said.out.splitlines()
            else:
                check_installation(program, words)

    def _compare(self, text: str) -> None:
        """Lines that follow each other on the page follow each other in what was printed, to the digit."""
        printed = [line.rstrip() for line in self.printed]
        place = 0
        for run in re.split(r"^…\n", text, flags=re.MULTILINE):
            lines = run.splitlines()
            found = [at for at in range(place, len(printed)) if printed[at : at + len(lines)] == lines]
            assert found, f"not printed like this: {run}"
            place = found[0] + len(lines)

    def _save(self, text: str) -> None:
        named = re.match(r"# (\S+\.yaml)\n", text)
        assert named, "a block of YAML on these pages begins with the name of its file"
        Path(named[1]).write_text(text, encoding="utf-8")

    def _execute(self, text: str) -> None:
        exec(compile(text, "page", "exec"), self.names)  # the page's own code

    def _script(self, text: str) -> None:
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", text], capture_output=True, text=True, timeout=300, env={**os.environ, "PATH": path}
        )
        assert done.returncode == 0, done.stderr


def check_installation(program: str, words: list[str]) -> None:
    """Commands that are not run here name things that exist."""
    if program == "pip":
        assert words[0] == "install"
    else:
        assert program == "make", f"{program!r} is not a command of these pages"
        assert f"\n{words[0]}:" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder of a newcomer."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_a_page_works_from_top_to_bottom(
    page: str, empty_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8" if page.endswith(".ja.md") else "C")
    found = blocks(page)
    assert len(found) > 5
    if any(language == "bash" for language, _ in found) and shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    reader = Reader(capsys)
    for language, text in found:
        reader.follow(language, text)


@pytest.mark.parametrize("page", PAGES)
def test_extras_that_are_named_exist(page: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {
        extra for group in _EXTRAS.findall((ROOT / page).read_text(encoding="utf-8")) for extra in group.split(",")
    }
    assert named
    assert named <= set(project["optional-dependencies"])


def test_the_readmes_say_the_same() -> None:
    """Same commands, same rows of tables, same links to documents, in both languages."""
    english, japanese = ((ROOT / page).read_text(encoding="utf-8") for page in PAGES[:2])
    assert len(re.findall(r"^\|", english, flags=re.M)) == len(re.findall(r"^\|", japanese, flags=re.M))
    documents = [sorted(set(re.findall(r"\]\((docs/[\w/-]+)(?:\.ja)?\.md", text))) for text in (english, japanese)]
    assert documents[0] == documents[1]
    typed = [
        [line for language, text in blocks(page) if language == "sh" for line in text.splitlines()]
        for page in PAGES[:2]
    ]
    assert typed[0] == [line.replace("hospital-ja", "hospital") for line in typed[1]]


def test_every_document_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = [path for path in (ROOT / "docs").glob("*.md") if path.name != "index.md"]
    assert [path.name for path in pages if f"({path.name})" not in index] == [], "name it in docs/index.md"

"""What is written about the program is in step with it, and names no machine."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import tokumei
from tokumei.cli import python_reference, reference
from tokumei.demo import EXAMPLES, example_files
from tokumei.job import capabilities_page

ROOT = Path(__file__).resolve().parents[2]
REMEDY = "run `make docs`"


def test_the_command_line_page_is_in_step() -> None:
    assert (ROOT / "docs" / reference.PAGE).read_text(encoding="utf-8") == reference.page(), REMEDY


def test_the_python_page_is_in_step_and_whole() -> None:
    assert (ROOT / "docs" / python_reference.PAGE).read_text(encoding="utf-8") == python_reference.page(), REMEDY
    assert python_reference.named() == set(tokumei.__all__) - {"__version__"}


def test_the_table_of_capabilities_is_in_step() -> None:
    assert (ROOT / "docs" / reference.CAPABILITIES).read_text(encoding="utf-8") == capabilities_page.page(), REMEDY


def test_the_job_schema_is_in_step() -> None:
    assert (ROOT / "docs" / reference.SCHEMA).read_text(encoding="utf-8") == reference.schema_text(), REMEDY


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_what_the_demo_writes(name: str) -> None:
    for file, content in example_files(EXAMPLES[name]).items():
        assert (ROOT / "examples" / name / file).read_bytes() == content, REMEDY


def tracked() -> list[Path]:
    """The files under version control; all files of the project where there is none."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, timeout=60)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_tracked_file_names_a_machine() -> None:
    somewhere = re.compile(r"(?<![\w.~$}-])/(?:root|home|Users|mnt|work)/[\w.-]")
    here = str(ROOT)
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            if here in line or somewhere.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    assert found == []


def test_links_between_pages_lead_somewhere() -> None:
    pages = [path for path in tracked() if path.suffix == ".md"]
    broken = []
    for page in pages:
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)} → {target}")
    assert broken == []

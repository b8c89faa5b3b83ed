"""What a user installs is whole."""

from __future__ import annotations

import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tokumei

ROOT = Path(__file__).resolve().parents[2]


def project() -> dict[str, Any]:
    """The project table of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_is_in_one_place() -> None:
    assert tokumei.__version__ == version("tokumei") == project()["version"]


def test_the_licence_is_there() -> None:
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_base_is_lean() -> None:
    """Drivers, frames, language models and vectors are extras."""
    names = {one.split(">")[0].split(";")[0].split("[")[0].strip() for one in project()["dependencies"]}
    assert names == {"numba", "numpy", "polars", "pydantic", "pyyaml", "rich", "typer", "zstandard"}


def test_continuous_integration_runs_what_people_run() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in steps
    assert "\nmake check\n" in steps
    assert "\nmake test\n" in steps
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100

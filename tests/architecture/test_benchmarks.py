"""Benchmarks are in step with the program, and nothing but a reader of the documents needs them."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BENCHMARKS = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if not path.stem.startswith("_"))


def test_every_benchmark_can_be_imported() -> None:
    code = "\n".join(f"import benchmarks.{name}" for name in BENCHMARKS)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_no_test_imports_a_benchmark() -> None:
    found = []
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if any(module.split(".")[0] == "benchmarks" for module in modules):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert found == []

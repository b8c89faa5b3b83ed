"""Runs the benchmarks: `python -m benchmarks [NAME…]`; all of them without a name; `--list` lists them.

A benchmark is a module of this folder with a function `main`. Each is run as its own program, so that it starts with
nothing loaded and one that fails does not stop the others. `NAME` may be the beginning of several names: `adult`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def benchmarks() -> dict[str, str]:
    """Name → what it says of itself, for every module of this folder that has a `main` and runs as a program."""
    found = {}
    for path in sorted(FOLDER.glob("*.py")):
        if path.stem.startswith("_"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))  # read, not imported: some need data or extras
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        if "main" in functions and _is_program(tree):
            found[path.stem] = (ast.get_docstring(tree) or "").partition("\n")[0]
    return found


def _is_program(tree: ast.Module) -> bool:
    """Whether the module does something when it is run without arguments."""
    doc = ast.get_docstring(tree) or ""
    return "Run by `" not in doc and any(
        isinstance(node, ast.If) and "__name__" in ast.unparse(node.test) for node in tree.body
    )


def main(asked: list[str]) -> int:
    """Runs what is asked, one after the other; the number of benchmarks that failed."""
    known = benchmarks()
    if asked == ["--list"]:
        width = max(map(len, known), default=0)
        print("\n".join(f"{name:{width}}  {said}" for name, said in known.items()))
        return 0
    names = [name for name in known if not asked or any(name.startswith(start) for start in asked)]
    strange = [start for start in asked if not any(name.startswith(start) for name in known)]
    if strange:
        print(f"There is no benchmark {', '.join(strange)}. There are: {', '.join(known)}.", file=sys.stderr)
        return 2
    failed = []
    for name in names:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=FOLDER.parent).returncode:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
    return len(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

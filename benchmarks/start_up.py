"""How soon the program answers: `tokumei --help`, and `tokumei run` on `adult` without and with compiled kernels."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.adult_table import job
from benchmarks.measuring import Measured, machine, of_command
from benchmarks.pages import rewrite_block, table

TIMES = 5
GOALS = {"tokumei --help": "0.5", "tokumei run, effort fast, warm": "3", "tokumei run, effort default, warm": "3"}
"""Wall seconds to stay below on a machine that does nothing else."""


def middle(runs: Sequence[Measured]) -> tuple[float, float, float]:
    """Median of wall and CPU seconds, and the least wall seconds."""
    return (
        statistics.median(run.whole for run in runs),
        statistics.median(run.whole_cpu for run in runs),
        min(run.whole for run in runs),
    )


def main() -> None:
    """Prints medians, and rewrites the page's block."""
    said = machine("tokumei", "numba", "polars")
    program = [sys.executable, "-m", "tokumei"]
    found: dict[str, tuple[float, float, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        found["python -c pass"] = middle([of_command([sys.executable, "-c", "pass"]) for _ in range(TIMES)])
        found["tokumei --help"] = middle([of_command([*program, "--help"]) for _ in range(TIMES)])
        for effort in ("fast", "default"):
            asked = scratch / f"{effort}.yaml"  # JSON is YAML
            asked.write_text(json.dumps(job(10, effort=effort, data=str(scratch / "release.csv"))), encoding="utf-8")
            command = [*program, "run", str(asked), "--force"]
            (scratch / effort).mkdir()
            kernels = {"NUMBA_CACHE_DIR": str(scratch / effort)}
            found[f"tokumei run, effort {effort}, cold"] = middle([of_command(command, environment=kernels)])
            runs = [of_command(command, environment=kernels) for _ in range(TIMES)]
            found[f"tokumei run, effort {effort}, warm"] = middle(runs)
    rows = [
        [what, f"{wall:.2f}", f"{least:.2f}", f"{cpu:.2f}", GOALS.get(what, "")]
        for what, (wall, cpu, least) in found.items()
    ]
    text = "\n\n".join(
        [
            f"`python -m benchmarks start_up`; {said}.",
            f"Medians and least of {TIMES} runs (cold: one run with an empty folder of compiled kernels). `run` reads "
            "`adult` from CSV, anonymizes with k = 10, categories as sets of values, verifies, writes CSV and report.",
            table(["command", "wall s", "least wall s", "CPU s", "goal s"], rows),
        ]
    )
    print(text)
    rewrite_block("start_up", text)


if __name__ == "__main__":
    main()

"""Loss, CPU time and memory on `adult` by effort and form: `python -m benchmarks.adult_efforts [FILE]`.

Every run is a process of its own, and every release is judged from the file that was written, as beside the peers.
Finished runs are kept in FILE, where one is named, so that a benchmark that was stopped goes on from there.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks.adult_peers import Run, tokumei_once, tokumei_run
from benchmarks.adult_table import FORMS, KS
from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import rewrite_block, table

EFFORTS = ("fast", "default", "best")


def planned() -> Iterator[tuple[str, str, int]]:
    """(effort, form, k), the short ones first."""
    for effort in EFFORTS:
        for k in sorted(KS, key=lambda k: (k != 10, k not in (2, 100), k)):
            for form in reversed(FORMS):
                yield effort, form, k


def finished(kept: Path | None) -> dict[tuple[str, str, int], Run]:
    """The runs of an earlier start."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    runs = [Run(**json.loads(line)) for line in lines]
    return {(run.tool.removeprefix("tokumei "), run.form, run.k): run for run in runs}


def page(runs: dict[tuple[str, str, int], Run]) -> str:
    """The block of the benchmarks' page; a run that was not made has an empty cell."""
    text = (
        f"`python -m benchmarks adult_efforts`; {machine('numpy', 'numba')}.\n\n"
        "NCP in % (age by its range, as above), CPU seconds of the whole process and MB at its peak:\n\n"
    )
    cells = [[effort, form, *(_cell(runs.get((effort, form, k))) for k in KS)] for form in FORMS for effort in EFFORTS]
    return text + table(["effort", "publishes", *(f"k = {k}" for k in KS)], cells, left=2)


def _cell(run: Run | None) -> str:
    if run is None:
        return ""
    return f"{100 * (run.ncp or 0):.2f} ({run.cpu:.1f} s, {run.peak / 2**20:.0f})"


def main() -> None:
    """Runs what is not finished, then writes the page."""
    kept = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    runs = finished(kept)
    with tempfile.TemporaryDirectory() as scratch:
        output = Path(scratch) / "release.csv"
        for form in FORMS:
            in_fresh_process(tokumei_run, form, "default", 5000, str(output))
        for effort, form, k in planned():
            if (effort, form, k) in runs:
                continue
            run = runs[effort, form, k] = tokumei_once(form, effort, k, output)
            print(f"{effort:8} {form:9} k={k:<4} {_cell(run)}", flush=True)
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(run)) + "\n")
    rewrite_block("adult_efforts", page(runs))


if __name__ == "__main__":
    main()

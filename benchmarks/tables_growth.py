"""Parquet to Parquet from 30 thousand to 10 million rows: `python -m benchmarks.tables_growth [LARGEST] [K]`.

Rows are drawn from `adult`, and each cell is drawn again from its column with probability 0.15, so that most rows are
distinct: plain copies need no anonymizing. A second table has nine columns of random numbers, no value twice.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.adult_table import COLUMNS, folder, job
from benchmarks.measuring import Measured, in_fresh_process, machine
from benchmarks.pages import PAGE, rewrite_block, table
from benchmarks.pictures import log_log

SIZES = (30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
LARGEST_FLOATS = 1_000_000
REDRAWN = 0.15
STAGES = ("read", "anonymize", "publish", "verify", "write")
TARGET_SECONDS, TARGET_GB = 30.0, 5.0
"""For 10 million rows."""


@dataclass(frozen=True)
class Run:
    """One table at one effort."""

    data: str
    effort: str
    rows: int
    distinct: int
    took: Measured
    """Its result is the part of the report that matters here."""


def draw_adult(rows: int, path: str, seed: int = 0) -> int:
    """Writes rows like those of `adult`; returns how many distinct ones."""
    import gzip
    import io

    import numpy as np
    import polars as pl

    with gzip.open(folder() / "adult.csv.gz") as packed:
        table = pl.read_csv(io.BytesIO(packed.read()), separator=";")
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, table.height, rows)
    columns = {}
    for name in COLUMNS:
        place = drawn.copy()
        again = np.flatnonzero(rng.random(rows) < REDRAWN)
        place[again] = rng.integers(0, table.height, len(again))
        columns[name] = table[name].gather(place)
    frame = pl.DataFrame(columns)
    frame.write_parquet(path)
    return frame.n_unique()


def draw_floats(rows: int, path: str, seed: int = 0) -> int:
    """Writes nine columns of numbers that all differ, half of them correlated."""
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(seed)
    common = rng.normal(size=rows)
    columns = {f"n{number}": rng.normal(size=rows) + (number % 2) * common for number in range(len(COLUMNS))}
    pl.DataFrame(columns).write_parquet(path)
    return rows


def run(data: str, effort: str, k: int, source: str, output: str) -> dict[str, Any]:
    """One job; the figures of its report."""
    from tokumei.pipeline import run as run_job

    asked = job(k, effort=effort, source=Path(source), data=output)
    if data == "floats":
        asked["columns"] = {f"n{number}": {"role": "quasi", "type": "number"} for number in range(len(COLUMNS))}
    report = run_job(asked, force=True).report
    return {"ncp": report["loss"]["ncp"], "groups": report["groups"], "seconds": report["seconds"]}


def runs(data: str, efforts: tuple[str, ...], sizes: list[int], k: int, scratch: Path) -> list[Run]:
    """One table at all sizes and efforts."""
    found = []
    for rows in sizes:
        source = str(scratch / "source.parquet")
        distinct = in_fresh_process(draw_adult if data == "adult" else draw_floats, rows, source).result
        for effort in efforts:
            if rows == sizes[0]:
                in_fresh_process(run, data, effort, k, source, str(scratch / "warm.parquet"))  # compiles, where need be
            took = in_fresh_process(run, data, effort, k, source, str(scratch / "release.parquet"))
            one = Run(data, effort, rows, distinct, took)
            print(" ".join(_row(one)), flush=True)
            found.append(one)
    return found


def _row(one: Run) -> list[str]:
    seconds = one.took.result["seconds"]
    staged = [seconds.get(stage, 0.0) for stage in STAGES]
    return [
        one.data,
        one.effort,
        f"{one.rows:,}",
        f"{one.distinct:,}",
        *(f"{spent:.2f}" for spent in staged),
        f"{max(one.took.seconds - sum(staged), 0):.2f}",
        f"{one.took.seconds:.1f}",
        f"{one.took.cpu:.1f}",
        f"{one.took.peak / 1e9:.2f}",
        f"{100 * one.took.result['ncp']:.2f}",
    ]


def pictures(found: list[Run]) -> None:
    """Seconds and memory over rows, beside the page."""
    wall: dict[str, list[tuple[float, float]]] = {}
    cpu: dict[str, list[tuple[float, float]]] = {}
    memory: dict[str, list[tuple[float, float]]] = {}
    for one in found:
        name = f"{one.data}, {one.effort}"
        wall.setdefault(f"{name}: wall", []).append((one.rows, one.took.seconds))
        cpu.setdefault(f"{name}: CPU", []).append((one.rows, one.took.cpu))
        memory.setdefault(name, []).append((one.rows, one.took.peak / 1e9))
    _picture("growth-seconds.svg", "Seconds, Parquet to Parquet, verified", {**wall, **cpu}, TARGET_SECONDS)
    _picture("growth-memory.svg", "Peak memory in GB", memory, TARGET_GB)


def _picture(file: str, title: str, lines: dict[str, list[tuple[float, float]]], goal: float) -> None:
    picture = log_log(
        title,
        lines,
        x_label="rows",
        write_x=lambda x: f"{x / 1e6:g} M" if x >= 1e6 else f"{x / 1e3:g} k",
        write_y=lambda y: f"{y:.3g}",
        mark=(max(SIZES), goal, "goal"),
    )
    PAGE.with_name(file).write_text(picture, encoding="utf-8")


def main(largest: int = max(SIZES), k: int = 10) -> None:
    """All sizes up to the largest; rewrites the page's block and its pictures."""
    said = machine("tokumei", "numpy", "numba", "polars")
    sizes = [rows for rows in SIZES if rows <= largest]
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        found = runs("adult", ("fast", "default"), sizes, k, scratch)
        found += runs("floats", ("fast", "default"), [rows for rows in sizes if rows <= LARGEST_FLOATS], k, scratch)
    head = ["data", "effort", "rows", "distinct", *STAGES, "rest", "wall s", "CPU s", "GB", "NCP %"]
    text = "\n\n".join(
        [
            f"`python -m benchmarks tables_growth`; {said}. k = {k}, nine columns, categories as sets of values.",
            "*adult*: rows drawn from the census table, each cell drawn again from its column with probability "
            f"{REDRAWN}. *floats*: nine columns of random numbers, no value twice. Seconds by stage are wall seconds; "
            "*rest* is imports, measures and what lies between the stages.",
            table(head, [_row(one) for one in found], left=2),
            "![Seconds over rows](growth-seconds.svg)",
            "![Memory over rows](growth-memory.svg)",
        ]
    )
    print(text)
    if largest == max(SIZES):
        rewrite_block("tables_growth", text)
        pictures(found)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

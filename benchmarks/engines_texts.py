"""Texts as they grow in number: CPU and memory of `streaming`, and of `local` where they fit.

`python -m benchmarks.engines_texts [--texts 1e6 1e7] [--local 1e6] [--grams 2 3] [--folder DIR]`. Nearly all texts
differ: an institution with its address, a trade name and another institution, as in `text_speed`, each drawn by itself.
Each run is a process of its own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import PAGE, rewrite_block, table
from benchmarks.text_collections import institutions, trades

K = 5
FILE = 1_000_000
"""Texts of a file."""
OUT = PAGE.parent / "engines.md"


def make(place: Path, rows: int, *, seed: int = 1) -> None:
    """A folder of Parquet files."""
    names, addresses = (pl.Series(part) for part in zip(*institutions(), strict=True))
    kinds = pl.Series(trades())
    place.mkdir(parents=True)
    random = np.random.default_rng(seed)
    for number, start in enumerate(range(0, rows, FILE)):
        count = min(FILE, rows - start)
        first, second = random.integers(0, len(names), (2, count))
        trade = kinds.gather(random.integers(0, len(kinds), count))
        text = names.gather(first) + addresses.gather(first) + trade + names.gather(second)
        pl.DataFrame({"note": text}).write_parquet(place / f"part-{number:03}.parquet")


def masked(source: str, target: str, engine: str, n: int) -> dict[str, Any]:
    """What the report says."""
    import tokumei

    job = {
        "source": {"parquet": source},
        "columns": {"note": {"role": "quasi", "type": "text", "n": n}},
        "privacy": {"k": K},
        "engine": engine,
        "output": {"data": target, "report": f"{target}.html"},
    }
    report = tokumei.run(job, force=True).report
    assert report["verified"]
    assert report["promises"][0]["achieved"] >= K
    return {**report["text"]["note"], "seconds": report["seconds"]}


def main() -> None:
    """Measures what is asked, prints it, and writes the block of the page."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--texts", type=float, nargs="*", default=[1e6])
    asked.add_argument("--local", type=float, nargs="*", default=[1e6])
    asked.add_argument("--grams", type=int, nargs="*", default=[2])
    asked.add_argument("--folder", type=Path)
    given = asked.parse_args()
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for size in sorted({*given.texts, *given.local}):
            source = Path(folder) / f"texts{size:.0f}"
            make(source, int(size))
            for n in given.grams:
                for engine, sizes in (("local", given.local), ("streaming", given.texts)):
                    if size in sizes:
                        rows.append(_measured(source, Path(folder), engine, n, size))
    header = ["texts", "n", "engine", "characters", "wall s", "CPU s", "peak GB", "passes", "masked", "unique"]
    words = sys.argv[1 : sys.argv.index("--folder")] if "--folder" in sys.argv else sys.argv[1:]
    call = " ".join(["python -m benchmarks.engines_texts", *words])
    rewrite_block("engines_texts", f"`{call}`; {machine('tokumei', 'polars')}.\n\n{table(header, rows, left=3)}", OUT)


def _measured(source: Path, folder: Path, engine: str, n: int, size: float) -> list[str]:
    target = folder / (f"{engine}.parquet" if engine == "local" else engine)
    found = in_fresh_process(masked, str(source), str(target), engine, n)
    figures = found.result
    cells = [
        *(f"{size:,.0f}", str(n), engine, f"{figures['characters']:,}", f"{found.seconds:.0f}", f"{found.cpu:.0f}"),
        *(f"{found.peak / 1e9:.1f}", str(figures["rounds"])),
        *(f"{figures[name]:.1%}" for name in ("character_masking_rate", "unique")),
    ]
    print(cells, figures["seconds"], flush=True)
    return cells


if __name__ == "__main__":
    main()

"""Histories by blocks: CPU, memory and loss of `local` and `streaming` as a log of purchases grows.

`python -m benchmarks.engines_histories [--records 1e5] [--pieces 4 16] [--fast 1e6] [--streamed 1e7] [--folder DIR]`.
Customers are made of the contest's: each is a stretch of the purchases of one of them, about ten, with some cells drawn
anew. Each run is a process of its own. Needs TOKUMEI_DATA.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.history_speed import contest
from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import PAGE, rewrite_block, table
from benchmarks.purchases import NAMES

K = 5
OUT = PAGE.parent / "engines.md"
LENGTH = 10
"""Purchases of a customer, in the mean."""
REDRAWN = 0.12
"""The chance of a cell to be drawn anew from its column."""
FILE = 5_000_000
"""Records of a file."""


def make(place: Path, records: int, *, seed: int = 1) -> None:
    """A folder of Parquet files."""
    source = contest().sort("customer", "day")
    first = source["customer"].rle_id().search_sorted(np.arange(source["customer"].n_unique()))
    starts = np.append(first.to_numpy(), source.height)
    place.mkdir(parents=True)
    random = np.random.default_rng(seed)
    for number, start in enumerate(range(0, records, FILE)):
        count = min(FILE, records - start)
        length = random.geometric(1 / LENGTH, count // 2)
        customers = int(np.searchsorted(np.cumsum(length), count)) + 1
        own = random.integers(0, len(starts) - 1, customers)
        length = np.minimum(length[:customers], (starts[own + 1] - starts[own]))
        begin = starts[own] + (random.random(customers) * (starts[own + 1] - starts[own] - length + 1)).astype(np.int64)
        within = np.arange(length.sum()) - np.repeat(np.cumsum(length) - length, length)
        rows = np.repeat(begin, length) + within
        names = np.repeat(np.arange(customers) + start, length)
        cells = [
            source[name].gather(
                np.where(random.random(len(rows)) < REDRAWN, random.permutation(len(rows)) % source.height, rows)
            )
            for name in NAMES[1:]
        ]
        frame = pl.DataFrame([pl.Series(NAMES[0], names), *cells])
        typed = frame.with_columns(pl.col("price").cast(pl.Float64), pl.col("quantity").cast(pl.Int64))
        typed[random.permutation(frame.height)].write_parquet(place / f"part-{number:03}.parquet")


def anonymized(source: str, target: str, engine: Any, effort: str) -> dict[str, Any]:
    """What the report says."""
    import tokumei

    kinds = ("date", "category", "number", "number")
    job = {
        "source": {"parquet": source},
        "subject": NAMES[0],
        "columns": {
            NAMES[0]: "identifier",
            **{name: {"role": "quasi", "type": kind} for name, kind in zip(NAMES[1:], kinds, strict=True)},
        },
        "privacy": {"k": K},
        "method": {"effort": effort},
        "engine": engine,
        "output": {"data": target, "report": f"{target}.html"},
    }
    report = tokumei.run(job, force=True).report
    assert report["smallest_group"] >= K
    return {
        "records": report["records"],
        "customers": report["history"]["subjects"],
        "blocks": report.get("engine", {}).get("blocks", ""),
        "ncp": report["loss"]["ncp"],
        "utility": report["history"]["utility"]["total"],
        "removed": report["removed"] / report["records"],
        "seconds": report["seconds"],
    }


def main() -> None:
    """Measures what is asked, prints it, and writes the block of the page."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--records", type=float, nargs="*", default=[1e5], help="in memory, by default and in blocks")
    asked.add_argument("--fast", type=float, nargs="*", default=[1e6], help="the same with `effort: fast`")
    asked.add_argument("--streamed", type=float, nargs="*", default=[], help="`effort: fast`, not in memory")
    asked.add_argument("--pieces", type=int, nargs="*", default=[4, 16], help="blocks of the first")
    asked.add_argument("--folder", type=Path)
    given = asked.parse_args()
    folder = Path(tempfile.mkdtemp(dir=given.folder))
    rows: list[list[str]] = []
    for size in sorted({*given.records, *given.fast, *given.streamed}):
        source = folder / f"{size:.0f}"
        make(source, int(size))
        ways: list[tuple[str, Any]] = []
        if size in given.records:
            ways += [("default", "local"), ("default", "streaming")]
            ways += [("default", {"name": "streaming", "pieces": pieces}) for pieces in given.pieces]
        if size in given.fast:
            ways += [("fast", "local"), ("fast", "streaming")]
        if size in given.streamed:
            ways.append(("fast", "streaming"))
        whole: dict[str, float] = {}
        for effort, engine in ways:
            found = in_fresh_process(anonymized, str(source), str(folder / "release.parquet"), engine, effort)
            result = found.result
            if engine == "local":
                whole[effort] = result["utility"]
            name = engine if isinstance(engine, str) else engine["name"]
            ratio = f"{result['utility'] / whole[effort]:.3f}" if effort in whole else ""
            measured = [f"{found.seconds:.0f}", f"{found.cpu:.1f}", f"{found.peak / 1e9:.2f}"]
            counts = [f"{result['records']:,}", f"{result['customers']:,}"]
            lost = [f"{result['utility']:.4f}", ratio, f"{100 * result['removed']:.2f}"]
            rows.append([*counts, f"`{effort}`", name, str(result["blocks"]), *measured, *lost])
            print(rows[-1], result, flush=True)
    header = ["records", "customers", "effort", "engine", "blocks", "wall s", "CPU s", "peak GB", "U"]
    header += ["`local` = 1", "removed %"]
    call = " ".join(["python -m benchmarks.engines_histories", *_given(sys.argv[1:])])
    words = f"`{call}`; {machine('tokumei', 'polars')}."
    rewrite_block("engines_histories", f"{words}\n\n{table(header, rows, left=4)}", OUT)


def _given(words: list[str]) -> list[str]:
    """The call without where its files lay."""
    return words[: words.index("--folder")] if "--folder" in words else words


if __name__ == "__main__":
    main()

"""How fast histories are anonymized, and in how much memory: `python -m benchmarks.history_speed [best]`.

The contest's 1,000 customers at several k, the sweep k = 2 … 20, and the whole Online Retail log at k = 5, each in a
process of its own after a warm-up that loads the compiled code; `best` measures `effort: best` alone. Needs
TOKUMEI_DATA.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import polars as pl

from benchmarks.measuring import in_fresh_process
from benchmarks.purchases import NAMES, histories_in, job
from tokumei import sweep
from tokumei.evaluation.history.utility import utility
from tokumei.history import anonymize

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
Timed = tuple[float, float | None, float, float]
"""U, share of the records removed, wall seconds, CPU seconds."""


def contest() -> pl.DataFrame:
    """The contest's data."""
    return pl.read_csv(DATA / "pwscup2018" / "T.csv.gz", has_header=False, new_columns=NAMES, infer_schema=False)


def online_retail() -> pl.DataFrame:
    """All records of Online Retail that have a customer, returns included."""
    retail = pl.read_parquet(DATA / "online_retail" / "online_retail.parquet").drop_nulls("CustomerID")
    day = pl.col("InvoiceDate").cast(pl.String).str.head(10)
    chosen = retail.select("CustomerID", day, "StockCode", "UnitPrice", "Quantity").cast(pl.String)
    return chosen.rename(dict(zip(chosen.columns, NAMES, strict=True)))


def timed(data: str, k: int, effort: str) -> Timed:
    """One anonymization, warm."""
    frame = contest() if data == "contest" else online_retail()
    histories = histories_in(frame)
    anonymize(histories_in(frame.head(2_000)), k=3, effort=effort)  # type: ignore[arg-type]
    wall, cpu = time.perf_counter(), time.process_time()
    release = anonymize(histories, k=k, effort=effort)  # type: ignore[arg-type]
    seconds = time.perf_counter() - wall, time.process_time() - cpu
    lost = utility(release)
    return lost.total, lost.removed, *seconds


def swept(attacks: bool) -> Timed:
    """The whole sweep, warm; every release is published and verified."""
    frame = contest()
    sweep(job(), [250], source=frame, attacks=attacks)
    wall, cpu = time.perf_counter(), time.process_time()
    points = sweep(job(), range(2, 21), source=frame, attacks=attacks)["points"]
    return min(point["total"] for point in points), None, time.perf_counter() - wall, time.process_time() - cpu


def main(*, best: bool) -> None:
    """Prints one line a measurement."""
    if not DATA.is_dir():
        sys.exit("The real data sets are not here: set TOKUMEI_DATA.")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':28}{'U':>8}{'removed':>9}{'wall s':>9}{'CPU s':>9}{'peak GB':>9}")
    for effort in ("best",) if best else ("fast", "default"):
        for k in (2, 3, 6, 10) if best else (2, 3, 6, 10, 20):
            _line(f"contest, k = {k}, {effort}", in_fresh_process(timed, "contest", k, effort))
    if best:
        return
    _line("contest, sweep 2:20", in_fresh_process(swept, False))
    _line("contest, sweep with attacks", in_fresh_process(swept, True))
    _line("Online Retail, k = 5", in_fresh_process(timed, "online_retail", 5, "default"))


def _line(name: str, measured: object) -> None:
    found, removed, wall, cpu = measured.result  # type: ignore[attr-defined]
    peak = measured.peak / 1e9  # type: ignore[attr-defined]
    gone = "" if removed is None else f"{removed:.1%}"
    print(f"{name:28}{found:8.4f}{gone:>9}{wall:9.1f}{cpu:9.1f}{peak:9.2f}", flush=True)


if __name__ == "__main__":
    main(best="best" in sys.argv[1:])

"""What more promises cost a history: `python -m benchmarks.history_promises`.

The contest's customers with bounds on the records removed, and the whole Online Retail log with l-diversity and
t-closeness of sensitive columns: of the country, which is one person's attribute and the United Kingdom for nine in
ten, and of the hour of the purchase. Each is a whole job, from the frame to the verified release. Needs TOKUMEI_DATA.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import polars as pl

import tokumei
from benchmarks.history_speed import DATA, contest
from benchmarks.purchases import NAMES, job

SHARES = (None, 0.12, 0.10, 0.09, 0.08)


def online_retail() -> pl.DataFrame:
    """All records of Online Retail that have a customer, with the country and the hour."""
    retail = pl.read_parquet(DATA / "online_retail" / "online_retail.parquet").drop_nulls("CustomerID")
    moment = pl.col("InvoiceDate").cast(pl.String)
    hour = moment.str.slice(11, 2).alias("hour")
    day = moment.str.head(10)
    chosen = retail.select("CustomerID", day, "StockCode", "UnitPrice", "Quantity", "Country", hour).cast(pl.String)
    return chosen.rename(dict(zip(chosen.columns, (*NAMES, "country", "hour"), strict=True)))


def line(name: str, frame: pl.DataFrame, asked: dict[str, Any]) -> None:
    """Runs one job and prints what it cost."""
    started = time.perf_counter()
    try:
        report = tokumei.anonymize(frame, asked).report
    except tokumei.Infeasible as error:
        print(f"{name:44}refused: {error}", flush=True)
        return
    utility = report["history"]["utility"]
    said = {note["key"]: note["values"] for note in (*report["notes"], *report["warnings"])}
    hidden = said.get("hidden_values")
    shown = "" if hidden is None else f"{hidden['records'] / hidden['of']:9.1%}"
    way = next((key for key in ("removal_by_price", "removal_by_length") if key in said), "")
    seconds = time.perf_counter() - started
    print(f"{name:44}{utility['total']:8.4f}{utility['removed']:9.1%}{shown:>9}{seconds:8.1f}  {way}", flush=True)


def main() -> None:
    """Prints one line a job."""
    if not DATA.is_dir():
        sys.exit("The real data sets are not here: set TOKUMEI_DATA.")
    print(f"{'':44}{'U':>8}{'removed':>9}{'hidden':>9}{'seconds':>8}")
    log = contest()
    for k in (3, 6):
        for share in SHARES:
            bound: dict[str, Any] = {} if share is None else {"suppress": share}
            name = "no bound" if share is None else f"suppress {share:g}"
            line(f"contest, k = {k}, {name}", log, {**job(k), "privacy": {"k": k, **bound}})
    retail = online_retail()
    promises: dict[str, dict[str, Any]] = {
        "no promise": {},
        "country: distinct 2": {"l_diversity": {"country": {"distinct": 2}}},
        "hour: distinct 3": {"l_diversity": {"hour": {"distinct": 3}}},
        "hour: t = 0.4": {"t_closeness": {"hour": 0.4}},
    }
    for name, promised in promises.items():
        asked = job(5)
        asked["columns"] = {
            **asked["columns"],
            "country": {"role": "sensitive", "type": "category", "shown": True},
            "hour": {"role": "sensitive", "type": "number", "shown": True},
        }
        line(f"Online Retail, k = 5, {name}", retail, {**asked, "privacy": {"k": 5, **promised}})


if __name__ == "__main__":
    main()

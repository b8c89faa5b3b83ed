"""What more promises cost a history: `python -m benchmarks.history_promises [suppress] [surplus] [values]`.

`suppress`: the contest's customers with bounds on the records removed. `surplus`: the same, where records that find no
partner are removed, or put side by side again under further pseudonyms, by default and `effort: best`; with the highest
rate of hits of the attackers who have the original. `values`: the whole Online Retail log with l-diversity and
t-closeness of sensitive columns: of the country, which is an attribute of the person and the United Kingdom for nine in
ten, and of the hour of the purchase. Each line is a whole job, from the frame to the verified release. Needs
TOKUMEI_DATA.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import polars as pl

import tokumei
from benchmarks.history_speed import DATA, contest
from benchmarks.purchases import NAMES, job

ATTACKS = ("assignment", "records-3", "records-10")
SHARES = (None, 0.12, 0.1, 0.09, 0.08, 0.06)


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
    wall, cpu = time.perf_counter(), time.process_time()
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
    seconds = f"{time.perf_counter() - wall:8.1f}{time.process_time() - cpu:8.1f}"
    print(f"{name:44}{utility['total']:8.4f}{utility['removed']:9.1%}{shown:>9}{seconds}  {way}", flush=True)


def main(parts: Sequence[str]) -> None:
    """Prints one line a job."""
    if not DATA.is_dir():
        sys.exit("The real data sets are not here: set TOKUMEI_DATA.")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'':44}{'U':>8}{'removed':>9}{'hidden':>9}{'seconds':>8}{'CPU s':>8}")
    if "suppress" in parts:
        bounds()
    if "surplus" in parts:
        further()
    if "values" in parts:
        values()


def bounds() -> None:
    """The contest's log with bounds on removals."""
    log = contest()
    for k in (3, 6):
        for share in SHARES:
            bound: dict[str, Any] = {} if share is None else {"suppress": share}
            name = "no bound" if share is None else f"suppress {share:g}"
            line(f"contest, k = {k}, {name}", log, {**job(k), "privacy": {"k": k, **bound}})


def further() -> None:
    """The contest's log with the records that find no partner removed, and put side by side again."""
    log = contest()
    for k in (2, 3, 6, 10):
        for surplus, effort in (("remove", "default"), ("again", "default"), ("again", "best")):
            asked = job(k, surplus=surplus, effort=effort)
            wall, cpu = time.perf_counter(), time.process_time()
            release = tokumei.anonymize(log, asked)
            seconds = f"{time.perf_counter() - wall:8.1f}{time.process_time() - cpu:8.1f}"
            found = tokumei.attack(log, release, asked).attacks
            hits = max((one["hits"] or 0) / one["claims"] for one in found if one["name"] in ATTACKS and one["claims"])
            figures = release.report["history"]
            utility, names = figures["utility"], figures.get("pseudonyms", figures["published_subjects"])
            lost = f"{utility['total']:8.4f}{utility['removed']:9.1%}"
            said = f"{lost}{'':9}{seconds}  {names:,} pseudonyms, hits {hits:.1%}"
            print(f"{f'contest, k = {k}, surplus: {surplus}, {effort}':44}{said}", flush=True)


def values() -> None:
    """Online Retail with promises of sensitive values."""
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
    main(sys.argv[1:] or ("suppress", "values"))

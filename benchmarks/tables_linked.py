"""What a release of two tables about the same people costs, linked and apart: `python -m benchmarks.tables_linked`.

The contest's 1,000 customers: `purchases` is the log; `customers` has a row for each, with the country that Online
Retail says, and the number and the first day of the purchases, as a shop would keep them. U is that of histories, lower
is better; of tables apart NCP says what is lost. *By itself* is the same table as a history of its own, whose
pseudonyms nobody can link with those of the other table. Needs TOKUMEI_DATA.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import polars as pl

import tokumei
from benchmarks.purchases import NAMES
from tokumei.core.progress import SILENT
from tokumei.job import TablesJob, load_any
from tokumei.pipeline.making import Stopwatch
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.tables import make_tables
from tokumei.pipeline.tables_attacking import across_tables
from tokumei.pipeline.tables_reading import prepare_tables

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
TABLES: dict[str, Any] = {
    "customers": {
        "columns": {
            "customer": "identifier",
            "country": {"role": "quasi", "type": "category"},
            "since": {"role": "quasi", "type": "date"},
            "purchases": {"role": "quasi", "type": "number"},
        }
    },
    "purchases": {
        "columns": {
            "customer": "identifier",
            "day": {"role": "quasi", "type": "date"},
            "goods": {"role": "quasi", "type": "category"},
            "price": {"role": "quasi", "type": "number"},
            "quantity": {"role": "quasi", "type": "number"},
        }
    },
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--k", type=int, nargs="+", default=[2, 3, 6, 10])
    parser.add_argument(
        "--suppress", type=float, nargs="+", help="linked tables alone, of each of which at most this share is removed"
    )
    parser.add_argument("--attack", action="store_true", help="what who knows people in both tables reaches")
    asked = parser.parse_args()
    frames = contest()
    print(", ".join(f"{frame.height:,} {name}" for name, frame in frames.items()))
    if asked.attack:
        attack(frames, asked.k)
        return
    print("| k | release | seconds | customers: U | NCP | removed | purchases: U | NCP | removed |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for k in asked.k:
        for share in asked.suppress or ():
            started = time.perf_counter()
            privacy = {"k": k, "suppress": share}
            job = {"person": "customer", "linked": True, "tables": TABLES, "privacy": privacy, "seed": 1}
            try:
                made = tokumei.anonymize(frames, job).report["tables"]
            except tokumei.Infeasible as said:
                print(f"| {k} | at most {share:.1%} | {said} |", flush=True)
                continue
            show(k, f"at most {share:.1%}", time.perf_counter() - started, made)
        if asked.suppress:
            continue
        for linked in (True, False):
            started = time.perf_counter()
            job = {"person": "customer", "linked": linked, "tables": TABLES, "privacy": {"k": k}, "seed": 1}
            made = tokumei.anonymize(frames, job).report["tables"]
            show(k, "linked" if linked else "apart", time.perf_counter() - started, made)
        started = time.perf_counter()
        alone = {
            name: tokumei.anonymize(
                frames[name], {**table, "subject": "customer", "privacy": {"k": k}, "seed": 1}
            ).report
            for name, table in TABLES.items()
        }
        show(k, "by itself", time.perf_counter() - started, alone)


def attack(frames: dict[str, pl.DataFrame], ks: list[int]) -> None:
    """The attacks across tables, inside runs."""
    print("| k | release | attack | tried | right | 99 % interval | by chance, or promised | verdict |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for k in ks:
        for linked in (True, False):
            job = load_any({"person": "customer", "linked": linked, "tables": TABLES, "privacy": {"k": k}, "seed": 1})
            assert isinstance(job, TablesJob)
            prepared, _ = prepare_tables(frames, job)
            watches = {name: Stopwatch() for name in frames}
            made, _, _ = make_tables(prepared, job, SILENT, watches=watches, watch=Stopwatch())
            labels = {name: labels_of(one.frame, prepared[name].job) for name, one in made.items()}
            for one in across_tables(prepared, labels, {name: own.record() for name, own in made.items()}, job):
                low, high = one["rate"]
                chance = one["control"] if one["promised"] is None else one["promised"]
                print(
                    f"| {k} | {'linked' if linked else 'apart'} | `{one['name']}` | {one['tried']:,} | "
                    f"{one['hits'] / one['claims']:.1%} | {low:.1%} – {high:.1%} | {chance:.1%} | {one['verdict']} |",
                    flush=True,
                )


def contest() -> dict[str, pl.DataFrame]:
    """The contest's log, and its customers."""
    log = pl.read_csv(DATA / "pwscup2018" / "T.csv.gz", has_header=False, new_columns=NAMES, infer_schema=False)
    log = log.with_columns(pl.col("day").str.to_date("%Y/%m/%d"))
    retail = pl.read_parquet(DATA / "online_retail" / "online_retail.parquet", columns=["CustomerID", "Country"])
    country = (
        retail.drop_nulls()
        .select(
            pl.col("CustomerID").cast(pl.Int64).cast(pl.String).alias("customer"), pl.col("Country").alias("country")
        )
        .unique("customer", keep="first", maintain_order=True)
    )
    counted = log.group_by("customer", maintain_order=True).agg(
        pl.col("day").min().alias("since"), pl.len().alias("purchases")
    )
    customers = counted.join(country, on="customer", how="left").select(list(TABLES["customers"]["columns"]))
    return {"customers": customers, "purchases": log.select(list(TABLES["purchases"]["columns"]))}


def show(k: int, release: str, seconds: float, reports: dict[str, Any]) -> None:
    """A line of the table."""
    cells = []
    for report in reports.values():
        lost = report.get("history")
        cells += [
            "" if lost is None else f"{lost['utility']['total']:.3f}",
            f"{report['loss']['ncp']:.3f}",
            f"{report['removed'] / report['records']:.1%}",
        ]
    print(f"| {k} | {release} | {seconds:.1f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

"""Two releases of the same customers laid over each other: `python -m benchmarks.history_ledger` (the contest's data).

The first release has all but the last month, the second everything. What the attack `laid-over` reaches on the goods of
the second, beside the first: without a ledger, and with one. Prints a table in Markdown.
"""

from __future__ import annotations

import csv
import gzip
import tempfile
from pathlib import Path
from typing import Any

import polars as pl

import tokumei
from benchmarks.purchases import frame_of, job
from benchmarks.text_collections import folder

K = 3


def main() -> None:
    """Both ways."""
    with gzip.open(folder() / "pwscup2018" / "T.csv.gz", "rt", encoding="utf-8") as lines:
        rows = [[row[0], _day(row[1]), *row[2:]] for row in csv.reader(lines)]
    last = max(row[1] for row in rows)[:7]
    everything, before = frame_of(rows), frame_of(row for row in rows if row[1][:7] < last)
    print("| ledger | lines of which the good is said | right | 99 % interval | chance | U of the second release |")
    print("|---|---:|---:|---:|---:|---:|")
    for ledger in (False, True):
        with tempfile.TemporaryDirectory() as scratch:
            asked = job(K)
            if ledger:
                asked["ledger"] = {"file": str(Path(scratch) / "shop.ledger"), "newcomers": "remove"}
            first, second = (_released(frame, asked, scratch) for frame in (before, everything))
        attacked = tokumei.attack(everything, second.data, asked, also=first.data)
        goods = next(one for one in attacked["attacks"] if (one["name"], one["column"]) == ("laid-over", "goods"))
        low, high = goods["rate"]
        lost = second.report["history"]["utility"]["total"]
        print(
            f"| {'yes' if ledger else 'no'} | {goods['claims'] / goods['tried']:.1%} "
            f"| {goods['hits'] / goods['claims']:.1%} | {low:.1%} – {high:.1%} | {goods['baseline']:.1%} "
            f"| {lost:.3f} |",
            flush=True,
        )


def _day(text: str) -> str:
    year, month, day = text.split("/")
    return f"{year}-{int(month):02}-{int(day):02}"


def _released(frame: pl.DataFrame, asked: dict[str, Any], scratch: str) -> tokumei.Release:
    release = tokumei.anonymize(frame, asked)
    release.write(scratch, force=True)
    return release


if __name__ == "__main__":
    main()

"""Baskets, texts and purposes in histories: `python -m benchmarks.history_contents [baskets] [texts] [rules]`.

`baskets`: the receipts of Online Retail, a record each, with and without the gift shop's categories over the goods.
`texts`: the contest's customers with the descriptions of their goods as a memo a row, within lines and beside them.
`rules`: the contest's customers with five offers, made for them and not, and with a label. Each line is a whole job,
from the frame to the verified release. Needs TOKUMEI_DATA.
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
from benchmarks.purchases import job
from tokumei.history.categories import gift_shop

OFFERS: list[dict[str, Any]] = [
    {"name": "bulk", "when": {"quantity": {"from": 24}}},
    {"name": "dear", "when": {"price": {"from": 5}}},
    {"name": "small change", "when": {"price": {"under": 1}, "quantity": {"under": 12}}},
    {"name": "autumn", "when": {"day": {"from": "2011-09-01", "to": "2011-11-30"}}},
    {"name": "dear in autumn", "weight": 2, "when": {"price": {"from": 3}, "day": {"from": "2011-09-01"}}},
]


def retail() -> pl.DataFrame:
    """Online Retail, the records that have a customer and a description."""
    return pl.read_parquet(DATA / "online_retail" / "online_retail.parquet").drop_nulls(["CustomerID", "Description"])


def described(log: pl.DataFrame) -> dict[str, str]:
    """Goods → their most frequent description."""
    counts = log.group_by("StockCode", "Description").len().sort("len", "Description", descending=[True, False])
    return dict(counts.unique("StockCode", keep="first", maintain_order=True).select("StockCode", "Description").rows())


def line(name: str, column: str, frame: pl.DataFrame, asked: dict[str, Any]) -> None:
    """Runs one job and prints what it cost: U, that of one column, what is removed, and how well offers are served."""
    wall, cpu = time.perf_counter(), time.process_time()
    release = tokumei.anonymize(frame, asked)
    seconds = f"{time.perf_counter() - wall:8.1f}{time.process_time() - cpu:8.1f}"
    utility = release.report["history"]["utility"]
    served = tokumei.measure(frame, release.data, {**asked, "method": {"rules": OFFERS}}) if column == "offers" else {}
    own = served["purpose"]["overall"]["f1"] if served else utility["columns"][column]
    print(f"{name:44}{utility['total']:8.4f}{own:9.4f}{utility['removed']:9.1%}{seconds}", flush=True)


def baskets() -> None:
    """Receipts as baskets, whose items are deleted or published as categories."""
    log = retail().filter(pl.col("Quantity") > 0)
    kinds = gift_shop().sort(described(log))
    receipts = log.group_by("CustomerID", "InvoiceNo").agg(
        pl.col("InvoiceDate").first().cast(pl.String).str.head(10).alias("day"),
        pl.col("StockCode").unique().sort().alias("basket"),
        (pl.col("Quantity") * pl.col("UnitPrice")).sum().round(0).alias("amount"),
    )
    frame = receipts.select(pl.col("CustomerID").cast(pl.String).alias("customer"), "day", "basket", "amount")
    tree = {"hierarchy": {"rows": sorted([goods, kind] for goods, kind in kinds.items())}}
    for k in (2, 5):
        for name, settings in (("items", {}), ("items and categories", tree)):
            asked = job(k)
            asked["columns"] = {
                "customer": "identifier",
                "day": {"role": "quasi", "type": "date"},
                "basket": {"role": "quasi", "type": "set", **settings},
                "amount": {"role": "quasi", "type": "number"},
            }
            line(f"receipts, k = {k}, {name}", "basket", frame, asked)


def texts() -> None:
    """Descriptions of goods as texts, in the place of their codes."""
    names = described(retail())
    frame = contest().with_columns(pl.col("goods").replace_strict(names, default=None).alias("memo")).drop("goods")
    for k in (2, 5):
        for name, settings in (("within lines", {}), ("beside lines", {"shown": True})):
            asked = job(k)
            del asked["columns"]["goods"]
            asked["columns"]["memo"] = {"role": "quasi", "type": "text", "whitespace": "keep", **settings}
            line(f"contest, k = {k}, memo {name}", "memo", frame, asked)


def rules() -> None:
    """Offers, to whom a release made for them still finds the way."""
    for k in (2, 5):
        line(f"contest, k = {k}, without a purpose", "offers", contest(), job(k))
        line(f"contest, k = {k}, for five offers", "offers", contest(), job(k, rules=OFFERS))


PARTS = {"baskets": baskets, "texts": texts, "rules": rules}


def main(parts: Sequence[str]) -> None:
    """Prints one line a job."""
    if not DATA.is_dir():
        sys.exit("The real data sets are not here: set TOKUMEI_DATA.")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        f"{'':44}{'U':>8}{'column':>9}{'removed':>9}{'seconds':>8}{'CPU s':>8}   (for offers: F1 in place of a column)"
    )
    for part in parts:
        PARTS[part]()


if __name__ == "__main__":
    main(sys.argv[1:] or tuple(PARTS))

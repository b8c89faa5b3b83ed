"""Rules on real data (TOKUMEI_DATA): adult, and the customers of Online Retail; every score side by side.

python -m benchmarks.purpose_real adult
python -m benchmarks.purpose_real retail
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import polars as pl

import tokumei

DATA = Path(os.environ.get("TOKUMEI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
ADULT = ("sex", "race", "marital-status", "education", "native-country", "workclass", "occupation")
ADULT_RULES = [
    {"name": "books", "when": {"education": ["Bachelors", "Masters", "Doctorate"]}},
    {"name": "pension", "when": {"age": {"from": 55}}},
    {"name": "first job", "when": {"age": {"under": 25}, "marital-status": "Never-married"}},
    {"name": "tools", "when": {"occupation": "Craft-repair", "sex": "Male"}},
    {"name": "family car", "when": {"marital-status": "Married-civ-spouse", "age": {"from": 30, "to": 45}}},
]
RETAIL_RULES = [
    {"name": "welcome back", "when": {"last": {"to": "2011-06-30"}}},
    {"name": "gold card", "when": {"spent": {"from": 5000}}},
    {"name": "bulk price", "when": {"pieces": {"from": 1000}, "orders": {"from": 5}}},
    {"name": "continent", "when": {"country": ["Germany", "France", "Belgium", "Netherlands", "Spain"]}},
    {"name": "newcomers", "when": {"first": {"from": "2011-09-01"}, "orders": {"to": 2}}},
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", choices=("adult", "retail"))
    parser.add_argument("--k", type=int, default=10)
    asked = parser.parse_args()
    frame, columns, rules, label = adult() if asked.data == "adult" else retail()
    print(f"{asked.data}: {frame.height:,} records, k = {asked.k}; F1 by rule, undecided people in brackets\n")
    print("| score | " + " | ".join(rule["name"] for rule in rules) + " | all rules | NCP | Prec | groups |")
    print("|---|" + "---|" * (len(rules) + 4))
    for score in ("ncp", "median", "prec", "tfidf", "purpose", "gain"):
        method = {"score": score, "rules": rules, **({"label": label} if score == "gain" else {})}
        job = {"columns": columns, "privacy": {"k": asked.k}, "method": method, "seed": 0}
        report = tokumei.anonymize(frame, job).report
        served = [*report["purpose"]["rules"], report["purpose"]["overall"]]
        cells = [f"{one['f1']:.3f} ({one['undecided']:.1%})" for one in served]
        prec = "–" if report["prec"] is None else f"{report['prec']:.3f}"
        print(f"| {score} | " + " | ".join(cells) + f" | {report['loss']['ncp']:.3f} | {prec} | {report['groups']:,} |")


def adult() -> tuple[pl.DataFrame, dict[str, Any], list[dict[str, Any]], str]:
    """Adult with its hierarchies; age as a number, the salary to be predicted."""
    folder = DATA / "adult"
    trees = {name: str(folder / f"adult_hierarchy_{name}.csv") for name in ADULT}
    columns: dict[str, Any] = {
        name: {"role": "quasi", "type": "category", "hierarchy": tree} for name, tree in trees.items()
    }
    columns |= {"age": {"role": "quasi", "type": "number"}, "salary-class": {"role": "sensitive", "type": "category"}}
    return pl.read_csv(folder / "adult.csv.gz", separator=";"), columns, ADULT_RULES, "salary-class"


def retail() -> tuple[pl.DataFrame, dict[str, Any], list[dict[str, Any]], str]:
    """One record a customer of Online Retail: country, orders, pieces, spending, first and last day."""
    sales = pl.read_parquet(DATA / "online_retail" / "online_retail.parquet").drop_nulls("CustomerID")
    day = pl.col("InvoiceDate").cast(pl.String).str.slice(0, 10)
    customers = (
        sales.with_columns(day=day, paid=pl.col("Quantity") * pl.col("UnitPrice"))
        .group_by("CustomerID")
        .agg(
            country=pl.col("Country").first(),
            orders=pl.col("InvoiceNo").n_unique(),
            pieces=pl.col("Quantity").sum(),
            spent=pl.col("paid").sum().round(0).cast(pl.Int64),
            first=pl.col("day").min(),
            last=pl.col("day").max(),
        )
        .sort("CustomerID")
    )
    columns: dict[str, Any] = {
        "CustomerID": "identifier",
        "country": {"role": "quasi", "type": "category"},
        **{name: {"role": "quasi", "type": "number"} for name in ("orders", "pieces", "spent")},
        **{name: {"role": "quasi", "type": "date"} for name in ("first", "last")},
    }
    return customers, columns, RETAIL_RULES, "spent"


if __name__ == "__main__":
    main()

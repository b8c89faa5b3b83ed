"""What it costs that the person is the unit: the same table with and without `person`, in one run.

    python -m benchmarks.persons                        # a million records of 100,000 people, k = 10
    python -m benchmarks.persons --records 100000 --k 5

Three made-up tables of receipts: everybody has about ten; one person has half of all; and one with so few different
values that most records equal others, which a table without `person` counts once. The figures are of the whole call,
from a frame to a verified release with its report; kernels are compiled before. Processor seconds are those of all
threads, which a busy machine changes less than the clock.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

import tokumei

RECORDS_A_PERSON = 10
COLUMNS: dict[str, Any] = {
    "patient": "identifier",
    "birth": {"role": "quasi", "type": "number"},
    "sex": {"role": "quasi", "type": "category"},
    "town": {"role": "quasi", "type": "category"},
    "month": {"role": "quasi", "type": "date", "format": "%Y-%m"},
    "ward": {"role": "quasi", "type": "category"},
    "cost": {"role": "sensitive", "type": "number"},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--k", type=int, default=10)
    asked = parser.parse_args()
    for person in (False, True):
        run(receipts(4_000), 5, person=person)
    print(f"{asked.records:,} records, k = {asked.k}")
    print("| table | | people | seconds | processor | × | NCP | groups | fewest people in a group |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for name, made in TABLES.items():
        frame, first = made(asked.records), None
        for person in (False, True):
            seconds, busy, report = run(frame, asked.k, person=person)
            first = first or busy
            fewest = report["people"]["smallest_group"] if person else smallest_crowd(report)
            print(
                f"| {name} | {'`person`' if person else 'records'} | {frame['patient'].n_unique():,} | {seconds:.1f} "
                f"| {busy:.1f} | {busy / first:.2f} | {report['loss']['ncp']:.4f} | {report['groups']:,} | {fewest} |",
                flush=True,
            )


def run(frame: pl.DataFrame, k: int, *, person: bool) -> tuple[float, float, dict[str, Any]]:
    """Seconds on the clock and of the processors, and the report."""
    job = {"columns": COLUMNS, "privacy": {"k": k}, **({"person": "patient"} if person else {})}
    started, busy = time.perf_counter(), time.process_time()
    report = tokumei.anonymize(frame, job).report
    return time.perf_counter() - started, time.process_time() - busy, report


def smallest_crowd(report: dict[str, Any]) -> str:
    """What the warning says of groups that count records: how many of them are of fewer than k people."""
    said = [note["values"] for note in report["warnings"] if note["key"] == "few_people"]
    return f"below k in {said[0]['groups']:,} groups" if said else "k"


def receipts(records: int) -> pl.DataFrame:
    """Receipts of patients, who have a year of birth, a sex and a town of their own."""
    rng = np.random.default_rng(0)
    people = records // RECORDS_A_PERSON
    return _of(rng.integers(0, people, records), people, rng)


def half_of_one(records: int) -> pl.DataFrame:
    """The same where one patient has half of all receipts."""
    rng = np.random.default_rng(0)
    people = records // RECORDS_A_PERSON
    whose = rng.integers(0, people, records)
    return _of(np.where(rng.random(records) < 0.5, 0, whose), people, rng)


def few_values(records: int) -> pl.DataFrame:
    """The same with decades of birth and one month: most receipts equal others."""
    return receipts(records).with_columns(birth=pl.col("birth") // 10 * 10, month=pl.lit("2024-01"))


def _of(whose: np.ndarray, people: int, rng: np.random.Generator) -> pl.DataFrame:
    records = len(whose)
    town = np.minimum(rng.zipf(1.3, people), 200)
    return pl.DataFrame(
        {
            "patient": whose,
            "birth": rng.integers(1930, 2010, people)[whose],
            "sex": rng.choice(["f", "m"], people)[whose],
            "town": np.array([f"t{number}" for number in town.tolist()])[whose],
            "month": [f"2024-{month:02}" for month in rng.integers(1, 13, records).tolist()],
            "ward": rng.choice(list("abcdefghijkl"), records),
            "cost": rng.lognormal(8, 1, records).astype(np.int64) // 100 * 100,
        }
    )


TABLES: dict[str, Callable[[int], pl.DataFrame]] = {
    "ten receipts each": receipts,
    "half of one person": half_of_one,
    "few values": few_values,
}


if __name__ == "__main__":
    main()

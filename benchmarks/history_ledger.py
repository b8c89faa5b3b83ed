"""Two releases of the same customers laid over each other: `python -m benchmarks.history_ledger` (the contest's data).

The first release has all but the last month, the second everything. The attacker knows whose class is whose in both,
takes for every published line of the second those of the first that can be of the same record, and names the good that
is left where one is. Without a ledger, and with one. Prints a table in Markdown.
"""

from __future__ import annotations

import csv
import gzip
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from scipy.stats import beta

import tokumei
from benchmarks.purchases import frame_of, job
from benchmarks.text_collections import folder

K = 3
NUMBERS = ("day", "price", "quantity")
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lines:
    """The published lines of one person."""

    low: Floats
    """Column × line."""
    high: Floats
    goods: list[frozenset[str] | None]
    """None: anything."""


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
        said, tried, right, chance = _attack(before, first, everything, second)
        low, high = beta.ppf(0.005, right, said - right + 1), beta.ppf(0.995, right + 1, said - right)
        lost = second.report["history"]["utility"]["total"]
        print(
            f"| {'yes' if ledger else 'no'} | {said / tried:.1%} | {right / said:.1%} | {low:.1%} – {high:.1%} "
            f"| {chance:.1%} | {lost:.3f} |",
            flush=True,
        )


def _day(text: str) -> str:
    year, month, day = text.split("/")
    return f"{year}-{int(month):02}-{int(day):02}"


def _released(frame: pl.DataFrame, asked: dict[str, Any], scratch: str) -> tokumei.Release:
    release = tokumei.anonymize(frame, asked)
    release.write(scratch, force=True)
    return release


def _attack(
    before: pl.DataFrame, first: tokumei.Release, everything: pl.DataFrame, second: tokumei.Release
) -> tuple[int, int, int, float]:
    """Lines of which the good is said, lines tried, right claims, and how often a guess within the line is right."""
    old = _lines(before, first.data)
    said = tried = right = 0
    chance = 0.0
    goods = everything["goods"].to_list()
    for name, (lines, records) in _lines(everything, second.data).items():
        earlier = old.get(name)
        for place, record in enumerate(records):
            own = lines.goods[place]
            if own is None or len(own) < 2:
                continue
            tried += 1
            if earlier is None:
                continue
            left = _left(earlier[0], lines, place, own)
            if len(left) == 1:
                said += 1
                right += goods[record] in left
                chance += 1 / len(own)
    return said, tried, right, chance / max(said, 1)


def _left(old: Lines, new: Lines, place: int, own: frozenset[str]) -> set[str]:
    """The goods that the lines of the first release leave of a line of the second."""
    fits = (old.low <= new.high[:, [place]]).all(axis=0) & (old.high >= new.low[:, [place]]).all(axis=0)
    left: set[str] = set()
    for line in np.flatnonzero(fits).tolist():
        goods = old.goods[line]
        left |= own if goods is None else own & goods
    return left


def _lines(source: pl.DataFrame, released: pl.DataFrame) -> dict[str, tuple[Lines, list[int]]]:
    """Customer → the lines that she publishes, and the records behind them."""
    records: dict[str, list[int]] = defaultdict(list)
    shown = released["goods"].cast(pl.String).to_list()
    marks = released["customer"].cast(pl.String).to_list()
    for row, name in enumerate(source["customer"].to_list()):
        if marks[row] != "*":
            records[name].append(row)
    ends = {name: [_ends(cell) for cell in released[name].cast(pl.String).to_list()] for name in NUMBERS}
    found: dict[str, tuple[Lines, list[int]]] = {}
    for name, own in records.items():
        low, high = (np.array([[ends[one][row][side] for row in own] for one in NUMBERS]) for side in (0, 1))
        found[name] = Lines(low, high, [_set(shown[row]) for row in own]), own
    return found


def _ends(cell: str) -> tuple[float, float]:
    if cell == "*":
        return -np.inf, np.inf
    parts = cell[1:-1].split(";") if cell.startswith("[") else [cell, cell]
    low, high = (float(part.replace("-", "")) if part.count("-") == 2 else float(part) for part in parts)
    return low, high


def _set(cell: str) -> frozenset[str] | None:
    if cell == "*":
        return None
    return frozenset(cell[1:-1].split(";")) if cell.startswith("{") else frozenset([cell])


if __name__ == "__main__":
    main()

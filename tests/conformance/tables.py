"""Made-up tables for the conformance suite: one with a column of every type, and awkward ones."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import numpy as np
import polars as pl

__all__ = ["AWKWARD", "BLOCKS", "HOME", "KINDS", "PEOPLE", "population_file", "with_nulls"]

RECORDS = 64
SUBJECTS = 16
KINDS = {"age": "number", "day": "date", "town": "category", "items": "set", "note": "text", "remark": "text"}
"""Quasi-identifier → its type."""


def people() -> pl.DataFrame:
    """Records of sixteen persons, four each."""
    rng = np.random.default_rng(1)

    def drawn(values: list[str]) -> list[str]:
        return [str(value) for value in rng.choice(values, RECORDS)]

    stock = ["a2", "b1", "b2", "c1", "c2", "d1", "d2"]
    items = [",".join(sorted({"a1", *rng.choice(stock, size).tolist()})) for size in rng.integers(0, 4, RECORDS)]
    return pl.DataFrame(
        {
            "person": [f"p{record % SUBJECTS}" for record in range(RECORDS)],
            "age": rng.integers(20, 60, RECORDS).tolist(),
            "day": [
                f"20{year}-{month:02}-{day:02}" for year, month, day in rng.integers(10, 13, (RECORDS, 3)).tolist()
            ],
            "town": drawn([f"{side}-{street}" for side in "NS" for street in "abcdefghij"]),
            "items": items,
            "note": drawn(["no pain", "no pain at night", "pain at night", "a cough", "a cough at night"]),
            "remark": drawn(["called", "called twice", "came twice", "came"]),
            "sick": drawn(["flu", "fever", "cold", "cough"]),
            "pay": rng.integers(1, 9, RECORDS).tolist(),
        }
    )


def blocks() -> pl.DataFrame:
    """The records four alike, but for the last, which is like no other: to remove it costs least."""
    alike = PEOPLE.with_columns(PEOPLE[name].gather(np.arange(RECORDS) // 4) for name in KINDS)
    odd = {"age": 99, "day": "2031-12-31", "town": "X-far", "items": "z8,z9", "note": "Zyx 987", "remark": "?!"}
    last = pl.Series(range(RECORDS)) == RECORDS - 1
    return alike.with_columns(
        pl.when(last).then(pl.lit(value, dtype=alike.schema[name])).otherwise(pl.col(name)).alias(name)
        for name, value in odd.items()
    )


def with_nulls(frame: pl.DataFrame, share: float = 0.2) -> pl.DataFrame:
    """The frame with missing cells in every column but the one that names the person."""
    rng = np.random.default_rng(4)
    return frame.with_columns(
        pl.when(pl.Series(rng.random(frame.height) < share)).then(None).otherwise(pl.col(name)).alias(name)
        for name in frame.columns
        if name != "person"
    )


@cache
def population_file() -> str:
    """A file of a population: four of everybody, the people of `PEOPLE` among them."""
    path = Path(mkdtemp()) / "population.csv"
    atexit.register(rmtree, path.parent, ignore_errors=True)
    pl.concat([PEOPLE] * 4).write_csv(path)
    return str(path)


PEOPLE = people()
BLOCKS = blocks()
HOME: str = PEOPLE["town"][0]
"""A town that every table has."""


def _awkward(age: list[Any], town: list[str], day: list[str]) -> pl.DataFrame:
    """Cells of three columns, and of the rest what goes with anything."""
    size = len(age)
    return pl.DataFrame(
        {
            "person": [f"p{record}" for record in range(size)],
            "age": age,
            "day": day,
            "town": town,
            "items": (["a1,b1", "a1", "b1,c1"] * size)[:size],
            "note": (["no pain", "no pain at all"] * size)[:size],
            "remark": ["came"] * size,
            "sick": (["flu", "cold"] * size)[:size],
            "pay": list(range(size)),
        },
        strict=False,
    )


AWKWARD: dict[str, pl.DataFrame] = {
    "exactly k": _awkward([1, 2, 3], [HOME, "b", "c"], ["1990-01-01", "1991-01-01", "1992-01-01"]),
    "one unlike all others": _awkward([1] * 9 + [99], [HOME] * 9 + ["z"], ["1990-01-01"] * 10),
    "all but one column constant": _awkward(list(range(12)), [HOME] * 12, ["1990-01-01"] * 12),
    "everything twice": pl.concat([PEOPLE[:12], PEOPLE[:12].with_columns(pl.col("person") + "x")]),
    "strange values": _awkward(
        [-0.5, 1e15, 1e-9, 0.0, 7.0, 7.0, 7.0, -3.0],
        ["a;b", '"', "{", "日本", " x ", HOME, HOME, HOME],
        ["1970-01-01"] * 4 + ["2262-01-01"] * 4,
    ),
}
"""What has broken anonymizers before."""

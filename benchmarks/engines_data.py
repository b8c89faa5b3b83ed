"""Records in any number, drawn from adult: for the benchmarks of engines.

`mix` draws a record and each of its cells anew with a small chance, so that different records grow slowly; `wide` draws
every cell from its column, and the age in days, so that nearly all records differ.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.adult_table import COLUMNS, folder

__all__ = ["columns", "make"]


REDRAWN = 0.12
FILE = 5_000_000
"""Records of a file."""


def columns() -> dict[str, Any]:
    """The nine quasi-identifiers with their hierarchies, age by range, and a kept column."""
    trees = {
        name: {"role": "quasi", "type": "category", "hierarchy": str(folder() / f"adult_hierarchy_{name}.csv")}
        for name in COLUMNS
    }
    return {**trees, "age": {"role": "quasi", "type": "number"}, "amount": "keep"}


def make(place: Path, rows: int, *, kind: str = "mix", seed: int = 1) -> None:
    """A folder of Parquet files."""
    source = pl.read_csv(folder() / "adult.csv.gz", separator=";")
    place.mkdir(parents=True)
    random = np.random.default_rng(seed)
    for number, start in enumerate(range(0, rows, FILE)):
        count = min(FILE, rows - start)
        own = random.integers(0, source.height, count)
        made: list[pl.Series] = []
        for name in COLUMNS:
            other = random.random(count) < REDRAWN if kind == "mix" else np.ones(count, dtype=bool)
            cells = np.where(other, random.integers(0, source.height, count), own)
            column = source[name].gather(cells)
            if kind == "wide" and name == "age":
                column = column * 365 + pl.Series(random.integers(0, 365, count))
            made.append(column.alias(name))
        made.append(pl.Series("amount", random.integers(0, 1000, count)))
        pl.DataFrame(made).write_parquet(place / f"part-{number:03}.parquet")

"""What an engine says of columns that no algorithm sees."""

from __future__ import annotations

import polars as pl

from tokumei.io.counted import RECORDS, Shown
from tokumei.io.guess import looks_like_text

__all__ = ["EXACT", "shown_of", "shown_of_many"]

EXACT = 1 << 22
"""Values of a column up to which they are counted one by one."""
NEARLY = 0.9
"""A column with more values than this share of the records, by estimate, has one a record."""


def shown_of(values: pl.DataFrame, name: str, *, k: int, rows: int) -> Shown:
    """From all values of a column with their counts in `RECORDS`."""
    values = values.filter(pl.col(name).is_not_null())
    if values.schema[name] == pl.String:
        values = values.filter(pl.col(name) != "")
    rare = int(values.filter(pl.col(RECORDS) < k)[RECORDS].sum())
    free = 2 * values.height > rows and looks_like_text(values[name], values.height)
    return Shown(values.height, rare, free)


def shown_of_many(about: int, *, k: int, rows: int) -> Shown:
    """From an estimate of how many values there are: as few records have rare ones as must have."""
    different = min(about, rows)
    return Shown(rows if different > NEARLY * rows else different, max((different * k - rows) // (k - 1), 1))

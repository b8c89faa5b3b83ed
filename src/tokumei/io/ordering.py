"""An order of rows that tells nothing about the source's."""

from __future__ import annotations

import polars as pl

__all__ = ["ordered_by_content"]


def ordered_by_content(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The rows in an order that follows from their own published values and the seed alone.

    Shuffling the source's order with a seed that stands in the report could be undone. So rows are sorted by what they
    publish, and only then shuffled: equal rows cannot be told apart, and repeating the job repeats the file.
    """
    keys = [
        pl.col(name).cast(pl.String) if dtype.base_type() is pl.Categorical else pl.col(name)
        for name, dtype in frame.schema.items()
        if not dtype.is_nested()
    ]
    nested = [pl.col(name).hash() for name, dtype in frame.schema.items() if dtype.is_nested()]
    return frame.sort([*keys, *nested]).sample(fraction=1.0, shuffle=True, seed=seed)

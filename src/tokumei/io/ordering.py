"""An order of rows that tells nothing about the source's."""

from __future__ import annotations

import numpy as np
import polars as pl

from tokumei.io.distinct import texts_of

__all__ = ["ordered_by_content"]

_TIMES = "\0times"


def ordered_by_content(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The rows in an order that follows from their own published values and the seed alone.

    Shuffling the source's order with a seed that stands in the report could be undone. So rows are sorted by what they
    publish, and only then shuffled: equal rows cannot be told apart, and repeating the job repeats the file.
    *Cost*: distinct rows are sorted, which are few where groups share their values.
    """
    nested = [name for name, dtype in frame.schema.items() if dtype.is_nested()]
    if nested:  # lists have no order of their own, but a text that has one
        keys = frame.with_columns(texts_of(frame[name]) for name in nested).select(_keys(frame))
        sorted_ = frame[keys.with_row_index("\0row").sort(keys.columns)["\0row"]]
    else:
        counted = frame.group_by(frame.columns).agg(pl.len().alias(_TIMES)).sort(_keys(frame))
        sorted_ = counted.drop(_TIMES)[np.repeat(np.arange(counted.height), counted[_TIMES].to_numpy())]
    return sorted_[np.random.default_rng(seed).permutation(sorted_.height)]


def _keys(frame: pl.DataFrame) -> list[pl.Expr]:
    """Columns to sort by; the order of a categorical column's codes is that of their appearance, so its texts are."""
    return [
        pl.col(name).cast(pl.String) if dtype.base_type() is pl.Categorical else pl.col(name)
        for name, dtype in frame.schema.items()
    ]

"""An order of rows that tells nothing about the source's."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.io.distinct import texts_of

__all__ = ["content_rank", "ordered_by_content"]

_TIMES = "\0times"


def ordered_by_content(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The rows in an order that follows from their own published values and the seed alone.

    Shuffling the source's order with a seed that stands in the report could be undone. So rows are sorted by what they
    publish, and only then shuffled: equal rows cannot be told apart, and repeating the job repeats the file.
    *Cost*: distinct rows are sorted, which are few where groups share their values.
    """
    if any(dtype.is_nested() for dtype in frame.schema.values()):
        sorted_ = frame[_sorted_rows(frame)]
    else:
        counted = frame.group_by(frame.columns).agg(pl.len().alias(_TIMES)).sort(_keys(frame))
        sorted_ = counted.drop(_TIMES)[np.repeat(np.arange(counted.height), counted[_TIMES].to_numpy())]
    return sorted_[np.random.default_rng(seed).permutation(sorted_.height)]


def content_rank(frame: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Row → its place when all rows are sorted by what stands in them; equal rows follow each other."""
    rows = _sorted_rows(frame).to_numpy()
    place = np.empty(frame.height, dtype=np.int64)
    place[rows] = np.arange(frame.height)
    return place


def _sorted_rows(frame: pl.DataFrame) -> pl.Series:
    """The rows' numbers, sorted by content; lists have no order of their own, but a text that has one."""
    nested = [name for name, dtype in frame.schema.items() if dtype.is_nested() or dtype == pl.Object]
    keys = frame.with_columns(texts_of(frame[name]) for name in nested).select(_keys(frame))
    return keys.with_row_index("\0row").sort(keys.columns, maintain_order=True)["\0row"]


def _keys(frame: pl.DataFrame) -> list[pl.Expr]:
    """Columns to sort by; the order of a categorical column's codes is that of their appearance, so its texts are."""
    return [
        pl.col(name).cast(pl.String) if dtype.base_type() is pl.Categorical else pl.col(name)
        for name, dtype in frame.schema.items()
    ]

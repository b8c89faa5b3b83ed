"""What a plain table has no form for, as texts: lists, structures, durations, bytes."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from tokumei.io.distinct import is_text, joined_lists, texts_of

__all__ = ["flat"]


def flat(frame: pl.DataFrame, separators: Mapping[str, str]) -> pl.DataFrame:
    """The frame with a text in place of what has no form of its own, and nothing in place of NaN.

    A list is its items with the column's separator between, as sets are read back; a JSON array where the column has no
    separator, or where an item contains it.
    """
    formless = (pl.List, pl.Array, pl.Struct, pl.Duration, pl.Binary)
    columns = frame.get_columns()
    texts = [_text(column, separators.get(column.name)) for column in columns if isinstance(column.dtype, formless)]
    numbers = [column.fill_nan(None) for column in columns if column.dtype.is_float()]
    return frame.with_columns(*texts, *numbers)


def _text(column: pl.Series, separator: str | None) -> pl.Series:
    if separator is None or not isinstance(column.dtype, (pl.List, pl.Array)):
        return texts_of(column)
    items = column.explode(keep_nulls=True, empty_as_null=False)
    if is_text(items.dtype) and items.cast(pl.String).str.contains(separator, literal=True).any():
        return texts_of(column)
    return joined_lists(column, separator)

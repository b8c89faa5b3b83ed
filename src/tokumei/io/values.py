"""Values of a column as plain mappings or counted, and a frame with values replaced or added."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.errors import SourceError
from tokumei.io.distinct import texts_of

__all__ = [
    "as_texts",
    "described",
    "looked_up",
    "pairs_of",
    "prefixed",
    "rarity",
    "replaced",
    "texts_with",
    "with_numbers",
    "with_sets",
]

_ROW = "\0row"


def as_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with texts where it has dictionaries of texts."""
    dictionaries = [name for name, dtype in frame.schema.items() if isinstance(dtype, (pl.Enum, pl.Categorical))]
    return frame.with_columns(pl.col(dictionaries).cast(pl.String)) if dictionaries else frame


def described(frame: pl.DataFrame, column: str, by: str | None = None) -> dict[str, str]:
    """Each value of a column with its most frequent text in another column, or with itself; missing values left out."""
    values = pl.col(column).cast(pl.String).alias("value")
    if by is None:
        known = frame.select(values).drop_nulls().unique().sort("value")["value"].to_list()
        return {value: value for value in known}
    texts = pl.col(by).cast(pl.String).fill_null("").alias("text")
    counted = frame.select(values, texts).drop_nulls("value").group_by("value", "text").len()
    chosen = counted.sort(pl.col("text") == "", -pl.col("len").cast(pl.Int64), "text").unique("value", keep="first")
    return dict(chosen.sort("value").select("value", "text").iter_rows())


def looked_up(frame: pl.DataFrame, keys: pl.DataFrame) -> npt.NDArray[np.int64]:
    """Row of a frame → the row of `keys` that has the same values in its columns; −1 where none has."""
    numbered = keys.with_row_index(_ROW)
    found = frame.select(keys.columns).join(
        numbered, on=keys.columns, how="left", nulls_equal=True, maintain_order="left"
    )
    return found[_ROW].cast(pl.Int64).fill_null(-1).to_numpy()


def pairs_of(frame: pl.DataFrame, where: str) -> dict[str, str]:
    """The first two columns of a frame as a mapping. Raises SourceError where a value has two lines that differ."""
    if frame.width < 2:
        raise SourceError(f"{where!r} needs two columns: the value, its category.")
    rows = frame.select(pl.nth(0, 1).cast(pl.String)).drop_nulls().unique()
    if rows[:, 0].n_unique() < rows.height:
        raise SourceError(f"{where!r} gives some values two categories. A value has one line.")
    return dict(rows.iter_rows())


def rarity(series: pl.Series, *, below: int) -> tuple[int, int]:
    """How many records have a value that fewer than `below` records have; and how many values there are.

    A missing value is none, nor is NaN or an empty text. A list is one value as a whole.
    """
    dtype = series.dtype
    if dtype == pl.Object:
        series = pl.Series(series.name, [None if value is None else str(value) for value in series.to_list()])
    if dtype.is_float():
        series = series.fill_nan(None)
    filled = series.drop_nulls()
    if isinstance(filled.dtype, (pl.String, pl.Categorical, pl.Enum)):
        filled = filled.filter(filled.cast(pl.String) != "")
    counts = filled.to_frame("value").group_by("value").len()["len"]
    return int(counts.filter(counts < below).sum()), len(counts)


def replaced(frame: pl.DataFrame, column: str, table: Mapping[str, str]) -> pl.DataFrame:
    """The frame with the values of a column replaced; missing values stay missing."""
    return frame.with_columns(
        pl.col(column).cast(pl.String).replace_strict(dict(table), default=None, return_dtype=pl.String)
    )


def texts_with(texts: pl.Series, pattern: str) -> dict[int, str]:
    """Place → text, in NFKC, of the texts in which a pattern is found."""
    plain = texts.str.normalize("NFKC")
    places = plain.str.contains(pattern).fill_null(False).arg_true()
    return dict(zip(places.to_list(), plain.gather(places).to_list(), strict=True))


def prefixed(frame: pl.DataFrame, name: str, column: str, length: int) -> pl.DataFrame:
    """The frame with a new column: the first characters of another; missing values stay missing."""
    return frame.with_columns(texts_of(frame[column]).str.slice(0, length).alias(name))


def with_numbers(
    frame: pl.DataFrame, name: str, numbers: npt.NDArray[np.number], missing: npt.NDArray[np.bool_]
) -> pl.DataFrame:
    """The frame with a column of numbers, new or in the place of the one of this name."""
    return frame.with_columns(pl.Series(name, numbers).set(pl.Series(missing), None))


def with_sets(frame: pl.DataFrame, name: str, cells: list[list[str] | None], separator: str) -> pl.DataFrame:
    """The frame with the sets of a column replaced: lists where it has lists, else texts with the separator."""
    if isinstance(frame.schema[name], (pl.List, pl.Array)):
        return frame.with_columns(pl.Series(name, cells, dtype=pl.List(pl.String)))
    texts = [None if items is None else separator.join(items) for items in cells]
    return frame.with_columns(pl.Series(name, texts, dtype=pl.String))

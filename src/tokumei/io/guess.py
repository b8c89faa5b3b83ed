"""What kind a column is, when nobody said so, and why we think so."""

from __future__ import annotations

import polars as pl

from tokumei.core.columns import Kind
from tokumei.errors import DataError
from tokumei.io.dates import read_dates
from tokumei.io.distinct import distinct, is_text
from tokumei.io.eras import looks_like_codes
from tokumei.io.numbers import fitting_mark, read_numbers

__all__ = ["guess_kind", "guess_separator", "looks_like_text"]

SEPARATORS = (",", ";", "|", "、", "/", " ")
_LONG = 25
_SAMPLE = 20_000


def guess_kind(series: pl.Series, *, decimal: str | None = None) -> tuple[Kind, str]:
    """The kind that fits all values of a column, and the reason as a short clause for a comment."""
    dtype = series.dtype
    if isinstance(dtype, (pl.List, pl.Array)):
        return Kind.SET, "its cells are lists"
    if dtype in (pl.Date, pl.Datetime, pl.Time):
        return Kind.DATE, "the source holds dates or times"
    if dtype == pl.Boolean:
        return Kind.CATEGORY, "true or false"
    if dtype.is_numeric():
        return _kind_of_numbers(series)
    if not is_text(dtype):
        return Kind.CATEGORY, "its values are single ones"
    found = distinct(series)
    texts = found.values.filter(found.values.str.strip_chars() != "")
    if len(texts) == 0:
        return Kind.CATEGORY, "it has no values"
    return _kind_of_texts(texts, len(texts) / max(int((found.codes >= 0).sum()), 1), decimal)


def looks_like_text(series: pl.Series, distinct: int) -> bool:
    """Whether the values of a column, of which `distinct` differ, are long and mostly different: free text."""
    filled = series.drop_nulls()
    if not is_text(series.dtype) or distinct * 2 <= len(filled):
        return False
    return guess_kind(filled.head(_SAMPLE))[0] is Kind.TEXT


def guess_separator(series: pl.Series) -> str | None:
    """The separator that makes sets of the cells: many cells with several items, and items that return."""
    if not is_text(series.dtype):
        return None
    cells = series.drop_nulls().cast(pl.String).head(_SAMPLE)
    cells = cells.filter(cells.str.strip_chars() != "")
    if len(cells) and cells.str.contains(r"。|[.!?]$").sum() * 2 > len(cells):
        return None  # sentences have commas too
    for mark in SEPARATORS:
        if _is_set(cells, mark):
            return mark
    return None


def _kind_of_numbers(series: pl.Series) -> tuple[Kind, str]:
    if series.dtype.is_integer() and series.drop_nulls().n_unique() <= 2:
        return Kind.CATEGORY, "it has no more than two whole numbers, which look like codes"
    return Kind.NUMBER, "the source holds numbers"


def _kind_of_texts(texts: pl.Series, distinct_share: float, decimal: str | None) -> tuple[Kind, str]:
    numbers, not_a_number = read_numbers(texts, fitting_mark(texts, decimal))
    if (numbers.is_not_null() | not_a_number).all():
        if texts.str.contains(r"^\s*0\d").any():
            return Kind.CATEGORY, "its numbers have leading zeros, so they are codes"
        if _are_compact_dates(texts):
            return Kind.DATE, "all values are eight digits that read as a day"
        if len(texts) <= 2 and numbers.dtype.is_integer():
            return Kind.CATEGORY, "it has no more than two whole numbers, which look like codes"
        return Kind.NUMBER, "all values read as numbers"
    if texts.head(200).str.contains(r"\d|元年").all() and _are_dates(texts):
        return Kind.DATE, "all values read as dates or times"
    separator = guess_separator(texts)
    if separator is not None and separator != " ":
        return Kind.SET, f"many cells hold several items with {separator!r} between them, and the items return"
    if float(texts.head(_SAMPLE).str.len_chars().mean() or 0) >= _LONG and distinct_share > 0.5:  # type: ignore[arg-type]
        return Kind.TEXT, "its values are long and mostly different"
    return Kind.CATEGORY, "its values are words or codes"


def _are_compact_dates(texts: pl.Series) -> bool:
    return bool(texts.str.contains(r"^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$").all())


def _are_dates(texts: pl.Series) -> bool:
    if looks_like_codes(texts):
        return False
    try:
        return read_dates(texts, "", None).micros.null_count() == 0
    except DataError:  # day/month or month/day: dates all the same, and the encoder will ask for the format
        return True


def _is_set(cells: pl.Series, mark: str) -> bool:
    if len(cells) == 0 or float(cells.str.contains(mark, literal=True).mean() or 0) < 0.2:  # type: ignore[arg-type]
        return False
    items = cells.str.split(mark).explode(keep_nulls=True, empty_as_null=False).str.strip_chars()
    items = items.filter(items != "")
    short = float(items.str.len_chars().mean() or 0) <= _LONG  # type: ignore[arg-type]
    return short and len(items) >= 1.3 * len(cells) and items.n_unique() <= 0.7 * len(items)

"""Numbers in text: decimal point or comma, thousands, full-width digits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

__all__ = ["DecimalEvidence", "decimal_evidence", "fitting_mark", "is_infinite", "read_numbers", "whole_if_exact"]

_THOUSANDS = {".": "[ ,'’\u00a0\u2009\u202f]", ",": "[ .'’\u00a0\u2009\u202f]"}
_EXACT_IN_FLOAT = 2**53
_NOT_A_NUMBER = ["nan", "+nan", "-nan"]


@dataclass(frozen=True, slots=True)
class DecimalEvidence:
    """How many texts can only be numbers with a decimal point, only with a comma, or are numbers either way."""

    point: int
    comma: int
    either: int

    @property
    def mark(self) -> str:
        """The decimal mark that more texts speak for."""
        return "," if self.comma > self.point else "."


def decimal_evidence(texts: pl.Series) -> DecimalEvidence:
    """What the texts of a column say about the decimal mark; plain integers say nothing."""
    trimmed = texts.str.strip_chars()
    trimmed = trimmed.filter(
        trimmed.str.contains(r"^[+-]?[0-9]*[0-9.,' \x{00a0}]*[0-9]$") & trimmed.str.contains("[.,]")
    )
    as_point = trimmed.str.contains(_pattern("."))
    as_comma = trimmed.str.contains(_pattern(","))
    return DecimalEvidence(
        point=int((as_point & ~as_comma).sum()),
        comma=int((as_comma & ~as_point).sum()),
        either=int((as_point & as_comma).sum()),
    )


def fitting_mark(texts: pl.Series, asked: str | None) -> str:
    """The decimal mark to read a column with.

    The one asked for; the other one only where it reads every text and the one asked for does not, since a source's
    mark is found from all its columns together. Nothing asked for: the one that the column speaks for.
    """
    mark = asked or decimal_evidence(texts).mark
    clean = _clean(texts)
    if _is_read(clean, mark).all():
        return mark
    other = "." if mark == "," else ","
    return other if _is_read(clean, other).all() else mark


def _is_read(clean: pl.Series, mark: str) -> pl.Series:
    return clean.str.contains(_pattern(mark)) | clean.str.to_lowercase().is_in(["", *_NOT_A_NUMBER])


def _clean(texts: pl.Series) -> pl.Series:
    """Half-width digits, a plain minus, no white space around."""
    return texts.str.normalize("NFKC").str.strip_chars().str.replace("−", "-", literal=True)


def read_numbers(texts: pl.Series, decimal: str) -> tuple[pl.Series, pl.Series]:
    """Numbers (int64 when all are whole, else float64), null where a text is no finite number; and which are NaN."""
    clean = _clean(texts)
    not_a_number = clean.str.to_lowercase().is_in(_NOT_A_NUMBER)
    marks = "[ '’,]" if decimal == "." else "[ '’.]"
    plain = (
        pl.select(pl.when(clean.str.contains(_pattern(decimal))).then(clean))
        .to_series()
        .str.replace_all(marks, "")
        .str.replace(",", ".", literal=True)
    )
    whole = plain.cast(pl.Int64, strict=False)
    if whole.null_count() == plain.null_count():
        return whole.alias(texts.name), not_a_number
    numbers = plain.cast(pl.Float64, strict=False)
    numbers = pl.select(pl.when(numbers.is_finite()).then(numbers)).to_series()
    return whole_if_exact(numbers).alias(texts.name), not_a_number


def is_infinite(texts: pl.Series, decimal: str) -> pl.Series:
    """Which texts say infinity, or a number too large for a float, as `1e999`."""
    clean = _clean(texts)
    return clean.str.contains(r"(?i)^[+-]?(?:inf|infinity|∞)$") | clean.str.contains(_pattern(decimal))


def whole_if_exact(numbers: pl.Series) -> pl.Series:
    """Floats as int64 where every one of them is a whole number that a float holds exactly."""
    held = numbers.drop_nulls().to_numpy()
    if len(held) and np.all(held == np.floor(held)) and np.all(np.abs(held) <= _EXACT_IN_FLOAT):
        return numbers.cast(pl.Int64)
    return numbers


def _pattern(decimal: str) -> str:
    mark, thousands = ("\\.", _THOUSANDS["."]) if decimal == "." else (",", _THOUSANDS[","])
    whole = rf"(?:[0-9]+|[1-9][0-9]{{0,2}}(?:{thousands}[0-9]{{3}})+)"
    return rf"^[+-]?(?:{whole}(?:{mark}[0-9]*)?|{mark}[0-9]+)(?:[eE][+-]?[0-9]+)?$"

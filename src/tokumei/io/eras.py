"""Dates with years of Japanese eras (和暦): S32.10.11, 昭和32年10月11日, 令和元年5月, 平成3年.

An era has a first and a last day, and a date of it that lies outside does not exist. Where an era ended on the day on
which the next one began (1912-07-30, 1926-12-25), that day belongs to both. A year or a month exists where the era has
a day in it, so that 昭和64年 and 平成元年 are both 1989. Before 明治6年 (1873) Japan had another calendar, of which
nothing is read.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date

import polars as pl

from tokumei.errors import DataError

__all__ = ["EraDates", "looks_like_codes", "read_eras"]


@dataclass(frozen=True, slots=True)
class _Era:
    name: str
    letter: str
    before: int
    """The year before its first."""
    first: date
    last: date

    def words(self) -> str:
        """Where it ends, as it is written in Japan; or where it begins."""
        if self.last == date.max:
            return f"{self.name} begins on {self.first.isoformat()}"
        return f"{self.name} is {self.first.isoformat()} to {self.last.isoformat()}"


_ERAS = (
    _Era("明治", "M", 1867, date(1873, 1, 1), date(1912, 7, 30)),
    _Era("大正", "T", 1911, date(1912, 7, 30), date(1926, 12, 25)),
    _Era("昭和", "S", 1925, date(1926, 12, 25), date(1989, 1, 7)),
    _Era("平成", "H", 1988, date(1989, 1, 8), date(2019, 4, 30)),
    _Era("令和", "R", 2018, date(2019, 5, 1), date.max),
)
_BY_NAME = {key: era for era in _ERAS for key in (era.name, era.letter, era.letter.lower())}
_YEAR = r"(明治|大正|昭和|平成|令和|[MTSHRmtshr])\s*(元|\d{1,2})"
_FORMS = {
    "%Y-%m-%d": _YEAR + r"\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})\s*日?",
    "%Y-%m": _YEAR + r"\s*[年./-]\s*(\d{1,2})\s*月?",
    "%Y": _YEAR + r"\s*年?",
}
"""How precise the date is, as it will be published → how it is written."""
_CODE = r"^[A-Za-z]\d{1,2}(?:[./-]\d{1,2})?$"


@dataclass(frozen=True, slots=True)
class EraDates:
    """Texts of which some are dates of an era."""

    texts: pl.Series
    """The dates of eras as dates of the common era, in the format; the other texts as they are."""
    of_era: pl.Series
    """Whether a text was a date of an era."""
    format: str


def looks_like_codes(texts: pl.Series) -> bool:
    """Whether some texts are a letter with one or two numbers: S32 is a year, and a code of many a classification."""
    return bool(texts.str.contains(_CODE).any())


def read_eras(texts: pl.Series, column: str) -> EraDates | None:
    """Dates of eras among texts in NFKC, in the precision that most of them have; None where there are none.

    Raises DataError where an era has no such year, month or day.
    """
    counts = {form: int(texts.str.contains(f"^{pattern}$").sum()) for form, pattern in _FORMS.items()}
    form = max(counts, key=lambda one: counts[one])
    if not counts[form]:
        return None
    of_era = texts.str.contains(f"^{_FORMS[form]}$").fill_null(False)
    parts = re.compile(_FORMS[form])
    outside: dict[_Era, int] = {}
    common: list[str] = []
    for text in texts.filter(of_era).to_list():
        match = parts.fullmatch(text)
        assert match is not None, "the two engines read these patterns alike"
        era, year, *rest = match.groups()
        written, exists = _common(_BY_NAME[era], 1 if year == "元" else int(year), [int(part) for part in rest])
        common.append(written)
        if not exists:
            outside[_BY_NAME[era]] = outside.get(_BY_NAME[era], 0) + 1
    if outside:
        raise DataError(
            f"Column {column!r}: {sum(outside.values()):,} of its dates lie outside of their era "
            f"({', '.join(era.words() for era in outside)}). Correct them, or write them in the common era (西暦)."
        )
    replaced = texts.clone().scatter(of_era.arg_true(), pl.Series(common, dtype=pl.String))
    return EraDates(replaced, of_era, form)


def _common(era: _Era, year: int, rest: list[int]) -> tuple[str, bool]:
    """The date in the common era, and whether the era has it; what no calendar has is left to the reader of dates."""
    number = era.before + year
    month, day = (*rest, 0, 0)[:2]
    written = "-".join([f"{number:04}", *(f"{part:02}" for part in rest)])
    if not year:
        return written, False
    try:
        first = date(number, month or 1, day or 1)
        last = date(number, month or 12, day or monthrange(number, month or 12)[1])
    except ValueError:
        return written, True
    return written, era.first <= last and first <= era.last

"""Calendar levels of dates: minute, hour, day, week, month, quarter, year, fiscal year, decade."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import JobError

__all__ = ["LEVELS", "calendar"]

Moments = npt.NDArray[np.int64]
"""Microseconds since 1970-01-01."""

_MINUTE = 60 * 1_000_000
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_TO_MONDAY = 3
"""1970-01-01 was a Thursday."""
_BEFORE_APRIL = 3
"""Months of a year before its Japanese fiscal year (年度) begins."""
_APART = {
    "week": ("month", "quarter", "year", "fiscal_year", "decade"),
    "year": ("fiscal_year",),
    "fiscal_year": ("year", "decade"),
}
"""Level → the levels of which it can lie in two, so that they do not stand above it."""


def calendar(column: DateColumn, levels: Sequence[str], *, keep: str | None = None) -> Hierarchy:
    """The column's dates under calendar levels, finest first: 2011-03-04 under 2011-03, 2011-Q1, 2011, 2010s.

    Weeks are those of ISO 8601, `2011-W09`. A week can belong to two months or years, so nothing stands above weeks.
    A fiscal year (年度), `FY2010`, runs from April to March; quarters lie in it, and it lies in no year or decade.
    A level that the column's dates already have (days over plain dates) adds nothing and is left out, but for the
    level `keep` and those above it.
    """
    _check(column.name, levels)
    values = column.values.astype(np.int64)
    made = []
    needed = list(levels[levels.index(keep) :] if keep in levels else ())
    for level in levels:
        number, start, name = LEVELS[level]
        bins = number(values)
        if level in needed or not np.array_equal(start(bins), values):
            made.append((bins, name))
    return Hierarchy.from_bins([column.label(code) for code in range(len(values))], made)


def _check(column: str, levels: Sequence[str]) -> None:
    order = list(LEVELS)
    if not levels:
        raise JobError(f"Column {column!r}: levels needs at least one of {', '.join(order)}.")
    for level in levels:
        if level not in LEVELS:
            raise JobError(f"Column {column!r}: there is no calendar level {level!r}; there are {', '.join(order)}.")
    for below, above in pairwise(levels):
        if above in _APART.get(below, ()):
            raise JobError(
                f"Column {column!r}: a {below} can lie in two of {above!r}, so {above!r} cannot stand above it. "
                "Leave one of them out."
            )
        if order.index(below) >= order.index(above):
            raise JobError(f"Column {column!r}: levels must run from fine to coarse; {above!r} stands after {below!r}.")


def _months(values: Moments) -> Moments:
    return values.view("datetime64[us]").astype("datetime64[M]").astype(np.int64)


def _month_start(months: Moments) -> Moments:
    return months.astype("datetime64[M]").astype("datetime64[us]").astype(np.int64)


def _steps(width: int) -> tuple[Callable[[Moments], Moments], Callable[[Moments], Moments]]:
    return (lambda values: values // width), (lambda bins: bins * width)


def _month_steps(width: int) -> tuple[Callable[[Moments], Moments], Callable[[Moments], Moments]]:
    return (lambda values: _months(values) // width), (lambda bins: _month_start(bins * width))


def _minute(place: int) -> str:
    return str(np.datetime64(place, "m")).replace("T", " ")


def _hour(place: int) -> str:
    return str(np.datetime64(place, "h")).replace("T", " ") + "h"


def _day(place: int) -> str:
    return str(np.datetime64(place, "D"))


def _week(place: int) -> str:
    """The year of a week is that of its Thursday."""
    thursday = np.datetime64(place * 7, "D")
    year = thursday.astype("datetime64[Y]")
    number = int((thursday - year.astype("datetime64[D]")).astype(int)) // 7 + 1
    return f"{year}-W{number:02}"


def _month(place: int) -> str:
    return str(np.datetime64(place, "M"))


def _quarter(place: int) -> str:
    year, quarter = divmod(place, 4)
    return f"{_year(year)}-Q{quarter + 1}"


def _year(place: int) -> str:
    return str(np.datetime64(place, "Y"))


def _fiscal_year(place: int) -> str:
    return f"FY{place:04}"


def _decade(place: int) -> str:
    return f"{place * 10:04}s"


def _decades() -> tuple[Callable[[Moments], Moments], Callable[[Moments], Moments]]:
    return (lambda values: (_months(values) // 12 + 1970) // 10), (lambda bins: _month_start((bins * 10 - 1970) * 12))


def _fiscal_years() -> tuple[Callable[[Moments], Moments], Callable[[Moments], Moments]]:
    return (
        lambda values: (_months(values) - _BEFORE_APRIL) // 12 + 1970,
        lambda bins: _month_start((bins - 1970) * 12 + _BEFORE_APRIL),
    )


def _weeks() -> tuple[Callable[[Moments], Moments], Callable[[Moments], Moments]]:
    return (lambda values: (values // _DAY + _TO_MONDAY) // 7), (lambda bins: (bins * 7 - _TO_MONDAY) * _DAY)


LEVELS: dict[str, tuple[Callable[[Moments], Moments], Callable[[Moments], Moments], Callable[[int], str]]] = {
    "minute": (*_steps(_MINUTE), _minute),
    "hour": (*_steps(_HOUR), _hour),
    "day": (*_steps(_DAY), _day),
    "week": (*_weeks(), _week),
    "month": (*_month_steps(1), _month),
    "quarter": (*_month_steps(3), _quarter),
    "year": (*_month_steps(12), _year),
    "fiscal_year": (*_fiscal_years(), _fiscal_year),
    "decade": (*_decades(), _decade),
}
"""Level, finest first → the number of a moment's bin, the moment at which a bin starts, and the bin's label."""

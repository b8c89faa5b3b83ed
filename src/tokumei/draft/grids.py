"""Grids that ranges end on, and where the ends of a column are put together, from its numbers and dates.

The figures of a grid are round ones of the calendar and of the decimal system, never those of a record.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.draft.profile import Profile

__all__ = ["date_alternatives", "date_settings", "interval_settings", "number_settings", "rounding"]

STEPS = 20
"""A grid has about so many steps over the middle nine tenths of the records."""
TAIL = 0.05
"""No more than this share of the records is put together at either end."""
SHORT, LONG = 6, 240
"""Months: in a shorter column ranges of whole months would say nothing, in a longer one years say enough."""


def number_settings(profile: Profile, k: int) -> dict[str, Any]:
    """`ends`, and `bottom` and `top` where few records have the values beyond."""
    counted = _counted(profile)
    if counted is None:
        return {}
    values, counts = counted
    step = _step(profile, STEPS)
    settings: dict[str, Any] = {} if profile.whole and step <= 1 else {"ends": _plain(step)}
    middle = float(np.repeat(values, np.minimum(counts, 1000)).mean())
    bottom = _tail(-values[::-1], counts[::-1], step, k, -middle)
    top = _tail(values, counts, step, k, middle)
    if bottom is not None:
        settings["bottom"] = _plain(-bottom)
    if top is not None and (bottom is None or top > -bottom):
        settings["top"] = _plain(top)
    return settings


def interval_settings(profile: Profile) -> dict[str, Any]:
    """A hierarchy of round intervals: labels that stay the same from release to release."""
    if _counted(profile) is None:
        return {}
    step = _step(profile, STEPS)
    return {"hierarchy": {"intervals": [_plain(step * factor) for factor in (1, 2, 4)]}}


def date_settings(profile: Profile) -> dict[str, Any]:
    """Ranges of whole months or years; days and weeks where the column spans a few months only."""
    written = {"format": profile.format} if profile.format is not None else {}
    if profile.months >= SHORT:
        return {**written, "ends": "round"}
    days = profile.format is None or "%d" in profile.format
    return {**written, "hierarchy": {"levels": ["day", "week"]}} if profile.months and days else written


def date_alternatives(profile: Profile, *, fiscal: bool) -> list[dict[str, Any]]:
    """Levels of the calendar: labels that people know."""
    written = {"format": profile.format} if profile.format is not None else {}
    if profile.months < SHORT or (profile.format is not None and "%m" not in profile.format):
        return []
    if profile.months >= LONG:
        return [{**written, "hierarchy": {"levels": ["year", "decade"]}, "at_least": "year"}]
    known = [["month", "quarter", "year"], *([["month", "fiscal_year"]] if fiscal else [])]
    return [{**written, "hierarchy": {"levels": levels}, "at_least": "month"} for levels in known]


def rounding(profile: Profile) -> int | float | None:
    """A round width of at most a tenth of a usual number; None where the numbers are no finer."""
    counted = _counted(profile)
    if counted is None:
        return None
    values, counts = counted
    usual = float(np.median(np.abs(np.repeat(values, np.minimum(counts, 1000)))))
    if usual <= 0:
        return None
    power = 10.0 ** math.floor(math.log10(usual / 10))
    width = max(power * factor for factor in (1, 2, 5) if power * factor <= usual / 10)
    return None if profile.whole and width <= 1 else _plain(width)


def _counted(profile: Profile) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]] | None:
    """Distinct numbers in ascending order, and how many records have each."""
    if profile.numbers is None or profile.distinct < 2:
        return None
    order = np.argsort(profile.numbers[: profile.distinct], kind="stable")
    return profile.numbers[order], profile.tally[order]


def _step(profile: Profile, steps: int) -> float:
    counted = _counted(profile)
    assert counted is not None, "asked of numbers only"
    values, counts = counted
    seen = np.cumsum(counts) / counts.sum()
    low, high = (values[int(np.searchsorted(seen, share))] for share in (TAIL, 1 - TAIL))
    least = float(high - low) / steps
    if least <= 0:
        least = float(values[-1] - values[0]) / steps
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
    return max(step, 1.0) if profile.whole else step


def _tail(
    values: npt.NDArray[np.float64], counts: npt.NDArray[np.int64], step: float, k: int, middle: float
) -> float | None:
    """From which multiple of a step on the values at the high end are put together; None where none has to be.

    So many that at least k records are beyond, and that below, down to the middle, no record is alone with its value;
    or as many as `TAIL` allows.
    """
    upper = values > middle
    if not (counts[upper] < k).any():
        return None
    chosen: float | None = None
    multiple = math.floor(values[-1] / step)
    while multiple * step > middle:
        at = multiple * step
        beyond = values >= at
        if counts[beyond].sum() > TAIL * counts.sum():
            break
        if counts[beyond].sum() >= k:
            chosen = at
            if not (counts[upper & ~beyond] < 2).any():
                break
        below = values[values < at]
        multiple = min(multiple - 1, math.floor(below[-1] / step)) if len(below) else multiple - 1
    return chosen


def _plain(number: float) -> int | float:
    """Without the noise of binary fractions, as it is written into a job."""
    rounded = float(f"{number:.12g}")
    return int(rounded) if rounded.is_integer() else rounded

"""Round bins for numbers and dates: edges that a person would choose, and that give no single value away."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, format_number

__all__ = ["bins_of"]

BINS = 20
TAIL = 0.01
"""The share of records at each end that may be put into an open bin."""
MONTHS = (1, 3, 6, 12, 24, 60, 120, 240, 600, 1200)
SECOND = 1_000_000
DAY = 86_400 * SECOND
WEEK = 7 * DAY
TIMES = (*(SECOND * seconds for seconds in (1, 5, 15, 60, 300, 900, 3600, 10800, 21600)), DAY, 2 * DAY, WEEK)
MONDAY = 4 * DAY
"""The first Monday after the epoch."""


def bins_of(
    column: NumberColumn | DateColumn, counts: npt.NDArray[np.float64]
) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Labels of bins in ascending order, and for each value of the column the number of its bin."""
    low, high = _usual(column.values, counts)
    if isinstance(column, DateColumn):
        return _dates(column.values, low, high)
    return _numbers(column.values, low, high)


def _usual(values: npt.NDArray[np.float64] | npt.NDArray[np.int64], counts: npt.NDArray[np.float64]) -> tuple[int, int]:
    """The places of the first and the last value inside the bins: all, or all but far outliers."""
    until = np.cumsum(counts)
    last = len(values) - 1
    low = int(np.searchsorted(until, TAIL * until[-1], side="right"))
    high = min(int(np.searchsorted(until, (1 - TAIL) * until[-1])), last)
    usual = float(values[high]) - float(values[min(low, high)])
    whole = float(values[last]) - float(values[0])
    return (low, high) if 0 < usual < whole / 2 else (0, last)


def _numbers(
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64], low: int, high: int
) -> tuple[list[str], npt.NDArray[np.int64]]:
    whole = bool(np.issubdtype(values.dtype, np.integer) or np.all(values == np.floor(values)))
    step, digits = _nice((float(values[high]) - float(values[low])) / BINS)
    if whole:
        step, digits = max(step, 1.0), 0
    # The small allowance puts 0.3 into the bin that starts at 3 × 0.1.
    index = np.floor(values / step + 1e-9)
    first, last = int(index[low]), int(index[high])
    names = []
    for number in range(first, last + 1):
        start, end = round(number * step, digits), round((number + 1) * step, digits)
        if whole:
            end -= 1
        names.append(format_number(start) if start == end else f"{format_number(start)}–{format_number(end)}")
    below, above = format_number(round(first * step, digits)), format_number(round((last + 1) * step, digits))
    return _open_ended(names, below, above, index, first, last)


def _dates(values: npt.NDArray[np.int64], low: int, high: int) -> tuple[list[str], npt.NDArray[np.int64]]:
    width = (int(values[high]) - int(values[low])) / BINS
    moments = values.astype("datetime64[us]")
    step = next((step for step in TIMES if step >= width), None)
    if step is not None:
        offset = MONDAY if step == WEEK else 0
        index = (values - offset) // step
        unit = "D" if step >= DAY else "m" if step >= 60 * SECOND else "s"

        def edge(number: int) -> str:
            return str(np.datetime64(number * step + offset, "us").astype(f"datetime64[{unit}]")).replace("T", " ")

    else:
        months = next((months for months in MONTHS if months * 30.5 * DAY >= width), MONTHS[-1])
        index = moments.astype("datetime64[M]").astype(np.int64) // months
        form = "Y" if months % 12 == 0 else "M"

        def edge(number: int) -> str:
            return str(np.datetime64(number * months, "M").astype(f"datetime64[{form}]"))

    first, last = int(index[low]), int(index[high])
    names = [edge(number) for number in range(first, last + 1)]
    return _open_ended(names, edge(first), edge(last + 1), index, first, last)


def _open_ended(
    names: list[str],
    below: str,
    above: str,
    index: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    first: int,
    last: int,
) -> tuple[list[str], npt.NDArray[np.int64]]:
    """Bins first … last, with one more at each end that has values beyond them."""
    place = np.clip(index, first - 1, last + 1).astype(np.int64) - first
    if int(place[0]) < 0:
        names = [f"< {below}", *names]
        place += 1
    if float(index[-1]) > last:
        names = [*names, f"≥ {above}"]
    return names, place


def _nice(width: float) -> tuple[float, int]:
    """The next of 1, 2, 5 × 10^n at or above a width, and the decimals that its multiples have."""
    power = math.floor(math.log10(width))
    factor = next(factor for factor in (1, 2, 5, 10) if factor * 10.0**power >= width * (1 - 1e-9))
    return factor * 10.0**power, max(-power, 0)

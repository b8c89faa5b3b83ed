"""Intervals of numbers: widths that nest, finest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import NumberColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notation import range_label
from tokumei.errors import DataError, JobError

__all__ = ["intervals"]

_FAR = 2**62
"""Whole numbers nearer to 0 than this can be taken from each other in 64 bits."""


def intervals(column: NumberColumn, widths: Sequence[float], *, origin: float = 0) -> Hierarchy:
    """The column's numbers in intervals that start at `origin`, one level for each width.

    Whole numbers in intervals of whole width are published with both ends included, `[20;24]`; others half-open,
    `[20;22.5[`, so that neighbouring intervals neither overlap nor leave a gap.
    *Departures*: bins are counted in decimal arithmetic, so that 0.3 lies in the interval of width 0.1 that starts
    with it.
    """
    exact = _checked_widths(column.name, widths)
    start = _decimal(origin)
    values = column.values
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise DataError(
            f"Column {column.name!r} holds infinite numbers, which no interval contains. Remove them first."
        )
    whole = values.dtype.kind == "i" and all(
        number == int(number) and abs(number) < _FAR
        for number in (start, *exact, *values[:1].tolist(), *values[-1:].tolist())
    )
    levels = [_level(values, width, start, whole) for width in exact]
    return Hierarchy.from_bins([column.label(code) for code in range(len(values))], levels)


def _checked_widths(column: str, widths: Sequence[float]) -> list[Decimal]:
    if not widths:
        raise JobError(f"Column {column!r}: intervals needs at least one width.")
    if not all(math.isfinite(width) and width > 0 for width in widths):
        raise JobError(f"Column {column!r}: the widths of intervals must be positive numbers.")
    exact = [_decimal(width) for width in widths]
    for below, above in pairwise(exact):
        if above <= below or above % below != 0:
            raise JobError(
                f"Column {column!r}: an interval of width {above.normalize():f} is not made of whole intervals of "
                f"width {below.normalize():f}. Give widths finest first, each a multiple of the last: [5, 10, 20]."
            )
    return exact


def _level(
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64], width: Decimal, start: Decimal, whole: bool
) -> tuple[npt.NDArray[np.int64], Callable[[int], str]]:
    bins = (values.astype(np.int64) - int(start)) // int(width) if whole else _bins(values, width, start)

    def name(place: int) -> str:
        with localcontext(Context(prec=60)):
            low, high = start + place * width, start + (place + 1) * width
        return range_label(str(int(low)), str(int(high) - 1)) if whole else f"[{_text(low)};{_text(high)}["

    return bins, name


def _bins(
    values: npt.NDArray[np.float64] | npt.NDArray[np.int64], width: Decimal, start: Decimal
) -> npt.NDArray[np.int64]:
    """In floating point where that is safe, exactly where a value lies close to the edge of an interval."""
    place = (values.astype(np.float64) - float(start)) / float(width)
    if len(place) and np.abs(place).max() >= 2**62:
        raise JobError(f"Intervals of width {_text(width)} are too narrow for numbers as large as the column's.")
    bins = np.floor(place).astype(np.int64)
    near = (np.abs(place - np.round(place)) < 1e-6) | (np.abs(place) > 2**30)
    for code in np.flatnonzero(near).tolist():
        exact = (Fraction(_decimal(values[code].item())) - Fraction(start)) / Fraction(width)
        bins[code] = math.floor(exact)
    return bins


def _decimal(number: float) -> Decimal:
    """The number as it is written, not as it is stored."""
    return Decimal(repr(number)) if isinstance(number, float) else Decimal(int(number))


def _text(number: Decimal) -> str:
    return f"{number.normalize():f}" if number else "0"

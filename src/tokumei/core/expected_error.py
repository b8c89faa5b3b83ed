"""How far a published cell is from the true one, in expectation: the loss that histories are made and measured by.

| published for a true x | error |
|---|---|
| x itself | 0 |
| a range `[a;b]` | mean of \\|y − x\\| over the grid points y of the range, divided by σ |
| a set S, or a node over the values S | 1 − 1/\\|S\\| |
| `*` | 1 |

The grid step and σ (population standard deviation) are those of the original column. *Reference*: the utility of the
contest PWS Cup 2018, where the steps are a day, 0.01 and 1. A range's error has no upper limit: above 1, `*` is better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn

__all__ = ["Grid", "range_errors", "set_errors"]

Floats = npt.NDArray[np.float64]

_FINEST = 9  # decimals after which a number is taken as continuous
_DATE_STEPS = (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1_000, 1)  # a day … a microsecond


@dataclass(frozen=True, eq=False)
class Grid:
    """The values of a column counted in grid steps from its smallest, and their spread in the same unit."""

    places: Floats
    """Code → steps from the smallest value; the code of null has no place."""
    sigma: float
    """Population standard deviation over the records that have a value, in steps; 1 for a constant column."""
    step: float
    """One step in the column's unit: a power of ten for numbers, microseconds for dates."""
    origin: float
    """The smallest value, in the column's unit."""
    mean: float
    """Over the same records as σ, in steps."""

    @classmethod
    def of(cls, column: NumberColumn | DateColumn) -> Grid:
        """The grid of a column, found from its values."""
        values = column.values
        if len(values) == 0:
            return cls(np.zeros(0), 1.0, 1.0, 0.0, float("nan"))
        step = _date_step(column.values) if isinstance(column, DateColumn) else _number_step(values)
        if np.issubdtype(values.dtype, np.integer):
            places = (values - values[0]) / step
        else:
            places = np.rint((values - values[0]) / step)
        counts = column.whole
        if counts is None:
            counts = np.bincount(column.codes, minlength=column.size)[: len(values)]
        total = max(int(counts.sum()), 1)
        mean = float(places @ counts) / total
        sigma = float(np.sqrt(((places - mean) ** 2) @ counts / total))
        return cls(places.astype(np.float64), sigma or 1.0, float(step), float(values[0]), mean)

    def place(self, value: Floats) -> Floats:
        """Values in the column's unit as places, whether or not they occur in the column."""
        return np.rint((value - self.origin) / self.step)


def range_errors(true: Floats, low: Floats, high: Floats, sigma: float) -> Floats:
    """Expected |y − x| / σ for y uniform on the grid points of each range, all in grid steps."""
    width = np.maximum(high - low, 0.0)
    below, above = true - low, high - true
    return (below**2 + above**2 + width) / (2 * (width + 1) * sigma)


def set_errors(size: npt.NDArray[np.integer]) -> Floats:
    """1 − 1/|S|: the chance that a value drawn from the set is not the true one."""
    return 1 - 1 / np.maximum(size, 1).astype(np.float64)


def _number_step(values: Floats | npt.NDArray[np.int64]) -> float:
    if np.issubdtype(values.dtype, np.integer):
        return 1.0
    for decimals in range(_FINEST):
        if np.array_equal(np.round(values, decimals), values):
            return 10.0**-decimals
    return 10.0**-_FINEST


def _date_step(values: npt.NDArray[np.int64]) -> int:
    steps = values - values[0]
    return next(step for step in _DATE_STEPS if not (steps % step).any())

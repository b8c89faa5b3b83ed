"""Columns that say the same, and columns that others tell: cheap to count, and dear to overlook.

A column tells another where its value leaves next to nothing open of the other's. Values that one record alone has
prove nothing, so that each record is judged by the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Parents", "parents_of", "same_numbers", "tells"]

Codes = npt.NDArray[np.int32]

LOOKED_AT = 20_000
"""How many records are looked at; more would not change the answer."""
ERRORS = 0.03
"""The share of what is open about a column that may stay open."""
CORRELATED = 0.99
"""Numbers that are so much alike, in either direction, say the same: a year of birth and an age."""


def tells(one: Codes, other: Codes) -> bool:
    """Whether the value of one column tells that of the other, but for few records.

    *Cost*: one sort of the records that are looked at.
    """
    step = -(-len(one) // LOOKED_AT)
    one, other = one[::step], other[::step]
    open_before = len(other) - int(np.bincount(other).max(initial=0))
    pairs, counts = np.unique(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other, return_counts=True)
    value = pairs // (int(other.max(initial=0)) + 1)
    first = np.flatnonzero(np.append(True, np.diff(value) != 0)) if len(value) else np.zeros(0, dtype=np.int64)
    judged = len(one) - len(first)
    told = int((np.maximum.reduceat(counts, first) - 1).sum()) if len(first) else 0
    return bool(open_before) and judged * 2 > len(one) and judged - told <= ERRORS * open_before * judged / len(one)


def same_numbers(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> bool:
    """Whether two columns of numbers, NaN where one is missing, rise and fall together."""
    step = -(-len(one) // LOOKED_AT)
    both = ~(np.isnan(one[::step]) | np.isnan(other[::step]))
    left, right = one[::step][both], other[::step][both]
    if len(left) < 3:
        return False
    # To their range first, so that no square overflows.
    left, right = (numbers / max(float(np.abs(numbers).max()), 1e-300) for numbers in (left, right))
    if left.std() == 0 or right.std() == 0:
        return False
    return bool(abs(np.corrcoef(left, right)[0, 1]) >= CORRELATED)


@dataclass(frozen=True, slots=True)
class Parents:
    """A ready hierarchy: every value of a column with its value in coarser columns."""

    columns: tuple[str, ...]
    """The coarser columns, finest first."""
    rows: tuple[tuple[str, ...], ...]
    """One row a value: itself, then its value in each coarser column, `*` where that is not the same everywhere."""


def parents_of(values: tuple[str, ...], columns: Mapping[str, tuple[Codes, tuple[str, ...]]], own: Codes) -> Parents:
    """The hierarchy over `values` (code → value) from coarser columns (codes and values of each, finest first).

    A value that several parents share stands below `*`, and so does one whose parent is missing: no label is wrong.
    """
    chains: list[list[str]] = [[value] for value in values]
    below, known = own, len(values)
    sole: npt.NDArray[np.int64] = np.arange(len(values))
    for codes, names in columns.values():
        parent = _sole_parent(below, codes, known)
        sole = np.where(sole >= 0, np.append(parent, -1)[sole], -1)
        for chain, at in zip(chains, sole.tolist(), strict=True):
            chain.append(names[at] if 0 <= at < len(names) else "*")
        sole = np.where(sole < len(names), sole, -1)
        below, known = codes, len(names)
    return Parents(tuple(columns), tuple(tuple(chain) for chain in chains))


def _sole_parent(codes: Codes, parents: Codes, known: int) -> npt.NDArray[np.int64]:
    """Value → the one parent that it has in nearly all of its records, -1 where it has several."""
    width = int(parents.max(initial=0)) + 1
    pairs, counts = np.unique(codes.astype(np.int64) * width + parents, return_counts=True)
    total = np.bincount(pairs // width, weights=counts, minlength=known + 1)
    sole = np.full(known + 1, -1, dtype=np.int64)
    clear = counts >= (1 - ERRORS) * total[pairs // width]
    sole[pairs[clear] // width] = pairs[clear] % width
    return sole[:known]

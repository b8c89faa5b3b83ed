"""What the labels of a history's columns mean, each distinct one read once, as arrays for measures and attacks."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, SingleColumn
from tokumei.core.expected_error import Grid
from tokumei.core.labels import label_reader
from tokumei.core.notation import ANY
from tokumei.core.published import PublishedColumn
from tokumei.errors import DataError

__all__ = ["RangeLabels", "SetLabels", "read_range_labels", "read_set_labels"]


@dataclass(frozen=True, eq=False)
class RangeLabels:
    """Labels of numbers or dates, in grid steps of the original; the last one is the empty field (NaN)."""

    grid: Grid
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    anything: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class SetLabels:
    """Labels of categories: label i stands for `codes[offsets[i]:offsets[i + 1]]`; the last is the empty field."""

    offsets: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    size: npt.NDArray[np.int64]
    """How many values the label names, those that the original does not have included."""
    anything: npt.NDArray[np.bool_]


def read_range_labels(column: NumberColumn | DateColumn, published: PublishedColumn) -> RangeLabels:
    """Values, ranges and `*`. Raises DataError where a label is none of them."""
    grid = Grid.of(column)
    read = label_reader(replace(column, hierarchy=None))
    anything = np.array([*(label == ANY for label in published.labels), False])
    ends = np.full((len(anything), 2), np.nan)
    unread: list[int] = []
    for number, label in enumerate(published.labels):
        meaning = None if anything[number] else read(label)
        if meaning is not None and meaning.ends is not None:
            ends[number] = meaning.ends
        elif not anything[number]:
            unread.append(number)
    _refuse(column.name, published, unread)
    places = grid.place(ends)
    return RangeLabels(grid, places[:, 0], places[:, 1], anything)


def read_set_labels(column: SingleColumn, published: PublishedColumn) -> SetLabels:
    """Values, sets of them, nodes of the column's hierarchy and `*`. Raises DataError where a label is none of them."""
    read = label_reader(column, strangers=True)
    anything = np.array([*(label == ANY for label in published.labels), False])
    meanings = [
        None if hidden else read(label) for label, hidden in zip((*published.labels, ""), anything, strict=True)
    ]
    unread = [
        number
        for number, meaning in enumerate(meanings[:-1])
        if not anything[number] and (meaning is None or (meaning.values == 1 and not meaning.codes))
    ]
    _refuse(column.name, published, unread)
    codes = [() if meaning is None else meaning.codes for meaning in meanings]
    return SetLabels(
        np.cumsum([0, *(len(one) for one in codes)], dtype=np.int64),
        np.array([code for one in codes for code in one], dtype=np.int32),
        np.array([1 if meaning is None else meaning.values for meaning in meanings], dtype=np.int64),
        anything,
    )


def _refuse(name: str, published: PublishedColumn, unread: list[int]) -> None:
    if unread:
        rows = (np.flatnonzero(np.isin(published.codes, unread)) + 1).tolist()
        raise DataError.unreadable_values(
            name, "a value, a range `[a;b]`, a set `{a;b}` or `*`", rows, len(rows), "Is it the release of this job?"
        )

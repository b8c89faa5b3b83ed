"""Labels of a release read back, each distinct label once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, SingleColumn
from tokumei.core.expected_error import Grid
from tokumei.core.literals import read_moment, read_number
from tokumei.core.notation import ANY, read_range, read_set
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
    """Values, ranges `[a;b]` and `*`. Raises DataError where a label is none of them."""
    grid = Grid.of(column)
    read = _reader(column)
    ends = np.full((len(published.labels) + 1, 2), np.nan)
    anything = np.zeros(len(ends), dtype=bool)
    unread: list[int] = []
    for number, label in enumerate(published.labels):
        if label == ANY:
            anything[number] = True
            continue
        low, high = (read(end) for end in read_range(label) or (label, label))
        if low is None or high is None or low > high:
            unread.append(number)
        else:
            ends[number] = low, high
    _refuse(column.name, published, unread)
    places = grid.place(ends)
    return RangeLabels(grid, places[:, 0], places[:, 1], anything)


def read_set_labels(column: SingleColumn, published: PublishedColumn) -> SetLabels:
    """Values, sets `{a;b}`, nodes of the column's hierarchy and `*`. Raises DataError where a label is none of them."""
    code_of = {column.label(code): code for code in range(column.size)}
    tree = column.hierarchy
    node_of = {} if tree is None else {label: node for node, label in enumerate(tree.labels)}
    size = np.ones(len(published.labels) + 1, dtype=np.int64)
    anything = np.zeros(len(size), dtype=bool)
    found: list[list[int]] = []
    unread: list[int] = []
    for number, label in enumerate((*published.labels, "")):
        members: list[str] = []
        if label == ANY:
            anything[number] = True
        elif tree is not None and label in node_of:
            node = node_of[label]
            members = list(tree.leaves[tree.first[node] : tree.last[node] + 1])
        else:
            members = [label] if label in code_of else read_set(label) or [label]
        if members == [label] and label not in code_of and label != "":
            unread.append(number)
        size[number] = max(len(set(members)), 1)
        found.append(sorted({code_of[member] for member in members if member in code_of}))
    _refuse(column.name, published, unread)
    offsets = np.cumsum([0, *(len(codes) for codes in found)]).astype(np.int64)
    codes = np.array([code for codes in found for code in codes], dtype=np.int32)
    return SetLabels(offsets, codes, size, anything)


def _reader(column: NumberColumn | DateColumn) -> Callable[[str], float | None]:
    if isinstance(column, NumberColumn):
        return read_number
    own = dict(zip(column.labels, column.values.tolist(), strict=True))
    form = column.format
    return lambda text: own[text] if text in own else read_moment(text, form)


def _refuse(name: str, published: PublishedColumn, unread: list[int]) -> None:
    if unread:
        rows = (np.flatnonzero(np.isin(published.codes, unread)) + 1).tolist()
        raise DataError.unreadable_values(
            name, "a value, a range `[a;b]`, a set `{a;b}` or `*`", rows, len(rows), "Is it the release of this job?"
        )

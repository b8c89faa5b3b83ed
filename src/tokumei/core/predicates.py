"""Privacy models as predicates on a group, compiled: what a split is checked with.

A group is seen as one *histogram*: how often each value of each sensitive column occurs in it, column after column.
Value `code` of sensitive column `s` has the place `starts[s] + code`; a missing value is the column's last code, as
everywhere. Of a set column the items have places, and a record counts once for each of its items (a record without
items counts nowhere). `histogram_places` gives the places of every record, whatever the columns are, so that a loop
that counts does not have to tell sets from single values:

    offsets, places = histogram_places(table.sensitive)
    for p in range(offsets[record], offsets[record + 1]):
        counts[places[p]] += weight[record]

The group size k is not among the predicates: every algorithm counts records anyway.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.kernels import kernel, part
from tokumei.errors import JobError

__all__ = [
    "CLOSE_EQUAL",
    "CLOSE_ORDERED",
    "CLOSE_TREE",
    "DISTINCT",
    "ENTROPY",
    "LIKENESS",
    "MARGIN",
    "NO_PREDICATES",
    "RECURSIVE",
    "SHARE",
    "TOLERANCE",
    "Predicates",
    "all_hold",
    "histogram_places",
    "histogram_size",
    "histogram_starts",
]

DISTINCT = 0
"""`first` = l: at least l different values."""
ENTROPY = 1
"""`first` = l: e to the entropy is at least l."""
RECURSIVE = 2
"""`first` = c, `second` = l: the most frequent value occurs less than c times as often as the l-th and all after it."""
CLOSE_EQUAL = 3
"""`first` = t: total variation distance to the whole table."""
CLOSE_ORDERED = 4
"""`first` = t, `second` = values in the row: earth mover's distance to the whole table where values stand in a row."""
CLOSE_TREE = 5
"""`first` = t: earth mover's distance to the whole table where moving costs the height of the lowest common node."""

LIKENESS = 6
"""`first` = β: no value's share exceeds its share p in the whole table by more than min(β, −ln p) times p."""
SHARE = 7
"""`first` = α: no value has a larger share."""

TOLERANCE = 1e-10
"""What rounding may cost: a bound that is met exactly counts as met. Verification sums in another order and allows
more, so that a group that is accepted here by a hair is accepted there."""
MARGIN = 1e-9
"""A strict bound that is met exactly, or kept by less than this share, counts as not kept; verification asks less."""


class Predicates(NamedTuple):
    """What every group has to fulfil, as arrays that compiled code can read."""

    starts: npt.NDArray[np.int64]
    """Sensitive column → its first place in the histogram; one more entry for the histogram's size."""
    column: npt.NDArray[np.int64]
    """Predicate → number of its sensitive column."""
    kind: npt.NDArray[np.int64]
    """Predicate → DISTINCT, ENTROPY, …"""
    first: npt.NDArray[np.float64]
    second: npt.NDArray[np.float64]
    overall: npt.NDArray[np.float64]
    """Place → share of the whole table's records that have this value."""
    order_start: npt.NDArray[np.int64]
    """Predicate → where its part of `order` (and of `path`) starts."""
    order: npt.NDArray[np.int64]
    """For the ordered distance: the codes that occur, in their order, a missing value at the end. For the tree: the
    column's codes in the order of the leaves."""
    height: npt.NDArray[np.int64]
    """Predicate → height of its tree."""
    path: npt.NDArray[np.int32]
    """Beside `order`: leaf × level → node, level 0 the leaf. A missing value without a leaf hangs from the root."""


NO_PREDICATES = Predicates(
    starts=np.zeros(1, dtype=np.int64),
    column=np.zeros(0, dtype=np.int64),
    kind=np.zeros(0, dtype=np.int64),
    first=np.zeros(0),
    second=np.zeros(0),
    overall=np.zeros(0),
    order_start=np.zeros(0, dtype=np.int64),
    order=np.zeros(0, dtype=np.int64),
    height=np.zeros(0, dtype=np.int64),
    path=np.zeros((0, 1), dtype=np.int32),
)
"""Nothing beside k is asked for: `all_hold` is true, and the histogram has no places."""


def histogram_size(column: Column) -> int:
    """How many places a sensitive column has in the histogram."""
    if isinstance(column, TextColumn):
        raise JobError(
            f"Column {column.name!r} is free text, for which l-diversity and t-closeness are not defined. "
            "Declare it as a category, or take it out of the privacy models."
        )
    return len(column.values) if isinstance(column, SetColumn) else column.size


def histogram_starts(columns: Sequence[Column]) -> npt.NDArray[np.int64]:
    """Column → its first place; one more entry for the size of the histogram."""
    return np.cumsum([0, *(histogram_size(column) for column in columns)], dtype=np.int64)


def histogram_places(columns: Sequence[Column]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The places of every record: those of record r are `places[offsets[r]:offsets[r + 1]]`.

    *Cost*: one place a record and column, one a record and item for sets.
    """
    starts = histogram_starts(columns)
    records = len(columns[0]) if columns else 0
    sizes = np.zeros(records, dtype=np.int64)
    for column in columns:
        sizes += np.diff(column.offsets) if isinstance(column, SetColumn) else 1
    offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(sizes)])
    places = np.empty(int(offsets[-1]), dtype=np.int32)
    used = offsets[:-1].copy()
    for start, column in zip(starts.tolist(), columns, strict=False):
        if isinstance(column, SetColumn):
            own = np.diff(column.offsets)
            target = np.repeat(used - column.offsets[:-1], own) + np.arange(len(column.items))
            places[target] = column.items + np.int32(start)
            used += own
        elif not isinstance(column, TextColumn):
            places[used] = column.codes + np.int32(start)
            used += 1
    return offsets, places


@kernel
def all_hold(counts: npt.NDArray[np.int64], total: int, p: Predicates) -> bool:
    """Whether a group keeps every model, seen from its histogram and its number of records.

    *Cost*: one pass over the places of each predicate's column (times the height for a tree, times at most l − 1 for
    recursive diversity); nothing is allocated.
    """
    for i in range(len(p.kind)):
        start, stop = p.starts[p.column[i]], p.starts[p.column[i] + 1]
        kind = p.kind[i]
        bound = p.first[i]
        if kind == DISTINCT:
            holds = _distinct(counts, start, stop) >= bound
        elif kind == ENTROPY:
            holds = _entropy_size(counts, start, stop, total) >= bound * (1.0 - TOLERANCE)
        elif kind == RECURSIVE:
            holds = _recursive(counts, start, stop, total, bound, p.second[i])
        elif kind == CLOSE_EQUAL:
            holds = _equal_distance(counts, start, stop, total, p.overall) <= bound + TOLERANCE
        elif kind == CLOSE_ORDERED:
            size = int(p.second[i])
            distance = _ordered_distance(counts, start, size, total, p.overall, p.order, p.order_start[i])
            holds = distance <= bound + TOLERANCE
        elif kind == LIKENESS:
            holds = _alike(counts, start, stop, total, p.overall, bound)
        elif kind == SHARE:
            holds = _largest(counts, start, stop) <= (bound + TOLERANCE) * total
        else:
            holds = _tree_distance(
                counts, start, stop, total, p.overall, p.order, p.order_start[i], p.path, p.height[i]
            ) <= (bound + TOLERANCE)
        if not holds:
            return False
    return True


@part
def _largest(counts: npt.NDArray[np.int64], start: int, stop: int) -> int:
    most = 0
    for place in range(start, stop):
        most = max(most, int(counts[place]))
    return most


@part
def _alike(
    counts: npt.NDArray[np.int64],
    start: int,
    stop: int,
    total: int,
    overall: npt.NDArray[np.float64],
    beta: float,
) -> bool:
    for place in range(start, stop):
        if counts[place] > 0:
            share = overall[place]
            if counts[place] > (share * (1.0 + min(beta, -np.log(share))) + TOLERANCE) * total:
                return False
    return True


@part
def _distinct(counts: npt.NDArray[np.int64], start: int, stop: int) -> int:
    different = 0
    for place in range(start, stop):
        if counts[place] > 0:
            different += 1
    return different


@part
def _entropy_size(counts: npt.NDArray[np.int64], start: int, stop: int, total: int) -> float:
    """e to the entropy: how many equally frequent values would be as diverse."""
    weighted = 0.0
    for place in range(start, stop):
        if counts[place] > 0:
            weighted += counts[place] * np.log(counts[place])
    return np.exp(np.log(total) - weighted / total)


@part
def _recursive(counts: npt.NDArray[np.int64], start: int, stop: int, total: int, c: float, l: float) -> bool:  # noqa: E741
    """The l − 1 largest counts are taken off, equal ones in one pass, until the tail is left."""
    tail = total
    below = total + 1
    most = 0
    left = int(l) - 1
    while left > 0:
        largest = 0
        times = 0
        for place in range(start, stop):
            count = int(counts[place])
            if largest < count < below:
                largest = count
                times = 1
            elif count == largest:
                times += 1
        if largest == 0:
            return False
        most = max(most, largest)
        taken = min(times, left)
        tail -= taken * largest
        left -= taken
        below = largest
    return most * (1.0 + MARGIN) < c * tail


@part
def _equal_distance(
    counts: npt.NDArray[np.int64], start: int, stop: int, total: int, overall: npt.NDArray[np.float64]
) -> float:
    distance = 0.0
    for place in range(start, stop):
        distance += abs(counts[place] / total - overall[place])
    return distance / 2.0


@part
def _ordered_distance(
    counts: npt.NDArray[np.int64],
    start: int,
    size: int,
    total: int,
    overall: npt.NDArray[np.float64],
    order: npt.NDArray[np.int64],
    order_start: int,
) -> float:
    if size < 2:
        return 0.0
    moved = 0.0
    carried = 0.0
    for rank in range(size):
        place = start + order[order_start + rank]
        carried += counts[place] / total - overall[place]
        moved += abs(carried)
    return moved / (size - 1)


@part
def _tree_distance(
    counts: npt.NDArray[np.int64],
    start: int,
    stop: int,
    total: int,
    overall: npt.NDArray[np.float64],
    order: npt.NDArray[np.int64],
    order_start: int,
    path: npt.NDArray[np.int32],
    height: int,
) -> float:
    """Level by level, what each node can settle among its children: Li, Li, Venkatasubramanian 2007, section 4.3.

    Leaves stand in depth-first order, so a sweep meets every node's children, and every child's leaves, side by side.
    """
    distance = 0.0
    for level in range(1, height + 1):
        settled = 0.0
        more = 0.0
        less = 0.0
        extra = 0.0
        for rank in range(stop - start):
            row = order_start + rank
            place = start + order[row]
            if rank > 0 and path[row, level - 1] != path[row - 1, level - 1]:
                if extra > 0.0:
                    more += extra
                else:
                    less -= extra
                extra = 0.0
                if path[row, level] != path[row - 1, level]:
                    settled += min(more, less)
                    more = 0.0
                    less = 0.0
            extra += counts[place] / total - overall[place]
        if extra > 0.0:
            more += extra
        else:
            less -= extra
        settled += min(more, less)
        distance += settled * level / height
    return distance

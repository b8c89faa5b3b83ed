"""Rows: which records are equal, and the lists of some records out of those of all.

A list for every record is kept as offsets and values: that of record r is `values[offsets[r]:offsets[r + 1]]`.
The compiled parts are loaded when they are called, so that reading a job does not wait for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

import numpy as np
import numpy.typing as npt

__all__ = ["COMPILED_FROM", "distinct_rows", "gather", "number_rows", "offsets_of", "side_by_side"]

Value = TypeVar("Value", bound=np.generic)

NO_OFFSETS = np.zeros(1, dtype=np.int64)
NO_ITEMS = np.zeros(0, dtype=np.int32)
COMPILED_FROM = 200_000
"""So many records are compared by compiled code; fewer are sorted as fast, and need nothing loaded."""
LISTED_TO = 20_000
"""Fewer lists are compared without compiled code too."""
_ROOM = 1 << 62
"""What a sorting key may hold."""


def distinct_rows(
    cells: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64] = NO_OFFSETS,
    items: npt.NDArray[np.int32] = NO_ITEMS,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Record → row, row → its first record, row → how many records it has.

    Two records are one row when their cells are equal, and so are the items `items[offsets[r]:offsets[r + 1]]`, where
    given. Rows are sorted by their cells, then by their items, so that the order of the records does not number them.

    *Cost*: one pass with a hash table, in which hashes only choose where to look; then the distinct rows are sorted by
    as much of their content as fits into one number, and compared in full where that is equal.
    """
    least = cells.min(axis=0, initial=0).astype(np.int64)
    spans = cells.max(axis=0, initial=0).astype(np.int64) + 1 - least
    if not len(items) and len(cells) < COMPILED_FROM:
        return _distinct_cells(cells, least, spans)
    if len(cells) < LISTED_TO and len(items) < COMPILED_FROM:
        return _distinct_lists(cells, offsets, items)
    item_span = int(items.max(initial=0)) - int(items.min(initial=0)) + 2 if len(offsets) == len(cells) + 1 else 0
    leading, size = 0, 1
    while leading < len(spans) and size * int(spans[leading]) < _ROOM:
        size *= int(spans[leading])
        leading += 1
    from tokumei.core.row_kernels import distinct, sort_ties, sorting_keys

    row, first, weight = distinct(cells, offsets, items)
    listed = 0
    while leading == len(spans) and item_span > 0 and listed < len(items) and size * item_span < _ROOM:
        size *= item_span
        listed += 1
    keys = sorting_keys(cells, offsets, items, first, least, spans, leading, item_span, listed)
    order = np.argsort(keys)
    sort_ties(cells, offsets, items, first, keys[order], order)
    place = np.empty(len(order), dtype=np.int32)
    place[order] = np.arange(len(order), dtype=np.int32)
    return place[row], first[order], weight[order]


def _distinct_cells(
    cells: npt.NDArray[np.int32], least: npt.NDArray[np.int64], spans: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """As `distinct_rows`, of few records without items: as many cells as fit are one number, and then that is."""
    keys, size = np.zeros(len(cells), dtype=np.int64), 1
    for column, low, span in zip(cells.T, least.tolist(), spans.tolist(), strict=True):
        if size * span >= _ROOM:
            keys = np.unique(keys, return_inverse=True)[1]
            size = len(cells)
        keys = keys * span + (column.astype(np.int64) - low)
        size *= span
    _, first, row, weight = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    return row.astype(np.int32), first.astype(np.int32), weight.astype(np.int64)


def _distinct_lists(
    cells: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], items: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """As `distinct_rows`, of few records with few items."""
    flat = items.tolist()
    lists = [
        (*row, *flat[low:high]) for row, (low, high) in zip(cells.tolist(), pairwise(offsets.tolist()), strict=True)
    ]
    counts = Counter(lists)
    place = {told: number for number, told in enumerate(sorted(counts))}
    first = np.empty(len(place), dtype=np.int32)
    row = np.array([place[told] for told in lists], dtype=np.int32)
    first[row[::-1]] = np.arange(len(lists) - 1, -1, -1, dtype=np.int32)
    return row, first, np.array([counts[told] for told in place], dtype=np.int64)


def number_rows(words: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
    """Row → number of its group of equal rows, in order of first appearance; and how many groups there are.

    *Cost*: linear in rows, which is for tables where sorting would take too long.
    """
    from tokumei.core.row_kernels import number

    return number(words)


def gather(
    offsets: npt.NDArray[np.int64], values: npt.NDArray[Value], rows: npt.NDArray[np.integer] | npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[Value]]:
    """The lists of some rows, one after another: (offsets, values). `rows` are numbers or marks."""
    sizes = np.diff(offsets)[rows]
    ends = offsets_of(sizes)
    return ends, values[np.repeat(offsets[:-1][rows] - ends[:-1], sizes) + np.arange(ends[-1])]


def side_by_side(
    parts: Sequence[tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]], bases: Sequence[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """One list for every row from several, one after another, the values of each counted on from its base."""
    if len(parts) == 1:
        return parts[0]
    offsets = np.sum([own for own, _ in parts], axis=0)
    values = np.empty(int(offsets[-1]), dtype=np.int32)
    used = offsets[:-1].copy()
    for (own, listed), base in zip(parts, bases, strict=True):
        sizes = np.diff(own)
        values[np.repeat(used - own[:-1], sizes) + np.arange(len(listed))] = listed + np.int32(base)
        used += sizes
    return offsets, values


def offsets_of(sizes: npt.NDArray[np.integer] | npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Where lists of these sizes start, one after another, with the end of the last."""
    offsets = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets

"""Distinct rows: equal records become one row with a weight."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

__all__ = ["distinct_rows"]

NO_OFFSETS = np.zeros(1, dtype=np.int64)
NO_ITEMS = np.zeros(0, dtype=np.int32)


def distinct_rows(
    cells: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64] = NO_OFFSETS,
    items: npt.NDArray[np.int32] = NO_ITEMS,
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Record → row, row → its first record, row → how many records it has; rows in the order of first appearance.

    Two records are one row when their cells are equal, and so are the items `items[offsets[r]:offsets[r + 1]]`, where
    given.

    *Cost*: one pass with a hash table; hashes only choose where to look, rows are compared in full.
    """
    return _distinct(cells, offsets, items)


@njit(cache=True, nogil=True)
def _distinct(cells, offsets, items):
    records, width = cells.shape
    with_items = offsets.shape[0] == records + 1
    slots = 16
    while slots < 2 * records:
        slots *= 2
    table = np.full(slots, -1, np.int32)
    row = np.empty(records, np.int32)
    first = np.empty(records, np.int32)
    weight = np.zeros(records, np.int64)
    count = 0
    for record in range(records):
        mixed = np.uint64(0x9E3779B97F4A7C15)
        for place in range(width):
            mixed = (mixed ^ np.uint64(cells[record, place])) * np.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> np.uint64(29)
        if with_items:
            for place in range(offsets[record], offsets[record + 1]):
                mixed = (mixed ^ np.uint64(items[place])) * np.uint64(0x94D049BB133111EB)
                mixed ^= mixed >> np.uint64(31)
        slot = np.int64(mixed & np.uint64(slots - 1))
        while True:
            candidate = table[slot]
            if candidate < 0:
                table[slot] = count
                first[count] = record
                weight[count] = 1
                row[record] = count
                count += 1
                break
            other = first[candidate]
            same = True
            for place in range(width):
                if cells[record, place] != cells[other, place]:
                    same = False
                    break
            if same and with_items:
                length = offsets[record + 1] - offsets[record]
                same = length == offsets[other + 1] - offsets[other]
                place = 0
                while same and place < length:
                    same = items[offsets[record] + place] == items[offsets[other] + place]
                    place += 1
            if same:
                weight[candidate] += 1
                row[record] = candidate
                break
            slot = (slot + 1) & (slots - 1)
    return row, first[:count].copy(), weight[:count].copy()

"""Groups of equal rows, compiled: for tables where sorting would take too long."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

__all__ = ["number_rows"]

_FIRST_GROUPS = 1 << 15


@njit(cache=True, nogil=True)
def number_rows(words: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
    """Row → number of its group of equal rows, in order of first appearance; and how many groups there are.

    Exact: a hash only says where to look, and rows are compared word by word. *Cost*: linear in rows; about two slots
    and one copy of the row a group. A slot holds the group's number and, above it, 31 bits of its hash, so that most
    comparisons with other groups never leave the slot.
    """
    rows, width = words.shape
    numbers = np.empty(rows, dtype=np.int64)
    keys = np.empty((_FIRST_GROUPS, width), dtype=np.int64)
    hashes = np.empty(_FIRST_GROUPS, dtype=np.uint64)
    slots = np.full(2 * _FIRST_GROUPS, -1, dtype=np.int64)
    count = 0
    for row in range(rows):
        mixed = np.uint64(0x9E3779B97F4A7C15)
        for word in range(width):
            mixed = (mixed ^ np.uint64(words[row, word])) * np.uint64(0xBF58476D1CE4E5B9)
            mixed ^= mixed >> np.uint64(29)
        tag = _tag(mixed)
        mask = np.uint64(len(slots) - 1)
        place = mixed & mask
        found = False
        while slots[place] >= 0 and not found:
            slot = slots[place]
            group = slot & 0xFFFFFFFF
            if slot - group == tag:
                found = True
                for word in range(width):
                    found = found and keys[group, word] == words[row, word]
                if found:
                    numbers[row] = group
            place = (place + np.uint64(1)) & mask
        if found:
            continue
        slots[place] = tag + count
        keys[count] = words[row]
        hashes[count] = mixed
        numbers[row] = count
        count += 1
        if count == len(hashes):
            keys = np.concatenate((keys, np.empty_like(keys)))
            hashes = np.concatenate((hashes, np.empty_like(hashes)))
            slots = _filled(hashes[:count], 2 * len(slots))
    return numbers, count


@njit(cache=True, nogil=True)
def _tag(mixed: np.uint64) -> np.int64:
    return np.int64((mixed >> np.uint64(33)) << np.uint64(32))


@njit(cache=True, nogil=True)
def _filled(hashes: npt.NDArray[np.uint64], size: int) -> npt.NDArray[np.int64]:
    """A larger table for the groups found so far."""
    slots = np.full(size, -1, dtype=np.int64)
    mask = np.uint64(size - 1)
    for group in range(len(hashes)):
        place = hashes[group] & mask
        while slots[place] >= 0:
            place = (place + np.uint64(1)) & mask
        slots[place] = _tag(hashes[group]) + group
    return slots

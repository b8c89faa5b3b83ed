"""Exact counts of n-grams: in how many texts each one stands.

An n-gram gets a number by renaming: the pair of the numbers of two halves that cover it is looked up in a table that
compares whole keys, so that no two n-grams ever share a number. An n-gram of which a part is rare is rare itself
(it stands in no more texts than its part), so that only what can still be common is numbered.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.threads import parallel, parts_of

__all__ = ["BROKEN", "RARE", "Grams", "count_grams"]

RARE = -1
"""An n-gram that stands in fewer than k texts."""
BROKEN = -2
"""No n-gram starts here: the text ends too soon, or a mask is in the way."""

Ids = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Grams:
    """The number of the n-gram that starts at each character, or RARE or BROKEN; and number → texts that have it."""

    ids: Ids
    counts: npt.NDArray[np.int32]


def count_grams(
    symbols: Ids, offsets: npt.NDArray[np.int64], masked: npt.NDArray[np.bool_], *, n: int, k: int
) -> Grams:
    """Number the n-grams without a mask that stand in at least k texts, each text counted once.

    Cost: ⌈log₂ n⌉ + 1 scans of the text; memory of about three integers for each character.
    """
    grams = _single(symbols, offsets, masked, k)
    width = 1
    while width < n:
        target = min(2 * width, n)
        grams = _paired(grams, offsets, width, target, k)
        width = target
    return grams


def _single(symbols: Ids, offsets: npt.NDArray[np.int64], masked: npt.NDArray[np.bool_], k: int) -> Grams:
    alphabet = int(symbols.max()) + 1 if len(symbols) else 0
    counts = _count_symbols(symbols, offsets, masked, alphabet)
    ids = np.where(masked, np.int32(BROKEN), symbols)
    return _only_common(ids, counts, k)


def _paired(grams: Grams, offsets: npt.NDArray[np.int64], width: int, target: int, k: int) -> Grams:
    out = np.empty_like(grams.ids)
    base, parts = len(grams.counts), parts_of(len(out))

    def work(part: int) -> npt.NDArray[np.int32]:
        return _number_pairs(grams.ids, offsets, target, target - width, base, part, parts, out)

    counted = parallel(work, range(parts))
    counts = np.zeros(parts * max(len(part) for part in counted), dtype=np.int32)
    for part, own in enumerate(counted):
        counts[part : parts * len(own) : parts] = own
    return _only_common(out, counts, k)


def _only_common(ids: Ids, counts: npt.NDArray[np.int32], k: int) -> Grams:
    """Renumber what stands in at least k texts, and call the rest RARE; ids are changed in place."""
    common = counts >= k
    new = np.where(common, np.cumsum(common) - 1, RARE).astype(np.int32)
    parallel(lambda part: _rename(part, new), np.array_split(ids, parts_of(len(ids))))
    return Grams(ids, counts[common])


@njit(cache=True, nogil=True)
def _count_symbols(symbols, offsets, masked, alphabet):
    counts = np.zeros(alphabet, dtype=np.int32)
    last = np.full(alphabet, -1, dtype=np.int32)
    for text in range(len(offsets) - 1):
        for place in range(offsets[text], offsets[text + 1]):
            symbol = symbols[place]
            if not masked[place] and last[symbol] != text:
                last[symbol] = text
                counts[symbol] += 1
    return counts


@njit(cache=True, nogil=True)
def _rename(ids, new):
    for place in range(len(ids)):
        if ids[place] >= 0:
            ids[place] = new[ids[place]]


@njit(cache=True, nogil=True)
def _number_pairs(ids, offsets, target, shift, base, part, parts, out):
    """Number the pairs whose hash falls to this part, and count their texts; the other parts do the rest.

    Numbers of part p are p, p + parts, p + 2 · parts … The hash only chooses the part and the slot; keys are
    compared whole.
    """
    keys = np.full(1 << 16, -1, dtype=np.int64)
    numbers = np.empty(1 << 16, dtype=np.int32)
    counts = np.zeros(1 << 15, dtype=np.int32)
    last = np.full(1 << 15, -1, dtype=np.int32)
    used = 0
    for text in range(len(offsets) - 1):
        end = offsets[text + 1]
        for place in range(offsets[text], end):
            if place + target > end:
                if part == 0:
                    out[place] = BROKEN
                continue
            left, right = ids[place], ids[place + shift]
            if left < 0 or right < 0:
                if part == 0:
                    out[place] = BROKEN if left == BROKEN or right == BROKEN else RARE
                continue
            key = np.int64(left) * base + right
            spread = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
            if np.int64((spread >> np.uint64(40)) % np.uint64(parts)) != part:
                continue
            slot = _slot(keys, key)
            if keys[slot] == -1:
                keys[slot] = key
                numbers[slot] = used
                used += 1
                if 2 * used == len(keys):
                    keys, numbers = _doubled(keys, numbers)
                    counts = np.append(counts, np.zeros(len(counts), dtype=np.int32))
                    last = np.append(last, np.full(len(last), -1, dtype=np.int32))
                number = used - 1
            else:
                number = numbers[slot]
            out[place] = parts * number + part
            if last[number] != text:
                last[number] = text
                counts[number] += 1
    return counts[:used].copy()


@njit(cache=True, nogil=True)
def _slot(keys, key):
    """Where a key stands in the table, or the free slot where it would."""
    mask = len(keys) - 1
    slot = np.int64((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(24)) & mask
    while keys[slot] != key and keys[slot] != -1:
        slot = (slot + 1) & mask
    return slot


@njit(cache=True, nogil=True)
def _doubled(keys, numbers):
    more_keys = np.full(2 * len(keys), -1, dtype=np.int64)
    more_numbers = np.empty(2 * len(keys), dtype=np.int32)
    for old in range(len(keys)):
        if keys[old] != -1:
            slot = _slot(more_keys, keys[old])
            more_keys[slot] = keys[old]
            more_numbers[slot] = numbers[old]
    return more_keys, more_numbers

"""Exact counts of n-grams: in how many texts each one stands.

An n-gram gets a number by renaming: the pair of the numbers of two halves that cover it is looked up in a table that
compares whole keys, so that no two n-grams ever share a number. An n-gram of which a part is rare is rare itself
(it stands in no more texts than its part), so that only what can still be common is numbered.

Texts come in batches, which are gone through again for every length: one that holds all of them, or many, of which one
is in memory at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel, parts_of

__all__ = ["BROKEN", "RARE", "Batch", "Common", "count_grams"]

RARE = -1
"""An n-gram that stands in fewer than k texts."""
BROKEN = -2
"""No n-gram starts here: the text ends too soon, or a mask is in the way."""

Ids = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class Batch:
    """Texts on their way, all of a column or some: what is said here is changed in place."""

    offsets: npt.NDArray[np.int64]
    ids: Ids
    """Character → the number of what starts there, RARE or BROKEN: its symbol, until longer n-grams are counted."""
    masked: Flags
    kept: Flags
    """Character → whether it belongs to a kept phrase."""
    revealed: Flags
    """Characters of kept phrases that stand in a rare n-gram."""
    changed: bool = True
    """Whether something was changed since it was read."""

    @classmethod
    def of(cls, texts: Characters, masked: Flags, kept: Flags) -> Batch:
        """Texts of which some characters are masked already."""
        ids = np.where(masked, np.int32(BROKEN), texts.symbols)
        return cls(texts.offsets, ids, masked.copy(), kept, np.zeros(len(masked), dtype=np.bool_))

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """How many characters each text has."""
        return np.diff(self.offsets)


@dataclass(frozen=True, slots=True, eq=False)
class Common:
    """Which numbers stand in at least k texts: these get new ones, without gaps."""

    new: Ids
    """Number → its new one, or RARE."""
    counts: npt.NDArray[np.int32]
    """New number → texts that have it."""
    characters: int
    """Of all texts."""

    @classmethod
    def of(cls, counts: npt.NDArray[np.int32], k: int, characters: int) -> Common:
        """From the counts of all."""
        common = counts >= k
        new = np.where(common, np.cumsum(common) - 1, RARE).astype(np.int32)
        return cls(new, counts[common], characters)

    def rename(self, batch: Batch) -> None:
        """The new numbers in place of those before."""
        parallel(lambda part: _rename(part, self.new), np.array_split(batch.ids, parts_of(len(batch.ids))))
        batch.changed = True


def count_grams(batches: Iterable[Batch], *, n: int, k: int) -> Common:
    """Number the n-grams without a mask that stand in at least k texts, each text counted once.

    The batches have the numbers before `Common.new`, which is left to whoever goes through them next.
    Cost: ⌈log₂ n⌉ + 1 passes over the batches; memory of about fifty bytes for each different n-gram whose halves are
    common, and of about three integers for each character of one batch.
    """
    common = _single(batches, k)
    width = 1
    while width < n:
        target = min(2 * width, n)
        common = _paired(batches, common, width, target, k)
        width = target
    return common


def _single(batches: Iterable[Batch], k: int) -> Common:
    counts = np.zeros(0, dtype=np.int32)
    characters = 0
    for batch in batches:
        size = int(batch.ids.max(initial=-1)) + 1
        counts = np.append(counts, np.zeros(max(size - len(counts), 0), dtype=np.int32))
        _count_symbols(batch.ids, batch.offsets, counts)
        characters += len(batch.ids)
    return Common.of(counts, k, characters)


def _paired(batches: Iterable[Batch], common: Common, width: int, target: int, k: int) -> Common:
    base, parts = len(common.counts), parts_of(common.characters)
    tables = [_no_pairs() for _ in range(parts)]
    for batch in batches:
        common.rename(batch)
        out = np.empty_like(batch.ids)

        def work(part: int, batch: Batch = batch, out: Ids = out, tables: Sequence[_Pairs] = tables) -> _Pairs:
            return _number_pairs(batch.ids, batch.offsets, target, target - width, base, part, parts, out, tables[part])

        tables = parallel(work, range(parts))
        batch.ids = out
    counts = np.zeros(parts * max(table.used for table in tables), dtype=np.int32)
    for part, table in enumerate(tables):
        counts[part : parts * table.used : parts] = table.counts[: table.used]
    return Common.of(counts, k, common.characters)


class _Pairs(NamedTuple):
    """The pairs that fall to one part, with their numbers and counts."""

    keys: npt.NDArray[np.int64]
    """Slot → key, −1 where it is free."""
    numbers: Ids
    """Slot → number."""
    counts: npt.NDArray[np.int32]
    """Number → texts."""
    last: Ids
    """Number → the last text of the batch that had it."""
    used: int


def _no_pairs() -> _Pairs:
    slots = 1 << 16
    return _Pairs(
        np.full(slots, -1, dtype=np.int64),
        np.empty(slots, dtype=np.int32),
        np.zeros(slots // 2, dtype=np.int32),
        np.full(slots // 2, -1, dtype=np.int32),
        0,
    )


@njit(cache=True, nogil=True)
def _count_symbols(ids, offsets, counts):
    last = np.full(len(counts), -1, dtype=np.int32)
    for text in range(len(offsets) - 1):
        for place in range(offsets[text], offsets[text + 1]):
            symbol = ids[place]
            if symbol >= 0 and last[symbol] != text:
                last[symbol] = text
                counts[symbol] += 1


@njit(cache=True, nogil=True)
def _rename(ids, new):
    for place in range(len(ids)):
        if ids[place] >= 0:
            ids[place] = new[ids[place]]


@njit(cache=True, nogil=True)
def _number_pairs(ids, offsets, target, shift, base, part, parts, out, table):
    """Number the pairs whose hash falls to this part, and count their texts; the other parts do the rest.

    Numbers of part p are p, p + parts, p + 2 · parts … The hash only chooses the part and the slot; keys are
    compared whole. What the batches before had stands in the table.
    """
    keys, numbers, counts, last, used = table.keys, table.numbers, table.counts, table.last, table.used
    last[:] = -1
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
    return _Pairs(keys, numbers, counts, last, used)


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

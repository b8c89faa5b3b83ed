"""The compiled parts of `rows`: equal rows by hashing, exact, and their order."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, part

__all__ = ["distinct", "number", "sort_ties", "sorting_keys"]

_FIRST_GROUPS = 1 << 15


@kernel
def number(words: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], int]:
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


@part
def _tag(mixed: np.uint64) -> np.int64:
    return np.int64((mixed >> np.uint64(33)) << np.uint64(32))


@part
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


@kernel
def distinct(cells, offsets, items):
    """Record → row, row → its first record, row → its records; rows in the order of first appearance."""
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


@kernel
def sorting_keys(cells, offsets, items, first, least, spans, leading, item_span, listed):
    """Row → its first `leading` cells and `listed` items as one number that sorts as they do; a list that has ended
    sorts before one that goes on."""
    keys = np.zeros(first.shape[0], np.int64)
    lowest = items.min() if listed > 0 else 0
    for row in range(first.shape[0]):
        record = first[row]
        key = np.int64(0)
        for place in range(leading):
            key = key * spans[place] + (cells[record, place] - least[place])
        for number in range(listed):
            place = offsets[record] + number
            key *= item_span
            if place < offsets[record + 1]:
                key += items[place] - lowest + 1
        keys[row] = key
    return keys


@kernel
def sort_ties(cells, offsets, items, first, keys, order):
    """Sorts, in place, the runs of `order` whose keys are equal by the whole content of their rows."""
    low = 0
    spare = np.empty_like(order)
    while low < order.shape[0]:
        high = low + 1
        while high < order.shape[0] and keys[high] == keys[low]:
            high += 1
        width = 1
        # Invariant: runs of `width` rows from `low` on are sorted.
        while width < high - low:
            for start in range(low, high, 2 * width):
                middle, stop = min(start + width, high), min(start + 2 * width, high)
                left, right = start, middle
                for place in range(start, stop):
                    if right >= stop or (
                        left < middle and not _before(cells, offsets, items, first[order[right]], first[order[left]])
                    ):
                        spare[place] = order[left]
                        left += 1
                    else:
                        spare[place] = order[right]
                        right += 1
            for place in range(low, high):
                order[place] = spare[place]
            width *= 2
        low = high


@part
def _before(cells, offsets, items, one, other):
    """Whether a record sorts before another by its cells, then by its items."""
    for place in range(cells.shape[1]):
        if cells[one, place] != cells[other, place]:
            return cells[one, place] < cells[other, place]
    if offsets.shape[0] != cells.shape[0] + 1:
        return False
    length, other_length = offsets[one + 1] - offsets[one], offsets[other + 1] - offsets[other]
    for number in range(min(length, other_length)):
        if items[offsets[one] + number] != items[offsets[other] + number]:
            return items[offsets[one] + number] < items[offsets[other] + number]
    return length < other_length


@kernel
def deal(place, first, count, left, chance, part):
    """Record → its part in `part`: one of the `count` from `first` on, by chance, each as often as `left` says.

    What is dealt is taken from `left`; false where a part is asked for once too often. A record whose place has none
    has the part −1.
    """
    for record in range(place.shape[0]):
        start, parts = first[place[record]], count[place[record]]
        chosen = start
        if parts > 1:
            total = 0
            for one in range(start, start + parts):
                total += left[one]
            drawn = int(chance[record] * total)
            while chosen < start + parts - 1 and drawn >= left[chosen]:
                drawn -= left[chosen]
                chosen += 1
        part[record] = chosen
        if start >= 0:
            if left[chosen] <= 0:
                return False
            left[chosen] -= 1
    return True

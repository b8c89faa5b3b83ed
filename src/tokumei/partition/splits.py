"""Candidate splits of a group, and what each would gain.

A candidate is a run of places `first … last` in a dimension's order of present ranks: the records inside the run go
one way, the others the other way. The orders and runs are

- ORDERED: ascending; runs from the start (a cut between two values);
- VALUES: most frequent in the group first; runs from the start, and single values (few heavy values against many rare
  ones is what lowers the loss of sets);
- TREE: depth-first; runs that are a node's leaves (a node against the rest: a cut between siblings would often leave
  the same common ancestor on both sides).

The gain is the loss of the group minus the losses of the two parts, each times its records. With `cross`, the loss of
every dimension is looked at, since records that are alike in one are often alike in others; without it, only that of
the dimension that is cut, which is all that matters in large groups and costs far less.

Cost: O(rows × dimensions) without `cross`, O(rows × dimensions²) with it.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.partition.dimensions import TREE, VALUES
from tokumei.partition.losses import count_bits, span_loss, values_loss

__all__ = ["MEDIAN", "NCP", "candidates", "present", "release_marks"]

NCP, MEDIAN = 0, 1

BINS = 256
"""A dimension with more present ranks than this is cut only between bins of about equally many records."""
TREE_BINS = 4096
"""A hierarchy with more present leaves is cut by its own loss alone."""


@njit(cache=True, nogil=True)
def present(cells, weight, order, low, high, dims, tally, place):
    """The ranks that occur in a group, by dimension in its cut order.

    `tally` (zero on entry, flat over all ranks) holds their records, `place` their places in the order.
    Returns (begin, ranks, total): the ranks of dimension d are `ranks[begin[d]:begin[d + 1]]`.
    """
    count = dims.kind.shape[0]
    rows = high - low
    begin = np.zeros(count + 1, np.int64)
    room = np.zeros(count + 1, np.int64)
    for dim in range(count):
        room[dim + 1] = room[dim] + min(rows, dims.start[dim + 1] - dims.start[dim])
    found = np.empty(room[count], np.int64)
    used = np.zeros(count, np.int64)
    total = 0
    for place_in_order in range(low, high):
        row = order[place_in_order]
        mass = weight[row]
        total += mass
        for dim in range(count):
            rank = cells[row, dim]
            slot = dims.start[dim] + rank
            if tally[slot] == 0:
                found[room[dim] + used[dim]] = rank
                used[dim] += 1
            tally[slot] += mass
    for dim in range(count):
        begin[dim + 1] = begin[dim] + used[dim]
    ranks = np.empty(begin[count], np.int32)
    for dim in range(count):
        base = dims.start[dim]
        keys = found[room[dim] : room[dim] + used[dim]]
        if dims.kind[dim] == VALUES:  # heaviest first, ties by rank: both in one key
            for number in range(used[dim]):
                keys[number] -= tally[base + keys[number]] << 32
            keys = np.sort(keys)
            for number in range(used[dim]):
                keys[number] &= 0xFFFFFFFF
        else:
            keys = _ascending(keys, tally[base : dims.start[dim + 1]])
        for number in range(used[dim]):
            ranks[begin[dim] + number] = keys[number]
        for number in range(used[dim]):
            place[base + ranks[begin[dim] + number]] = number
    return begin, ranks, total


@njit(cache=True, nogil=True)
def _ascending(found, tally):
    """The ranks found, in ascending order: sorted where they are few, read off the tally where they are many."""
    if 8 * found.shape[0] < tally.shape[0]:
        return np.sort(found)
    used = 0
    for rank in range(tally.shape[0]):
        if tally[rank] > 0:
            found[used] = rank
            used += 1
    return found


@njit(cache=True, nogil=True)
def release_marks(begin, ranks, dims, tally):
    """Puts `tally` back to zero, touching only what `present` touched."""
    for dim in range(dims.kind.shape[0]):
        for number in range(begin[dim], begin[dim + 1]):
            tally[dims.start[dim] + ranks[number]] = 0


@njit(cache=True, nogil=True)
def _summaries(cells, order, low, high, dims, dim, bin_of, place, words):
    """What each bin of a dimension's order holds of every dimension: smallest and largest rank, and bits of values.

    Returned by bin, and as running sums from the front and from the back.
    """
    count = dims.kind.shape[0]
    size = bin_of[-1] + 1
    least = np.empty((3, size, count), np.int32)
    most = np.empty((3, size, count), np.int32)
    bits = np.zeros((3, size, words[count]), np.uint64)
    for number in range(size):
        for other in range(count):
            least[0, number, other] = 2147483647
            most[0, number, other] = -1
    for place_in_order in range(low, high):
        row = order[place_in_order]
        here = bin_of[place[dims.start[dim] + cells[row, dim]]]
        for other in range(count):
            rank = cells[row, other]
            if dims.kind[other] == VALUES:
                bit = place[dims.start[other] + rank]
                bits[0, here, words[other] + (bit >> 6)] |= np.uint64(1) << np.uint64(bit & 63)
            else:
                if rank < least[0, here, other]:
                    least[0, here, other] = rank
                if rank > most[0, here, other]:
                    most[0, here, other] = rank
    for number in range(size):
        back = size - 1 - number
        for other in range(count):
            least[1, number, other] = least[0, number, other]
            most[1, number, other] = most[0, number, other]
            least[2, back, other] = least[0, back, other]
            most[2, back, other] = most[0, back, other]
            if number > 0:
                least[1, number, other] = min(least[1, number, other], least[1, number - 1, other])
                most[1, number, other] = max(most[1, number, other], most[1, number - 1, other])
                least[2, back, other] = min(least[2, back, other], least[2, back + 1, other])
                most[2, back, other] = max(most[2, back, other], most[2, back + 1, other])
        for word in range(words[count]):
            bits[1, number, word] = bits[0, number, word]
            bits[2, back, word] = bits[0, back, word]
            if number > 0:
                bits[1, number, word] |= bits[1, number - 1, word]
                bits[2, back, word] |= bits[2, back + 1, word]
    return least, most, bits


@njit(cache=True, nogil=True)
def _loss_of_bins(dims, words, least, most, bits, first, last, outside):
    """Loss over all dimensions of the records in the bins first … last, or of all others."""
    count = dims.kind.shape[0]
    size = least.shape[1]
    loss = 0.0
    for other in range(count):
        if dims.kind[other] == VALUES:
            held = 0
            for word in range(words[other], words[other + 1]):
                joined = np.uint64(0)
                if outside:
                    if first > 0:
                        joined |= bits[1, first - 1, word]
                    if last < size - 1:
                        joined |= bits[2, last + 1, word]
                elif first == 0:
                    joined = bits[1, last, word]
                else:
                    for number in range(first, last + 1):
                        joined |= bits[0, number, word]
                held += count_bits(joined)
            loss += values_loss(dims, other, held)
        else:
            small, large = 2147483647, -1
            if outside:
                if first > 0:
                    small, large = least[1, first - 1, other], most[1, first - 1, other]
                if last < size - 1:
                    small = min(small, least[2, last + 1, other])
                    large = max(large, most[2, last + 1, other])
            elif first == 0:
                small, large = least[1, last, other], most[1, last, other]
            else:
                for number in range(first, last + 1):
                    small = min(small, least[0, number, other])
                    large = max(large, most[0, number, other])
            loss += span_loss(dims, other, small, large)
    return loss


@njit(cache=True, nogil=True)
def _own_loss(dims, dim, size, ranks, base, first, last, outside):
    """Loss in the dimension that is cut alone."""
    if dims.kind[dim] == VALUES:
        held = last - first + 1
        return values_loss(dims, dim, size - held if outside else held)
    if not outside:
        return span_loss(dims, dim, ranks[base + first], ranks[base + last])
    small = ranks[base] if first > 0 else ranks[base + last + 1]
    large = ranks[base + size - 1] if last < size - 1 else ranks[base + first - 1]
    return span_loss(dims, dim, small, large)


@njit(cache=True, nogil=True)
def _bins(dims, dim, begin, ranks, total, tally):
    """Place → bin, ascending; a bin is a place where there are few, or about total / BINS records."""
    size = begin[dim + 1] - begin[dim]
    bin_of = np.arange(size)
    if size <= BINS or dims.kind[dim] == TREE:
        return bin_of
    mass = 0
    number = 0
    for here in range(size):
        bin_of[here] = number
        mass += tally[dims.start[dim] + ranks[begin[dim] + here]]
        if mass * BINS >= total:
            mass = 0
            number += 1
    return bin_of


@njit(cache=True, nogil=True)
def _runs(dims, dim, k, begin, ranks, total, tally, bin_of, where, mass_of, used):
    """Appends a dimension's candidates to `where` and their records to `mass_of`; returns how many there are then."""
    size = begin[dim + 1] - begin[dim]
    base = begin[dim]
    flat = dims.start[dim]
    if dims.kind[dim] == TREE:
        for level in range(dims.path.shape[1]):
            first = 0
            while first < size:
                node = dims.path[flat + ranks[base + first], level]
                last = first
                mass = tally[flat + ranks[base + first]]
                while last + 1 < size and dims.path[flat + ranks[base + last + 1], level] == node:
                    last += 1
                    mass += tally[flat + ranks[base + last]]
                below = max(level - 1, 0)
                same_below = dims.path[flat + ranks[base + first], below] == dims.path[flat + ranks[base + last], below]
                if (level == 0 or not same_below) and mass >= k and total - mass >= k:
                    where[used, 0], where[used, 1], where[used, 2] = dim, first, last
                    mass_of[used] = mass
                    used += 1
                first = last + 1
        return used
    running = 0
    for last in range(size - 1):
        mass = tally[flat + ranks[base + last]]
        running += mass
        if bin_of[last] == bin_of[last + 1]:
            continue
        if running >= k and total - running >= k:
            where[used, 0], where[used, 1], where[used, 2] = dim, 0, last
            mass_of[used] = running
            used += 1
        alone = last > 0 and bin_of[last - 1] != bin_of[last]
        if dims.kind[dim] == VALUES and alone and mass >= k and total - mass >= k:
            where[used, 0], where[used, 1], where[used, 2] = dim, last, last
            mass_of[used] = mass
            used += 1
    return used


@njit(cache=True, nogil=True)
def _median_run(dims, dim, k, begin, ranks, total, tally, where, mass_of, used):
    """Appends the one cut of a dimension that is nearest to the middle of its records."""
    running = 0
    nearest = -1
    for last in range(begin[dim + 1] - begin[dim] - 1):
        running += tally[dims.start[dim] + ranks[begin[dim] + last]]
        if running >= k and total - running >= k:
            away = abs(2 * running - total)
            if nearest < 0 or away < nearest:
                nearest = away
                where[used, 0], where[used, 1], where[used, 2] = dim, 0, last
                mass_of[used] = running
    return used + (nearest >= 0)


@njit(cache=True, nogil=True)
def candidates(cells, weight, order, low, high, dims, k, rule, begin, ranks, total, tally, place, cross):
    """All candidate splits with at least k records on each side, and the gain of each: (gain, where).

    With the rule MEDIAN (the classic Mondrian) a dimension has one candidate, at its median, and the widest one gains
    most.
    """
    count = dims.kind.shape[0]
    words = np.zeros(count + 1, np.int64)
    own = np.zeros(count, np.float64)
    room = 0
    for dim in range(count):
        size = begin[dim + 1] - begin[dim]
        room += size * (dims.path.shape[1] if dims.kind[dim] == TREE else 2)
        words[dim + 1] = words[dim]
        if dims.kind[dim] == VALUES:
            words[dim + 1] += (size + 63) // 64
            own[dim] = values_loss(dims, dim, size)
        else:
            own[dim] = span_loss(dims, dim, ranks[begin[dim]], ranks[begin[dim + 1] - 1])
    gain = np.empty(room, np.float64)
    where = np.empty((room, 3), np.int64)
    used = 0
    for dim in range(count):
        size = begin[dim + 1] - begin[dim]
        start = used
        if size < 2:
            continue
        if rule == MEDIAN:
            used = _median_run(dims, dim, k, begin, ranks, total, tally, where, gain, used)
            if used > start:
                gain[start] = own[dim]
            continue
        bin_of = _bins(dims, dim, begin, ranks, total, tally)
        used = _runs(dims, dim, k, begin, ranks, total, tally, bin_of, where, gain, used)
        if used == start:
            continue
        if cross and bin_of[-1] < TREE_BINS:
            least, most, bits = _summaries(cells, order, low, high, dims, dim, bin_of, place, words)
            before = own.sum()
            for number in range(start, used):
                first, last, mass = bin_of[where[number, 1]], bin_of[where[number, 2]], gain[number]
                inside = _loss_of_bins(dims, words, least, most, bits, first, last, False)
                outside = _loss_of_bins(dims, words, least, most, bits, first, last, True)
                gain[number] = total * before - mass * inside - (total - mass) * outside
        else:
            for number in range(start, used):
                first, last, mass = where[number, 1], where[number, 2], gain[number]
                inside = _own_loss(dims, dim, size, ranks, begin[dim], first, last, False)
                outside = _own_loss(dims, dim, size, ranks, begin[dim], first, last, True)
                gain[number] = total * own[dim] - mass * inside - (total - mass) * outside
    return gain[:used], where[:used]

"""How few items of BMS-WebView-2 can be deleted at k = 2, 5 and 10, whatever is searched.

`python -m benchmarks.composite_bound`. Give every record a price. Where any k records together have prices of at least
k times what they have in common, no partition into whole records keeps more items than the prices of all records.

At k = 2 that is a linear program over pairs. It is solved with the pairs that matter, others are added while they are
violated, and in the end prices are raised where a pair is still short. At larger k, prices begin at what a record
shares with its k − 1 nearest, which is enough, and are lowered record by record as far as the others allow. Of a record
of more than ten items all are taken for a group that share enough with it, whether or not they share the same items:
that asks for too much, so that the bound stays below what is possible. Needs TOKUMEI_DATA; ten minutes.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog
from scipy.sparse import csr_matrix

from benchmarks.composite_takahashi import measured, webview
from tokumei.core.kernels import kernel, part
from tokumei.partition.dimensions.items import item_rows
from tokumei.partition.losses import count_bits
from tokumei.partition.problem import Problem

KS = (2, 5, 10)
STEPS = (0.15, 0.2, 0.3, 0.4, 0.5, 1.0)
"""Prices go so far towards the least that is allowed, one sweep after the other."""
SHORT = 10
"""Of rows of up to so many items every subset is looked at."""
PROGRAMS = 5
MOST = 12
"""So many linear programs are solved, each with so many pairs more of a row at most."""

Rows = tuple[Any, ...]
"""Where each row's items lie, the items, where each item's rows lie, these rows, and how many records each row has."""


def main() -> None:
    """Prints the bound beside what is reached."""
    data = webview()
    if data is None:
        sys.exit("BMS-WebView-2 is not at hand: set TOKUMEI_DATA.")
    for k in KS:
        problem = Problem.of(*data, k=k)
        sets, weight = problem.sets, problem.weight
        own = np.diff(sets.offsets)
        rows = (sets.offsets, sets.items, *item_rows(sets), weight)
        started = time.process_time()
        price = _by_pairs(rows) if k == 2 else _by_steps(rows, k)
        bound = 1 - (weight * price).sum() / (weight * own).sum()
        reached = measured(*data, k, "default")[0]
        seconds = time.process_time() - started
        print(
            f"k = {k}: no partition deletes less than {bound:.2%}; the default deletes {reached:.2%} ({seconds:.0f} s)"
        )


def _by_steps(rows: Rows, k: int) -> npt.NDArray[np.float64]:
    """Row → price, lowered step by step."""
    offsets, weight = rows[0], rows[-1]
    price = np.where(weight >= k, np.diff(offsets).astype(np.float64), _shared(*rows, k))
    random = np.random.RandomState(0)
    for step in STEPS:
        _lower(*rows, k, price, random.permutation(len(weight)), step)
    return price


def _by_pairs(rows: Rows) -> npt.NDArray[np.float64]:
    """Row → price at k = 2, by linear programs."""
    weight, own = rows[-1], np.diff(rows[0]).astype(np.float64)
    count = len(weight)
    least = np.where(weight >= 2, own, 0.0)
    price, key, worth = least, np.zeros(0, dtype=np.int64), np.zeros(0)
    for _ in range(PROGRAMS):
        one, other, more = _short_pairs(*rows, price)
        key = np.concatenate([key, np.minimum(one, other) * count + np.maximum(one, other)])
        key, first = np.unique(key, return_index=True)
        worth = np.concatenate([worth, more])[first]
        pairs = np.column_stack([key // count, key % count]).ravel()
        having = csr_matrix((np.ones(len(pairs)), (np.arange(len(pairs)) // 2, pairs)), shape=(len(key), count))
        price = linprog(weight, A_ub=-having, b_ub=-worth, bounds=np.column_stack([least, own]), method="highs").x
    _raise(*rows, price)
    return price


@part
def _meet(row, offsets, items, ends, holders, shared, mask, touched):
    """Counts what every other row shares with a row, and which of its first items; returns how many share any."""
    count = 0
    for number in range(offsets[row + 1] - offsets[row]):
        item = items[offsets[row] + number]
        for other in holders[ends[item] : ends[item + 1]]:
            if other == row:
                continue
            if shared[other] == 0:
                touched[count] = other
                count += 1
            shared[other] += 1
            if number < SHORT:
                mask[other] |= 1 << number
    return count


@kernel
def _short_pairs(offsets, items, ends, holders, weight, price):
    """Of every row, the pairs whose prices lack most: (row, other row, what both prices have to be)."""
    rows = weight.shape[0]
    shared, mask, touched = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.empty(rows, np.int32)
    one, other = np.empty(MOST * rows, np.int64), np.empty(MOST * rows, np.int64)
    worth, used = np.empty(MOST * rows), 0
    for row in range(rows):
        count = _meet(row, offsets, items, ends, holders, shared, mask, touched)
        lacking = np.empty(count)
        for number in range(count):
            lacking[number] = price[row] + price[touched[number]] - 2.0 * shared[touched[number]]
        for number in np.argsort(lacking, kind="mergesort")[:MOST]:
            if lacking[number] < -1e-6:
                one[used], other[used], worth[used] = row, touched[number], 2.0 * shared[touched[number]]
                used += 1
        for number in touched[:count]:
            shared[number], mask[number] = 0, 0
    return one[:used], other[:used], worth[:used]


@kernel
def _raise(offsets, items, ends, holders, weight, price):
    """Raises prices until every pair has enough."""
    rows = weight.shape[0]
    shared, mask, touched = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.empty(rows, np.int32)
    for row in range(rows):
        count = _meet(row, offsets, items, ends, holders, shared, mask, touched)
        for other in touched[:count]:
            price[row] = max(price[row], 2.0 * shared[other] - price[other])
            shared[other], mask[other] = 0, 0


@kernel
def _shared(offsets, items, ends, holders, weight, k):
    """Row → how much it shares with k − 1 other records at most."""
    rows = weight.shape[0]
    shared, mask, touched = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.empty(rows, np.int32)
    price = np.zeros(rows)
    for row in range(rows):
        count = _meet(row, offsets, items, ends, holders, shared, mask, touched)
        own = offsets[row + 1] - offsets[row]
        records = np.zeros(own + 1, np.int64)
        records[own] += weight[row]
        for other in touched[:count]:
            records[shared[other]] += weight[other]
            shared[other], mask[other] = 0, 0
        mass = 0
        for size in range(own, 0, -1):
            mass += records[size]
            if mass >= k:
                price[row] = size
                break
    return price


@kernel
def _lower(offsets, items, ends, holders, weight, k, price, order, step):
    """Lowers the price of one row after another, a part of the way to the least that its groups allow."""
    rows = weight.shape[0]
    shared, mask, touched = np.zeros(rows, np.int64), np.zeros(rows, np.int64), np.empty(rows, np.int32)
    for row in order:
        if weight[row] >= k or price[row] == 0.0:
            continue
        count = _meet(row, offsets, items, ends, holders, shared, mask, touched)
        cheapest = touched[:count][np.argsort(price[touched[:count]], kind="mergesort")]
        least = 0.0
        for own in range(1, weight[row] + 1):
            least = max(least, _needed(row, own, k, offsets, weight, price, cheapest, shared, mask))
        for other in cheapest:
            shared[other], mask[other] = 0, 0
        if least < price[row]:
            price[row] += step * (least - price[row])


@part
def _needed(row, own, k, offsets, weight, price, cheapest, shared, mask):
    """The least price of a row of which `own` records stand in a group with the cheapest others."""
    size = offsets[row + 1] - offsets[row]
    short = size <= SHORT
    kinds = 1 << size if short else size + 1  # subsets as bits, or how many items are shared
    mass, paid = np.zeros(kinds, np.int64), np.zeros(kinds)
    for other in cheapest:
        kind = mask[other] if short else shared[other]
        while kind > 0:
            records = min(k - own - mass[kind], weight[other])
            mass[kind] += records
            paid[kind] += records * price[other]
            kind = (kind - 1) & mask[other] if short else kind - 1
    needed = 0.0
    for kind in range(1, kinds):
        if mass[kind] + own == k:
            common = count_bits(np.uint64(kind)) if short else kind
            needed = max(needed, (k * common - paid[kind]) / own)
    return needed


if __name__ == "__main__":
    main()

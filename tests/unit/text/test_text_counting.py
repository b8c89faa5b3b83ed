"""Counts of n-grams on data large enough for tables to grow and for both cores."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tokumei.text.counting import BROKEN, RARE, Batch, count_grams


@pytest.mark.parametrize(("n", "cuts"), [(1, ()), (2, (9, 4_000)), (3, ()), (5, (1, 2_000, 2_001))])
def test_counts_are_exact_where_tables_grow(n: int, cuts: tuple[int, ...]) -> None:
    random = np.random.default_rng(0)
    symbols = random.integers(0, 600, 150_000).astype(np.int32)
    symbols[:20_000] %= 7
    lengths = random.integers(0, 30, 20_000)
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    offsets = offsets[offsets <= len(symbols)]
    offsets[-1] = len(symbols)
    masked = random.random(len(symbols)) < 0.05
    expected: Counter[tuple[int, ...]] = Counter()
    plain, hidden = symbols.tolist(), masked.tolist()
    places: dict[int, tuple[int, ...]] = {}
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        own: set[tuple[int, ...]] = set()
        for place in range(start, end - n + 1):
            if not any(hidden[place : place + n]):
                places[place] = tuple(plain[place : place + n])
                own.add(places[place])
        expected.update(own)
    ids = np.where(masked, np.int32(BROKEN), symbols)
    # One batch, or several of texts side by side: none of the counts may differ.
    texts = [0, *cuts, len(offsets) - 1]
    batches = []
    for first, last in pairwise(texts):
        low, high = offsets[first], offsets[last]
        flags = np.zeros(high - low, dtype=np.bool_)
        batches.append(Batch(offsets[first : last + 1] - low, ids[low:high], masked[low:high], flags, flags))
    grams = count_grams(batches, n=n, k=3)
    for batch in batches:
        grams.rename(batch)
    numbers: dict[int, tuple[int, ...]] = {}
    for place, number in enumerate(np.concatenate([batch.ids for batch in batches]).tolist()):
        gram = places.get(place)
        if gram is None:
            assert number == BROKEN
        elif expected[gram] < 3:
            assert number == RARE
        else:
            assert numbers.setdefault(number, gram) == gram
            assert grams.counts[number] == expected[gram]
    assert len(numbers) == len(grams.counts) == sum(count >= 3 for count in expected.values())

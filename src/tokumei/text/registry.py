"""Registry-k where a mask stands for one character: masks grow until every text matches k texts of a registry."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel, parts_of
from tokumei.errors import Infeasible
from tokumei.text.blocks import WILD, Block, blocks_by_length, distinct_texts

__all__ = ["nearest_lengths", "widen_to_registry"]

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_REACH = 10_000
"""How far to each side of a text, in the order of symbols, its matches are sought."""


def widen_to_registry(
    texts: Characters, masked: Flags, kept: Flags, registry: Characters, *, k: int
) -> tuple[Flags, Numbers]:
    """Masks that have grown, and text → published length of a wholly masked text (−1: its own).

    Promise: every text, a mask standing for any one character, matches at least k texts of the registry.
    A text that fewer than k match takes the registry's nearest texts one by one, and masks where it differs from them;
    characters of kept phrases last. Where fewer than k texts of the registry have a text's length, no mask can help:
    the text is masked wholly and published with the nearest length that k texts have.
    Cost: distinct texts × distinct texts of the registry of the same length (at most 20,000: where there are more, the
    text's neighbours in the order of their symbols) × at most k, cut short by the first differences.
    """
    symbols = np.where(masked, np.int32(WILD), texts.symbols).astype(np.int32)
    patterns = distinct_texts(symbols, texts.offsets, texts.symbols)
    names = distinct_texts(registry.symbols, registry.offsets)
    known = blocks_by_length(registry.symbols, registry.offsets, names)
    counts = np.bincount(registry.lengths, minlength=int(texts.lengths.max(initial=0)) + 1)
    cost = np.where(kept, texts.lengths.max(initial=1) + 1, 1).astype(np.int64)
    for length, block in blocks_by_length(symbols, texts.offsets, patterns).items():
        starts = texts.offsets[patterns.example[block.members]][:, None] + np.arange(length)
        if counts[length] < k:
            symbols[starts] = WILD
        else:
            _widen(block.rows, texts.symbols[starts], cost[starts], known[length], k)
            symbols[starts] = block.rows
    wide = (symbols == WILD)[_places_of_examples(texts, patterns.number, patterns.example)]
    resized = np.full(len(texts), -1, dtype=np.int64)
    alone = (texts.lengths > 0) & (counts[texts.lengths] < k)
    if alone.any():
        resized[alone] = nearest_lengths(texts.lengths[alone], registry, k)
    return masked | wide, resized


def _widen(rows: npt.NDArray[np.int32], whole: npt.NDArray[np.int32], cost: Numbers, known: Block, k: int) -> None:
    reach = max(_REACH, k)
    parts = parts_of(len(rows) * len(known.rows))
    bounds = np.linspace(0, len(rows), parts + 1).astype(int).tolist()

    def work(part: int) -> None:
        _widen_rows(rows, whole, cost, bounds[part], bounds[part + 1], known.rows, known.weight, k, reach)

    parallel(work, range(parts))


def _places_of_examples(texts: Characters, number: Numbers, example: Numbers) -> Numbers:
    """Character → the same character of the text that stands for all equal ones."""
    shift = np.zeros(len(texts), dtype=np.int64)
    filled = number >= 0
    shift[filled] = texts.offsets[example[number[filled]]] - texts.offsets[:-1][filled]
    return np.arange(len(texts.symbols)) + np.repeat(shift, texts.lengths)


def nearest_lengths(wanted: Numbers, registry: Characters, k: int) -> Numbers:
    """The length nearest to each that at least k texts of the registry have."""
    common = np.flatnonzero(np.bincount(registry.lengths) >= k)
    common = common[common > 0]
    if len(common) == 0:
        raise Infeasible(
            f"No {k} texts of the registry have the same length, so no masked text can match {k} of them. "
            "Lower k, or set `merge: true`, which hides the lengths."
        )
    above = np.minimum(np.searchsorted(common, wanted), len(common) - 1)
    below = np.maximum(above - 1, 0)
    nearer = np.abs(common[below] - wanted) <= np.abs(common[above] - wanted)
    return np.where(nearer, common[below], common[above])


@njit(cache=True, nogil=True)
def _place(names, text):
    """Where a text stands, or would stand, in the order of the names."""
    low, high = 0, len(names)
    while low < high:
        middle = (low + high) // 2
        place = 0
        while place < len(text) and names[middle, place] == text[place]:
            place += 1
        if place < len(text) and names[middle, place] < text[place]:
            low = middle + 1
        else:
            high = middle
    return low


@njit(cache=True, nogil=True)
def _widen_rows(rows, whole, cost, first, last, names, weight, k, reach):
    """Mask each row until its matches weigh k; the names within reach together do, so that this ends."""
    width = rows.shape[1]
    for row in range(first, last):
        low, high = 0, len(names)
        if high > 2 * reach:
            low = min(max(_place(names, whole[row]) - reach, 0), high - 2 * reach)
            high = low + 2 * reach
        while True:
            found = 0
            nearest = -1
            least = np.int64(1) << 60
            for name in range(low, high):
                total = np.int64(0)
                for place in range(width):
                    if rows[row, place] >= 0 and rows[row, place] != names[name, place]:
                        total += cost[row, place]
                        if total >= least:
                            break
                if total == 0:
                    found += weight[name]
                    if found >= k:
                        break
                elif total < least:
                    least = total
                    nearest = name
            if found >= k or nearest < 0:
                break
            for place in range(width):
                if rows[row, place] != names[nearest, place]:
                    rows[row, place] = WILD

"""Published texts as patterns, looked up in a registry: how many of its texts each one matches."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel, workers

__all__ = ["fit_counts", "match_counts"]


def match_counts(
    patterns: Characters, wild: npt.NDArray[np.bool_], registry: Characters, *, limit: int, runs: bool
) -> npt.NDArray[np.int64]:
    """How many texts of the registry each pattern matches, counted up to `limit`; −1 for an empty one.

    A mask stands for any one character, or (runs) for any run of at least one.
    """
    symbols = np.where(wild, np.int32(-1), patterns.symbols).astype(np.int32)
    number, chosen = _distinct(symbols, patterns.offsets)
    heads, owners = _owners_by_symbol(registry, max(int(symbols.max(initial=0)), 0) + 1)

    parts = workers()

    def work(part: int) -> npt.NDArray[np.int64]:
        return _count_matches(
            symbols,
            patterns.offsets,
            chosen[part::parts],
            registry.symbols,
            registry.offsets,
            heads,
            owners,
            limit,
            runs,
        )

    found = np.full(len(chosen) + 1, -1, dtype=np.int64)
    for part, counts in enumerate(parallel(work, range(parts))):
        found[part:-1:parts] = counts
    return found[number]


def fit_counts(
    patterns: Characters, wild: npt.NDArray[np.bool_], texts: Characters, *, limit: int, runs: bool
) -> npt.NDArray[np.int64]:
    """How many patterns each text that is not empty fits, equal patterns counted each, up to `limit`."""
    symbols = np.where(wild, np.int32(-1), patterns.symbols).astype(np.int32)
    number, chosen = _distinct(symbols, patterns.offsets)
    weight = np.bincount(number[number >= 0], minlength=len(chosen)).astype(np.int64)
    heads, owners = _owners_by_symbol(texts, max(int(symbols.max(initial=0)), 0) + 1)
    counts = _count_fits(
        symbols, patterns.offsets, chosen, weight, texts.symbols, texts.offsets, heads, owners, limit, runs
    )
    return counts[texts.lengths > 0]


def _distinct(
    symbols: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Text → number among the distinct ones, −1 for an empty one; and one text of each that are equal."""
    first: dict[bytes, int] = {}
    chosen: list[int] = []
    number = np.full(len(offsets) - 1, -1, dtype=np.int64)
    for text in range(len(number)):
        if offsets[text] < offsets[text + 1]:
            key = symbols[offsets[text] : offsets[text + 1]].tobytes()
            number[text] = first.setdefault(key, len(first))
            if len(first) > len(chosen):
                chosen.append(text)
    return number, np.array(chosen, dtype=np.int64)


def _owners_by_symbol(registry: Characters, alphabet: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The texts that have symbol s: `owners[heads[s]:heads[s + 1]]`."""
    size = max(alphabet, int(registry.symbols.max(initial=0)) + 1)
    texts = max(len(registry), 1)
    own = np.repeat(np.arange(len(registry), dtype=np.int64), registry.lengths)
    pairs = np.unique(registry.symbols.astype(np.int64) * texts + own)
    heads = np.searchsorted(pairs, np.arange(size + 1, dtype=np.int64) * texts)
    return heads.astype(np.int64), pairs % texts


@njit(cache=True, nogil=True)
def _count_matches(symbols, offsets, chosen, names, name_offsets, heads, owners, limit, runs):
    counts = np.zeros(len(chosen), dtype=np.int64)
    everyone = np.arange(len(name_offsets) - 1)
    for number in range(len(chosen)):
        pattern = symbols[offsets[chosen[number]] : offsets[chosen[number] + 1]]
        rarest = -1
        for symbol in pattern:
            if symbol >= 0 and (rarest < 0 or heads[symbol + 1] - heads[symbol] < heads[rarest + 1] - heads[rarest]):
                rarest = symbol
        candidates = everyone if rarest < 0 else owners[heads[rarest] : heads[rarest + 1]]
        for name in candidates:
            text = names[name_offsets[name] : name_offsets[name + 1]]
            if _matches_runs(pattern, text) if runs else _matches(pattern, text):
                counts[number] += 1
                if counts[number] >= limit:
                    break
    return counts


@njit(cache=True, nogil=True)
def _count_fits(symbols, offsets, chosen, weight, texts, text_offsets, heads, owners, limit, runs):
    counts = np.zeros(len(text_offsets) - 1, dtype=np.int64)
    everyone = np.arange(len(text_offsets) - 1)
    for number in range(len(chosen)):
        pattern = symbols[offsets[chosen[number]] : offsets[chosen[number] + 1]]
        rarest = -1
        for symbol in pattern:
            if symbol >= 0 and (rarest < 0 or heads[symbol + 1] - heads[symbol] < heads[rarest + 1] - heads[rarest]):
                rarest = symbol
        candidates = everyone if rarest < 0 else owners[heads[rarest] : heads[rarest + 1]]
        for name in candidates:
            if counts[name] >= limit:
                continue
            text = texts[text_offsets[name] : text_offsets[name + 1]]
            if _matches_runs(pattern, text) if runs else _matches(pattern, text):
                counts[name] = min(counts[name] + weight[number], limit)
    return counts


@njit(cache=True, nogil=True)
def _matches(pattern, text):
    if len(pattern) != len(text):
        return False
    for place in range(len(pattern)):  # noqa: SIM110
        if pattern[place] >= 0 and pattern[place] != text[place]:
            return False
    return True


@njit(cache=True, nogil=True)
def _matches_runs(pattern, text):
    """Whether a pattern matches when each mask takes one character or more; the last mask gives way first."""
    place, at = 0, 0
    mask, taken = -1, 0
    while at < len(text):
        if place < len(pattern) and pattern[place] < 0:
            mask, taken = place, at + 1
            place, at = place + 1, at + 1
        elif place < len(pattern) and pattern[place] == text[at]:
            place, at = place + 1, at + 1
        elif mask >= 0:
            taken += 1
            place, at = mask + 1, taken
        else:
            return False
    return place == len(pattern)

"""Registry-k where a mask stands for any run of characters."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.rows import offsets_of
from tokumei.core.threads import parallel, parts_of
from tokumei.errors import Infeasible
from tokumei.text.blocks import WILD, distinct_texts

__all__ = ["alike", "widen_runs_to_registry"]

Flags = npt.NDArray[np.bool_]


def widen_runs_to_registry(texts: Characters, masked: Flags, kept: Flags, registry: Characters, *, k: int) -> Flags:
    """Masks that have grown until every text matches at least k texts of the registry.

    Promise: every text, a run of masks standing for any run of at least one character, matches at least k texts of the
    registry. In a text that does not, the characters whose neighbourhood is rarest in the registry are masked first,
    those of kept phrases last.
    Cost: for each distinct text, log₂(length) searches among the texts that share its rarest pair.
    """
    filled = int((registry.lengths > 0).sum())
    if (texts.lengths > 0).any() and filled < k:
        raise Infeasible(f"The registry has {filled:,} texts, fewer than k = {k}: no text can match {k} of them.")
    symbols = np.where(masked, np.int32(WILD), texts.symbols).astype(np.int32)
    patterns = distinct_texts(symbols, texts.offsets, texts.symbols)
    alphabet = max(int(texts.symbols.max(initial=0)), int(registry.symbols.max(initial=0))) + 1
    parts, heads, owners = _owners_of_parts(registry, alphabet)
    share = parts_of(len(symbols) * 100)

    def work(part: int) -> None:
        _widen_patterns(
            symbols, texts.offsets, patterns.example[part::share], kept, registry.symbols, registry.offsets,
            parts, heads, owners, alphabet, k,
        )  # fmt: skip

    parallel(work, range(share))
    shift = np.zeros(len(texts), dtype=np.int64)
    some = patterns.number >= 0
    shift[some] = texts.offsets[patterns.example[patterns.number[some]]] - texts.offsets[:-1][some]
    return masked | (symbols == WILD)[np.arange(len(symbols)) + np.repeat(shift, texts.lengths)]


def alike(texts: Characters, before: Flags, after: Flags) -> Flags:
    """Masks that have grown from `before` to `after`, grown alike in texts that were published alike before.

    Texts that are published alike have the same readable characters in the same order, whatever lies behind their
    masks: the first, second, … of them is masked in all where it is masked in one. More masks never take a match away.
    """
    first = np.zeros(len(before), dtype=np.bool_)
    first[texts.offsets[:-1][texts.lengths > 0]] = True
    shown = ~before | first | ~np.concatenate(([False], before[:-1]))
    symbols = np.where(before, np.int32(WILD), texts.symbols).astype(np.int32)[shown]
    owner = np.repeat(np.arange(len(texts)), texts.lengths)
    offsets = offsets_of(np.bincount(owner[shown], minlength=len(texts)))
    pattern = distinct_texts(symbols, offsets).number
    readable = np.flatnonzero(~before)
    place = np.arange(len(readable)) - np.searchsorted(owner[readable], owner[readable])
    _, key = np.unique(np.stack((pattern[owner[readable]], place), axis=1), axis=0, return_inverse=True)
    masked = np.bincount(key.reshape(-1), weights=after[readable]) > 0
    grown = before.copy()
    grown[readable] = masked[key.reshape(-1)]
    return grown


def _owners_of_parts(
    registry: Characters, alphabet: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Single symbols and pairs of neighbours, ascending; part p stands in the texts `owners[heads[p]:heads[p + 1]]`.

    A symbol s is the part s, a pair (s, t) the part (s + 1) · alphabet + t.
    """
    texts = max(len(registry), 1)
    symbols = registry.symbols.astype(np.int64)
    own = np.repeat(np.arange(len(registry), dtype=np.int64), registry.lengths)
    inside = own[:-1] == own[1:]
    pairs = ((symbols[:-1] + 1) * alphabet + symbols[1:])[inside]
    both = np.unique(np.concatenate((symbols * texts + own, pairs * texts + own[:-1][inside])))
    parts, heads = np.unique(both // texts, return_index=True)
    return parts, np.append(heads, len(both)), both % texts


@njit(cache=True, nogil=True)
def _widen_patterns(symbols, offsets, chosen, kept, names, name_offsets, parts, heads, owners, alphabet, k):
    for number in range(len(chosen)):
        start, end = offsets[chosen[number]], offsets[chosen[number] + 1]
        pattern = symbols[start:end]
        _, rarest = _look_up(pattern, parts, heads, alphabet)
        if rarest < 0 or _enough(pattern, rarest, names, name_offsets, heads, owners, k):
            continue
        order = _masking_order(pattern, kept[start:end], parts, heads, alphabet)
        # More masks never take a match away: halve the interval in which the number of masks must lie.
        few, many = 0, len(order)
        while many - few > 1:
            middle = (few + many) // 2
            wider = pattern.copy()
            wider[order[:middle]] = WILD
            _, rarest = _look_up(wider, parts, heads, alphabet)
            if rarest < 0 or _enough(wider, rarest, names, name_offsets, heads, owners, k):
                many = middle
            else:
                few = middle
        pattern[order[:many]] = WILD


@njit(cache=True, nogil=True)
def _masking_order(pattern, kept, parts, heads, alphabet):
    """Readable characters, rarest first as they stand when those before them are masked; kept ones last."""
    pattern = pattern.copy()
    order = np.empty(np.sum(pattern >= 0), dtype=np.int64)
    for rank in range(len(order)):
        commonness, _ = _look_up(pattern, parts, heads, alphabet)
        for place in range(len(pattern)):
            if pattern[place] < 0:
                commonness[place] = np.int64(1) << 60
            elif kept[place]:
                commonness[place] += np.int64(1) << 40
        order[rank] = np.argmin(commonness)
        pattern[order[rank]] = WILD
    return order


@njit(cache=True, nogil=True)
def _look_up(pattern, parts, heads, alphabet):
    """For each character, in how many texts the rarest pair stands that it belongs to; and the rarest part of all.

    A character without a readable neighbour counts by itself. The rarest is −1 when nothing is readable, and
    len(parts) when a part is in no text at all.
    """
    most = np.int64(1) << 39
    commonness = np.full(len(pattern), most, dtype=np.int64)
    rarest, least = np.int64(-1), most
    for place in range(len(pattern)):
        if pattern[place] < 0:
            continue
        paired = place + 1 < len(pattern) and pattern[place + 1] >= 0
        if not paired and place > 0 and pattern[place - 1] >= 0:
            continue
        part = np.int64(pattern[place])
        if paired:
            part = (part + 1) * alphabet + pattern[place + 1]
        found = np.int64(np.searchsorted(parts, part))
        count = np.int64(0)
        if found < len(parts) and parts[found] == part:
            count = heads[found + 1] - heads[found]
        else:
            found = np.int64(len(parts))
        commonness[place] = min(commonness[place], count)
        if paired:
            commonness[place + 1] = count
        if count < least:
            rarest, least = found, count
    return commonness, rarest


@njit(cache=True, nogil=True)
def _enough(pattern, rarest, names, name_offsets, heads, owners, k):
    """Whether at least k texts of the registry match; only those with the rarest part can."""
    if rarest == len(heads) - 1:
        return False
    found = 0
    for index in range(heads[rarest], heads[rarest + 1]):
        name = owners[index]
        if _fits(pattern, names[name_offsets[name] : name_offsets[name + 1]]):
            found += 1
            if found >= k:
                return True
    return False


@njit(cache=True, nogil=True)
def _fits(pattern, text):
    """Glob matching: a run of masks takes one character or more; only the last run ever has to take more."""
    place, at = 0, 0
    after, taken = -1, 0
    while at < len(text):
        if place < len(pattern) and pattern[place] < 0:
            while place < len(pattern) and pattern[place] < 0:
                place += 1
            at += 1
            after, taken = place, at
        elif place < len(pattern) and pattern[place] == text[at]:
            place += 1
            at += 1
        elif after >= 0:
            taken += 1
            place, at = after, taken
        else:
            return False
    return place == len(pattern)

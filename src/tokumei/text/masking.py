"""Masking of rare n-grams: the paper's, the least that breaks them, once or until nothing changes.

One pass looks at the counts as they were when it began, so that the result does not depend on the order of the texts.
Masking only grows, so the passes end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel, parts_of
from tokumei.text.counting import BROKEN, RARE, count_grams
from tokumei.text.people import joined

__all__ = ["Masks", "mask_rare_grams", "mask_rare_short_texts"]

EXEMPT = -3
"""A rare n-gram that is made of kept phrases alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Masks:
    """What is masked, and what only the kept phrases left readable."""

    masked: npt.NDArray[np.bool_]
    revealed: npt.NDArray[np.bool_]
    """Characters of kept phrases that stand in a rare n-gram."""
    rounds: int
    """Passes that masked something."""


def mask_rare_grams(
    texts: Characters,
    masked: npt.NDArray[np.bool_],
    kept: npt.NDArray[np.bool_],
    *,
    n: int,
    k: int,
    passes: int = 0,
    least: bool = False,
    person: npt.NDArray[np.int64] | None = None,
) -> Masks:
    """Mask characters until every n-gram without a mask stands in at least k texts, or `passes` times.

    With `person`, text → whose it is, in texts of at least k people.

    Promise (passes = 0): every n-gram of the result without a masked character either stands in at least k texts of the
    result, or consists of kept characters.
    Cost: linear in the text for each pass.
    Reference: Maeda et al., sections 3.3 and 3.4 (passes = 1, least = False).
    Departures: repeated to the fixpoint; with `least`, from the left, the last character of each rare n-gram that has
    no mask yet, which breaks all rare n-grams of a pass with the fewest masks.
    """
    if person is not None:
        whole = joined(texts, person)
        spread = whole.spread(masked, between=True), whole.spread(kept, between=False)
        masks = mask_rare_grams(whole.texts, *spread, n=n, k=k, passes=passes, least=least)
        return Masks(masks.masked[whole.place], masks.revealed[whole.place], masks.rounds)
    grams = count_grams(texts.symbols, texts.offsets, masked, n=n, k=k)
    masked, revealed = masked.copy(), np.zeros(len(masked), dtype=np.bool_)
    counts = grams.counts.copy()
    dropped = np.zeros(len(counts), dtype=np.bool_)
    # Every part keeps books of its own, which together are no longer than the text.
    parts = min(parts_of(len(masked)), max(2, len(masked) // max(len(counts), 1)))
    lost = [np.zeros(len(counts), dtype=np.int32) for _ in range(parts)]
    stamps = [np.full(len(counts), -1, dtype=np.int64) for _ in range(parts)]
    bounds = _runs(texts.offsets, parts)
    rounds = 0
    while passes == 0 or rounds < passes:

        def work(part: int, number: int = rounds) -> int:
            first, last = bounds[part], bounds[part + 1]
            return _mask_round(
                texts.offsets, first, last, n, least, number,
                grams.ids, dropped, masked, kept, revealed, lost[part], stamps[part],
            )  # fmt: skip

        if not any(parallel(work, range(parts))):
            break
        rounds += 1
        before = counts >= k
        for own in lost:
            counts -= own
            own[:] = 0
        dropped[:] = before & (counts < k)
    return Masks(masked, revealed, rounds)


def mask_rare_short_texts(
    texts: Characters,
    masked: npt.NDArray[np.bool_],
    kept: npt.NDArray[np.bool_],
    *,
    n: int,
    k: int,
    person: npt.NDArray[np.int64] | None = None,
) -> Masks:
    """Mask texts shorter than n, each taken as one phrase, that fewer than k texts equal; kept characters stay.

    A text with a mask in it is no phrase any more, as an n-gram with a mask is none. With `person`, text → whose it is,
    people are counted.
    """
    masked, revealed = masked.copy(), np.zeros(len(masked), dtype=np.bool_)
    lengths = texts.lengths
    alike: dict[bytes, list[int]] = {}
    for text in np.flatnonzero((lengths > 0) & (lengths < n)).tolist():
        start, end = texts.offsets[text], texts.offsets[text + 1]
        if not masked[start:end].any():
            alike.setdefault(texts.symbols[start:end].tobytes(), []).append(text)
    rounds = 0
    for members in alike.values():
        if len(members if person is None else np.unique(person[members])) >= k:
            continue
        for text in members:
            part = slice(texts.offsets[text], texts.offsets[text + 1])
            masked[part] = ~kept[part]
            revealed[part] = kept[part]
            rounds = 1
    return Masks(masked, revealed, rounds)


def _runs(offsets: npt.NDArray[np.int64], parts: int) -> list[int]:
    """Where runs of texts with about as many characters each start, and the end of the last."""
    inner = np.searchsorted(offsets, offsets[-1] * np.arange(1, parts) // parts)
    return [0, *inner.tolist(), len(offsets) - 1]


@njit(cache=True, nogil=True)
def _mask_round(offsets, first, last, n, least, number, ids, dropped, masked, kept, revealed, lost, stamps):
    """One pass over the texts first … last; an n-gram is rare when it is RARE or has just `dropped` below k."""
    changed = 0
    for text in range(first, last):
        start, stop = offsets[text], offsets[text + 1] - n + 1
        place = start
        while place < stop and not _is_rare(ids[place], dropped):
            place += 1
        if place >= stop:
            continue
        fresh = _mask_least(place, stop, n, ids, dropped, masked, kept, revealed) if least else _mask_all(
            place, stop, n, ids, dropped, masked, kept, revealed
        )  # fmt: skip
        if fresh:
            changed += 1
            _break(start, stop, n, number * len(offsets) + text, ids, masked, lost, stamps)
    return changed


@njit(cache=True, nogil=True)
def _is_rare(gram, dropped):
    return gram == RARE or (gram >= 0 and dropped[gram])


@njit(cache=True, nogil=True)
def _mask_all(first, stop, n, ids, dropped, masked, kept, revealed):
    fresh = False
    for place in range(first, stop):
        if not _is_rare(ids[place], dropped):
            continue
        exempt = True
        for within in range(place, place + n):
            if kept[within]:
                revealed[within] = True
            else:
                masked[within] = True
                exempt = False
        if exempt:
            ids[place] = EXEMPT
        else:
            fresh = True
    return fresh


@njit(cache=True, nogil=True)
def _mask_least(first, stop, n, ids, dropped, masked, kept, revealed):
    fresh = False
    newest = -1
    for place in range(first, stop):
        if not _is_rare(ids[place], dropped):
            continue
        for within in range(place, place + n):
            if kept[within]:
                revealed[within] = True
        if newest >= place:
            continue
        within = place + n - 1
        while within >= place and kept[within]:
            within -= 1
        if within < place:
            ids[place] = EXEMPT
        else:
            masked[within] = True
            newest = within
            fresh = True
    return fresh


@njit(cache=True, nogil=True)
def _break(start, stop, n, stamp, ids, masked, lost, stamps):
    """Take the n-grams with a mask out of the text, and note those that the text no longer has anywhere."""
    for place in range(start, stop):
        gram = ids[place]
        if gram >= 0 and not _any_masked(masked, place, n):
            stamps[gram] = stamp
    for place in range(start, stop):
        gram = ids[place]
        if gram != BROKEN and _any_masked(masked, place, n):
            if gram >= 0 and stamps[gram] != stamp:
                stamps[gram] = stamp
                lost[gram] += 1
            ids[place] = BROKEN


@njit(cache=True, nogil=True)
def _any_masked(masked, place, n):
    for within in range(place, place + n):  # noqa: SIM110
        if masked[within]:
            return True
    return False

"""Masking of rare n-grams: the paper's, the least that breaks them, once or until nothing changes.

One pass looks at the counts as they were when it began, so that the result depends neither on the order of the texts
nor on the batches in which they come. Masking only grows, so the passes end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.text_settings import TextSettings
from tokumei.core.threads import parallel, parts_of
from tokumei.text.counting import BROKEN, RARE, Batch, count_grams
from tokumei.text.people import joined

__all__ = ["Books", "mask_once", "mask_rare", "mask_rare_of_people", "short_phrases"]

EXEMPT = -3
"""A rare n-gram that is made of kept phrases alone."""

Numbers = npt.NDArray[np.int64]


def mask_rare(batches: Iterable[Batch], settings: TextSettings) -> int:
    """Mask rare n-grams, and rare texts that are shorter than n; how many passes masked something.

    `batches` can be gone through as often as one likes, and keep what is changed in them.
    Promise (passes = 0): every n-gram of the result without a masked character either stands in at least k texts of the
    result, or consists of kept characters.
    Cost: linear in the texts for each pass; memory of one batch, and of what is said of each n-gram: see `count_grams`.
    Reference: Maeda et al., sections 3.3 and 3.4 (passes = 1, mask = all).
    Departures: repeated to the fixpoint; with `mask: least`, from the left, the last character of each rare n-gram that
    has no mask yet, which breaks all rare n-grams of a pass with the fewest masks.
    """
    short = _mask_short(batches, settings) if settings.short == "mask" else 0
    return max(short, _mask_grams(batches, settings))


def mask_rare_of_people(
    texts: Characters,
    masked: npt.NDArray[np.bool_],
    kept: npt.NDArray[np.bool_],
    settings: TextSettings,
    person: Numbers,
) -> tuple[Batch, int]:
    """The same where people are counted, and `person` says whose each text is."""
    batch = Batch.of(texts, masked, kept)
    short = _mask_short([batch], settings, person) if settings.short == "mask" else 0
    whole = joined(texts, person)
    together = Batch.of(whole.texts, whole.spread(batch.masked, between=True), whole.spread(kept, between=False))
    rounds = _mask_grams([together], settings)
    batch.masked = together.masked[whole.place]
    batch.revealed |= together.revealed[whole.place]
    return batch, max(short, rounds)


def mask_once(
    batch: Batch, rare: npt.NDArray[np.bool_], settings: TextSettings, *, books: Books | None = None, stamp: int = 0
) -> bool:
    """One pass over a batch whose n-grams are numbered: mask those that are RARE, or `rare` by their numbers.

    Whether something was masked; the books say then which n-grams stand in fewer texts. `stamp` is as large as the
    number of texts that they have seen.
    """
    books = books or Books.of(1, len(rare))
    bounds = _runs(batch.offsets, len(books.lost))

    def work(part: int) -> int:
        return _mask_round(
            batch.offsets, bounds[part], bounds[part + 1], settings.n, settings.mask == "least", stamp, batch.ids,
            rare, batch.masked, batch.kept, batch.revealed, books.lost[part], books.stamps[part],
        )  # fmt: skip

    fresh = any(parallel(work, range(len(books.lost))))
    batch.changed |= fresh
    return fresh


@dataclass(frozen=True, slots=True, eq=False)
class Books:
    """What every thread knows of the n-grams: number → texts that lost it in this pass, and who was seen last."""

    lost: list[npt.NDArray[np.int32]]
    stamps: list[Numbers]

    @classmethod
    def of(cls, parts: int, grams: int) -> Books:
        """Of so many threads and n-grams."""
        return cls(
            [np.zeros(grams, dtype=np.int32) for _ in range(parts)],
            [np.full(grams, -1, dtype=np.int64) for _ in range(parts)],
        )


def _mask_grams(batches: Iterable[Batch], settings: TextSettings) -> int:
    common = count_grams(batches, n=settings.n, k=settings.k)
    counts = common.counts.copy()
    dropped = np.zeros(len(counts), dtype=np.bool_)
    # Every part keeps books of its own, which together are no longer than the texts.
    parts = min(parts_of(common.characters), max(2, common.characters // max(len(counts), 1)))
    books = Books.of(parts, len(counts))
    rounds, stamp = 0, 0
    while settings.passes == 0 or rounds < settings.passes:
        fresh = False
        for batch in batches:
            if rounds == 0:
                common.rename(batch)
            fresh |= mask_once(batch, dropped, settings, books=books, stamp=stamp)
            stamp += len(batch.offsets)
        if not fresh:
            break
        rounds += 1
        before = counts >= settings.k
        for own in books.lost:
            counts -= own
            own[:] = 0
        dropped[:] = before & (counts < settings.k)
        if not dropped.any():
            break
    return rounds


def _mask_short(batches: Iterable[Batch], settings: TextSettings, person: Numbers | None = None) -> int:
    """Mask texts shorter than n, each taken as one phrase, that fewer than k texts equal; kept characters stay.

    A text with a mask in it is no phrase any more, as an n-gram with a mask is none. With `person`, text → whose it is,
    people are counted.
    """
    alike: Counter[bytes] = Counter()
    for batch in batches:
        phrases = short_phrases(batch, settings.n)
        if person is None:
            alike.update(phrases.values())
        else:
            alike.update(phrase for phrase, _ in {(phrase, int(person[text])) for text, phrase in phrases.items()})
    if all(count >= settings.k for count in alike.values()):
        return 0
    for batch in batches:
        for text, phrase in short_phrases(batch, settings.n).items():
            if alike[phrase] < settings.k:
                part = slice(batch.offsets[text], batch.offsets[text + 1])
                batch.masked[part] = ~batch.kept[part]
                batch.revealed[part] = batch.kept[part]
                batch.changed = True
    return 1


def short_phrases(batch: Batch, n: int) -> dict[int, bytes]:
    """Text → its symbols, for those that are shorter than n and have no mask."""
    lengths = batch.lengths
    phrases: dict[int, bytes] = {}
    for text in np.flatnonzero((lengths > 0) & (lengths < n)).tolist():
        part = slice(batch.offsets[text], batch.offsets[text + 1])
        if not batch.masked[part].any():
            phrases[text] = batch.ids[part].tobytes()
    return phrases


def _runs(offsets: Numbers, parts: int) -> list[int]:
    """Where runs of texts with about as many characters each start, and the end of the last."""
    inner = np.searchsorted(offsets, offsets[-1] * np.arange(1, parts) // parts)
    return [0, *inner.tolist(), len(offsets) - 1]


@njit(cache=True, nogil=True)
def _mask_round(offsets, first, last, n, least, stamp, ids, dropped, masked, kept, revealed, lost, stamps):
    """One pass over the texts first … last; an n-gram is rare when it is RARE or has just `dropped` below k.

    No text was stamped with `stamp` or more before.
    """
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
            _break(start, stop, n, stamp + text, ids, masked, lost, stamps)
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

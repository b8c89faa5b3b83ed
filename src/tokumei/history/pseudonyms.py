"""Names for subjects that tell nothing about them."""

from __future__ import annotations

import random
import secrets

from tokumei.core.history import HistoryRecoding, Pseudonyms

__all__ = ["pseudonyms"]


def pseudonyms(recoding: HistoryRecoding, *, name: str, seed: int | None = None) -> Pseudonyms:
    """A column of fresh random numbers, one for each subject, all of the same length.

    *Promise*: they come from the system's cryptographic source and are derived from nothing, so that the same subject
    has another pseudonym in every release. With a seed they can be made again, which is for tests: whoever knows the
    seed and the source can make them too.
    """
    subjects = recoding.histories.subjects
    source = random.Random(f"pseudonyms of {seed}") if seed is not None else secrets.SystemRandom()
    digits = max(6, len(str(subjects)) + 2)
    drawn = source.sample(range(10 ** (digits - 1), 10**digits), subjects)
    entry = recoding.histories.subject.copy()
    entry[recoding.removed] = -1
    return Pseudonyms(name, entry, tuple(str(number) for number in drawn))

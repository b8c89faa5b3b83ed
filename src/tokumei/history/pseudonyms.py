"""Names for subjects that tell nothing about them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from tokumei.core.history import HistoryRecoding, Pseudonyms

__all__ = ["pseudonyms"]


def pseudonyms(recoding: HistoryRecoding, *, name: str, given: Sequence[str] | None = None) -> Pseudonyms:
    """A column of fresh random numbers, one for each subject, all of the same length; or of the names that are `given`.

    *Promise*: they come from the system's cryptographic source and are derived from nothing, so that the same subject
    has another pseudonym in every release, and no seed and no order of the subjects brings one back.
    """
    subjects = recoding.histories.subjects
    if given is None:
        digits = max(6, len(str(subjects)) + 2)
        drawn = secrets.SystemRandom().sample(range(10 ** (digits - 1), 10**digits), subjects)
        given = [str(number) for number in drawn]
    entry = recoding.histories.subject.copy()
    entry[recoding.removed] = -1
    return Pseudonyms(name, entry, tuple(given))

"""Names for subjects that tell nothing about them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from tokumei.core.history import HistoryRecoding, Pseudonyms

__all__ = ["fresh_names", "pseudonyms"]


def pseudonyms(recoding: HistoryRecoding, *, name: str, given: Sequence[str] | None = None) -> Pseudonyms:
    """A column of fresh random numbers, one for each subject, all of the same length; or of the names that are `given`.

    *Promise*: they come from the system's cryptographic source and are derived from nothing, so that the same subject
    has another pseudonym in every release, and no seed and no order of the subjects brings one back.
    """
    given = fresh_names(recoding.histories.subjects) if given is None else given
    entry = recoding.histories.subject.copy()
    entry[recoding.removed] = -1
    return Pseudonyms(name, entry, tuple(given))


def fresh_names(subjects: int) -> list[str]:
    """Different random numbers of the same length, as many as there are subjects."""
    digits = max(6, len(str(subjects)) + 2)
    drawn = secrets.SystemRandom().sample(range(10 ** (digits - 1), 10**digits), subjects)
    return [str(number) for number in drawn]

"""Profiles of the columns of a source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tokumei.core.columns import Kind
from tokumei.draft.profile import SAMPLE, Profile
from tokumei.io.distinct import distinct, texts_of
from tokumei.io.guess import guess_kind, guess_separator

if TYPE_CHECKING:
    from tokumei.io.sources import Reading

__all__ = ["survey"]


def survey(reading: Reading) -> list[Profile]:
    """What is known of every column, in the source's order."""
    return [_profile(reading, name) for name in reading.frame.columns]


def _profile(reading: Reading, name: str) -> Profile:
    series = reading.frame[name]
    kind, _ = guess_kind(series, decimal=reading.facts.decimal)
    found = distinct(texts_of(series) if series.dtype.is_nested() else series)
    texts = texts_of(found.values)
    counts = found.counts
    held = np.flatnonzero((texts.str.strip_chars() != "").fill_null(False).to_numpy())
    places = np.full(len(texts) + 1, len(held), dtype=np.int32)
    places[held] = np.arange(len(held), dtype=np.int32)
    looked_at = held[np.linspace(0, len(held) - 1, min(SAMPLE, len(held))).astype(np.int64)] if len(held) else held
    return Profile(
        name=name,
        codes=places[found.codes],
        distinct=len(held),
        filled=int(counts[held].sum()),
        values=tuple(texts.gather(looked_at).to_list()),
        counts=tuple(int(count) for count in counts[looked_at]),
        kind=kind,
        separator=(guess_separator(texts) or ",") if kind is Kind.SET else None,
    )

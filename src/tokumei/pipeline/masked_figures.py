"""What a report says of texts that were masked in this run, whose originals are at hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.fill_in import guess_masks
from tokumei.core.recoding import Recoding
from tokumei.core.text_settings import TextSettings
from tokumei.evaluation.text_measures import measure_masks
from tokumei.job import Job, text_settings
from tokumei.pipeline.text_figures import text_figures
from tokumei.privacy.texts import look_up
from tokumei.text import MaskedTexts, mask_texts, mask_within, without_texts

__all__ = ["masked_figures"]


def masked_figures(recoding: Recoding, job: Job, person: npt.NDArray[np.int64] | None) -> dict[str, Any]:
    """Column → what was masked; `person` says whose each record is, where people count and not records."""
    return {
        name: {
            "within": job.columns[name].setting("within"),
            **({} if person is None else {"people": True}),
            **_text(column, text_settings(job.columns[name], job.privacy.k)),
            **({"other_way": _other_way(column, recoding, job, person)} if job.grouped else {}),
        }
        for name, column in recoding.columns.items()
        if isinstance(column, MaskedTexts)
    }


def _other_way(texts: MaskedTexts, recoding: Recoding, job: Job, person: npt.NDArray[np.int64] | None) -> float:
    """The share of characters that would be masked the other way: by 2-grams beside the groups, or within them."""
    settings = text_settings(job.columns[texts.name], job.privacy.k)
    if texts.name not in job.grouped:
        other = mask_within(texts.column, settings, recoding.group)
    else:
        own = texts.column if texts.removed is None else without_texts(texts.column, texts.removed)
        other = mask_texts(own, replace(settings, equal=False, merge=False, all_masked=True), person=person)
    released = ~recoding.removed
    masked, all_ = (counts[released].sum() for counts in (other.masked_characters(), other.own_characters()))
    return float(masked / max(all_, 1))


def _text(texts: MaskedTexts, settings: TextSettings) -> dict[str, Any]:
    strings = texts.strings()
    rows = slice(None) if texts.removed is None else np.flatnonzero(~texts.removed)
    released = strings if texts.removed is None else [strings[row] for row in np.flatnonzero(~texts.removed)]
    measures = measure_masks(texts.own_characters()[rows], texts.masked_characters()[rows], released)
    return {
        **text_figures(settings, measures, texts.facts),
        **(_guessed(texts, strings, settings) if settings.guess else {}),
    }


def _guessed(texts: MaskedTexts, strings: list[str | None], settings: TextSettings) -> dict[str, Any]:
    """How often masked characters can be guessed, and how many texts fit a single one of the originals."""
    originals = texts.originals()
    guess = guess_masks(
        originals,
        strings,
        mask_char=settings.mask_char,
        characters=settings.characters,
        whitespace=settings.whitespace,
    )
    counts = look_up(strings, originals, settings, limit=2)
    return {"guess": guess.as_dict(), "found_alone": float((counts == 1).sum() / max((counts >= 0).sum(), 1))}

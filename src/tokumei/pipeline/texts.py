"""Text columns in a job: masked against the whole collection, verified on what is published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.text import COLLECTION, MaskedTexts, TextSettings, mask_texts
from tokumei.core.columns import Kind, Role, TextColumn
from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Promise
from tokumei.core.recoding import Recoding
from tokumei.core.rows import gather, offsets_of
from tokumei.evaluation.text_measures import measure_masks
from tokumei.io.texts import read_lines, strings_of
from tokumei.job import ColumnJob, FileSource, Job, text_settings
from tokumei.pipeline.preparing import read
from tokumei.privacy.equal_texts import EqualTexts
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.registry import RegistryAnonymity
from tokumei.privacy.texts import TextModel, TextReading, verify_texts

__all__ = [
    "all_masked",
    "collections_of",
    "figures_of",
    "mask_columns",
    "not_judged",
    "originals_of",
    "reading_of",
    "text_models",
    "text_names",
    "text_report",
    "verify_columns",
]

Removed = npt.NDArray[np.bool_]


def text_names(job: Job) -> list[str]:
    """The columns that are masked."""
    return [name for name, column in job.columns.items() if column.type is Kind.TEXT and column.role is Role.QUASI]


def mask_columns(
    columns: list[TextColumn], job: Job, removed: Removed, progress: Progress = SILENT
) -> dict[str, MaskedTexts]:
    """Each text column masked; the texts of removed records count nowhere."""
    masked: dict[str, MaskedTexts] = {}
    for column in columns:
        asked = job.columns[column.name]
        found = mask_texts(
            _without(column, removed) if removed.any() else column,
            text_settings(asked, job.privacy.k),
            registry=_registry(asked, job),
            progress=progress,
        )
        masked[column.name] = replace(found, removed=removed) if removed.any() else found
    return masked


def verify_columns(
    frame: Any, job: Job, collections: Mapping[str, list[str | None]] | None = None
) -> tuple[Promise, ...]:
    """The promises of text columns, judged on the published texts alone.

    `collections` are the texts before masking, where they are at hand: registry-k of the collection is judged against
    them; without them, against the published texts, which can prove it but not refute it: then it is left out.
    """
    found: list[Promise] = []
    for name in text_names(job):
        asked = job.columns[name]
        registry = _registry(asked, job)
        texts = (collections or {}).get(name) if isinstance(registry, str) else registry
        settings = text_settings(asked, job.privacy.k)
        models = text_models(name, settings, registry=registry is not None)
        found += verify_texts(strings_of(frame[name]), models, reading_of(settings), registry=texts)
    return tuple(found)


def not_judged(promises: tuple[Promise, ...], job: Job) -> tuple[Note, ...]:
    """The promises of texts that could not be judged from what is at hand."""
    judged = {promise.column for promise in promises if promise.kind == "registry"}
    return tuple(
        Note("registry_not_judged", {"column": name})
        for name in text_names(job)
        if job.columns[name].setting("registry") == COLLECTION and name not in judged
    )


def text_models(name: str, settings: TextSettings, *, registry: bool) -> tuple[TextModel, ...]:
    """What is promised of a text column."""
    models: list[TextModel] = [
        NgramAnonymity(column=name, n=settings.n, k=settings.k, passes=settings.passes, short=settings.short)
    ]
    if registry:
        models.append(RegistryAnonymity(column=name, k=settings.k))
    if settings.equal:
        models.append(EqualTexts(column=name, k=settings.k))
    return tuple(models)


def reading_of(settings: TextSettings) -> TextReading:
    """How the released texts are to be read."""
    return TextReading(
        mask_char=settings.mask_char,
        keep=settings.keep,
        merge=settings.merge,
        whitespace=settings.whitespace,
        characters=settings.characters,
    )


def collections_of(job: Job) -> dict[str, list[str | None]]:
    """Column → the source's texts, for columns whose registry is their own collection; nothing where it is not here."""
    names = [name for name in text_names(job) if job.columns[name].setting("registry") == COLLECTION]
    if not names or not isinstance(job.source, FileSource) or not job.path(job.source.file).is_file():
        return {}
    frame, _, _ = read(None, job)
    return {name: strings_of(frame[name]) for name in names if name in frame.columns}


def originals_of(recoding: Recoding) -> dict[str, list[str | None]]:
    """Column → its texts before masking, as they were counted."""
    return {name: column.originals() for name, column in recoding.columns.items() if isinstance(column, MaskedTexts)}


def text_report(masked: Mapping[str, MaskedTexts], job: Job) -> dict[str, Any]:
    """Column → what was masked, for the report."""
    return {
        name: {
            "n": asked.n,
            "k": asked.k,
            "mask": asked.mask,
            "passes": asked.passes,
            **({"registry": asked.registry} if asked.registry is not None else {}),
            **({"keep": len(asked.keep)} if asked.keep else {}),
            "equal": asked.equal,
            "merge": asked.merge,
            **figures_of(texts),
        }
        for name, texts in masked.items()
        for asked in (text_settings(job.columns[name], job.privacy.k),)
    }


def figures_of(texts: MaskedTexts, strings: list[str | None] | None = None) -> dict[str, Any]:
    """What was masked in the texts of a column, and what it took; `strings` where they are at hand already."""
    strings = texts.strings() if strings is None else strings
    released = slice(None) if texts.removed is None else np.flatnonzero(~texts.removed)
    shown = strings if texts.removed is None else [strings[record] for record in np.flatnonzero(~texts.removed)]
    measures = measure_masks(texts.own_characters()[released], texts.masked_characters()[released], shown)
    return {**measures.as_dict(), **{field: getattr(texts.facts, field) for field in texts.facts.__slots__}}


def all_masked(figures: Mapping[str, Any]) -> bool:
    """Whether nothing of a column's texts stays readable, though there was something to read."""
    return bool(figures["characters"]) and figures["masked_characters"] == figures["characters"]


def _registry(column: ColumnJob, job: Job) -> str | list[str | None] | None:
    registry: str | None = column.setting("registry")
    if registry is None or registry == COLLECTION:
        return registry
    return list(read_lines(job.path(registry)))


def _without(column: TextColumn, removed: Removed) -> TextColumn:
    """The column with nothing in the place of removed records."""
    _, points = gather(column.offsets, column.points, ~removed)
    offsets = offsets_of(np.where(removed, 0, np.diff(column.offsets)))
    return replace(column, offsets=offsets, points=points, null=column.null | removed)

"""Texts beside the groups on an engine: masked while their records are on their way, judged from what was written.

Nothing holds all texts. What is rare is counted over batches (`text.StreamedTexts`), the promise is judged piece by
piece, and equal texts are counted in parts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from tokumei.core.columns import Kind, TextColumn
from tokumei.core.promise import Promise
from tokumei.core.recoding import Recoding
from tokumei.core.text_settings import TextSettings
from tokumei.evaluation.text_measures import MaskCounts
from tokumei.io.encode import encode_column
from tokumei.io.pieces import EqualRows, equal_rows
from tokumei.io.texts import strings_of
from tokumei.job import Job, text_settings
from tokumei.pipeline.samples import SHOWN
from tokumei.pipeline.text_figures import TextsElsewhere, text_figures
from tokumei.privacy.models import text_models
from tokumei.privacy.ngrams import NgramAnonymity
from tokumei.privacy.texts import TextPieces
from tokumei.text import MaskingFacts, StreamedTexts, TextPass, refuse_few_texts, text_column

__all__ = ["EqualTexts", "MaskedColumn", "beside", "equal_texts", "judged_texts", "masked_columns", "texts_elsewhere"]

Read = Callable[[Sequence[str]], Iterator[Any]]
"""Columns → their rows, a piece at a time: as often as one likes."""


class MaskedColumn:
    """A column of texts that an engine carries: what its records publish, and the figures of the report."""

    def __init__(self, name: str, job: Job, decimal: str | None) -> None:
        self._name, self._column = name, job.columns[name]
        self._settings = text_settings(self._column, job.privacy.k)
        self._spec = self._column.spec(name, Kind.TEXT, decimal)
        self._counts, self._facts, self._lost = MaskCounts(), MaskingFacts(), 0.0

    def begin(self, folder: Path) -> None:
        """Where batches lie until all texts were seen."""
        self._texts = StreamedTexts(self._name, self._settings, folder)

    def add(self, texts: Any) -> None:
        """A batch of texts as they stand in the source."""
        self._texts.add(self._read(texts))

    def mask(self) -> None:
        """Masks what is rare in all of them."""
        self._texts.mask()

    def take(self, texts: Any) -> list[str | None]:
        """What the next batch publishes."""
        masked = self._texts.take(self._read(texts))
        strings = masked.strings()
        self._counts += MaskCounts.of(masked.own_characters(), masked.masked_characters(), strings)
        self._facts = _together(self._facts, masked.facts)
        self._lost += float(masked.losses().sum())
        return strings

    @property
    def work(self) -> TextWork:
        """What workers of a cluster do."""
        return TextWork(self._settings)

    @property
    def k(self) -> int:
        """How many texts must have an n-gram."""
        return self._settings.k

    @property
    def passes(self) -> int:
        """How often is masked; 0: until nothing is rare."""
        return self._settings.passes

    def check(self, filled: int) -> None:
        """Raises Infeasible where so many texts are too few."""
        if not self._settings.all_masked:
            refuse_few_texts(filled, self._name, self._settings.k)

    def settle(self, rounds: int, figures: Sequence[tuple[MaskCounts, float]]) -> None:
        """What a cluster did."""
        self._facts = MaskingFacts(rounds=rounds)
        for counts, lost in figures:
            self._counts += counts
            self._lost += lost

    def loss(self, recoding: Recoding) -> float:
        """The mean over all records of the source, removed ones at 1."""
        removed = recoding.records - int(recoding.sizes.sum())
        return (self._lost + removed) / max(recoding.records, 1)

    def figures(self, equal: EqualRows) -> dict[str, Any]:
        """Of the report."""
        measures = self._counts.measures(unique=equal.filled[1], smallest=min(equal.filled, default=0))
        return {"within": self._column.setting("within"), **text_figures(self._settings, measures, self._facts)}

    def _read(self, texts: Any) -> TextColumn:
        column = encode_column(texts, self._spec, notes=[])
        assert isinstance(column, TextColumn)
        return column


@dataclass(frozen=True)
class TextWork:
    """What a worker of a cluster does with some of the texts of a column."""

    settings: TextSettings

    def count(self, texts: Sequence[str | None]) -> dict[bytes, int]:
        """N-gram → how many of these texts have it."""
        return TextPass(self.settings).count(text_column(texts))

    def mask(self, texts: Sequence[str | None], rare: Collection[bytes]) -> list[str | None]:
        """The texts with n-grams masked that are rare in all of them."""
        return TextPass(self.settings).mask(text_column(texts), rare)

    def end(
        self, texts: Sequence[str | None], state: Sequence[str | None]
    ) -> tuple[list[str | None], tuple[MaskCounts, float]]:
        """What texts publish of which the passes left `state`, and what the report says of them."""
        masked = TextPass(self.settings).end(text_column(texts), text_column(state))
        strings = masked.strings()
        counts = MaskCounts.of(masked.own_characters(), masked.masked_characters(), strings)
        return strings, (counts, float(masked.losses().sum()))


@dataclass(frozen=True)
class EqualTexts:
    """How many published texts are equal."""

    columns: Mapping[str, EqualRows]
    rows: EqualRows | None
    """Of all text columns together, where nothing else makes groups."""

    @property
    def groups(self) -> tuple[int, int] | None:
        """How many different rows there are, and how many of the rarest, where nothing makes groups."""
        return None if self.rows is None else (self.rows.as_read.total(), min(self.rows.as_read))


def masked_columns(job: Job, decimal: str | None) -> dict[str, MaskedColumn]:
    """The text columns beside the groups."""
    return {name: MaskedColumn(name, job, decimal) for name in beside(job)}


def judged_texts(job: Job, read: Read) -> tuple[Promise, ...]:
    """The promises of texts beside the groups, from the release, read piece by piece."""
    promises: list[Promise] = []
    for name in beside(job):
        settings = text_settings(job.columns[name], job.privacy.k)
        pieces = TextPieces(partial(_texts_of, read, name), settings)
        for model in text_models(name, settings):
            assert isinstance(model, NgramAnonymity), "the job refuses other promises of texts on an engine"
            promises.append(model.check_pieces(pieces))
    return tuple(promises)


def _texts_of(read: Read, name: str) -> Iterator[list[str | None]]:
    """The texts of a column, a piece at a time."""
    return (strings_of(piece[name]) for piece in read([name]))


def equal_texts(job: Job, tallies: Read) -> EqualTexts:
    """Of the release; `tallies` counts columns of it in parts."""
    names = beside(job)
    columns = {name: equal_rows(tallies([name]), name, shown=SHOWN) for name in names}
    if job.grouped or not names:
        return EqualTexts(columns, None)
    one = columns[names[0]] if len(names) == 1 else equal_rows(tallies(names), names[0], shown=0)
    return EqualTexts(columns, one)


def texts_elsewhere(
    job: Job, texts: Mapping[str, MaskedColumn], equal: EqualTexts, recoding: Recoding
) -> TextsElsewhere:
    """What the report says of them."""
    sample = [
        {"records": count, "cells": {name: text}}
        for name in texts
        if equal.rows is not None and len(texts) == 1
        for text, count in equal.rows.most
        if count >= job.privacy.k
    ]
    return TextsElsewhere(
        texts={name: column.figures(equal.columns[name]) for name, column in texts.items()},
        losses={name: column.loss(recoding) for name, column in texts.items()},
        sizes=None if equal.rows is None else equal.rows.sizes,
        sample=sample,
    )


def beside(job: Job) -> list[str]:
    """The text columns that are masked beside the groups."""
    return [name for name in job.texts if name not in job.grouped]


def _together(one: MaskingFacts, other: MaskingFacts) -> MaskingFacts:
    """Of two batches, which went through the same passes."""
    summed = {part.name: getattr(one, part.name) + getattr(other, part.name) for part in fields(one)}
    return MaskingFacts(**{**summed, "rounds": other.rounds})

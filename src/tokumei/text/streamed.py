"""Texts that are too many to hold: they come in batches, of which one is in memory at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Alphabet, Characters, Texts, from_strings
from tokumei.core.columns import TextColumn
from tokumei.core.text_settings import TextSettings
from tokumei.text.counting import Batch
from tokumei.text.masked import MaskedTexts, MaskingFacts
from tokumei.text.masking import mask_rare
from tokumei.text.phrases import covered_by_phrases
from tokumei.text.sizes import refuse_few_texts

__all__ = ["StreamedTexts"]

Flags = npt.NDArray[np.bool_]


class StreamedTexts:
    """A column of texts in batches: all are given, then what is rare is masked, then each is taken back.

    *Promise*: what `mask_texts` gives for all of them together, n-grams alone: equal texts and registries need all
    texts at once.
    *Cost*: memory of one batch and of every different n-gram once (`count_grams`); a file of five bytes for each
    character, which is read and written again for every pass.
    """

    def __init__(self, name: str, settings: TextSettings, folder: Path) -> None:
        assert not settings.hides_rows, "the job refuses equal texts and registries on an engine"
        assert settings.registry is None, "the job refuses registries on an engine"
        self.rounds = 0
        """Passes of counting and masking that changed something."""
        self._name, self._settings = name, settings
        self._alphabet = Alphabet(unit=settings.characters, whitespace=settings.whitespace)
        self._batches = _Stored(folder, phrases=bool(settings.keep))
        self._filled = 0
        self._taken = 0

    def add(self, column: TextColumn) -> None:
        """One more batch."""
        texts, phrases, literal = self._coded(column)
        self._filled += int((texts.lengths > 0).sum())
        self._batches.append(Batch.of(texts, literal, covered_by_phrases(texts, phrases, literal)))

    def mask(self) -> None:
        """Mask what is rare in all of them; raises Infeasible where they are fewer than k."""
        if not self._settings.all_masked:
            refuse_few_texts(self._filled, self._name, self._settings.k)
        self.rounds = mask_rare(self._batches, self._settings)

    def take(self, column: TextColumn) -> MaskedTexts:
        """The next batch as it is published, in the order in which they were given."""
        texts, _, literal = self._coded(column)
        batch = self._batches.take(self._taken)
        self._taken += 1
        shown = batch.revealed & ~batch.masked
        owner = np.searchsorted(texts.offsets, np.flatnonzero(shown), side="right")
        return MaskedTexts(
            column,
            texts,
            batch.masked & ~literal,
            literal,
            np.full(len(texts), -1, dtype=np.int64),
            mask_char=self._settings.mask_char,
            merge=self._settings.merge,
            facts=MaskingFacts(
                rounds=self.rounds, revealed_texts=len(np.unique(owner)), revealed_characters=int(shown.sum())
            ),
        )

    def _coded(self, column: TextColumn) -> tuple[Characters, Characters, Flags]:
        """The texts, the kept phrases, and where the source itself has the mask character."""
        texts, phrases, mask = self._alphabet.code(
            [
                Texts(column.offsets, column.points),
                from_strings(self._settings.keep),
                from_strings([self._settings.mask_char]),
            ]
        )
        return texts, phrases, texts.symbols == mask.symbols[0]


@dataclass(slots=True)
class _Stored:
    """Batches in files of a folder; what is changed in one is written back when the next is asked for."""

    folder: Path
    phrases: bool
    """Whether there are kept phrases; else nothing is said of them."""
    count: int = 0

    def append(self, batch: Batch) -> None:
        """One more."""
        self._write(self.count, batch)
        self.count += 1

    def __iter__(self) -> Iterator[Batch]:
        for number in range(self.count):
            batch = self._read(number)
            yield batch
            if batch.changed:
                self._write(number, batch)

    def take(self, number: int) -> Batch:
        """A batch, which is not kept any longer."""
        batch = self._read(number)
        self._path(number).unlink()
        return batch

    def _path(self, number: int) -> Path:
        return self.folder / f"texts-{number:06}.npy"

    def _read(self, number: int) -> Batch:
        with self._path(number).open("rb") as file:
            offsets, ids, masked = (np.load(file) for _ in range(3))
            kept, revealed = (
                np.load(file) if self.phrases else np.zeros(len(masked), dtype=np.bool_) for _ in range(2)
            )
        return Batch(offsets, ids, masked, kept, revealed, changed=False)

    def _write(self, number: int, batch: Batch) -> None:
        with self._path(number).open("wb") as file:
            np.save(file, batch.offsets)
            np.save(file, batch.ids)
            np.save(file, batch.masked)
            if self.phrases:
                np.save(file, batch.kept)
                np.save(file, batch.revealed)

"""Published texts as the promises of texts read them, and these promises checked one after another.

*Caveats* of all of them: missing and empty texts have nothing that could be masked and are outside. The mask character
itself, wherever it came from, is read as a mask: a reader cannot tell.

Nothing here is shared with the algorithms but the reading of characters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Alphabet, Characters, code_characters, from_strings
from tokumei.core.promise import PEOPLE, RECORDS, Promise
from tokumei.core.text_settings import TextSettings
from tokumei.privacy.model import Model

__all__ = ["PublishedTexts", "TextModel", "TextPieces", "look_up", "verify_texts"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class PublishedTexts:
    """The texts of a column that are not empty, as strings and as characters."""

    strings: list[str]
    characters: Characters
    wild: Flags
    """Character → whether it is a mask."""
    kept: Flags
    """Character → whether it stands inside a kept phrase."""
    registry: Characters | None
    """The texts that patterns are looked up in, where they are at hand."""
    originals: Characters | None
    """The column's texts before masking, where they are at hand."""
    reading: TextSettings = field(default_factory=TextSettings)
    person: npt.NDArray[np.int64] | None = None
    """Text → whose it is, where people are counted."""

    @classmethod
    def of(
        cls,
        published: Sequence[str | None],
        reading: TextSettings,
        registry: Sequence[str | None] | None = None,
        originals: Sequence[str | None] | None = None,
        person: npt.NDArray[np.integer] | None = None,
        alphabet: Alphabet | None = None,
    ) -> PublishedTexts:
        """Published texts, coded together with the registry that they are looked up in and with their originals.

        `alphabet` has the symbols of pieces that were read before.
        """
        filled = [text for text in published if text]
        listed, before = ([text for text in part or () if text] for part in (registry, originals))
        alphabet = alphabet or _alphabet(reading)
        texts, names, own, phrases, mask = alphabet.code(
            [from_strings(part) for part in (filled, listed, before, reading.keep, [reading.mask_char])]
        )
        wild = texts.symbols == mask.symbols[0]
        return cls(
            filled,
            texts,
            wild,
            _kept(texts, phrases),
            None if registry is None else names,
            None if originals is None else own,
            reading,
            None if person is None else person[[bool(text) for text in published]].astype(np.int64),
        )

    @property
    def unit(self) -> str:
        """What is counted."""
        return RECORDS if self.person is None else PEOPLE

    def counts(self, phrases: Sequence[Hashable], rows: npt.NDArray[np.integer]) -> dict[Hashable, int]:
        """Phrase → how many of the texts `rows` have it, or of how many people these are."""
        if self.person is None:
            return dict(Counter(phrases))
        whose = self.person[rows].tolist()
        return dict(Counter(phrase for phrase, _ in set(zip(phrases, whose, strict=True))))


class TextPieces:
    """Published texts that are too many to hold: read again for every look, a piece at a time.

    `read` gives them from the first to the last, whenever it is called.
    """

    def __init__(self, read: Callable[[], Iterable[Sequence[str | None]]], reading: TextSettings) -> None:
        self._read, self._reading = read, reading
        self._alphabet = _alphabet(reading)

    def __iter__(self) -> Iterator[PublishedTexts]:
        for strings in self._read():
            yield PublishedTexts.of(strings, self._reading, alphabet=self._alphabet)


class TextModel(Model, Protocol):
    """A promise about every published text of a column."""

    def check(self, texts: PublishedTexts) -> Promise | None:
        """What the texts keep of it; None where that cannot be judged from what is at hand."""


def verify_texts(
    published: Sequence[str | None],
    models: Sequence[TextModel],
    reading: TextSettings | None = None,
    *,
    registry: Sequence[str | None] | None = None,
    originals: Sequence[str | None] | None = None,
    person: npt.NDArray[np.integer] | None = None,
) -> tuple[Promise, ...]:
    """Checks promises on published texts; what cannot be judged is left out.

    `registry` is the list of texts that patterns are looked up in: the one that the job names, or the collection before
    masking, which is `originals`. With `person`, text → whose it is, n-grams and equal texts are counted by people.
    *Cost*: a sort of the n-grams; for the registry, each distinct text against those that share its rarest character.
    """
    texts = PublishedTexts.of(published, reading or TextSettings(), registry, originals, person)
    return tuple(promise for promise in (model.check(texts) for model in models) if promise is not None)


def look_up(
    published: Sequence[str | None], registry: Sequence[str | None], reading: TextSettings, *, limit: int = 2
) -> npt.NDArray[np.int64]:
    """How many texts of a registry each published text matches, counted up to `limit`; −1 for an empty one."""
    from tokumei.privacy.text_matching import match_counts

    texts, names, mask = code_characters(
        [from_strings(published), from_strings(registry), from_strings([reading.mask_char])],
        unit=reading.characters,
        whitespace=reading.whitespace,
    )
    return match_counts(texts, texts.symbols == mask.symbols[0], names, limit=limit, runs=reading.merge)


def _alphabet(reading: TextSettings) -> Alphabet:
    return Alphabet(unit=reading.characters, whitespace=reading.whitespace)


def _kept(texts: Characters, phrases: Characters) -> Flags:
    """Characters inside an occurrence of a kept phrase; a phrase has no mask, so neither has an occurrence."""
    kept = np.zeros(len(texts.symbols), dtype=np.bool_)
    owner = np.repeat(np.arange(len(texts)), texts.lengths)
    for first, last in zip(phrases.offsets[:-1], phrases.offsets[1:], strict=True):
        size = int(last - first)
        if not 0 < size <= len(kept):
            continue
        hit = owner[: len(kept) - size + 1] == owner[size - 1 :]
        for ahead, symbol in enumerate(phrases.symbols[first:last]):
            hit &= texts.symbols[ahead : len(kept) - size + 1 + ahead] == symbol
        for place in np.flatnonzero(hit).tolist():
            kept[place : place + size] = True
    return kept

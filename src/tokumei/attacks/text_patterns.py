"""Masked texts as patterns: which texts a published one can come from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tokumei.attacks.known import Known
from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import TextColumn

__all__ = ["TextPatterns", "fitting_texts", "text_patterns"]

Ints = npt.NDArray[np.int64]
ByLength = dict[int, tuple[Ints, npt.NDArray[np.uint32]]]
"""Length → the places of texts with so many characters, and their code points."""
_FIRST = 0x20
"""Symbols are written as characters from here on, for patterns."""


@dataclass(frozen=True, eq=False)
class TextPatterns:
    """Distinct published texts as patterns, and the original's texts in the same symbols."""

    texts: list[str]
    """Record → its text, a character a symbol."""
    patterns: list[str]
    """Label → its text, a character a symbol."""
    mask: str
    merged: bool
    """Whether a mask stands for one character or more, and not for one."""
    rows: Ints
    """Label → how many released rows have it."""
    label: Ints
    """Row → label; −1 for an empty field."""

    def readable(self, label: int) -> int:
        """How many characters of a published text are not masked."""
        pattern = self.patterns[label]
        return len(pattern) - pattern.count(self.mask)

    def labels_for(self, text: str, *, anything: bool = False) -> Ints:
        """The labels that can come from a text; with `anything`, a mask alone comes from a missing or empty one too."""
        if self.merged:
            alone = anything and not text
            fitting = [
                number
                for number, one in enumerate(self._compiled)
                if one.fullmatch(text) or (alone and self.patterns[number] == self.mask)
            ]
            return np.array(fitting, dtype=np.int64)
        chosen, signs = _of_length(self._patterns_by_length, len(text))
        fits = (signs == _signs([text])) | (signs == ord(self.mask))
        return chosen[fits.all(axis=1)]

    def texts_for(self, label: int) -> Ints:
        """The different texts of the original (their places in `different`) that a label can come from."""
        if self.merged:
            one = self._compiled[label]
            return np.array([place for place, text in enumerate(self.different) if one.fullmatch(text)], dtype=np.int64)
        pattern = _signs([self.patterns[label]])
        chosen, signs = _of_length(self._texts_by_length, pattern.shape[1])
        return chosen[((signs == pattern) | (pattern == ord(self.mask))).all(axis=1)]

    @cached_property
    def different(self) -> list[str]:
        """The different texts of the original."""
        return sorted(set(self.texts))

    @cached_property
    def _patterns_by_length(self) -> ByLength:
        return _by_length(self.patterns)

    @cached_property
    def _texts_by_length(self) -> ByLength:
        return _by_length(self.different)

    @cached_property
    def _compiled(self) -> list[re.Pattern[str]]:
        return [
            re.compile("".join(".+" if sign == self.mask else re.escape(sign) for sign in pattern), re.DOTALL)
            for pattern in self.patterns
        ]


def _by_length(texts: list[str]) -> ByLength:
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    places = {length: np.flatnonzero(lengths == length) for length in np.unique(lengths).tolist()}
    return {length: (chosen, _signs([texts[place] for place in chosen])) for length, chosen in places.items()}


def _signs(texts: list[str]) -> npt.NDArray[np.uint32]:
    """Texts of one length, as code points."""
    joined = "".join(texts).encode("utf-32-le")
    return np.frombuffer(joined, dtype=np.uint32).reshape(len(texts), -1)


def _of_length(texts: ByLength, length: int) -> tuple[Ints, npt.NDArray[np.uint32]]:
    return texts.get(length, (np.zeros(0, dtype=np.int64), np.zeros((0, length), dtype=np.uint32)))


def text_patterns(known: Known, name: str) -> TextPatterns:
    """Both sides of a text column, coded alike."""
    column = known.original[name]
    assert isinstance(column, TextColumn)
    settings = known.settings[name]
    published = known.release.columns[name]
    before, after, mask = code_characters(
        [
            Texts(column.offsets, column.points),
            from_strings(list(published.labels)),
            from_strings([settings.mask_char]),
        ],
        unit=settings.characters,
        whitespace=settings.whitespace,
    )
    label = published.codes.astype(np.int64)
    rows = np.bincount(label[known.rows][label[known.rows] >= 0], minlength=len(published.labels))
    return TextPatterns(
        _strings(before), _strings(after), _strings(mask)[0], settings.merge, rows.astype(np.int64), label
    )


def fitting_texts(known: Known) -> Ints:
    """The targets whose texts can be behind a row, in every column of texts; empty ones can."""
    fits = np.ones(len(known.targets), dtype=bool)
    for name in known.settings:
        texts = text_patterns(known, name)
        own = (texts.texts[record] for record in known.targets.tolist())
        fits &= np.array([not text or len(texts.labels_for(text)) > 0 for text in own], dtype=bool)
    return np.flatnonzero(fits)


def _strings(texts: Characters) -> list[str]:
    signs = [chr(_FIRST + symbol + (2048 if symbol + _FIRST >= 0xD800 else 0)) for symbol in range(_size(texts))]
    symbols = texts.symbols.tolist()
    return ["".join(signs[symbol] for symbol in symbols[start:end]) for start, end in pairwise(texts.offsets.tolist())]


def _size(texts: Characters) -> int:
    return int(texts.symbols.max(initial=-1)) + 1

"""Phrases split into morphemes: by Sudachi for Japanese where it is installed, by script and white space else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from tokumei.hierarchies.semantic.normal import is_japanese, normalized

__all__ = ["Analyser", "PlainAnalyser", "SudachiAnalyser", "analyser"]

LONGEST = 1000
"""Characters of a phrase that are looked at: analysers have limits, and no category is longer."""

_KANJI = "\u4e00-\u9fff\u3400-\u4dbf々〆"
_RUN = re.compile(f"[{_KANJI}]+|[ぁ-ゖー]+|[ァ-ヺー]+|[0-9]+|[^\\W0-9_ぁ-ヺー{_KANJI}]+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_PARTICLES = frozenset("のとやかをにへでがはも・") | {"及び", "等", "その他", "など", "用"}
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "of",
        "on",
        "or",
        "other",
        "the",
        "to",
        "with",
        "n",
        "e",
        "c",
        "nec",
    ]
)


class Analyser(Protocol):
    """Splits a phrase into morphemes in a form that can be compared."""

    def morphemes(self, text: str) -> tuple[str, ...]:
        """The content words of a phrase, in their order."""

    def normal_form(self, text: str) -> str:
        """The phrase in the one spelling of its words, where the analyser knows such; else as it is compared."""


class PlainAnalyser:
    """Words by white space and script; runs of kanji as pairs of characters."""

    def morphemes(self, text: str) -> tuple[str, ...]:
        """Words without articles and prepositions; of Japanese, pairs of kanji and runs of kana."""
        found: list[str] = []
        for run in _RUN.findall(normalized(text[:LONGEST])):
            if "\u3400" <= run[0] <= "\u9fff":
                found += [run] if len(run) <= 2 else [run[place : place + 2] for place in range(len(run) - 1)]
            else:
                found.append(run)
        kept = tuple(word for word in found if word not in _SMALL_WORDS and word not in _PARTICLES)
        return kept or tuple(found)

    def normal_form(self, text: str) -> str:
        """The text as it is compared."""
        return normalized(text)


class SudachiAnalyser:
    """Sudachi's short units in their normalized form, which joins 苺, いちご and ｲﾁｺﾞ."""

    def __init__(self) -> None:
        from sudachipy import Dictionary, SplitMode

        self._tokenizer: Any = Dictionary().create(SplitMode.A)
        self._plain = PlainAnalyser()

    def morphemes(self, text: str) -> tuple[str, ...]:
        """Nouns, verbs, adjectives and the like; the plain split where the text is not Japanese."""
        if not is_japanese(text):
            return self._plain.morphemes(text)
        tokens = self._tokens(text)
        kept = tuple(token.normalized_form() for token in tokens if token.part_of_speech()[0] not in _EMPTY_WORDS)
        return kept or tuple(token.normalized_form() for token in tokens)

    def normal_form(self, text: str) -> str:
        """All morphemes in their normalized form; the text as it is compared where it is not Japanese."""
        if not is_japanese(text) or len(text) > LONGEST:
            return self._plain.normal_form(text)
        return normalized("".join(token.normalized_form() for token in self._tokens(text)))

    def _tokens(self, text: str) -> Any:
        return self._tokenizer.tokenize(_SURROGATES.sub(" ", normalized(text[:LONGEST])))


_EMPTY_WORDS = frozenset(["助詞", "助動詞", "補助記号", "空白", "記号"])


@cache
def analyser() -> Analyser:
    """The best analyser that is installed."""
    if find_spec("sudachipy") is not None and find_spec("sudachidict_core") is not None:
        return SudachiAnalyser()
    return PlainAnalyser()


def stems(words: Sequence[str]) -> frozenset[str]:
    """Words as they are counted when shared: English plurals meet their singular."""
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    if len(word) > 3 and word.isascii() and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]
    return word

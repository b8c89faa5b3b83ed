"""Every sentence of the report, in English and Japanese, side by side.

A phrase is a pair (English, Japanese) under a key. Each part of the report has a file of phrases, entered in `PARTS`.
"""

from __future__ import annotations

from dataclasses import dataclass

from tokumei.errors import JobError
from tokumei.report.schema import Language
from tokumei.report.words import (
    attacks,
    evidence,
    hierarchies,
    history,
    ledger,
    limits,
    meaning,
    page,
    people,
    promises,
    purpose,
    sets,
    tables,
    terminal,
    text,
)

__all__ = ["LANGUAGES", "PHRASES", "Words", "words_in"]

Phrases = dict[str, tuple[str, str]]

LANGUAGES: tuple[Language, ...] = ("en", "ja")
PARTS: tuple[Phrases, ...] = (
    attacks.PHRASES,
    evidence.PHRASES,
    hierarchies.PHRASES,
    history.PHRASES,
    ledger.PHRASES,
    page.PHRASES,
    people.PHRASES,
    promises.PHRASES,
    purpose.PHRASES,
    limits.PHRASES,
    meaning.PHRASES,
    sets.PHRASES,
    tables.PHRASES,
    terminal.PHRASES,
    text.PHRASES,
)


def _together(parts: tuple[Phrases, ...]) -> Phrases:
    phrases: Phrases = {}
    for part in parts:
        twice = phrases.keys() & part.keys()
        if twice:
            raise ValueError(f"phrases defined twice: {sorted(twice)}")
        phrases.update(part)
    return phrases


PHRASES = _together(PARTS)


@dataclass(frozen=True, slots=True)
class Words:
    """The phrases of one language, and its way to write numbers."""

    language: Language

    def __call__(self, key: str, **values: object) -> str:
        """The phrase, with its places filled in. The result is plain text: whoever puts it into a page escapes it."""
        return PHRASES[key][LANGUAGES.index(self.language)].format(**values)

    def known(self, key: str, default: str, **values: object) -> str:
        """The phrase of a key that may not exist (a role, a stage), or a text in its place."""
        return self(key, **values) if key in PHRASES else default

    def number(self, value: float | None, digits: int = 0) -> str:
        """With thousands separated; a dash when there is none."""
        return "–" if value is None else f"{value:,.{digits}f}"

    def percent(self, share: float | None, digits: int = 1) -> str:
        """A share as a percentage; something small is not written as nothing."""
        if share is None:
            return "–"
        smallest = 10.0**-digits / 100
        if 0 < share < smallest / 2:
            return f"< {smallest:.{digits}%}"
        return f"{share:.{digits}%}"

    def value(self, value: object) -> str:
        """A target or a result of any type: whole numbers plain, others to three places, lists in brackets."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self("yes" if value else "no")
        if isinstance(value, int):
            return f"{value:,}"
        if isinstance(value, float):
            return f"{value:,.0f}" if value.is_integer() else f"{value:,.3g}" if abs(value) < 1 else f"{value:,.2f}"
        if isinstance(value, (list, tuple)):
            return "(" + ", ".join(self.value(part) for part in value) + ")"
        return str(value)

    def names(self, names: list[str], most: int = 8) -> str:
        """Names in a row, cut when there are many."""
        shown = self("comma").join(self("quoted", name=name) for name in names[:most])
        return shown if len(names) <= most else self("and_more", names=shown, count=len(names) - most)


def words_in(language: str) -> Words:
    """The words of a language, by its code."""
    for known in LANGUAGES:
        if known == language:
            return Words(known)
    raise JobError(f"The report has no language {language!r}. It is written in {' or '.join(LANGUAGES)}.")

"""Every phrase of the studio, in English and Japanese, side by side; what the report has words for is said in those.

Each screen has a file of phrases, entered in `PARTS`.
"""

from __future__ import annotations

from tokumei.report.words import LANGUAGES, words_in
from tokumei.report.words import Words as ReportWords
from tokumei.web.words import columns, data, frame, promises, result, runs

__all__ = ["PHRASES", "Words", "studio_words"]

PARTS = (frame.PHRASES, data.PHRASES, columns.PHRASES, promises.PHRASES, runs.PHRASES, result.PHRASES)
PHRASES: dict[str, tuple[str, str]] = {key: pair for part in PARTS for key, pair in part.items()}


class Words(ReportWords):
    """The phrases of the studio, and behind them those of the report."""

    __slots__ = ()

    def __call__(self, key: str, **values: object) -> str:
        """The phrase, with its places filled in, as plain text."""
        if key in PHRASES:
            return PHRASES[key][LANGUAGES.index(self.language)].format(**values)
        return ReportWords.__call__(self, key, **values)

    def known(self, key: str, default: str, **values: object) -> str:
        """The phrase of a key that may not exist, or a text in its place."""
        return self(key, **values) if key in PHRASES else ReportWords.known(self, key, default, **values)

    def said(self, sentence: str) -> str:
        """A sentence that the program made in English, in the reader's language."""
        from tokumei.translation import translated

        return translated(sentence, self.language)


def studio_words(language: str) -> Words:
    """The words of a language, by its code."""
    return Words(words_in(language).language)

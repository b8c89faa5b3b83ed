"""Which vectors a column needs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tokumei.hierarchies.semantic.normal import is_japanese
from tokumei.hierarchies.semantic.vectors.files import open_file
from tokumei.hierarchies.semantic.vectors.packaged import WordReader, english, japanese
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["open_vectors"]


def open_vectors(
    source: str | Path | WordVectors | None, values: Sequence[str], *, read_words: WordReader | None = None
) -> WordVectors | None:
    """The vectors named by a file; or, when none is named, those installed for the language of most values.

    None where nothing is installed, or where `none` is asked for: similarity is then by shared morphemes alone.
    """
    if isinstance(source, WordVectors):
        return source
    if source is not None:
        return None if str(source) == "none" else open_file(source)
    shares = sum(is_japanese(value) for value in values)
    return japanese() if 2 * shares >= len(values) and shares else english(read_words)

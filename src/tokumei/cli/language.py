"""In which language a person at a terminal is spoken to."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import pairwise

from tokumei.cli.options import Language

__all__ = ["language_of_call", "language_of_user"]


def language_of_user(asked: str = "en", chosen: Language | None = None) -> str:
    """What `--language` chose; else Japanese where the terminal is Japanese (`LC_ALL`, or else `LANG`); else what is
    asked for, which is the language of the job's report."""
    if chosen is not None:
        return chosen.value
    place = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "ja" if place.lower().startswith("ja") else asked


def language_of_call(words: Sequence[str]) -> str:
    """The same from the words of a call, before they are parsed: help and wrong calls are told in it too."""
    given = [after for word, after in pairwise(words) if word == "--language"]
    given += [word.removeprefix("--language=") for word in words if word.startswith("--language=")]
    known = [Language(word) for word in given if word in tuple(Language)]
    return language_of_user(chosen=known[-1] if known else None)

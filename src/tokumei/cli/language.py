"""In which language notes are told at a terminal."""

from __future__ import annotations

import os

__all__ = ["language_of_user"]


def language_of_user(asked: str = "en") -> str:
    """The language of the job's report; Japanese too where the terminal is Japanese (`LC_ALL`, or else `LANG`)."""
    place = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    return "ja" if place.lower().startswith("ja") else asked

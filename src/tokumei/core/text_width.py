"""How wide a text is where every character has its cell: a terminal, a file seen in an editor."""

from __future__ import annotations

import unicodedata

__all__ = ["padded", "width"]


def width(text: str) -> int:
    """Cells that a text takes; a kanji takes two, a combining mark none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text
    )


def padded(text: str, cells: int) -> str:
    """The text with spaces up to so many cells."""
    return text + " " * (cells - width(text))

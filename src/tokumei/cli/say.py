"""What the command line writes: results to standard output, everything else to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.core.text_width import padded, width

__all__ = ["aligned", "complain", "print_aside", "print_json", "print_release", "print_text"]


def print_text(text: str) -> None:
    """A result for people, on standard output."""
    _write(sys.stdout, text + "\n")


def print_aside(text: str) -> None:
    """What is said about a result that itself goes to standard output."""
    _write(sys.stderr, text + "\n")


def print_release(content: str) -> None:
    """A release on standard output, in UTF-8 whatever the terminal's encoding: it is data, not a message."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode())
    sys.stdout.buffer.flush()


def print_json(document: Mapping[str, Any]) -> None:
    """A result for programs: the one JSON document on standard output."""
    plain = (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    _write(sys.stdout, json.dumps(document, ensure_ascii=plain, indent=2, default=_plain, allow_nan=False) + "\n")


def complain(sentence: str) -> None:
    """A sentence on standard error."""
    _write(sys.stderr, f"tokumei: {sentence}\n")


def aligned(rows: Sequence[Sequence[str]], *, indent: int = 2) -> str:
    """Rows as columns of text; characters that are two cells wide on a terminal count as two."""
    widths = [max(width(row[place]) for row in rows if place < len(row)) for place in range(max(map(len, rows)))]
    lines = ("  ".join(padded(cell, widths[place]) for place, cell in enumerate(row)).rstrip() for row in rows)
    return "\n".join(" " * indent + line for line in lines)


def _write(stream: Any, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        stream.write(text.encode(stream.encoding, "backslashreplace").decode(stream.encoding))
    stream.flush()


def _plain(value: object) -> object:
    """numpy scalars and paths, which json does not know."""
    item = getattr(value, "item", None)
    return item() if callable(item) else str(value)

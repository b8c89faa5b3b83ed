"""What became of texts, in a few lines for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tokumei.cli.say import aligned
from tokumei.cli.summary import of_notes, of_warnings, state

__all__ = ["of_texts"]

Document = Mapping[str, Any]

SHARES = (
    ("character_masking_rate", "characters masked"),
    ("not_masked", "texts without a mask"),
    ("masking_rate", "texts partly masked"),
    ("fully_masked", "texts all masked"),
    ("unique", "released texts unlike all others"),
)


def of_texts(report: Document, places: Iterable[Path | None] = (), *, language: str = "en") -> str:
    """Promises, masking rates, what kept phrases revealed, what could be guessed, and where it was written."""
    (figures,) = report["text"].values()
    written = [
        f"  {label}: {place}" for label, place in zip(("release", "report"), places, strict=False) if place is not None
    ]
    parts = [
        of_warnings(report, language),
        "Every promise holds." if report["verified"] else "Masked; nothing is promised.",
        _promises(report["promises"]),
        aligned([("texts", f"{figures['texts']:,}"), *((label, f"{figures[key]:.1%}") for key, label in SHARES)]),
        *(f"  {line}" for line in _remarks(figures)),
        *of_notes(report["notes"], language),
        *written,
    ]
    return "\n".join(part for part in parts if part)


def _promises(promises: Iterable[Document]) -> str:
    rows = [
        (
            state(one),
            str(one["name"]),
            f"asked {one['target']:,}",
            "nothing readable" if one["achieved"] is None else f"reached {one['achieved']:,}",
        )
        for one in promises
    ]
    return aligned(rows) if rows else ""


def _remarks(figures: Document) -> list[str]:
    lines = []
    if figures.get("keep"):
        lines.append(
            f"kept phrases left {figures['revealed_characters']:,} characters readable in "
            f"{figures['revealed_texts']:,} texts that would be masked"
        )
    if figures["kept_lost"]:
        lines.append(f"{figures['kept_lost']:,} characters of kept phrases had to be masked")
    if figures["widened_texts"]:
        lines.append(f"{figures['widened_texts']:,} texts were masked further so that the registry has k of them")
    if guess := figures.get("guess"):
        lines.append(
            f"guessing restored {guess['character_rate']:.1%} of the masked characters and {guess['mask_rate']:.1%} of "
            f"the masks (always guessing the most frequent character: {guess['baseline_rate']:.1%})"
        )
    if "found_alone" in figures:
        lines.append(f"looked up among the originals, {figures['found_alone']:.1%} of the released texts fit just one")
    return lines

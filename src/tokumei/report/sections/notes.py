"""What the run noticed: what to mind, and how the source was read."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.schema import NoteReport, Report
from tokumei.report.words import Words
from tokumei.report.words.notes import worded

__all__ = ["mind", "section"]


def mind(report: Report, words: Words) -> Html:
    """The warnings: what may make the release other than was meant."""
    warnings = report.get("warnings")
    if not warnings:
        return EMPTY
    return element("section", element("h2", words("mind")), _list(warnings, words, "mind"), class_="warnings")


def section(report: Report, words: Words) -> Html:
    """How the source was read, folded: for those who doubt it."""
    notes = report.get("notes")
    if not notes:
        return EMPTY
    summary = element("summary", element("h2", words("notes")), f" ({len(notes)})")
    return element("section", element("details", summary, _list(notes, words, "notes"), class_="card reading"))


def _list(notes: list[NoteReport], words: Words, kind: str) -> Html:
    return element("ul", *(element("li", worded(note, words.language)) for note in notes), class_=kind)

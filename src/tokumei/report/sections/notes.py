"""What the run noticed and the reader should know."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.schema import Report
from tokumei.report.words import Words
from tokumei.report.words.notes import in_japanese

__all__ = ["section"]


def section(report: Report, words: Words) -> Html:
    """The notes as they were written, or in Japanese as far as their sentences are known."""
    notes = report.get("notes")
    if not notes:
        return EMPTY
    rows = (element("li", in_japanese(note) if words.language == "ja" else note) for note in notes)
    return element("section", element("h2", words("notes")), element("ul", *rows, class_="notes"))

"""Hierarchies by meaning: how the values came to their places, and which ones no dictionary placed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import k_of
from tokumei.report.schema import Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["section"]

MOST_ROWS = 500
WAYS = ("fact", "inferred", "corrected", "unplaced")
"""How a value can come to its place, in the order of the table."""

Figures = Mapping[str, Any]


def section(report: Report, words: Words) -> Html:
    """A card for each column whose hierarchy was made by meaning."""
    columns = report.get("meaning")
    if not columns:
        return EMPTY
    k = k_of(report)
    return element(
        "section",
        element("h2", words("meaning")),
        element("p", words("meaning_text"), class_="lead"),
        *(_column(name, figures, k, words) for name, figures in columns.items()),
    )


def _column(name: str, figures: Figures, k: int | None, words: Words) -> Html:
    direction = words("meaning_join" if figures.get("join") else "meaning_direction", direction=figures["direction"])
    counts = [(words(f"meaning_{way}"), words.number(figures.get(way))) for way in WAYS]
    return element(
        "div",
        element("h3", words("meaning_column", column=words("quoted", name=name))),
        element("p", direction, class_="about"),
        table((words("meaning_way"), words("meaning_values")), counts, numbers=(1,)),
        _named(figures, words),
        _unnamed(figures, k, words),
        class_="card",
    )


def _named(figures: Figures, words: Words) -> Html:
    """The values that are not facts, with the neighbour of each, or where else it is known."""
    rows = [
        (str(one["value"]), words(f"meaning_{way}"), _reason(one, words))
        for way, values in figures.get("values", {}).items()
        for one in values
    ]
    if not rows:
        return EMPTY
    head = (words("meaning_value"), words("meaning_way"), words("meaning_reason"))
    cut = words("meaning_more", count=words.number(len(rows) - MOST_ROWS)) if len(rows) > MOST_ROWS else ""
    return element(
        "div",
        behind(words, table(head, rows[:MOST_ROWS])),
        element("p", cut, class_="about") if cut else EMPTY,
    )


def _reason(one: Mapping[str, str], words: Words) -> str:
    if "like" in one:
        return words("meaning_like", neighbour=words("quoted", name=one["like"]))
    return words("meaning_known", place=one["known"]) if "known" in one else "–"


def _unnamed(figures: Figures, k: int | None, words: Words) -> Html:
    rare = figures.get("rare")
    if not rare:
        return EMPTY
    return element("p", words("meaning_rare", count=words.number(rare), k=words.value(k)), class_="about")

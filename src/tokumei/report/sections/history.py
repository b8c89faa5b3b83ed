"""Histories: how many people, what their histories lost, and RFM before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import k_of
from tokumei.report.schema import Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["section"]

PARTS = ("recency", "frequency", "monetary")


def section(report: Report, words: Words) -> Html:
    """What is particular to a history job."""
    history = report.get("history")
    if not history:
        return EMPTY
    k = k_of(report)
    text = "history_parts_text" if "pseudonyms" in history else "history_text"
    return element(
        "section",
        element("h2", words("history")),
        element("p", words(text, others="k − 1" if k is None else words.number(k - 1)), class_="lead"),
        element("div", _people(history, words), _columns(history, words), class_="two"),
        _rfm(history, words),
    )


def _people(history: Mapping[str, Any], words: Words) -> Html:
    utility = history.get("utility", {})
    rows = [
        (words("history_subjects"), words.number(history.get("subjects"))),
        (words("history_published"), words.number(history.get("published_subjects"))),
        *([(words("history_pseudonyms"), words.number(history["pseudonyms"]))] if "pseudonyms" in history else []),
        (words("history_clusters"), words.number(history.get("clusters"))),
        (words("history_utility"), words.number(utility.get("total"), 3)),
        (words("history_removed"), words.percent(utility.get("removed"))),
    ]
    return element("div", table(("", ""), rows, numbers=(1,)), class_="card")


def _columns(history: Mapping[str, Any], words: Words) -> Html:
    columns = history.get("utility", {}).get("columns", {})
    if not columns:
        return EMPTY
    highest = max(columns, key=columns.__getitem__)
    picture = svg.horizontal_bars(
        list(columns),
        list(columns.values()),
        caption=svg.Caption(
            key="history", title=words("history_columns"), description=words("history_columns_alt", highest=highest)
        ),
        write=lambda value: words.number(value, 3),
        highest=max(1.0, *columns.values()),
    )
    rows = [(name, words.number(value, 3)) for name, value in columns.items()]
    return element(
        "div",
        element("h3", words("history_columns")),
        element("figure", picture),
        behind(words, table(("", "U"), rows, numbers=(1,))),
        class_="card",
    )


def _rfm(history: Mapping[str, Any], words: Words) -> Html:
    rfm = history.get("rfm")
    if not rfm:
        return EMPTY
    head = tuple(words(key) for key in ("rfm_part", "rfm_before", "rfm_after", "rfm_error", "rfm_rank", "rfm_same"))
    rows = [
        (
            words(part),
            words.number(rfm[part]["before"], 1),
            words.number(rfm[part]["after"], 1),
            words.number(rfm[part]["error"], 1),
            words.number(rfm[part]["rank_correlation"], 2),
            words.percent(rfm[part]["same_class"]),
        )
        for part in PARTS
    ]
    return element(
        "div",
        element("h3", words("rfm")),
        element("p", words("rfm_text"), class_="lead"),
        table(head, rows, numbers=(1, 2, 3, 4, 5)),
        class_="card",
    )

"""Set columns: how many items are gone, and which suffered most."""

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

Figures = Mapping[str, Any]


def section(report: Report, words: Words) -> Html:
    """A pair of cards for each set column."""
    columns = report.get("sets")
    if not columns:
        return EMPTY
    k = k_of(report)
    return element(
        "section",
        element("h2", words("sets")),
        element("p", words("sets_text"), class_="lead"),
        *(_column(name, figures, place, k, words) for place, (name, figures) in enumerate(columns.items())),
    )


def _column(name: str, figures: Figures, place: int, k: int | None, words: Words) -> Html:
    return element(
        "div",
        element("h3", words("sets_column", column=words("quoted", name=name)), style="margin:14px 0 8px"),
        element("div", _figures(figures, words), _suffered(name, figures, place, k, words), class_="two"),
    )


def _figures(figures: Figures, words: Words) -> Html:
    deleted = f"{words.number(figures.get('deleted'))} ({words.percent(figures.get('deleted_share'))})"
    rows = [
        (words("sets_items"), words.number(figures.get("items"))),
        (words("sets_distinct"), words.number(figures.get("distinct"))),
        (words("sets_deleted"), deleted),
        (words("sets_generalized"), words.number(figures.get("generalized"))),
        (words("sets_ncp"), words.percent(figures.get("ncp"))),
        (words("sets_item_ncp"), words.percent(figures.get("item_ncp"))),
        (words("sets_without"), words.number(figures.get("records_without"))),
        (words("sets_repeated"), words.number(figures.get("repeated"))),
    ]
    return element("div", table((words("sets_measure"), words("sets_value")), rows, numbers=(1,)), class_="card")


def _suffered(name: str, figures: Figures, place: int, k: int | None, words: Words) -> Html:
    suffered = figures.get("suffered") or []
    if not suffered:
        return EMPTY
    shares = [(str(one["item"]), one["deleted"] / max(one["records"], 1)) for one in suffered]
    caption = svg.Caption(
        key=f"sets-{place}",
        title=name,
        description=words("sets_suffered_alt", item=shares[0][0], share=words.percent(shares[0][1]), bars=len(shares)),
    )
    rows = [(str(one["item"]), words.number(one["records"]), words.number(one["deleted"])) for one in suffered]
    return element(
        "div",
        element("h2", words("sets_suffered")),
        element("p", words("sets_suffered_text", k=words.value(k)), class_="about"),
        element(
            "figure",
            svg.horizontal_bars(
                [label for label, _ in shares], [share for _, share in shares], caption=caption, write=words.percent
            ),
        ),
        behind(words, table((words("sets_item"), words("sets_had"), words("sets_deleted")), rows, numbers=(1, 2))),
        class_="card",
    )

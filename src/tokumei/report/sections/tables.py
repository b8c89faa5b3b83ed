"""Several tables: what each of them lost, and its columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.report.schema import Report
from tokumei.report.sections.columns import overview
from tokumei.report.sections.risk import risk_rows
from tokumei.report.words import Words

__all__ = ["section", "table_rows"]

COUNTS = ("records", "released", "removed", "groups")


def section(report: Report, words: Words) -> Html:
    """A line for each table, then its columns."""
    tables = report.get("tables")
    if not tables:
        return EMPTY
    head, *rows = table_rows(tables, words)
    columns = [
        join([element("h3", name), overview(one["columns"], words), _risk(one, words)]) for name, one in tables.items()
    ]
    return element(
        "section",
        element("h2", words("tables")),
        element("p", words("tables_linked_text" if report.get("linked") else "tables_apart_text"), class_="lead"),
        element("div", table(head, rows, numbers=range(1, len(head))), class_="card"),
        *columns,
    )


def _risk(report: Mapping[str, Any], words: Words) -> Html:
    """How few people share what they have in a table, where it is released apart."""
    if not report.get("risk"):
        return EMPTY
    head = (words("risk"), words("risk_before"), words("risk_after"))
    return element("div", table(head, risk_rows(report["risk"], words), numbers=(1, 2)), class_="card")


def table_rows(tables: Mapping[str, Mapping[str, Any]], words: Words) -> list[tuple[str, ...]]:
    """A heading, and a row for each table: its records, its groups, and what it lost."""
    histories = any(one.get("history") for one in tables.values())
    head = (
        words("table_name"),
        *(words(f"figure_{count}") for count in COUNTS),
        words("figure_ncp"),
        *([words("history_utility")] if histories else []),
    )
    rows = [
        (
            name,
            *(words.number(one.get(count)) for count in COUNTS),
            words.percent((one.get("loss") or {}).get("ncp"), 2),
            *([words.number(one["history"]["utility"]["total"], 3)] if histories else []),
        )
        for name, one in tables.items()
    ]
    return [head, *rows]

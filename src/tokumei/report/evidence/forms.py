"""What the checklists are made of: rows with a blank for people, and the columns and promises that they speak of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tokumei.core.promise import POLICIES, SUPPRESS, Promise
from tokumei.report.markup import Html, element, join
from tokumei.report.sections.promises import promise_name
from tokumei.report.words import Words

__all__ = [
    "RECODED",
    "Check",
    "Document",
    "blank",
    "checklist",
    "columns_of",
    "named_promises",
    "part",
    "parts_of",
    "published_columns",
]

Document = Mapping[str, Any]
"""A report, or the public one."""
RECODED = ("ranges", "nodes", "values", "items")


def part(key: str, words: Words, *content: Html, lead: str | None = None) -> Html:
    """A section with its heading, and what it is about."""
    about = words(f"{key}_text") if lead is None else lead
    return element(
        "section",
        element("h2", words(key)),
        *([element("p", about, class_="lead")] if about else []),
        *content,
        class_="part",
    )


def blank(words: Words, *, tall: bool = False) -> Html:
    """A place for a person's words."""
    return element("span", class_="blank tall" if tall else "blank", role="img", aria_label=words("evidence_blank"))


@dataclass(frozen=True, slots=True)
class Check:
    """One item of a checklist; `key` has its words, and under it people answer (`about.judgements`)."""

    key: str
    columns: str
    done: Sequence[str]
    """What was done, in sentences."""
    question: str
    """What is left to judge."""


def checklist(checks: Iterable[Check], report: Document, words: Words) -> Html:
    """Item, columns, what was done, and what is left to judge, with what a person said below it, or a blank."""
    head = ("check_item", "check_columns", "check_done", "check_open")
    said = ((report.get("job") or {}).get("about") or {}).get("judgements") or {}
    body = [
        element(
            "tr",
            element("th", words(one.key), scope="row"),
            element("td", one.columns or words("check_none"), data_label=words("check_columns")),
            element(
                "td",
                join(element("p", sentence) for sentence in one.done or [words("check_none")]),
                data_label=words("check_done"),
            ),
            element(
                "td",
                element("p", one.question),
                element("p", said[one.key], class_="judged") if said.get(one.key) else blank(words, tall=True),
                data_label=words("check_open"),
            ),
        )
        for one in checks
    ]
    header = element("tr", *(element("th", words(key), scope="col") for key in head))
    table = element("table", element("thead", header), element("tbody", *body), class_="checks")
    return element("div", table, class_="card")


def columns_of(report: Document, *, role: str | None = None, published: Sequence[str] = ()) -> list[str]:
    """The columns of a role, or those that are published in certain forms."""
    return [
        name
        for name, column in _columns(report)
        if (role is None or column["role"] == role) and (not published or column.get("published") in published)
    ]


def published_columns(report: Document) -> list[str]:
    """The columns that a reader of the release sees."""
    return [name for name, column in _columns(report) if column.get("published") != "not published"]


def parts_of(report: Document) -> list[tuple[str | None, Document]]:
    """What has columns of its own: each of several tables with its name, or the one release."""
    return list((report.get("tables") or {}).items()) or [(None, report)]


def _columns(report: Document) -> list[tuple[str, Document]]:
    """Every column with its name, after that of its table where there are several."""
    return [
        (str(column["name"]) if table is None else f"{table}.{column['name']}", column)
        for table, one in parts_of(report)
        for column in one.get("columns", [])
    ]


def named_promises(report: Document, words: Words, *, policies: bool) -> list[str]:
    """The names of promises that hold: those about people, or those about detail."""
    promises = [Promise.from_dict(promise) for promise in report.get("promises", [])]
    return [
        promise_name(promise, words)
        for promise in promises
        if promise.kept and promise.kind != SUPPRESS and (promise.kind in POLICIES) == policies
    ]

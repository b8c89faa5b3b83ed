"""The data screen: how the file was read, its first rows, and which records count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.web.screens.frame import Setting, address, alert, field, page
from tokumei.web.screens.selection import people, selection
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["data_page", "opening_page"]

ENCODINGS = ("utf-8", "cp932", "euc-jp", "utf-16", "cp1252", "latin-1")
DELIMITERS = (",", ";", "\t", "|")
MASK = "•••"


def opening_page(setting: Setting, session: Session) -> str:
    """While the file is read, and where it could not be."""
    words = setting.words
    if session.state == "failed":
        return page(
            setting,
            words("not_read", title=session.title),
            element("h1", words("not_read", title=session.title)),
            alert("", words.said(session.error)),
            element("section", _otherwise(session, words)) if session.path is not None else EMPTY,
            element("p", element("a", words("all_files"), href="/")),
            session=session,
        )
    return page(
        setting,
        words("opening", title=session.title),
        element("h1", words("opening", title=session.title)),
        element("p", words("opening_text"), class_="lead"),
        element("progress", aria_label=words("working")),
        element("div", data_wait=f"/s/{session.key}/state"),
        session=session,
    )


def data_page(setting: Setting, session: Session, rows: Mapping[str, Any], *, shown: bool, error: str = "") -> str:
    """The data screen."""
    words = setting.words
    facts = session.survey["facts"]
    return page(
        setting,
        words("step_data"),
        element("h1", words("data")),
        _facts(facts, len(session.survey["columns"]), words),
        _noticed(session, words),
        alert(words("went_wrong"), words.said(error)) if error else EMPTY,
        _rows(session, rows, words, shown=shown),
        element("p", element("a", words("next_columns"), href=address(session, "columns"), class_="button")),
        _otherwise(session, words) if session.path is not None else EMPTY,
        selection(session, words),
        people(session, words),
        session=session,
        screen="data",
    )


def _facts(facts: Mapping[str, Any], columns: int, words: Words) -> Html:
    known = [
        ("data_records", words.number(facts["rows"])),
        ("data_columns", words.number(columns)),
        ("data_kind", str(facts["kind"]).upper()),
        ("data_encoding", str(facts["encoding"]).upper() if facts["encoding"] else ""),
        ("data_delimiter", words.known(f"delimiter_{facts['delimiter']}", str(facts["delimiter"] or ""))),
    ]
    return element(
        "dl",
        *(
            element("div", element("dt", words(key)), element("dd", said, class_="big"))
            for key, said in known
            if said and said != "None"
        ),
        class_="figures",
    )


def _noticed(session: Session, words: Words) -> Html:
    remarks = session.survey["remarks"][words.language][1:]
    if not remarks:
        return EMPTY
    return element("ul", *(element("li", one) for one in remarks), class_="notes", aria_label=words("noticed"))


def _rows(session: Session, rows: Mapping[str, Any], words: Words, *, shown: bool) -> Html:
    cells = [[value if shown else (MASK if value else "") for value in row] for row in rows["rows"]]
    toggle = element(
        "a",
        words("hide_values" if shown else "show_values"),
        href=address(session) + ("" if shown else "?values=show"),
        class_="button quiet",
    )
    return element(
        "section",
        element("h2", words("first_rows")),
        element("p", join([words("first_rows_masked"), " "]), class_="lead") if not shown else EMPTY,
        element("div", table(rows["names"], cells, caption=words("first_rows"), kind="rows"), class_="card"),
        element("p", toggle),
    )


def _otherwise(session: Session, words: Words) -> Html:
    """Settings of the reader, for the formats that have them."""
    source = session.source
    name = str(source["file"]).lower().removesuffix(".gz").removesuffix(".zst")
    workbook = name.endswith((".xlsx", ".xlsm", ".xls", ".ods"))
    if not workbook and not name.endswith((".csv", ".tsv", ".tab", ".txt")):
        return EMPTY
    controls: list[Html] = []
    if workbook:
        controls.append(field(words("setting_sheet"), element("input", name="sheet", value=source.get("sheet", ""))))
    else:
        controls += [
            _choice("encoding", ENCODINGS, source, words),
            _choice("delimiter", DELIMITERS, source, words),
            _choice("decimal", (".", ","), source, words),
        ]
    row = source.get("header_row")
    controls += [
        field(
            words("setting_header_row"),
            element("input", name="header_row", type="number", min=1, value=row if row else ""),
        ),
        element(
            "label",
            element("input", type="checkbox", name="no_header", value="1", checked=source.get("header") is False),
            element("span", words("setting_no_header")),
            class_="check",
        ),
    ]
    form = element(
        "form",
        *controls,
        element("button", words("read_again"), type="submit"),
        method="post",
        action=f"/s/{session.key}/source",
        class_="fields",
    )
    return element(
        "details",
        element("summary", words("read_otherwise")),
        element("p", words("read_otherwise_text"), class_="lead"),
        form,
        open=session.state == "failed" or None,
    )


def _choice(name: str, values: tuple[str, ...], source: Mapping[str, Any], words: Words) -> Html:
    chosen = source.get(name)
    options = [element("option", words("found_out"), value="", selected=chosen is None)]
    options += [
        element("option", words.known(f"{name}_{value}", value.upper()), value=value, selected=chosen == value)
        for value in values
    ]
    return field(words(f"setting_{name}"), element("select", *options, name=name))

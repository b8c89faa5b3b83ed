"""Which records are read: conditions on columns, and one record a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import Html, element
from tokumei.web.screens.frame import field, post_button
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["CONDITIONS", "WAYS", "columns_control", "condition_words", "people", "selection"]

CONDITIONS = ("from", "to", "over", "under", "in", "filled", "empty")
WAYS = ("people", "last", "first", "random", "all")


def selection(session: Session, words: Words) -> Html:
    """The conditions that there are, and a form for one more."""
    where: Mapping[str, Any] = session.job.get("where") or {}
    items = [
        element(
            "li",
            element("code", f"{name}: {condition_words(condition, words)}"),
            post_button(
                f"/s/{session.key}/where",
                "×",
                kind="quiet",
                name="remove",
                value=name,
                title=words("where_remove", column=name),
            ),
        )
        for name, condition in where.items()
    ]
    listed = element("ul", *items, class_="files") if items else element("p", words("where_none"), class_="lead")
    form = element(
        "form",
        field(words("where_column"), columns_control(session, "column")),
        field(
            words("where_how"),
            element("select", *(element("option", words(f"where_{one}"), value=one) for one in CONDITIONS), name="how"),
        ),
        field(words("where_value"), element("input", name="value", autocomplete="off")),
        element("button", words("where_add"), type="submit"),
        method="post",
        action=f"/s/{session.key}/where",
        class_="fields row",
    )
    return element(
        "details",
        element("summary", words("selection")),
        element("p", words("selection_text"), class_="lead"),
        listed,
        form,
        open=bool(where) or None,
    )


def people(session: Session, words: Words) -> Html:
    """Whose each record is, and what is read of each person."""
    job = session.job
    person = job.get("person") or job.get("subject")
    one_per = job.get("one_per") or {}
    way = "all" if job.get("subject") else one_per.get("person", "people")
    identifiers = [name for name in job["columns"] if name in session.columns("identifier")]
    options = [element("option", words("person_nobody"), value="", selected=person is None)]
    options += [element("option", name, value=name, selected=name == person) for name in identifiers]
    form = element(
        "form",
        field(words("person_column"), element("select", *options, name="person")),
        field(
            words("person_way"),
            element(
                "select",
                *(element("option", words(f"person_{one}"), value=one, selected=one == way) for one in WAYS),
                name="way",
            ),
        ),
        field(words("person_by"), columns_control(session, "by", chosen=one_per.get("by"), empty=True)),
        element("button", words("save"), type="submit"),
        method="post",
        action=f"/s/{session.key}/person",
        class_="fields row",
    )
    return element(
        "details",
        element("summary", words("person")),
        element("p", words("person_text"), class_="lead"),
        form,
        open=person is not None or None,
    )


def columns_control(
    session: Session, name: str, *, chosen: str | None = None, empty: bool = False, role: str = ""
) -> Html:
    """One control for a column, of all or of a role."""
    options = [element("option", "–", value="")] if empty else []
    options += [
        element("option", column["name"], value=column["name"], selected=column["name"] == chosen)
        for column in session.survey["columns"]
        if not role or column["name"] in session.columns(role)
    ]
    return element("select", *options, name=name)


def condition_words(condition: Any, words: Words) -> str:
    """A condition as a person says it."""
    if isinstance(condition, Mapping) and "missing" in condition:
        return words("where_empty" if condition["missing"] else "where_filled")
    if isinstance(condition, Mapping):
        return ", ".join(f"{words.known(f'where_{how}', str(how))} {value}" for how, value in condition.items())
    return ", ".join(map(str, condition)) if isinstance(condition, list) else str(condition)

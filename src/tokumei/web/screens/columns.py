"""The columns screen: one line a column, its guessed role and why; the risk beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element
from tokumei.web.edits import role_of
from tokumei.web.screens.frame import Setting, address, alert, marked, page, post_button
from tokumei.web.screens.risk import risk_panel
from tokumei.web.screens.spark import spark
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["ROLES", "columns_page", "problem_part", "roles", "why"]

ROLES = ("identifier", "quasi", "sensitive", "keep")


def columns_page(setting: Setting, session: Session, *, mentioned: Mapping[str, str]) -> str:
    """The columns screen; `mentioned` are the columns that the last run failed about, with its sentence."""
    words = setting.words
    lines = [
        _line(session, place, column, mentioned.get(column["name"], ""), words)
        for place, column in enumerate(session.survey["columns"])
    ]
    form = element(
        "form",
        _many(words),
        element("ul", *lines, class_="lines"),
        element("noscript", element("button", words("save"), type="submit", name="all", value="1")),
        method="post",
        action=address(session, "columns"),
        data_live=True,
        autocomplete="off",
    )
    return page(
        setting,
        words("step_columns"),
        element(
            "div",
            element(
                "div",
                element("h1", words("columns_title")),
                element("p", words("columns_lead"), class_="lead"),
                _meanings(words),
                problem_part(session, words),
                _hints(session, words),
                form,
                element("p", element("a", words("next_promises"), href=address(session, "promises"), class_="button")),
            ),
            risk_panel(session, words),
            class_="beside",
        ),
        session=session,
        screen="columns",
    )


def problem_part(session: Session, words: Words) -> Html:
    """What is wrong with the job as it stands, kept up to date."""
    problem = session.problem()
    said = alert(words("problem"), words.said(problem)) if problem else EMPTY
    return element("div", said, id="problem", data_part=True)


def roles(words: Words, chosen: str, **attributes: str | float | bool | None) -> Html:
    """One control for a role."""
    options = [
        element("option", words(f"choice_{role}"), value=role, selected=role == chosen, title=words(f"means_{role}"))
        for role in ROLES
    ]
    return element("select", *options, **attributes)


def _line(session: Session, place: int, column: Mapping[str, Any], problem: str, words: Words) -> Html:
    name = column["name"]
    role = role_of(session.job, name)
    counts = [words("values_count", count=words.number(column["distinct"]))]
    if column["empty"]:
        counts.append(words("empty_count", count=words.number(column["empty"])))
    facts = element(
        "span",
        words.known(f"type_{column['kind']}", column["kind"]),
        " · ",
        words("comma").join(counts),
        class_="facts",
    )
    return element(
        "li",
        element(
            "label",
            element("input", type="checkbox", name="pick", value=str(place), aria_label=words("pick", column=name)),
            class_="pick",
        ),
        element("div", element("strong", name), facts, class_="name"),
        spark(column["bars"], words("spark_alt", column=name, count=words.number(column["distinct"]))),
        roles(words, role, name=f"role-{place}", id=f"role-{place}", aria_label=words("role_for", column=name)),
        element(
            "a",
            words("open_column"),
            href=f"{address(session, 'columns')}/{place}",
            aria_label=words("open_column_of", column=name),
            class_="open",
        ),
        why(column, words, kind="why"),
        element("p", words.said(problem), class_="error", role="alert") if problem else EMPTY,
        class_=f"line {role}",
        id=f"line-{place}",
        data_class=True,
    )


def why(column: Mapping[str, Any], words: Words, *, kind: str) -> Html:
    """Why the column was taken for what it is, where somebody guessed."""
    reason = column["reasons"][words.language]
    return element("p", marked(words("why", reason=reason)), class_=kind) if reason else EMPTY


def _many(words: Words) -> Html:
    return element(
        "div",
        element(
            "label",
            element("input", type="checkbox", data_all="pick"),
            element("span", words("pick_all")),
            class_="check",
        ),
        element("label", element("span", words("chosen_become")), roles(words, "", name="role", data_quiet=True)),
        element("button", words("apply_role"), type="submit", name="many", value="1", class_="quiet"),
        class_="many-roles",
    )


def _meanings(words: Words) -> Html:
    return element(
        "dl",
        *(
            element("div", element("dt", words(f"choice_{role}")), element("dd", words(f"means_{role}")), class_=role)
            for role in ROLES
        ),
        class_="meanings",
    )


def _hints(session: Session, words: Words) -> Html:
    proposals = session.survey["proposals"][words.language]
    if not proposals:
        return EMPTY
    act = EMPTY if session.advised else post_button(f"/s/{session.key}/advise", words("apply_hints"), kind="quiet")
    return element(
        "div",
        element("h2", words("hints_applied" if session.advised else "hints")),
        element("ul", *(element("li", marked(one)) for one in proposals)),
        act,
        class_="alert warn",
    )

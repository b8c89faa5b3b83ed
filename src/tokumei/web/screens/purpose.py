"""What the release is for: rules that are built by clicking conditions, and what they score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import Html, element
from tokumei.web.screens.frame import field, post_button
from tokumei.web.screens.selection import CONDITIONS, columns_control, condition_words
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["SCORES", "purpose"]

SCORES = ("ncp", "purpose", "tfidf")
RULED = tuple(one for one in CONDITIONS if one not in ("filled", "empty"))


def purpose(session: Session, words: Words) -> Html:
    """The rules that there are, a form for one more condition, and what chooses the splits."""
    method: Mapping[str, Any] = session.job.get("method") or {}
    rules = method.get("rules") if isinstance(method.get("rules"), list) else []
    where = f"/s/{session.key}/rules"
    items = [
        element(
            "li",
            element("code", f"{rule['name']}: {_when(rule, words)}"),
            post_button(
                where,
                "×",
                kind="quiet",
                name="remove",
                value=rule["name"],
                title=words("rule_remove", name=rule["name"]),
            ),
        )
        for rule in rules or []
    ]
    form = element(
        "form",
        field(words("rule_name"), element("input", name="name", required=True, autocomplete="off", list="rules")),
        element("datalist", *(element("option", value=rule["name"]) for rule in rules or []), id="rules"),
        field(words("where_column"), columns_control(session, "column", role="quasi")),
        field(
            words("where_how"),
            element("select", *(element("option", words(f"where_{one}"), value=one) for one in RULED), name="how"),
        ),
        field(words("where_value"), element("input", name="value", required=True, autocomplete="off")),
        element("button", words("rule_add"), type="submit", class_="quiet"),
        method="post",
        action=where,
        class_="fields row",
    )
    score = method.get("score", "ncp")
    options = [element("option", words(f"score_{one}"), value=one, selected=one == score) for one in SCORES]
    chooser = element(
        "form",
        field(words("score_of"), element("select", *options, name="score")),
        element("button", words("save"), type="submit", class_="quiet"),
        method="post",
        action=where,
        class_="fields row",
    )
    return element(
        "details",
        element("summary", words("purpose_of")),
        element("p", words("purpose_of_text"), class_="lead"),
        element("ul", *items, class_="files") if items else element("p", words("rules_none"), class_="hint"),
        form,
        *([chooser] if rules else []),
        open=bool(rules) or None,
        id="purpose",
    )


def _when(rule: Mapping[str, Any], words: Words) -> str:
    return words("comma").join(f"{name} {condition_words(one, words)}" for name, one in rule["when"].items())

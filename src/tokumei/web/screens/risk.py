"""How recognisable the records are now: always in view while roles are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["risk_now", "risk_panel"]

HIGH, SOME = 0.2, 0.01
"""Shares of unique records from which the panel is red, and yellow."""


def risk_panel(session: Session, words: Words) -> Html:
    """The frame of the panel; what is in it comes when it is counted."""
    return element(
        "aside",
        element("h2", words("now")),
        element(
            "div",
            element("p", words("now_waiting"), class_="lead"),
            id="risk",
            data_fetch=f"/s/{session.key}/risk",
            aria_live="polite",
        ),
        class_="risk-now",
        aria_label=words("now"),
    )


def risk_now(found: Mapping[str, Any] | None, *, words: Words) -> Html:
    """The figures in words."""
    if found is None:
        return element("p", words("now_none"), class_="lead")
    columns = found["chosen"]
    share = found["unique"] / found["records"]
    kind = "bad" if share >= HIGH else "warn" if share >= SOME else "good"
    below = "now_below_people" if found["people"] else "now_below"
    few = element(
        "p",
        words(
            "now_few", columns=words.names(found["few"]), share=words.percent(found["unique_by_few"] / found["records"])
        ),
    )
    return element(
        "div",
        element("p", words.percent(share), class_=f"share {kind}"),
        element("p", words("now_one_person" if found["people"] else "now_unique", count=columns)),
        element("p", words(below, share=words.percent(found["below_k"] / found["records"]), k=found["k"])),
        few if len(found["few"]) < columns and found["unique_by_few"] else EMPTY,
        element("p", words("now_before"), class_="hint"),
    )

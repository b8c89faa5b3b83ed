"""What k costs: a sweep in the background, drawn as the report draws it."""

from __future__ import annotations

from typing import cast

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.schema import Report
from tokumei.report.sections import sweep
from tokumei.web.screens.frame import address, alert, marked, post_button
from tokumei.web.screens.progress import progress
from tokumei.web.session import Session
from tokumei.web.words import Words

__all__ = ["curve"]


def curve(session: Session, words: Words) -> Html:
    """The curve, its progress, or the button that begins it."""
    action = address(session, "curve")
    task = session.curve
    parts: list[Html] = []
    if task is None or task.state == "cancelled":
        parts.append(post_button(action, words("curve_start"), kind="quiet"))
    elif task.state == "running":
        parts.append(progress(task, f"{action}/events", words, label=words("curve")))
        parts.append(post_button(f"{action}/cancel", words("cancel"), kind="quiet"))
    elif task.state == "failed":
        parts += [alert("", words.said(task.error)), post_button(action, words("curve_again"), kind="quiet")]
    else:
        best = task.result["best"]
        parts += [
            sweep.section(cast(Report, {"sweep": task.result}), words),
            element("p", words("curve_best", k=best)),
            element("p", words("curve_stale"), class_="hint")
            if session.curve_job != session.text_without_k()
            else EMPTY,
            post_button(
                address(session, "promises"), words("curve_use", k=best), kind="quiet", name="k", value=str(best)
            ),
            post_button(action, words("curve_again"), kind="quiet"),
        ]
    return element(
        "section",
        element("h2", words("curve")),
        element("p", marked(words("curve_text")), class_="lead"),
        *parts,
        class_="curve",
        id="curve",
        data_part=True,
    )

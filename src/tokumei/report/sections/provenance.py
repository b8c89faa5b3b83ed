"""Which files this report speaks of, and how long each stage took."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.errors import without_password
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.sections.figures import total_seconds
from tokumei.report.words import Words

__all__ = ["section"]


def section(report: Report, words: Words) -> Html:
    """Hashes and times, as far as they are there."""
    cards = [card for card in (_files(report, words), _stages(report, words)) if card]
    return element("section", element("h2", words("provenance")), *cards) if cards else EMPTY


def _files(report: Report, words: Words) -> Html:
    rows = []
    reports: list[Mapping[str, Any]] = [report, *(report.get("tables") or {}).values()]
    for key, file in ((key, one.get(key)) for one in reports for key in ("source", "release")):
        if isinstance(file, Mapping) and file:
            hashed = file.get("sha256") or file.get("hmac")
            rows.append(
                (
                    words(key),
                    without_password(str(file.get("path") or "–")),
                    element("span", str(hashed), class_="hash") if hashed else "–",
                )
            )
    if not rows:
        return EMPTY
    public = bool(report.get("public"))
    return element(
        "div",
        element("p", words("provenance_public" if public else "provenance_text"), class_="lead"),
        element("div", table(("", words("file"), words("hmac" if public else "sha256")), rows), class_="card"),
    )


def _stages(report: Report, words: Words) -> Html:
    seconds = report.get("seconds")
    if not seconds:
        return EMPTY
    rows = [
        (words.known(f"stage_{stage}", stage), words.number(spent, 2))
        for stage, spent in seconds.items()
        if stage != "total"
    ]
    rows.append((words("stage_total"), words.number(total_seconds(seconds), 2)))
    return element(
        "div",
        table((words("stage"), words("time")), rows, caption=words("stages"), numbers=(1,)),
        class_="card",
        style="margin-top:16px;max-width:420px",
    )

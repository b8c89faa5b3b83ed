"""The answer to the first question: may this be handed on?"""

from __future__ import annotations

from tokumei.core.promise import PEOPLE, Promise
from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.reading import promises_of, state_of, texts_beside, worst_risk
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section"]

LEADING = ("linked", "k", "histories", "equal", "registry", "registry_released", "ngrams")
"""The kinds of promises to lead with, the strongest first."""
SIGNS = {
    "kept": "M20 33 L29 42 L45 23",
    "broken": "M23 23 L41 41 M41 23 L23 41",
    "none": "M20 32 L44 32",
    "unknown": "M32 18 L32 35 M32 45 L32 45.5",
}


def section(report: Report, words: Words) -> Html:
    """Kept, not kept, nothing promised or not verified, as large as it deserves."""
    if "sweep" in report and "promises" not in report:  # a comparison of releases that nobody will publish
        return EMPTY
    state = state_of(report)
    sign = element(
        "svg",
        element("circle", class_="disc", cx=32, cy=32, r=30),
        element("path", class_="sign", d=SIGNS[state]),
        viewBox="0 0 64 64",
        aria_hidden="true",
    )
    lines = [element("p", words(f"verdict_{state}_text"))]
    spoken = _spoken(report)
    if state == "kept" and spoken is not None:
        key = "beside" if spoken.kind == "k" and texts_beside(report) else spoken.kind
        if spoken.unit == PEOPLE:
            key = "k_people"
        said = words(f"summary_{key}", achieved=words.value(spoken.achieved), n=words.value(spoken.parameters.get("n")))
        lines.insert(0, element("p", element("strong", said)))
    risk = worst_risk(report, words) if state != "unknown" else ""
    if risk:
        lines.append(element("p", risk, class_="risk"))
    return element(
        "div",
        sign,
        element("div", element("h2", words(f"verdict_{state}")), *lines),
        class_=f"verdict {'unknown' if state == 'none' else state}",
        role="status",
    )


def _spoken(report: Report) -> Promise | None:
    """The promise to lead with: that of the records, or else the strongest of the texts.

    Of several tables the one that reaches least speaks for all.
    """
    kept: dict[str, Promise] = {}
    for promise in promises_of(report):
        if promise.kept and promise.achieved is not None:
            before = kept.setdefault(promise.kind, promise)
            if promise.table is not None and promise.achieved < (before.achieved or 0):
                kept[promise.kind] = promise
    return next((kept[kind] for kind in LEADING if kind in kept), None)

"""What the promises do not protect from: said of this release, not in general."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.reading import k_of, only_texts, promises_of, texts_beside
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section"]

DIVERSITY = frozenset({"distinct", "entropy", "recursive"})
"""The kinds of promises that are forms of l-diversity."""


def section(report: Report, words: Words) -> Html:
    """One paragraph for each danger that the promises leave open."""
    if not report.get("promises"):
        return EMPTY
    points = [_point(key, words, values) for key, values in _open_dangers(report, words)]
    law = element("div", element("h3", words("law")), element("p", words("law_text")), class_="law")
    return element(
        "section",
        element("h2", words("limits")),
        element("p", words("text_limits_text" if only_texts(report) else "limits_text"), class_="lead"),
        element("div", element("div", *points, law, class_="limits"), class_="card"),
    )


def _point(key: str, words: Words, values: dict[str, str]) -> Html:
    return element("div", element("h3", words(key)), element("p", words(f"{key}_text", **values)))


def _open_dangers(report: Report, words: Words) -> list[tuple[str, dict[str, str]]]:
    roles = _roles(report)
    sensitive = roles.get("sensitive", [])
    promised = [promise for promise in promises_of(report) if promise.vacuous is None]
    with_diversity = {promise.column for promise in promised if promise.kind in DIVERSITY}
    with_closeness = {promise.column for promise in promised if promise.kind == "closeness"}
    bare = [name for name in sensitive if name not in with_diversity | with_closeness]
    diverse = [name for name in sensitive if name in with_diversity - with_closeness]
    close = [name for name in sensitive if name in with_closeness]
    k = words.value(k_of(report)) if k_of(report) is not None else "k"
    dangers: list[tuple[str, dict[str, str]]] = _of_texts(report, words)
    if roles and not sensitive and not only_texts(report):
        dangers.append(("none_sensitive", {}))
    for key, names in (("homogeneity", bare), ("skewness", diverse), ("small_steps", close)):
        if names:
            dangers.append((key, {"columns": words.names(names)}))
    if roles.get("keep"):
        dangers.append(("kept_columns", {"columns": words.names(roles["keep"])}))
    if not only_texts(report):
        dangers.append(("background", {"k": k}))
    people = max(
        (one["people"] for one in _reports(report) if one.get("people")),
        key=lambda figures: figures.get("most_records", 1),
        default=None,
    )
    if people and people.get("most_records", 1) > 1:
        mean, most = words.number(people["records_a_person"], 1), words.number(people["most_records"])
        key = "several_known_apart" if report.get("tables") else "several_known"
        dangers.append((key, {"k": k, "mean": mean, "most": most}))
    apart = report.get("tables") and not report.get("linked")
    dangers.append(("composition_apart" if apart else "composition", {"k": k}))
    if roles.get("quasi"):
        dangers.append(("undeclared", {"columns": words.names(roles["quasi"])}))
    if report.get("removed"):
        dangers.append(("removal", {"removed": words.number(report["removed"])}))
    if any("before" in column for column in report.get("columns", [])):
        dangers.append(("report_itself", {"k": k}))
    return dangers


def _of_texts(report: Report, words: Words) -> list[tuple[str, dict[str, str]]]:
    """What masks leave open: a text of common parts, a list to look it up in, what stands around the mask."""
    texts = report.get("text") or {}
    apart = [name for name, figures in texts.items() if not _made_equal(figures)]
    found = [name for name in apart if not texts[name].get("registry")]
    beside = [] if only_texts(report) else texts_beside(report)
    return [
        (key, {"columns": words.names(names)})
        for key, names in (
            ("text_beside", beside),
            ("text_apart", apart),
            ("text_lookup", found),
            ("text_context", list(texts)),
        )
        if names
    ]


def _made_equal(figures: Mapping[str, Any]) -> bool:
    """Whether texts are equal in sets of k: asked for, or what a registry in both directions takes."""
    return bool(figures.get("equal") or (figures.get("registry") and figures.get("direction") != "released"))


def _reports(report: Report) -> list[Mapping[str, Any]]:
    """The report, and those of its tables."""
    return [report, *(report.get("tables") or {}).values()]


def _roles(report: Report) -> dict[str, list[str]]:
    """Role → columns, from the columns of the report or else from its job."""
    roles: dict[str, list[str]] = {}
    for column in (column for one in _reports(report) for column in one.get("columns", [])):
        roles.setdefault(column["role"], []).append(column["name"])
    if roles:
        return roles
    for name, settings in (report.get("job") or {}).get("columns", {}).items():
        role = settings if isinstance(settings, str) else settings.get("role", "")
        roles.setdefault(str(role), []).append(str(name))
    return roles

"""What the promises do not protect from: said of this release, not in general."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element
from tokumei.report.promised import k_of, promised
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section"]


def section(report: Report, words: Words) -> Html:
    """One paragraph for each danger that the promises leave open."""
    if not report.get("promises"):
        return EMPTY
    points = [_point(key, words, values) for key, values in _open_dangers(report, words)]
    law = element("div", element("h3", words("law")), element("p", words("law_text")), class_="law")
    return element(
        "section",
        element("h2", words("limits")),
        element("p", words("limits_text"), class_="lead"),
        element("div", element("div", *points, law, class_="limits"), class_="card"),
    )


def _point(key: str, words: Words, values: dict[str, str]) -> Html:
    return element("div", element("h3", words(key)), element("p", words(f"{key}_text", **values)))


def _open_dangers(report: Report, words: Words) -> list[tuple[str, dict[str, str]]]:
    roles = _roles(report)
    sensitive = roles.get("sensitive", [])
    by_kind: dict[str, set[str]] = {"l": set(), "t": set()}
    for promise in promised(report):
        by_kind.setdefault(promise.kind[:1], set()).add(promise.column)
    bare = [name for name in sensitive if name not in by_kind["l"] | by_kind["t"]]
    diverse = [name for name in sensitive if name in by_kind["l"] - by_kind["t"]]
    close = [name for name in sensitive if name in by_kind["t"]]
    k = words.value(k_of(report)) if k_of(report) is not None else "k"
    dangers: list[tuple[str, dict[str, str]]] = []
    if roles and not sensitive:
        dangers.append(("none_sensitive", {}))
    for key, names in (("homogeneity", bare), ("skewness", diverse), ("small_steps", close)):
        if names:
            dangers.append((key, {"columns": words.names(names)}))
    if roles.get("keep"):
        dangers.append(("kept_columns", {"columns": words.names(roles["keep"])}))
    dangers.append(("background", {"k": k}))
    dangers.append(("composition", {"k": k}))
    if roles.get("quasi"):
        dangers.append(("undeclared", {"columns": words.names(roles["quasi"])}))
    if report.get("removed"):
        dangers.append(("removal", {"removed": words.number(report["removed"])}))
    if any("before" in column for column in report.get("columns", [])):
        dangers.append(("report_itself", {"k": k}))
    return dangers


def _roles(report: Report) -> dict[str, list[str]]:
    """Role → columns, from the columns of the report or else from its job."""
    roles: dict[str, list[str]] = {}
    for column in report.get("columns", []):
        roles.setdefault(column["role"], []).append(column["name"])
    if roles:
        return roles
    for name, settings in (report.get("job") or {}).get("columns", {}).items():
        role = settings if isinstance(settings, str) else settings.get("role", "")
        roles.setdefault(str(role), []).append(str(name))
    return roles

"""The job as it was run, as a table of dotted names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tokumei.errors import without_password
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section"]


def section(report: Report, words: Words) -> Html:
    """The settings that were set; those of a column stand in one row."""
    job = report.get("job")
    if not job:
        return EMPTY
    rows = [(name, without_password(value)) for name, value in _rows(job)]
    return element(
        "section",
        element("h2", words("settings")),
        element("p", words("settings_text"), class_="lead"),
        element("div", table((words("setting"), words("chosen")), rows, kind="settings"), class_="card"),
    )


def _rows(job: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in job.items():
        if _empty(value):
            continue
        if not isinstance(value, Mapping):
            yield key, _written(value)
            continue
        for name, inner in value.items():
            if key == "columns" and isinstance(inner, Mapping):
                yield f"columns.{name}", _flow(inner)
            elif not _empty(inner):
                yield f"{key}.{name}", _flow(inner) if isinstance(inner, Mapping) else _written(inner)


def _flow(value: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{key}: {'{' + _flow(inner) + '}' if isinstance(inner, Mapping) else _written(inner)}"
        for key, inner in value.items()
        if not _empty(inner)
    )


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + _flow(value) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_written(part) for part in value) + "]"
    return str(value)


def _empty(value: object) -> bool:
    return value is None or (isinstance(value, (Mapping, list, tuple)) and not value)

"""A report in a few lines of plain text, for a terminal or a log."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, cast

from tokumei.report.reading import promises_of, state_of
from tokumei.report.schema import Report
from tokumei.report.sections.figures import total_seconds
from tokumei.report.sections.promises import figure_of, promise_name
from tokumei.report.sections.settings import without_password
from tokumei.report.words import Words, words_in
from tokumei.report.words.notes import worded

__all__ = ["summary"]

WORST_COLUMNS = 3


def summary(report: Mapping[str, Any], language: str = "en") -> str:
    """What to mind, the verdict, the promises, the key figures and where the release lies; aligned, without colours."""
    data, words = cast(Report, report), words_in(language)
    warnings = data.get("warnings") or []
    lines = [words("mind"), *(f"  {worded(note, language)}" for note in warnings)] if warnings else []
    lines.append(words(f"verdict_{state_of(data)}"))
    lines += _aligned(
        [
            (
                "–" if promise.vacuous is not None else "✓" if promise.holds else "✕",
                promise_name(promise, words),
                f"{words('target')} {figure_of(promise, promise.target, words)}",
                f"{words('achieved')} {figure_of(promise, promise.achieved, words)}",
            )
            for promise in promises_of(data)
        ]
    )
    lines += _aligned(_figures(data, words))
    return "\n".join(lines)


def _figures(report: Report, words: Words) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    counts: tuple[tuple[str, object], ...] = (
        ("records", report.get("records")),
        ("released", report.get("released")),
        ("removed", report.get("removed")),
        ("groups", report.get("groups")),
        ("smallest", report.get("smallest_group")),
    )
    rows += [(words(f"figure_{key}"), words.number(count)) for key, count in counts if isinstance(count, int)]
    loss = report.get("loss")
    if loss:
        worst = sorted(loss["columns"].items(), key=lambda item: -item[1])[:WORST_COLUMNS]
        named = words("comma").join(f"{name} {words.percent(ncp)}" for name, ncp in worst)
        rows.append((words("figure_ncp"), words.percent(loss["ncp"]) + (f"  ({named})" if named else "")))
    if report.get("prec") is not None:
        rows.append((words("figure_prec"), words.percent(report["prec"])))
    if report.get("seconds"):
        rows.append(
            (words("figure_seconds"), words("seconds", value=words.number(total_seconds(report["seconds"]), 2)))
        )
    path = (report.get("release") or {}).get("path")
    if path:
        rows.append((words("release"), without_password(str(path))))
    return rows


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns padded to the width that a terminal gives them; Japanese characters take two places."""
    if not rows:
        return []
    widths = [max(_places(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell + " " * (width - _places(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _places(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)

"""A report as one HTML page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from pathlib import PurePath
from typing import Any, cast

from tokumei.report.markup import EMPTY, Html, element, join
from tokumei.report.schema import Report
from tokumei.report.sections import SECTIONS
from tokumei.report.words import Words, words_in

__all__ = ["render"]


def render(report: Mapping[str, Any], *, language: str = "en") -> str:
    """The report as a self-contained page in English (`en`) or Japanese (`ja`).

    *Promise*: every text of the report is escaped; the page loads nothing, runs nothing, and names nothing elsewhere.
    A section whose data are absent is left out.
    """
    data = cast(Report, report)
    words = words_in(language)
    style = Html((files("tokumei.report") / "page.css").read_text(encoding="utf-8"))
    title = _title(data, words)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="robots", content="noindex"),
        element("title", f"{title} – {_kind(data, words)}"),
        element("style", style),
    )
    version = str(data.get("version", "")).strip()
    body = element(
        "body",
        _header(title, data, words),
        element("main", *(section(data, words) for section in SECTIONS)),
        element("footer", words("footer", version=version).replace("  ", " ")),
    )
    return "<!doctype html>\n" + element("html", head, body, lang=language) + "\n"


def _title(report: Report, words: Words) -> str:
    source = report.get("source") or {}
    named = report.get("title") or PurePath(str(source.get("path") or "")).name
    return str(named or words("untitled"))


def _kind(report: Report, words: Words) -> str:
    return words("public_kind" if report.get("public") else "kind")


def _local(created: str) -> str:
    """A moment as a clock where the page is made shows it; what says no zone stays as it is."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return created
    if moment.tzinfo is None:
        return created
    zone = f"{moment.astimezone():%z}"
    return f"{moment.astimezone():%Y-%m-%d %H:%M} (UTC{zone[:3]}:{zone[3:5]})"


def _header(title: str, report: Report, words: Words) -> Html:
    meta = []
    if report.get("created"):
        meta.append(words("made", date=_local(str(report["created"]))))
    if report.get("version"):
        meta.append(words("made_by", version=report["version"]))
    return element(
        "header",
        element("p", join([element("b", "tokumei 匿名"), "  ·  ", _kind(report, words)]), class_="kind"),
        element("h1", title),
        element("p", " · ".join(meta), class_="meta") if meta else EMPTY,
        class_="page",
    )

"""The two documents as pages that need nothing but themselves, and that print with page numbers."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Literal, cast

from tokumei.report.evidence import abroad, japan, release
from tokumei.report.evidence.forms import Check, Document, blank, part
from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.report.public import public_of
from tokumei.report.schema import Report
from tokumei.report.sections import promises, verdict
from tokumei.report.words import Words, words_in

__all__ = ["AUDIENCES", "checks_of", "evidence_page"]

Audience = Literal["internal", "public"]
AUDIENCES: tuple[Audience, ...] = ("internal", "public")


def evidence_page(report: Document, *, audience: Audience, language: str = "en") -> str:
    """One of the documents, from a report of `run`.

    *Promise*: the public one is made of the public report and nothing else. What the program cannot know is a blank,
    and what it says of laws is marked as something to be read by a person who knows them.
    """
    words = words_in(language)
    data = report if audience == "internal" else public_of(report)
    parts = _internal(data, words) if audience == "internal" else _public(data, words)
    style = Html(
        "".join((files("tokumei.report") / name).read_text(encoding="utf-8") for name in ("page.css", "evidence.css"))
    )
    title = str(report.get("title") or words("untitled")) if audience == "internal" else words("untitled")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="robots", content="noindex"),
        element("title", f"{title} – {words(f'evidence_{audience}')}"),
        element("style", style),
    )
    body = element(
        "body",
        element(
            "header",
            element("p", join([element("b", "tokumei 匿名"), "  ·  ", words(f"evidence_{audience}")]), class_="kind"),
            element("h1", title),
            element("p", words(f"evidence_{audience}_text"), class_="meta"),
            element("p", words("evidence_draft"), class_="mark", role="note"),
            class_="page",
        ),
        element("main", *parts),
        element("footer", words("footer", version=str(data.get("version") or "")).replace("  ", " ")),
        class_="evidence",
    )
    return "<!doctype html>\n" + element("html", head, body, lang=language) + "\n"


def checks_of(report: Document, words: Words) -> dict[str, list[Check]]:
    """The checklists, by the key of their words: what a person has to judge, and the facts that bear on it."""
    return {
        "japan": japan.checks(report, words),
        "hipaa": abroad.hipaa_checks(report, words),
        "gdpr": abroad.gdpr_checks(report, words),
    }


def _internal(report: Document, words: Words) -> Iterable[Html]:
    return (
        *_of_the_release(report, words, public=False),
        japan.rules(report, words),
        japan.items(report, words, public=False),
        japan.safety(report, words),
        abroad.hipaa(report, words),
        abroad.gdpr(report, words),
        _decision(words),
    )


def _public(report: Document, words: Words) -> Iterable[Html]:
    return (*_of_the_release(report, words, public=True), japan.items(report, words, public=True))


def _of_the_release(report: Document, words: Words, *, public: bool) -> tuple[Html, ...]:
    data = cast(Report, report)
    return (
        verdict.section(data, words) if report.get("promises") else EMPTY,
        release.about(report, words, public=public),
        release.risk(report, words),
        promises.section(data, words),
        release.attacks(report, words),
        release.lost(report, words),
        release.sample(report, words),
    )


def _decision(words: Words) -> Html:
    rows = [(words(f"decision_{name}"), blank(words)) for name in ("name", "role", "date", "signature")]
    return part("decision", words, element("div", table(("", ""), rows, kind="facts"), class_="card"))

"""Hierarchies by meaning as a page in the report's design: every candidate as a tree that opens and closes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from tokumei.report.markup import Html, element, join
from tokumei.report.words import Words, words_in

__all__ = ["hierarchies_page"]

SOURCES = ("fact", "inferred", "corrected", "unplaced")
OPEN_BELOW = 40
"""Branches at the top, and those with at most this many values, are shown open."""
CLOSE = Html("</details>")


def hierarchies_page(candidates: Sequence[Mapping[str, Any]], *, column: str, k: int, language: str = "en") -> str:
    """A page of its own, without scripts or network.

    A candidate has `direction`, `loss`, `values`, the counts `fact`, `inferred`, `corrected` and `unplaced`, and its
    tree as `steps` of a walk: {label, covered, top} opens a node, {text, source} is a value, None closes the last node
    that is open.
    """
    words = words_in(language)
    title = words("trees_title", column=column)
    sheets = ("page.css", "hierarchies.css")
    style = Html("".join((files("tokumei.report") / name).read_text(encoding="utf-8") for name in sheets))
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("style", style),
    )
    header = element(
        "header",
        element("p", join([element("b", "tokumei 匿名"), "  ·  ", words("trees_kind")]), class_="kind"),
        element("h1", title),
        element("p", words("trees_key"), class_="meta"),
        class_="page",
    )
    sections = [_section(number, one, k, words) for number, one in enumerate(candidates, start=1)]
    return (
        "<!doctype html>\n"
        + element("html", head, element("body", header, element("main", *sections)), lang=language)
        + "\n"
    )


def _section(number: int, candidate: Mapping[str, Any], k: int, words: Words) -> Html:
    counts = {name: words.number(candidate[name]) for name in SOURCES}
    said = words("trees_counts", k=words.number(k), loss=words.percent(candidate["loss"]), **counts)
    root = element("summary", f"* ({words.number(candidate['values'])})")
    tree = Html(f'<details open class="root">{root}{join(_steps(candidate["steps"], words))}{CLOSE}')
    return element(
        "section",
        element("h2", f"{number}. {candidate['direction']}"),
        element("p", said, class_="lead"),
        element("div", tree, class_="card tree"),
    )


def _steps(steps: Iterable[Mapping[str, Any] | None], words: Words) -> Iterable[Html]:
    """One after the other, without recursion: hierarchies may be deeper than Python's stack."""
    for step in steps:
        if step is None:
            yield CLOSE
        elif "covered" in step:
            opened = " open" if step["top"] or step["covered"] <= OPEN_BELOW else ""
            yield Html(f"<details{opened}>")
            yield element("summary", f"{step['label']} ({words.number(step['covered'])})")
        else:
            yield element("div", step["text"], class_=f"value {step['source']}")

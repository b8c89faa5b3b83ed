"""What five values become at each level, and the tree, which can be edited."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.web.screens.frame import field, marked
from tokumei.web.trees import nodes_of, walk
from tokumei.web.words import Words

__all__ = ["levels_part", "masked_part", "no_levels"]

CLOSE = Html("</ul></details></li>")


def no_levels(words: Words) -> Html:
    """A column whose values have no levels."""
    return element("p", words("no_levels"), class_="lead")


def masked_part(found: Mapping[str, Any], words: Words) -> Html:
    """Texts as they would be published."""
    said = words("masked_text", texts=words.number(found["texts"]), share=words.percent(found["characters"]))
    return element(
        "section",
        element("h2", words("masked")),
        element("p", said, class_="lead"),
        element("ol", *(element("li", line or "–") for line in found["shown"]), class_="card texts"),
    )


def levels_part(found: Mapping[str, Any], words: Words, *, where: str, editable: bool) -> Html:
    """The table of five values, and the tree behind it."""
    rows: Sequence[Sequence[str]] = found["frequent"]
    depth = max((len(row) for row in rows), default=0)
    head = [words("level_values"), *(words("level_number", number=level) for level in range(1, depth - 1))]
    cells = [[row[0] or "–", *row[1:-1]] for row in rows]
    return element(
        "section",
        element("h2", words("becomes")),
        element("p", marked(words("becomes_text")), class_="lead"),
        element("div", table(head, cells, caption=words("becomes"), kind="rows"), class_="card"),
        _tree(found, words, where=where, editable=editable),
    )


def _tree(found: Mapping[str, Any], words: Words, *, where: str, editable: bool) -> Html:
    rows = [list(row) for row in found["rows"]]
    if not rows:
        return element("p", words("tree_many", count=words.number(found["values"])), class_="hint")
    edits = _edits(rows, words, where) if editable else EMPTY
    return element(
        "details",
        element("summary", words("tree")),
        element("p", words("tree_text"), class_="lead"),
        element("div", Html('<ul class="tree">' + join(_steps(rows)) + "</ul>"), class_="card"),
        edits,
        id="tree",
    )


def _steps(rows: list[list[str]]) -> list[Html]:
    """One step after the other: a node opens a list, which None closes."""
    parts: list[Html] = []
    for step in walk(rows):
        if step is None:
            parts.append(CLOSE)
        elif "label" in step:
            parts.append(Html(f"<li><details open>{element('summary', step['label'])}<ul>"))
        else:
            parts.append(element("li", step["value"] or "–", class_="leaf"))
    return parts


def _edits(rows: list[list[str]], words: Words, where: str) -> Html:
    nodes = nodes_of(rows)
    named = [element("option", label, value=f"{level}:{label}") for level, label, _ in nodes]
    below = [element("option", row[0] or "–", value=f"0:{row[0]}") for row in sorted(rows)]
    targets = element("datalist", *(element("option", value=label) for _, label, _ in nodes), id="targets")
    rename = element(
        "form",
        field(words("node"), element("select", *named, name="node")),
        field(words("new_name"), element("input", name="name", required=True, autocomplete="off")),
        element("button", words("rename"), type="submit", class_="quiet"),
        method="post",
        action=f"{where}/rename",
        class_="fields row",
    )
    move = element(
        "form",
        field(words("node"), element("select", *below, *named, name="node")),
        field(
            words("under"),
            element("input", name="target", required=True, list="targets", autocomplete="off"),
        ),
        targets,
        element("button", words("move"), type="submit", class_="quiet"),
        method="post",
        action=f"{where}/move",
        class_="fields row",
    )
    pin = element(
        "form",
        field(words("node"), element("select", *below, *named, name="node")),
        element("button", words("pin"), type="submit", class_="quiet"),
        method="post",
        action=f"{where}/pin",
        class_="fields row",
    )
    return join([rename if named else EMPTY, move, pin])

"""What was promised, in plain words, and what the release achieves."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element, join
from tokumei.report.promised import OF_TEXT, Promised, promised
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["promise_name", "section", "target_of"]


SIDES = {
    **dict.fromkeys(("t", "removed"), "≤ "),
    **dict.fromkeys(("k", "k_history", "km", "l_distinct", "l_entropy", *OF_TEXT), "≥ "),
}
"""Kind of promise → on which side of the target the figure must be."""


def section(report: Report, words: Words) -> Html:
    """A row a promise."""
    rows = promised(report)
    if not rows:
        return EMPTY
    texts = list(report.get("text") or {})
    head = element(
        "tr",
        element("th", words("promise"), scope="col"),
        element("th", words("target"), scope="col", class_="number"),
        element("th", words("achieved"), scope="col", class_="number"),
        element("th", words("holds"), scope="col"),
    )
    table = element(
        "table", element("thead", head), element("tbody", *(_row(row, texts, words) for row in rows)), class_="promises"
    )
    return element("section", element("h2", words("promises")), element("div", table, class_="card"))


def promise_name(promise: Promised, words: Words) -> str:
    """The promise's name in the reader's language, or as it was given."""
    column = words("quoted", name=promise.column)
    return words(f"name_{promise.kind}", column=column, n=promise.n) if promise.kind else promise.name


def target_of(promise: Promised, value: object, words: Words) -> str:
    """A target or a result, with the sign that says which way it counts."""
    if promise.kind == "removed" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return words.percent(float(value))
    return words.value(value)


def _row(promise: Promised, texts: list[str], words: Words) -> Html:
    target, achieved = (target_of(promise, value, words) for value in (promise.target, promise.achieved))
    side = SIDES.get(promise.kind, "")
    state = words("kept" if promise.holds else "broken")
    sign = "✓ " if promise.holds else "✕ "
    return element(
        "tr",
        element(
            "th",
            join([element("span", promise_name(promise, words), class_="name"), _means(promise, texts, words)]),
            scope="row",
        ),
        element("td", side + target, class_="number", data_label=words("target")),
        element("td", achieved, class_="number", data_label=words("achieved")),
        element("td", element("span", sign + state, class_="badge" if promise.holds else "badge no")),
    )


def _means(promise: Promised, texts: list[str], words: Words) -> Html:
    if not promise.kind:
        return EMPTY
    target = promise.target
    said = words(
        f"means_{promise.kind}",
        column=words("quoted", name=promise.column),
        target=target_of(promise, target, words),
        n=promise.n,
        less=words.number(target - 1) if isinstance(target, int) else "k − 1",
    )
    if promise.kind == "k" and texts:
        said += (" " if words.language == "en" else "") + words("means_beside", columns=words.names(texts))
    return element("span", said if promise.holds else words("means_broken", promise=said), class_="means")

"""What was promised, in plain words, and what the release achieves."""

from __future__ import annotations

from tokumei.core.promise import PEOPLE, POLICIES, Promise
from tokumei.report.markup import EMPTY, Html, element, join
from tokumei.report.reading import promises_of, texts_beside
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["figure_of", "promise_name", "section"]

AT_MOST = frozenset({"closeness", "alpha", "likeness", "presence", "suppress", *POLICIES}) - {"rare"}
"""The kinds of promises whose figure must not be above the target."""
BELOW = frozenset({"recursive"})
"""The kinds of promises whose figure must be below the target; of all others it must not be below."""
OWN_PEOPLE = frozenset({"k", "alpha", "ngrams", "equal"})
"""The kinds of promises that are said otherwise where people are counted."""
SHARED = frozenset({"entropy", "recursive", "closeness", "likeness"})
"""The kinds of promises in which people weigh the same."""


def section(report: Report, words: Words) -> Html:
    """A row a promise."""
    rows = promises_of(report)
    if not rows:
        return EMPTY
    texts = texts_beside(report)
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


def promise_name(promise: Promise, words: Words) -> str:
    """The promise's name in the reader's language."""
    people = "_people" if promise.kind == "k" and promise.unit == PEOPLE else ""
    name = words(f"name_{promise.kind}{people}", **_values(promise, words))
    return name if promise.table is None else words("in_table", promise=name, table=promise.table)


def figure_of(promise: Promise, value: float | None, words: Words) -> str:
    """A target or a result."""
    return words.percent(value) if promise.kind == "suppress" else words.value(value)


def _row(promise: Promise, texts: list[str], words: Words) -> Html:
    side = "≤ " if promise.kind in AT_MOST else "< " if promise.kind in BELOW else "≥ "
    name = element("span", promise_name(promise, words), class_="name")
    means = element("span", _means(promise, texts, words), class_="means")
    target, achieved = (figure_of(promise, value, words) for value in (promise.target, promise.achieved))
    return element(
        "tr",
        element("th", join([name, means]), scope="row"),
        element("td", side + target, class_="number", data_label=words("target")),
        element("td", achieved, class_="number", data_label=words("achieved")),
        element("td", _badge(promise, words)),
    )


def _badge(promise: Promise, words: Words) -> Html:
    if promise.vacuous is not None:
        return element("span", words("vacuous"), class_="badge open")
    if promise.holds:
        return element("span", "✓ " + words("kept"), class_="badge")
    return element("span", "✕ " + words("broken"), class_="badge no")


def _means(promise: Promise, texts: list[str], words: Words) -> str:
    values = _values(promise, words)
    if promise.vacuous is not None:
        return words(f"vacuous_{promise.vacuous}", **values)
    short = "_long" if promise.kind == "ngrams" and promise.parameters.get("short") == "pass" else ""
    people = "_people" if promise.kind in OWN_PEOPLE and promise.unit == PEOPLE else ""
    said = words(f"means_{promise.kind}{short}{people}", **values)
    if promise.kind in SHARED and promise.unit == PEOPLE:
        said += (" " if words.language == "en" else "") + words("means_shares_people")
    if promise.kind == "k" and texts:
        said += (" " if words.language == "en" else "") + words("means_beside", columns=words.names(texts))
    return said if promise.holds else words("means_broken", promise=said)


def _values(promise: Promise, words: Words) -> dict[str, str]:
    """What phrases about a promise may name: its parameters, its column, its target, and one less than that."""
    return {
        **{key: words.value(value) for key, value in promise.parameters.items()},
        "column": "" if promise.column is None else words("quoted", name=promise.column),
        "target": figure_of(promise, promise.target, words),
        "less": words.value(promise.target - 1),
    }

"""Every column before and after, as small pictures of one form."""

from __future__ import annotations

from collections.abc import Iterator

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.report.reading import k_of
from tokumei.report.schema import Bars, ColumnReport, Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["overview", "section"]

ORDERED = ("number", "date")
MANY = 8
"""More cards than this have a table of contents."""


def section(report: Report, words: Words) -> Html:
    """An overview of all columns, then a card for each that has a distribution."""
    columns = report.get("columns")
    if not columns:
        return EMPTY
    k = k_of(report)
    columns = sorted(columns, key=lambda column: -(column.get("ncp") or 0.0))  # equal ones stay in the job's order
    shown = [(place, column) for place, column in enumerate(columns) if "before" in column]
    cards = [_card(column, place, k, words, linked=len(shown) > MANY) for place, column in shown]
    parts = [element("h2", words("columns"))]
    if len(cards) > MANY:
        parts.append(_contents(columns, words))
    if cards:
        pooled = " " + words("columns_pooled", k=k) if k is not None else ""
        legend = element(
            "ul",
            element("li", element("i"), words("before")),
            element("li", element("i", class_="after"), words("after")),
            class_="legend",
        )
        parts += [
            element("p", words("columns_text") + pooled, class_="lead"),
            legend,
            element("div", *cards, class_="many"),
        ]
    return element("section", *parts, overview(columns, words))


def _contents(columns: list[ColumnReport], words: Words) -> Html:
    """Where there are many: the columns in their order, each a way to its card."""
    links = [
        element("li", element("a", column["name"], href=f"#card-{place}"))
        for place, column in enumerate(columns)
        if "before" in column
    ]
    return element("nav", element("ul", *links), class_="contents", aria_label=words("contents"))


def overview(columns: list[ColumnReport], words: Words) -> Html:
    """A row a column: what it is, how it is published, and what it lost."""
    rows = [
        (
            column["name"],
            words.known(f"role_{column['role']}", column["role"]),
            _type(column, words),
            _published(column, words),
            words.percent(column.get("ncp")),
            _distinct(column, words, "{before} → {after}"),
        )
        for column in columns
    ]
    head = (words("column"), words("role"), words("type"), words("published"), words("ncp"), words("distinct_short"))
    return element("div", table(head, rows, numbers=(4, 5), kind="overview"), class_="card", style="margin-top:16px")


def _card(column: ColumnReport, place: int, k: int | None, words: Words, *, linked: bool) -> Html:
    before, after = column["before"], column.get("after")
    unchanged = column.get("published") == "as is" or after is None
    if not before["labels"] and not before.get("missing"):
        picture = element("p", words("only_rare", k=words.value(k)), class_="about")
    else:
        picture = join(
            [
                element("figure", _picture(column, place, before, None if unchanged else after, words)),
                behind(words, _table(before, None if unchanged else after, words)),
            ]
        )
    ncp = column.get("ncp")
    loss = EMPTY if ncp is None else element("small", f"{words('ncp')} {words.percent(ncp)}")
    about = [words.known(f"role_{column['role']}", column["role"]), _published(column, words)]
    if not unchanged:
        about.append(_distinct(column, words, words("distinct", before="{before}", after="{after}")))
    return element(
        "div",
        element("h3", element("span", column["name"]), loss),
        element("p", " · ".join(part for part in about if part not in ("", "–")), class_="about"),
        picture,
        class_="card",
        id=f"card-{place}" if linked else None,
    )


def _picture(column: ColumnReport, place: int, before: Bars, after: Bars | None, words: Words) -> Html:
    ordered = column.get("type") in ORDERED and len(before["labels"]) > 2
    # In a histogram the rest has no place on the axis: it is in the table behind.
    rows = list(_named(before, after)) + ([] if ordered else _rest(before, after, words))
    caption = svg.Caption(
        key=f"column-{place}",
        title=column["name"],
        description=words("plain_alt" if after is None else "paired_alt", bars=len(rows)),
    )
    draw = svg.histogram if ordered else svg.paired_bars
    return draw(
        [label for label, _, _ in rows],
        [count for _, count, _ in rows],
        None if after is None else [count for _, _, count in rows],
        caption=caption,
        write=words.number,
    )


def _named(before: Bars, after: Bars | None) -> Iterator[tuple[str, float, float]]:
    """Label, count before, count after (0 where there is no after)."""
    second = after["counts"] if after is not None else [0.0] * len(before["counts"])
    return zip(before["labels"], before["counts"], second, strict=True)


def _rest(before: Bars, after: Bars | None, words: Words) -> list[tuple[str, float, float]]:
    """What has no bar of its own and what has no value, where there is any."""
    pairs = (
        (words("other"), before.get("other", 0.0), after.get("other", 0.0) if after is not None else 0.0),
        (words("missing"), before.get("missing", 0.0), after.get("missing", 0.0) if after is not None else 0.0),
    )
    return [(label, one, two) for label, one, two in pairs if round(one) or round(two)]


def _table(before: Bars, after: Bars | None, words: Words) -> Html:
    rows = [*_named(before, after), *_rest(before, after, words)]
    head = [words("value"), words("records")] if after is None else [words("value"), words("before"), words("after")]
    cells = [(label, words.number(one), words.number(two))[: len(head)] for label, one, two in rows]
    return table(head, cells, numbers=(1, 2))


def _type(column: ColumnReport, words: Words) -> str:
    kind = column.get("type")
    return words.known(f"type_{kind}", str(kind)) if kind else "–"


def _published(column: ColumnReport, words: Words) -> str:
    published = column.get("published")
    return words.known(f"published_{published}", str(published)) if published else "–"


def _distinct(column: ColumnReport, words: Words, form: str) -> str:
    before, after = column.get("distinct_before"), column.get("distinct_after")
    if before is None or after is None:
        return "–"
    return form.replace("{before}", words.number(before)).replace("{after}", words.number(after))

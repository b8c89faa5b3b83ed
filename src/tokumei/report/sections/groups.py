"""Two pictures side by side: how large the groups are, and where information was lost."""

from __future__ import annotations

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import k_of, only_texts
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["behind", "section"]


def section(report: Report, words: Words) -> Html:
    """Groups by size and loss by column, as far as the data are there."""
    cards = [card for card in (_sizes(report, words), _loss(report, words)) if card]
    return element("section", element("div", *cards, class_="two")) if cards else EMPTY


def behind(words: Words, content: Html) -> Html:
    """The table behind a figure."""
    return element("details", element("summary", words("as_table")), content)


def _sizes(report: Report, words: Words) -> Html:
    sizes = report.get("group_sizes")
    if not sizes or only_texts(report):
        return EMPTY
    labels = [str(one["low"]) if one["low"] == one["high"] else f"{one['low']}–{one['high']}" for one in sizes]
    people = "_people" if report.get("history") else ""
    common = max(range(len(sizes)), key=lambda place: sizes[place]["groups"])
    described = words(
        f"sizes{people}_alt",
        groups=words.number(sum(one["groups"] for one in sizes)),
        smallest=words.number(report.get("smallest_group", sizes[0]["low"])),
        common=labels[common],
    )
    k = k_of(report)
    picture = svg.bar_chart(
        labels,
        [one["groups"] for one in sizes],
        caption=svg.Caption(key="groups", title=words("sizes"), description=described),
        write=words.number,
        x_label=words(f"size{people}"),
        y_label=words("groups"),
        mark=(0, f"k = {k}") if k is not None and sizes[0]["low"] == k else None,
    )
    rows = [
        (label, words.number(one["groups"]), words.number(one["records"]))
        for label, one in zip(labels, sizes, strict=True)
    ]
    head = (words(f"size{people}"), words("groups"), words("people" if people else "records"))
    return element(
        "div",
        element("h2", words("sizes")),
        element("p", words(f"sizes{people}_text"), class_="lead"),
        element("figure", picture),
        behind(words, table(head, rows, numbers=(1, 2))),
        class_="card",
    )


def _loss(report: Report, words: Words) -> Html:
    loss = report.get("loss")
    if loss is None or not loss["columns"] or only_texts(report):
        return EMPTY
    ordered = sorted(loss["columns"].items(), key=lambda item: -item[1])
    names, values = [name for name, _ in ordered], [value for _, value in ordered]
    described = words(
        "loss_alt",
        most=words("quoted", name=names[0]),
        high=words.percent(values[0]),
        least=words("quoted", name=names[-1]),
        low=words.percent(values[-1]),
    )
    picture = svg.horizontal_bars(
        names,
        values,
        caption=svg.Caption(key="loss", title=words("loss"), description=described),
        write=words.percent,
        highest=1.0,
    )
    rows = [(name, words.percent(value, 2)) for name, value in ordered]
    rows.append((words("all_columns"), words.percent(loss["ncp"], 2)))
    return element(
        "div",
        element("h2", words("loss")),
        element("p", words("loss_text"), class_="lead"),
        element("figure", picture),
        behind(words, table((words("column"), words("ncp")), rows, numbers=(1,))),
        class_="card",
    )

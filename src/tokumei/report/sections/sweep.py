"""A sweep over k: loss, risk and their sum, with the best k marked."""

from __future__ import annotations

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["section"]


def section(report: Report, words: Words) -> Html:
    """The picture of a sweep, and its table."""
    sweep = report.get("sweep")
    if not sweep:
        return EMPTY
    points, best, measure = sweep["points"], sweep["best"], sweep["measure"]
    lines = [
        (measure, [point["utility"] for point in points]),
        (words("sweep_risk"), [point["safety"] for point in points]),
        (words("sweep_total"), [point["total"] for point in points]),
    ]
    if all(point["attack"] is not None for point in points):
        lines.append((words("sweep_attack"), [point["attack"] for point in points]))
    picture = svg.line_chart(
        [point["k"] for point in points],
        lines,
        caption=svg.Caption(key="sweep", title=words("sweep"), description=words("sweep_alt", best=best)),
        write=lambda value: words.number(value, 2),
        write_x=words.number,
        x_label="k",
        mark=(best, words("sweep_best", best=best)),
    )
    tables = list(points[0].get("tables", {}))
    rows = [
        (
            words.number(point["k"]),
            *(words.number(line[place], 3) for _, line in lines),
            words.percent(point["removed"]),
            *(words.number(point["tables"][name]["utility"], 3) for name in tables),
        )
        for place, point in enumerate(points)
    ]
    own = (f"{measure} {name}" for name in tables)
    head = ("k", *(name for name, _ in lines), words("sweep_column_removed"), *own)
    return element(
        "section",
        element(
            "div",
            element("h2", words("sweep")),
            element("p", words("sweep_text", measure=measure), class_="lead"),
            element("figure", picture),
            behind(words, table(head, rows, numbers=tuple(range(len(head))))),
            class_="card",
        ),
    )

"""Risk before and after: how few people share a combination of quasi-identifiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.core.promise import PEOPLE
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["risk_rows", "section"]

COUNTS = ("unique", "below_k")
SHARES = ("prosecutor_highest", "prosecutor_above", "marketer", "journalist_highest")
ESTIMATES = ("population_unique_zayatz", "population_unique_pitman")


def section(report: Report, words: Words) -> Html:
    """Before and after side by side, and which columns make records unique."""
    risk = report.get("risk")
    if not risk:
        return EMPTY
    rows = risk_rows(risk, words)
    people = "_people" if risk.get("unit") == PEOPLE else ""
    population = risk.get("population")
    return element(
        "section",
        element("h2", words("risk")),
        element("p", words(f"risk{people}_text"), class_="lead"),
        element("p", words("risk_population", size=words.number(population))) if population else EMPTY,
        element(
            "div",
            element("div", table(("", words("risk_before"), words("risk_after")), rows, numbers=(1, 2)), class_="card"),
            _combinations(risk, words),
            class_="two",
        ),
    )


def risk_rows(risk: Mapping[str, Any], words: Words) -> list[tuple[str, str, str]]:
    """The figures, before and after."""
    before, after = risk["before"], risk["after"]
    people = "_people" if risk.get("unit") == PEOPLE else ""
    rows = [(words(f"risk_{key}{people}"), words.number(before[key]), words.number(after[key])) for key in COUNTS]
    rows += [
        (words(f"risk_{key}{people}"), words.percent(before.get(key), 2), words.percent(after.get(key), 2))
        for key in SHARES
        if before.get(key) is not None or after.get(key) is not None
    ]
    rows += [
        (words(f"risk_{key}"), words.number(before.get(key)), words.number(after.get(key)))
        for key in ESTIMATES
        if before.get(key) is not None
    ]
    return rows


def _combinations(risk: Mapping[str, Any], words: Words) -> Html:
    found = risk.get("combinations")
    if not found or not any(found["columns"].values()):
        return EMPTY
    by_size = [
        (words("risk_combination_size", size=size), words.number(count))
        for size, count in enumerate(found["by_size"], start=1)
    ]
    columns = sorted(found["columns"].items(), key=lambda one: -one[1])
    return element(
        "div",
        table((words("risk_alone_by"), words("risk_records")), by_size, numbers=(1,)),
        table(
            (words("risk_column"), words("risk_records")),
            [(name, words.number(count)) for name, count in columns],
            caption=words("risk_combinations", size=found["up_to"]),
            numbers=(1,),
        ),
        class_="card",
    )

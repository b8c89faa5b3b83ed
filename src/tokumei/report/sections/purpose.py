"""How well the release serves the rules that it was made for."""

from __future__ import annotations

from typing import Any

from tokumei.report import svg
from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.sections.groups import behind
from tokumei.report.words import Words

__all__ = ["section"]

MOST = 20
"""So many rules are drawn; those that are served worst."""
MOST_ROWS = 500


def section(report: Report, words: Words) -> Html:
    """F1 by rule as bars, with precision, recall and undecided people in the table behind."""
    purpose = report.get("purpose")
    if not purpose or not purpose.get("rules"):
        return EMPTY
    judged = sorted((rule for rule in purpose["rules"] if rule["f1"] is not None), key=lambda rule: rule["f1"])
    shown = judged[:MOST]
    parts = [element("h2", words("purpose")), element("p", words("purpose_text"), class_="lead")]
    if len(judged) > MOST:
        said = words("purpose_worst", shown=len(shown), count=words.number(len(judged)))
        parts.append(element("p", said, class_="about"))
    if shown:
        parts.append(element("figure", _picture(shown, words)))
    return element("section", element("div", *parts, _figures(purpose, judged, words), class_="card"))


def _picture(rules: list[dict[str, Any]], words: Words) -> Html:
    described = words(
        "purpose_alt",
        low=words.percent(rules[0]["f1"]),
        worst=words("quoted", name=rules[0]["name"]),
        high=words.percent(rules[-1]["f1"]),
        best=words("quoted", name=rules[-1]["name"]),
    )
    return svg.horizontal_bars(
        [rule["name"] for rule in rules],
        [rule["f1"] for rule in rules],
        caption=svg.Caption(key="purpose", title=words("purpose"), description=described),
        write=words.percent,
        highest=1.0,
    )


def _figures(purpose: dict[str, Any], judged: list[dict[str, Any]], words: Words) -> Html:
    columns = ("people", "precision", "recall", "f1", "undecided")
    head = (words("rule"), *(words(f"rule_{column}") for column in columns))
    rows = [(words("all_rules"), *_cells(purpose["overall"], words))]
    rows += [(rule["name"], *_cells(rule, words)) for rule in judged[:MOST_ROWS]]
    few = any(rule["people"] is None for rule in judged)
    note = element("p", words("purpose_few"), class_="about") if few else EMPTY
    return element("div", behind(words, table(head, rows, numbers=(1, 2, 3, 4, 5))), note)


def _cells(rule: dict[str, Any], words: Words) -> tuple[str, ...]:
    return (
        words.number(rule["people"]),
        *(words.percent(rule[name]) for name in ("precision", "recall", "f1", "undecided")),
    )

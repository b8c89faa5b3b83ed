"""What attackers reach on the release: every attack with its figures, and what was not tried."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["attack_name", "attack_rows", "headline", "in_tables", "not_tried", "section"]

Finding = Mapping[str, Any]
_NUMBERED = re.compile(r"^(.*)-([0-9]+)$")


def section(report: Report, words: Words) -> Html:
    """A row an attack, worst first in words: the headline says which."""
    attacks = report.get("attacks")
    if not attacks:
        return EMPTY
    head = tuple(words(f"attack{part}") for part in ("", "_knows", "_tried", "_claims", "_right", "_chance", "_leak"))
    rows = attack_rows(attacks, words)
    missing = not_tried(attacks, words)
    return element(
        "section",
        element("h2", words("attacks")),
        element("p", words("attacks_text"), class_="lead"),
        element("p", headline(attacks, words)),
        element(
            "div",
            table((*head, words("attack_verdict")), rows, numbers=(2, 3, 4, 5, 6)) if rows else EMPTY,
            _remedies(attacks, words),
            class_="card",
        ),
        element(
            "div",
            element("h3", words("attacks_not_tried")),
            element("ul", *(element("li", f"{name}: {why}") for name, why in missing)),
            class_="card",
        )
        if missing
        else EMPTY,
    )


def headline(attacks: Sequence[Finding], words: Words) -> str:
    """The worst verdict, in a sentence."""
    verdicts = {one["verdict"] for one in attacks}
    worst = next((verdict for verdict in ("breaks", "leaks", "chance") if verdict in verdicts), "none")
    return words(f"attacks_headline_{worst}")


def attack_name(one: Finding, words: Words) -> str:
    """The attack in the reader's language, with its column."""
    numbered = _NUMBERED.match(str(one["name"]))
    name = words(f"attack_{numbered[1]}", m=numbered[2]) if numbered else words(f"attack_{one['name']}")
    if one.get("column") is not None:
        name = words("attack_of", attack=name, column=words("quoted", name=one["column"]))
    return name if one.get("table") is None else words("in_table", promise=name, table=one["table"])


def attack_rows(attacks: Sequence[Finding], words: Words) -> list[tuple[str, ...]]:
    """The attacks that were tried, as cells."""
    return [
        (
            attack_name(one, words),
            words(f"knows_{one['knows']}"),
            words.number(one["tried"]),
            words.number(one.get("claims")),
            _right(one, words),
            _chance(one, words),
            words.percent(one["leak"]),
            words(f"verdict_{one['verdict']}"),
        )
        for one in attacks
        if one["verdict"] != "not tried"
    ]


def not_tried(attacks: Sequence[Finding], words: Words) -> list[tuple[str, str]]:
    """What was not tried, or without a decision, and what it needs; the same of several tables once."""
    tables: dict[tuple[str, str], list[str]] = {}
    for one in attacks:
        if one["verdict"] == "not tried":
            why = words(f"verdict_{_end(one)}", needs=words(f"needs_{one['needs']}"))
            named = tables.setdefault((attack_name({**one, "table": None}, words), why), [])
            named += [] if one.get("table") is None else [one["table"]]
    return [(in_tables(name, named, words), why) for (name, why), named in tables.items()]


def in_tables(name: str, tables: list[str], words: Words) -> str:
    """An attack with the tables that it is about."""
    if len(tables) < 2:
        return name if not tables else words("in_table", promise=name, table=tables[0])
    return words("in_tables", promise=name, tables=words.names(tables))


def _end(one: Finding) -> str:
    return "undecided" if one["needs"] == "more claims" else "not_tried"


def _right(one: Finding, words: Words) -> str:
    if "right" in one:  # in a public report, where shares stand for counts
        return words.percent(one["right"])
    if not one["claims"]:
        return "–"
    if one["hits"] is None:
        return words("attack_expected", share=words.percent(one["expected"] / one["claims"]))
    low, high = one["rate"]
    return f"{words.percent(one['hits'] / one['claims'])} ({words.percent(low)} – {words.percent(high)})"


def _chance(one: Finding, words: Words) -> str:
    if one["promised"] is not None:
        return words("attack_promised", share=words.percent(one["promised"]))
    return words.percent(one["baseline"] if one["control"] is None else one["control"])


def _remedies(attacks: Sequence[Finding], words: Words) -> Html:
    """What helps against what was found, each once."""
    keys = dict.fromkeys(one["remedy"] for one in attacks if one["verdict"] in ("breaks", "leaks"))
    if not keys:
        return EMPTY
    return element("ul", *(element("li", words("attack_help", remedy=words(f"remedy_{key}"))) for key in keys))

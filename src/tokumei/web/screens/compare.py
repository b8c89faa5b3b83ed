"""Runs side by side: what each lost, distributions laid over each other, the same records, one group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report.markup import EMPTY, Html, element, join, table
from tokumei.web.screens.frame import address
from tokumei.web.screens.overlay import overlay
from tokumei.web.screens.runs import attack_counts
from tokumei.web.session import Run, Session
from tokumei.web.words import Words

__all__ = ["compare"]

MOST = 4
"""So many runs have a line of their own in a picture."""


def compare(session: Session, runs: Sequence[Run], words: Words, *, shown: bool) -> Html:
    """The runs beside each other; records are shown when they are asked for."""
    runs = list(runs)[:MOST]
    if len(runs) < 2:
        return EMPTY
    reports = [run.report or {} for run in runs]
    return element(
        "section",
        element("h2", words("compare")),
        _figures(runs, reports, words),
        _losses(runs, reports, words),
        _spreads(runs, reports, words),
        _records(session, runs, words, shown=shown),
        id="compared",
    )


def _head(runs: Sequence[Run], words: Words) -> list[str]:
    return [words("run_number", number=run.number) for run in runs]


def _figures(runs: Sequence[Run], reports: Sequence[Mapping[str, Any]], words: Words) -> Html:
    rows = [
        (words("card_k"), *(words.value(run.job["privacy"].get("k")) for run in runs)),
        (words("card_loss"), *(words.percent((one.get("loss") or {}).get("ncp")) for one in reports)),
        (words("card_groups"), *(words.number(one.get("groups")) for one in reports)),
        (words("card_removed"), *(words.number(one.get("removed")) for one in reports)),
        (words("purpose_f1"), *(words.percent(_f1(one)) for one in reports)),
        (words("card_attacks"), *(attack_counts(one, words) for one in reports)),
        (words("card_seconds"), *(words("seconds", value=words.number(run.task.elapsed, 1)) for run in runs)),
    ]
    kept = [row for row in rows if row[0] != words("purpose_f1") or any(_f1(one) is not None for one in reports)]
    numbers = range(1, len(runs) + 1)
    return element("div", table(["", *_head(runs, words)], kept, numbers=numbers, kind="compare"), class_="card")


def _f1(report: Mapping[str, Any]) -> float | None:
    found = ((report.get("purpose") or {}).get("overall") or {}).get("f1")
    return float(found) if isinstance(found, (int, float)) else None


def _losses(runs: Sequence[Run], reports: Sequence[Mapping[str, Any]], words: Words) -> Html:
    losses = [(one.get("loss") or {}).get("columns") or {} for one in reports]
    names = list(dict.fromkeys(name for one in losses for name in one))
    rows = []
    for name in names:
        values = [one.get(name) for one in losses]
        least = min((value for value in values if value is not None), default=None)
        rows.append(
            (
                name,
                *(
                    element("b", words.percent(value)) if value is not None and value == least else words.percent(value)
                    for value in values
                ),
            )
        )
    numbers = range(1, len(runs) + 1)
    return join(
        [
            element("h3", words("compare_loss")),
            element(
                "div",
                table([words("column"), *_head(runs, words)], rows, numbers=numbers, kind="compare"),
                class_="card",
            ),
        ]
    )


def _spreads(runs: Sequence[Run], reports: Sequence[Mapping[str, Any]], words: Words) -> Html:
    columns = [{column["name"]: column for column in one.get("columns") or []} for one in reports]
    cards = []
    for place, (name, first) in enumerate(columns[0].items()):
        others = [one.get(name) for one in columns]
        if first.get("role") != "quasi" or not all(one and one.get("before") and one.get("after") for one in others):
            continue
        picture = overlay(
            [one["before"] for one in others if one],
            [one["after"] for one in others if one],
            names=_head(runs, words),
            title=name,
            key=f"spread-{place}",
            words=words,
        )
        cards.append(element("div", element("h4", name), element("figure", picture), class_="card"))
    if not cards:
        return EMPTY
    legend = [element("li", element("i"), words("compare_original"))] + [
        element("li", element("i", class_=f"run{place}"), said) for place, said in enumerate(_head(runs, words))
    ]
    return join(
        [
            element("h3", words("compare_spread")),
            element("ul", *legend, class_="legend"),
            element("div", *cards, class_="many"),
        ]
    )


def _records(session: Session, runs: Sequence[Run], words: Words, *, shown: bool) -> Html:
    chosen = "&".join(f"run={run.number}" for run in runs)
    head = join([element("h3", words("compare_rows")), element("p", words("compare_rows_text"), class_="lead")])
    if not shown:
        where = f"{address(session, 'runs')}?{chosen}&rows=show#compared"
        return join([head, element("p", element("a", words("compare_rows_show"), href=where, class_="button quiet"))])
    found = [run.shown for run in runs]
    names = found[0]["names"]
    rows: list[list[str]] = []
    for number, one in enumerate(found[0]["records"]):
        rows.append([words("original"), *one["before"]])
        for run, other in zip(runs, found, strict=True):
            rows.append([words("run_number", number=run.number), *_published(other, number, one, names, words)])
    groups = [
        element(
            "div",
            element("h4", words("run_number", number=run.number)),
            _group(other, words),
            class_="card",
        )
        for run, other in zip(runs, found, strict=True)
    ]
    return join(
        [
            head,
            element("div", table(["", *names], rows, caption=words("compare_rows"), kind="rows pairs"), class_="card"),
            element("h3", words("one_group")),
            element("p", words("one_group_text"), class_="lead"),
            *groups,
        ]
    )


def _published(
    other: Mapping[str, Any], number: int, first: Mapping[str, Any], names: Sequence[str], words: Words
) -> list[str]:
    """What a run publishes of the same record; nothing where it read others, or removed it."""
    records = other["records"]
    if number >= len(records) or other["names"] != list(names) or records[number]["before"] != first["before"]:
        return ["–"] * len(names)
    after = records[number]["after"]
    return [words("figure_removed")] + [""] * (len(names) - 1) if after is None else list(after)


def _group(found: Mapping[str, Any], words: Words) -> Html:
    members = found["group"]
    if not members:
        return EMPTY
    rows = [[words("original"), *one["before"]] for one in members]
    rows.append([words("published_word"), *(members[0]["after"] or [])])
    return table(["", *found["names"]], rows, caption=words("one_group"), kind="rows group")

"""Results as a few lines for a notebook: the verdict, the promises, the figures; what attackers reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.reading import promises_of, state_of, worst_risk
from tokumei.report.schema import Report
from tokumei.report.sections.attacks import attack_rows, headline, not_tried
from tokumei.report.sections.promises import figure_of, promise_name
from tokumei.report.words import words_in

__all__ = ["attacks_brief", "brief"]

SIGNS = {"kept": "✓", "broken": "✕", "none": "–", "unknown": "?"}


def brief(report: Mapping[str, Any], *, language: str = "en") -> Html:
    """A fragment of HTML that takes its looks from the page around it."""
    data, words = cast(Report, report), words_in(language)
    state = state_of(data)
    promises = [
        (
            promise_name(promise, words),
            figure_of(promise, promise.target, words),
            figure_of(promise, promise.achieved, words),
            words("vacuous") if promise.vacuous is not None else words("kept" if promise.holds else "broken"),
        )
        for promise in promises_of(data)
    ]
    counts = [
        ("released", report.get("released")),
        ("removed", report.get("removed")),
        ("groups", report.get("groups")),
    ]
    figures = [f"{words(f'figure_{key}')}: {words.number(count)}" for key, count in counts if isinstance(count, int)]
    loss = report.get("loss")
    if loss:
        figures.append(f"{words('figure_ncp')}: {words.percent(loss['ncp'])}")
    risk = worst_risk(data, words)
    head = tuple(words(key) for key in ("promise", "target", "achieved", "holds"))
    return element(
        "div",
        element("p", element("strong", f"{SIGNS[state]} {words(f'verdict_{state}')}")),
        table(head, promises, numbers=(1, 2)) if promises else EMPTY,
        element("p", " · ".join(figures)) if figures else EMPTY,
        element("p", risk) if risk else EMPTY,
        lang=language,
    )


def attacks_brief(attacks: Sequence[Mapping[str, Any]], *, beyond: bool, language: str = "en") -> Html:
    """What attackers reached, as a fragment of HTML; `beyond` says whether a limit of the job is passed."""
    words = words_in(language)
    parts = ("", "_knows", "_tried", "_claims", "_right", "_chance", "_leak", "_verdict")
    rows = attack_rows(attacks, words)
    missing = not_tried(attacks, words)
    return element(
        "div",
        element("p", element("strong", headline(attacks, words))),
        element("p", words("attacks_limit")) if beyond else EMPTY,
        table(tuple(words(f"attack{part}") for part in parts), rows, numbers=(2, 3, 4, 5, 6)) if rows else EMPTY,
        element("p", f"{words('attacks_not_tried')}: {words('comma').join(name for name, _ in missing)}")
        if missing
        else EMPTY,
        lang=language,
    )

"""What several sections ask of a report: its promises, the k that was promised, whether it is about texts alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from tokumei.core.promise import Promise
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["OF_TEXT", "attack_name", "k_of", "only_texts", "promises_of", "state_of", "texts_beside", "worst_risk"]

OF_TEXT = frozenset({"ngrams", "registry", "registry_released", "equal"})
"""The kinds of promises that texts have."""
TELLING = ("shown_beside_history", "text_beside_history", "few_people")
"""Warnings that fewer than k people remain, whatever is promised; the worst first."""


def promises_of(report: Report) -> list[Promise]:
    """The report's promises, in their order."""
    return [Promise.from_dict(promise) for promise in report.get("promises", [])]


def state_of(report: Report) -> str:
    """The verdict: kept, broken, none (nothing is promised about people), or unknown (nothing was verified)."""
    if report.get("verified") is None:
        return "unknown"
    promises = promises_of(report)
    if any(promise.broken for promise in promises):
        return "broken"
    return "kept" if any(promise.protects for promise in promises) else "none"


def k_of(report: Report) -> int | None:
    """The k that was promised, from the promises or else from the job."""
    for promise in promises_of(report):
        if promise.kind in ("k", "histories", "linked"):
            return int(promise.target)
    k = (report.get("job") or {}).get("privacy", {}).get("k")
    return k if isinstance(k, int) else None


def only_texts(report: Report) -> bool:
    """Whether all that is promised is promised of texts: there are no groups of records then."""
    promised = [promise for promise in promises_of(report) if promise.vacuous != "ungrouped"]
    return bool(report.get("text")) and all(promise.kind in (*OF_TEXT, "suppress") for promise in promised)


def texts_beside(report: Report) -> list[str]:
    """The text columns that stand beside the groups, with promises of their own."""
    return [name for name, figures in (report.get("text") or {}).items() if figures.get("within") != "group"]


def attack_name(one: Mapping[str, Any], words: Words) -> str:
    """An attack in the reader's language, with its column."""
    name, _, number = str(one["name"]).rpartition("-")
    key = f"attack_{name}" if number.isdigit() else f"attack_{one['name']}"
    said = words.known(key, str(one["name"]), m=number)
    if one.get("column") is not None:
        said = f"{said} ({words('quoted', name=one['column'])})"
    return said if one.get("table") is None else words("in_table", promise=said, table=one["table"])


def worst_risk(report: Report, words: Words) -> str:
    """The worst that is known of the release, in a sentence.

    What an attack reached beyond a promise; whom the release tells apart by what no promise is about; what attacks
    learn else; or how few look alike.
    """
    data = cast(Mapping[str, Any], report)
    tried = [one for one in data.get("attacks") or [] if one.get("verdict") in ("breaks", "leaks")]
    worst = max(tried, key=lambda one: (one["verdict"] == "breaks", one.get("leak") or 0.0), default=None)
    if worst is None or worst["verdict"] != "breaks":
        for note in data.get("warnings") or []:
            if note["key"] in TELLING:
                values = {name: words.value(value) for name, value in note["values"].items()}
                return words(f"worst_{note['key']}", **values)
    if worst is not None:
        name, share = attack_name(worst, words), words.percent(worst.get("leak") or 0.0)
        return words(f"worst_{worst['verdict']}", attack=name, share=share)
    people = data.get("people") or {}
    smallest = people.get("smallest_group") or data.get("smallest_group")
    if not smallest or only_texts(report):
        return ""
    known = "worst_people" if data.get("history") or data.get("linked") or people else "worst_group"
    untried = "" if data.get("attacks") else words("worst_untried")
    return words(known, smallest=words.number(smallest), share=words.percent(1 / smallest)) + untried

"""Promises read from a report: which model, of which column."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tokumei.report.schema import Report

__all__ = ["OF_TEXT", "Promised", "k_of", "only_texts", "promised"]

KINDS = (
    ("k-anonymity of histories", "k_history"),
    ("k-anonymity", "k"),
    ("distinct l-diversity", "l_distinct"),
    ("entropy l-diversity", "l_entropy"),
    ("recursive (c, ", "l_recursive"),
    ("t-closeness", "t"),
    ("k^m-anonymity", "km"),
    ("registry k-anonymity", "registry"),
    ("equal texts", "equal"),
    ("removed", "removed"),
)
"""How a promise's name starts → its kind."""
OF_TEXT = frozenset({"grams", "registry", "equal"})
"""The kinds of promises that texts have."""
_GRAMS = re.compile(r"(\d+)-gram k-anonymity")


@dataclass(frozen=True, slots=True)
class Promised:
    """A promise with its kind; an unknown kind is '', and is shown under its own name."""

    name: str
    kind: str
    column: str
    target: Any
    achieved: Any
    holds: bool
    n: str = ""
    """The length of the n-grams, where the promise is about n-grams."""


def promised(report: Report) -> list[Promised]:
    """The report's promises, in their order."""
    result = []
    for promise in report.get("promises", []):
        name = promise["name"]
        grams = _GRAMS.match(name)
        kind = "grams" if grams else next((kind for start, kind in KINDS if name.lower().startswith(start)), "")
        _, _, column = name.partition(" of ")
        if kind not in ("k", "k_history", "removed") and not column:
            kind = ""
        result.append(
            Promised(
                name,
                kind,
                column,
                promise.get("target"),
                promise.get("achieved"),
                bool(promise.get("holds")),
                grams[1] if grams else "",
            )
        )
    return result


def k_of(report: Report) -> int | None:
    """The k that was promised, from the promises or else from the job."""
    for promise in promised(report):
        if promise.kind in ("k", "k_history") and isinstance(promise.target, int):
            return promise.target
    k = (report.get("job") or {}).get("privacy", {}).get("k")
    return k if isinstance(k, int) else None


def only_texts(report: Report) -> bool:
    """Whether all that is promised is promised of texts: there are no groups of records then."""
    return bool(report.get("text")) and all(promise.kind in OF_TEXT for promise in promised(report))

"""Several releases of the same people: what they tell when they are laid over each other."""

from __future__ import annotations

from tokumei.report.markup import EMPTY, Html, element, table
from tokumei.report.schema import Report
from tokumei.report.words import Words

__all__ = ["section"]

FIGURES = ("people", "kept_groups", "newcomers", "returning_removed", "smallest_together", "few_left")


def section(report: Report, words: Words) -> Html:
    """What the ledger says of this release."""
    figures = report.get("ledger")
    if not figures:
        return EMPTY
    first = figures["release"] == 1
    said = words("ledger_first_text") if first else words("ledger_text", release=words.number(figures["release"]))
    rows = [(words(f"ledger_{name}"), words.number(figures[name])) for name in FIGURES]
    card = element("div", table(("", ""), rows[: 1 if first else None], numbers=(1,)), class_="card")
    return element("section", element("h2", words("ledger")), element("p", said, class_="lead"), card)

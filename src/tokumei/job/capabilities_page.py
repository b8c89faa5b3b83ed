"""The table of capabilities as a page of the documentation."""

from __future__ import annotations

from tokumei.job.capabilities import FEATURES, MECHANISMS, Cell
from tokumei.job.engine import (
    COUNTING,
    DERIVED_TEXT,
    DESCRIBED,
    KEPT_ON_SPARK,
    NEW_ORDER,
    OF_HISTORIES,
    WHOLE_SCORE,
    WHOLE_TEXTS,
)
from tokumei.job.tables import APART, LINKED

__all__ = ["page"]


def page() -> str:
    """The page in Markdown."""
    lines = [
        "# What goes with what",
        "",
        "This page is made from the program by `make docs`, and the tests run every *yes*. A job that asks for a *no* "
        "is refused before",
        "any data are read, with the sentence that stands here, or with one that says which columns have the setting. "
        "*Elsewhere*",
        "is what another mechanism of the same job does.",
        "",
        "| mechanism | what it does |",
        "|---|---|",
        *(f"| `{name}` | {mechanism.what} |" for name, mechanism in MECHANISMS.items()),
        "",
        "| | " + " | ".join(f"`{name}`" for name in MECHANISMS) + " |",
        "|---|" + "---|" * len(MECHANISMS),
    ]
    notes: dict[str, int] = {}
    for feature, words in FEATURES.items():
        marks = [_mark(mechanism.cells[feature], notes) for mechanism in MECHANISMS.values()]
        lines.append(f"| {words} | " + " | ".join(marks) + " |")
    lines += ["", *(f"{number}. {_capital(note)}." for note, number in notes.items()), ""]
    return "\n".join([*lines, *_of_tables(), *_of_engines()])


def _of_engines() -> list[str]:
    """What engines that count records do not have."""
    reasons: dict[str, list[str]] = {}
    for cells, beside in ((COUNTING, ""), (OF_HISTORIES, " beside a `subject`")):
        for feature, cell in cells.items():
            if cell.why_not is not None:
                reasons.setdefault(cell.why_not, []).append(f"{FEATURES[feature]}{beside}")
    return [
        "## Engines",
        "",
        "[`engine: streaming` and `spark`](engines.md) take what a table or a history takes, but for",
        "",
        "| | why not, and what to do |",
        "|---|---|",
        *(f"| {', '.join(features)} | {why} |" for why, features in reasons.items()),
        f"| texts with `equal`, `registry` or `guess` | {WHOLE_TEXTS} |",
        f"| a text that is a column of `derive` | {DERIVED_TEXT} |",
        f"| texts with `keep` on `spark` | {KEPT_ON_SPARK} |",
        f"| `categories` by `described_by` beside a `subject` | {DESCRIBED} |",
        f"| `output.order`, `output.removed` | {NEW_ORDER} |",
        f"| `engine.pieces` with another score than ncp | {WHOLE_SCORE} |",
        "",
    ]


def _of_tables() -> list[str]:
    """What several tables do not have."""
    return [
        "## Several tables",
        "",
        "[Several tables](tables.md) take what `history` takes where they are `linked`, and what a table with `person` "
        "takes",
        "where they are not, but for",
        "",
        "| | linked | apart |",
        "|---|---|---|",
        *(
            f"| {FEATURES[feature]} | {LINKED.get(feature, 'as in a history')} | {APART.get(feature, 'yes')} |"
            for feature in FEATURES
            if feature in {**LINKED, **APART}
        ),
        "",
        "`one_per` and `output.recoding` are of jobs of one table, as is the `population` of `attack`.",
        "",
    ]


def _mark(cell: Cell, notes: dict[str, int]) -> str:
    reasons = [cell.why_not] if cell.why_not is not None else [limit.why for limit in cell.limits]
    numbers = ", ".join(f"{notes.setdefault(reason, len(notes) + 1)}" for reason in dict.fromkeys(reasons))
    answer = "yes" if cell.possible else "elsewhere" if cell.elsewhere else "no"
    return f"{answer} ({numbers})" if numbers else answer


def _capital(note: str) -> str:
    return note if note.startswith(("k^m", "`")) else note[:1].upper() + note[1:]

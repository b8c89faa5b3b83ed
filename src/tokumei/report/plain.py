"""A report in a few lines of plain text, for a terminal or a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from tokumei.core.text_width import padded, width
from tokumei.errors import without_password
from tokumei.report.reading import promises_of, state_of
from tokumei.report.schema import Report
from tokumei.report.sections.attacks import attack_rows, headline, not_tried
from tokumei.report.sections.figures import total_seconds
from tokumei.report.sections.promises import figure_of, promise_name
from tokumei.report.sections.tables import table_rows
from tokumei.report.words import Words, words_in
from tokumei.report.words.notes import worded

__all__ = ["attack_lines", "summary"]

SHARES = (
    ("text_characters", "character_masking_rate"),
    ("text_not_masked", "not_masked"),
    ("text_partly", "masking_rate"),
    ("text_fully", "fully_masked"),
    ("text_unique", "unique"),
)
"""Word → figure of a text column."""


def summary(report: Mapping[str, Any], language: str = "en", *, places: Mapping[str, str] | None = None) -> str:
    """What to mind, the verdict, the promises, the figures and where things lie; aligned, without colours.

    `places` says where the release and the report were written, as the user finds them.
    """
    data, words = cast(Report, report), words_in(language)
    warnings = data.get("warnings") or []
    lines = [words("mind"), *(f"  {worded(note, language)}" for note in warnings)] if warnings else []
    lines.append(words(f"verdict_{state_of(data)}"))
    lines += _aligned(_promises(data, words))
    lines += _aligned(_figures(data, words))
    lines += _aligned([*_losses(data, words), *_purpose(data, words), *_history(data, words)])
    lines += _aligned(table_rows(data["tables"], words)) if data.get("tables") else []
    lines += attack_lines(data.get("attacks") or [], words)
    for name, figures in (data.get("text") or {}).items():
        lines += [f"  {words('text_column', column=words('quoted', name=name))}", *_aligned(_text(figures, words), 4)]
    for name, place in (places or {}).items():
        lines.append(f"  {words(name)}: {without_password(place)}")
    lines += [f"  {worded(note, language)}" for note in data.get("notes") or [] if note["key"].startswith("written_")]
    return "\n".join(lines)


def attack_lines(attacks: Sequence[Mapping[str, Any]], words: Words) -> list[str]:
    """What attackers reached, and what was not tried; nothing where no attack was asked for."""
    if not attacks:
        return []
    head = tuple(words(f"attack{part}") for part in ("", "_knows", "_tried", "_claims", "_right", "_chance", "_leak"))
    rows = attack_rows(attacks, words)
    table = _aligned([(*head, words("attack_verdict")), *rows]) if rows else []
    missing = [f"  {name}: {why}" for name, why in not_tried(attacks, words)]
    return [headline(attacks, words), *table, *missing]


def _promises(report: Report, words: Words) -> list[tuple[str, ...]]:
    return [
        (
            "–" if promise.vacuous is not None else "✓" if promise.holds else "✕",
            promise_name(promise, words),
            f"{words('target')} {figure_of(promise, promise.target, words)}",
            f"{words('achieved')} {figure_of(promise, promise.achieved, words)}",
        )
        for promise in promises_of(report)
    ]


def _figures(report: Report, words: Words) -> list[tuple[str, ...]]:
    people = report.get("people") or {}
    counts: tuple[tuple[str, object], ...] = (
        ("records", report.get("records")),
        ("released", report.get("released")),
        ("removed", report.get("removed")),
        ("groups", report.get("groups")),
        ("smallest", report.get("smallest_group")),
        ("people", people.get("people")),
        ("smallest_people", people.get("smallest_group")),
    )
    rows = [(words(f"figure_{key}"), words.number(count)) for key, count in counts if isinstance(count, int)]
    if report.get("seconds"):
        seconds = words.number(total_seconds(report["seconds"]), 2)
        rows.append((words("figure_seconds"), words("seconds", value=seconds)))
    return list(rows)


def _losses(report: Report, words: Words) -> list[tuple[str, ...]]:
    loss = report.get("loss")
    if not loss:
        return []
    rows = [(words("figure_ncp"), words.percent(loss["ncp"], 2))]
    if report.get("prec") is not None:
        rows.append((words("figure_prec"), words.percent(report["prec"])))
    rows += [(f"  {name}", words.percent(ncp, 2)) for name, ncp in loss["columns"].items() if ncp is not None]
    return list(rows)


def _purpose(report: Report, words: Words) -> list[tuple[str, ...]]:
    """F1 of every rule, and of all."""
    purpose = report.get("purpose")
    if not purpose:
        return []
    rules = [("all_rules", purpose["overall"]["f1"]), *((rule["name"], rule["f1"]) for rule in purpose["rules"])]
    names = [words("all_rules"), *(f"  {name}" for name, _ in rules[1:])]
    return [
        (f"{name} ({words('rule_f1')})" if place == 0 else name, words.value(figure))
        for place, (name, (_, figure)) in enumerate(zip(names, rules, strict=True))
    ]


def _history(report: Report, words: Words) -> list[tuple[str, ...]]:
    history = report.get("history")
    if not history:
        return []
    lost = history["utility"]
    return [
        (words("history_utility"), words.value(lost["total"])),
        (words("history_removed"), words.percent(lost["removed"])),
        *((f"  {name}", words.value(share)) for name, share in lost["columns"].items()),
    ]


def _text(figures: Mapping[str, Any], words: Words) -> list[tuple[str, ...]]:
    rows = [(words("text_count"), words.number(figures["texts"]))]
    rows += [(words(word), words.percent(figures[name])) for word, name in SHARES]
    if figures.get("keep"):
        rows.append((words("text_revealed"), words.number(figures["revealed_characters"])))
    if figures.get("guess"):
        rows.append((words("text_guess_characters"), words.percent(figures["guess"]["character_rate"])))
        rows.append((words("text_guess_masks"), words.percent(figures["guess"]["mask_rate"])))
        rows.append((words("text_guess_baseline"), words.percent(figures["guess"]["baseline_rate"])))
        rows.append((words("text_alone"), words.percent(figures["found_alone"])))
    return list(rows)


def _aligned(rows: Sequence[tuple[str, ...]], indent: int = 2) -> list[str]:
    """Columns padded to the width that a terminal gives them; Japanese characters take two places."""
    if not rows:
        return []
    widths = [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        " " * indent + "  ".join(padded(cell, cells) for cell, cells in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]

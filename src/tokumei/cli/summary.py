"""Results in a few lines of text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.cli.say import aligned
from tokumei.report.plain import attack_lines
from tokumei.report.words import words_in
from tokumei.report.words.notes import worded

if TYPE_CHECKING:
    from tokumei.draft import Draft
    from tokumei.job import Job

__all__ = [
    "of_attacks",
    "of_guesses",
    "of_measures",
    "of_notes",
    "of_sweep",
    "of_verification",
    "places_of",
]

Document = Mapping[str, Any]


def places_of(job: Job) -> dict[str, str]:
    """Where a job writes, as a user finds it from here; a database URL as it is."""
    named = {"release": job.output.data, "report_page": job.output.report}
    return {word: name if "://" in name else str(job.path(name)) for word, name in named.items() if name is not None}


def of_notes(notes: Iterable[Document], language: str) -> list[str]:
    """Each note as a line."""
    return [f"  {worded(note, language)}" for note in notes]


def of_verification(verification: Document, release: Path, *, language: str = "en") -> str:
    """Which promises a file keeps."""
    promises = verification.get("promises", [])
    notes = of_notes(verification.get("notes", []), language)
    return "\n".join(
        [_headline(verification["ok"], promises, f" in {release}", partly=bool(notes)), _promises(promises), *notes]
    )


def of_measures(measures: Document, *, language: str = "en") -> str:
    """What a release lost."""
    notes = of_notes(measures.get("notes", []), language)
    return "\n".join(part for part in [_figures(measures), _losses(measures), _utility(measures), *notes] if part)


def of_attacks(document: Document, *, language: str = "en") -> str:
    """What attackers reached."""
    words = words_in(language)
    beyond = [words("attacks_beyond", sentence=document["beyond"])] if "beyond" in document else []
    return "\n".join([*attack_lines(document["attacks"], words), *beyond])


def of_sweep(found: Document) -> str:
    """Every k, the best one marked."""
    rows = [("k", found["measure"], "1/k", "total", "removed", "hits", "")]
    for point in found["points"]:
        attack = "" if point["attack"] is None else f"{point['attack']:.1%}"
        rows.append(
            (
                str(point["k"]),
                f"{point['utility']:.3f}",
                f"{point['safety']:.3f}",
                f"{point['total']:.3f}",
                f"{point['removed']:.1%}",
                attack,
                "best" if point["k"] == found["best"] else "",
            )
        )
    return aligned(rows)


def of_guesses(draft: Draft, *, language: str = "en") -> str:
    """What `init` makes of every column."""
    rows = [("column", "role", "type", "because")]
    rows += [(guess.name, guess.role.value, guess.kind.value, guess.why) for guess in draft.guesses]
    return "\n".join([*(worded(note, language) for note in draft.remarks), aligned(rows)])


def _headline(ok: bool, promises: Iterable[Document], where: str = "", *, partly: bool = False) -> str:
    if ok:
        return f"Every promise that was judged holds{where}." if partly else f"Every promise holds{where}."
    broken = ", ".join(str(promise["name"]) for promise in promises if not promise["holds"] and not promise["vacuous"])
    return f"NOT every promise holds{where}: {broken}." if broken else f"Nothing is promised{where}."


def _promises(promises: Iterable[Document]) -> str:
    rows = [
        (
            _state(promise),
            str(promise["name"]),
            f"asked {_value(promise['target'])}",
            f"reached {_value(promise['achieved'])}",
        )
        for promise in promises
    ]
    return aligned(rows) if rows else ""


def _state(promise: Document) -> str:
    """Kept, broken, or nothing: what a promise that says nothing is worth."""
    if promise["vacuous"]:
        return "nothing"
    return "kept" if promise["holds"] else "BROKEN"


def _figures(report: Document) -> str:
    rows = [
        (label, _value(report[key]))
        for key, label in (
            ("records", "records"),
            ("released", "released"),
            ("removed", "removed"),
            ("groups", "groups"),
            ("smallest_group", "smallest group"),
            ("average_group", "average group"),
            ("discernibility", "discernibility"),
        )
        if report.get(key) is not None
    ]
    return aligned(rows) if rows else ""


def _losses(report: Document) -> str:
    loss = report.get("loss") or {}
    rows: list[tuple[str, str]] = []
    if loss.get("ncp") is not None:
        rows.append(("loss (NCP)", _percent(loss["ncp"])))
    if report.get("prec") is not None:
        rows.append(("precision (Prec)", _value(report["prec"])))
    rows += [(f"  {name}", _percent(value)) for name, value in (loss.get("columns") or {}).items() if value is not None]
    return aligned(rows) if rows else ""


def _utility(measures: Document) -> str:
    """U of histories and F1 of rules, where the rows could be compared."""
    rows: list[tuple[str, str]] = []
    if history := measures.get("history"):
        rows.append(("U (histories)", _value(history["utility"]["total"])))
        rows.append(("records removed", _percent(history["utility"]["removed"])))
    if purpose := measures.get("purpose"):
        rows.append(("F1 (all rules)", _value(purpose["overall"]["f1"])))
        rows += [(f"  {rule['name']}", _value(rule["f1"])) for rule in purpose["rules"]]
    return aligned(rows) if rows else ""


def _value(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:,.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_value(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return "(" + ", ".join(_value(part) for part in value) + ")"
    return str(value)


def _percent(value: object) -> str:
    return f"{100 * value:.2f} %" if isinstance(value, (int, float)) else _value(value)

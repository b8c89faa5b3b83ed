"""Results in a few lines of text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.cli.say import aligned
from tokumei.core.promise import Promise
from tokumei.report.plain import attack_lines
from tokumei.report.sections.promises import figure_of, promise_name
from tokumei.report.sections.risk import risk_rows
from tokumei.report.words import Words, words_in
from tokumei.report.words.notes import worded
from tokumei.translation import translated

if TYPE_CHECKING:
    from tokumei.job import Job, TablesJob

__all__ = [
    "of_attacks",
    "of_measures",
    "of_notes",
    "of_sweep",
    "of_verification",
    "places_of",
]

Document = Mapping[str, Any]


def places_of(job: Job | TablesJob) -> dict[str, str]:
    """Where a job writes, as a user finds it from here; a database URL as it is."""
    from tokumei.job import TablesJob
    from tokumei.pipeline.tables_writing import folder_of, public_page, report_page
    from tokumei.pipeline.writing import targets_of

    if isinstance(job, TablesJob):
        public = {} if (page := public_page(job)) is None else {"public_report_page": str(page)}
        return {"release": str(folder_of(job)), "report_page": str(report_page(job)), **public}
    names = ("release", "report_page", "public_report_page")
    return {word: str(place) for word, place in zip(names, targets_of(job), strict=True) if place is not None}


def of_notes(notes: Iterable[Document], language: str) -> list[str]:
    """Each note as a line."""
    return [f"  {worded(note, language)}" for note in notes]


def of_verification(verification: Document, release: Path, *, language: str = "en") -> str:
    """Which promises a file keeps."""
    words = words_in(language)
    promises = [Promise.from_dict(promise) for promise in verification.get("promises", [])]
    notes = of_notes(verification.get("notes", []), language)
    head = _headline(verification["ok"], promises, release, words, partly=bool(notes))
    return "\n".join([head, _promises(promises, words), *notes])


def of_measures(measures: Document, *, language: str = "en") -> str:
    """What a release lost."""
    words, notes = words_in(language), of_notes(measures.get("notes", []), language)
    if "tables" in measures:
        return "\n".join([*_of_tables(measures, words), *notes])
    parts = [_figures(measures, words), _losses(measures, words), _utility(measures, words), *notes]
    return "\n".join(part for part in parts if part)


def of_attacks(document: Document, *, language: str = "en") -> str:
    """What attackers reached."""
    words = words_in(language)
    beyond = (
        [words("attacks_beyond", sentence=translated(document["beyond"], language))] if "beyond" in document else []
    )
    return "\n".join([*attack_lines(document["attacks"], words), *beyond])


def of_sweep(found: Document, *, language: str = "en") -> str:
    """Every k, the best one marked."""
    words = words_in(language)
    heads = [words(f"sweep_column_{name}") for name in ("total", "removed", "hits")]
    tables = list(found["points"][0].get("tables", {}))
    rows = [("k", found["measure"], *(f"{found['measure']} {name}" for name in tables), "1/k", *heads, "")]
    for point in found["points"]:
        attack = "" if point["attack"] is None else f"{point['attack']:.1%}"
        rows.append(
            (
                str(point["k"]),
                f"{point['utility']:.3f}",
                *(f"{point['tables'][name]['utility']:.3f}" for name in tables),
                f"{point['safety']:.3f}",
                f"{point['total']:.3f}",
                f"{point['removed']:.1%}",
                attack,
                words("sweep_mark") if point["k"] == found["best"] else "",
            )
        )
    return aligned(rows)


def _of_tables(measures: Document, words: Words) -> list[str]:
    """What all tables have, how few people they leave where they are linked, and what each lost."""
    lines = [_figures(measures, words)]
    if risk := measures.get("risk"):
        head = (words("together"), words("risk_before"), words("risk_after"))
        lines.append(aligned([head, *risk_rows(risk, words)]))
    for name, own in measures["tables"].items():
        parts = [_figures(own, words), _losses(own, words), _utility(own, words)]
        lines += [words("of_table", table=name), *(part for part in parts if part)]
    return lines


def _headline(ok: bool, promises: Sequence[Promise], release: Path, words: Words, *, partly: bool) -> str:
    if ok:
        return words("all_judged_hold" if partly else "all_hold", release=release)
    broken = [promise_name(promise, words) for promise in promises if not promise.holds and promise.vacuous is None]
    if not broken:
        return words("none_promised", release=release)
    return words("not_all_hold", release=release, broken=words("comma").join(broken))


def _promises(promises: Sequence[Promise], words: Words) -> str:
    rows = [
        (
            words(f"state_{_state(promise)}"),
            promise_name(promise, words),
            f"{words('target')} {figure_of(promise, promise.target, words)}",
            f"{words('achieved')} {figure_of(promise, promise.achieved, words)}",
        )
        for promise in promises
    ]
    return aligned(rows) if rows else ""


def _state(promise: Promise) -> str:
    """Kept, broken, or nothing: what a promise that says nothing is worth."""
    if promise.vacuous is not None:
        return "nothing"
    return "kept" if promise.holds else "broken"


def _figures(report: Document, words: Words) -> str:
    rows = [
        (words(f"figure_{word}"), words.value(report[key]))
        for key, word in (
            ("records", "records"),
            ("released", "released"),
            ("removed", "removed"),
            ("groups", "groups"),
            ("smallest_group", "smallest"),
            ("average_group", "average"),
            ("discernibility", "discernibility"),
        )
        if report.get(key) is not None
    ]
    people = report.get("people") or {}
    rows += [
        (words(f"figure_{word}"), words.value(people[key]))
        for key, word in (("people", "people"), ("smallest_group", "smallest_people"))
        if key in people
    ]
    return aligned(rows) if rows else ""


def _losses(report: Document, words: Words) -> str:
    loss = report.get("loss") or {}
    rows: list[tuple[str, str]] = []
    if loss.get("ncp") is not None:
        rows.append((words("figure_ncp"), words.percent(loss["ncp"], 2)))
    if report.get("prec") is not None:
        rows.append((words("figure_prec"), words.percent(report["prec"])))
    columns = (loss.get("columns") or {}).items()
    rows += [(f"  {name}", words.percent(value, 2)) for name, value in columns if value is not None]
    return aligned(rows) if rows else ""


def _utility(measures: Document, words: Words) -> str:
    """U of histories and F1 of rules, where the rows could be compared."""
    rows: list[tuple[str, str]] = []
    if history := measures.get("history"):
        rows.append((words("history_utility"), words.value(history["utility"]["total"])))
        rows.append((words("history_removed"), words.percent(history["utility"]["removed"], 2)))
    if purpose := measures.get("purpose"):
        rows.append((f"{words('all_rules')} ({words('rule_f1')})", words.value(purpose["overall"]["f1"])))
        rows += [(f"  {rule['name']}", words.value(rule["f1"])) for rule in purpose["rules"]]
    return aligned(rows) if rows else ""

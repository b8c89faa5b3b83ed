"""The fifth step, the report as data: what was promised, what was reached, what it cost."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.fill_in import guess_masks
from tokumei.core.columns import DateColumn, NumberColumn, Role
from tokumei.core.history import HistoryRecoding
from tokumei.core.notes import Note, in_report
from tokumei.core.promise import Verification
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Nodes, Ranges, Recoded, Recoding, ValueSets
from tokumei.core.text_settings import TextSettings
from tokumei.errors import without_password
from tokumei.evaluation.distributions import distributions, group_sizes
from tokumei.evaluation.history.rfm import rfm_change
from tokumei.evaluation.history.utility import utility
from tokumei.evaluation.loss import loss_of
from tokumei.evaluation.recommendation import recommendation
from tokumei.evaluation.risk import risk_report
from tokumei.evaluation.set_measures import sets_report
from tokumei.evaluation.text_measures import measure_masks
from tokumei.job import Job, TablesJob, TableSource, named_place, text_settings
from tokumei.pipeline.people import groups_of_few_people
from tokumei.pipeline.populations import population_of
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.rules import rules_of
from tokumei.pipeline.samples import sample_of
from tokumei.pipeline.text_figures import NO_TEXTS, TextsElsewhere, text_figures
from tokumei.privacy.histories import told_apart
from tokumei.privacy.texts import look_up
from tokumei.text import MaskedTexts, mask_texts, mask_within, without_texts

__all__ = ["report_of", "settings_of", "settings_of_tables"]

PUBLISHED: dict[type, str] = {
    Ranges: "ranges",
    Nodes: "nodes",
    ValueSets: "values",
    ItemSets: "items",
    ItemNodes: "nodes",
    ItemLevels: "nodes",
}


def report_of(
    prepared: Prepared,
    outcome: Outcome,
    verification: Verification,
    frame: Any,
    beside: TextsElsewhere = NO_TEXTS,
) -> dict[str, Any]:
    """The report of a release, whose published frame is given, and what is known of texts that are not in it.

    Its seconds are added when they are known, `release` and its hash when it is written.
    """
    job, recoding = prepared.job, outcome.recoding
    loss = loss_of(recoding, k=job.privacy.k, weights=job.weights, elsewhere=beside.losses, sizes=beside.sizes)
    sizes = recoding.sizes if beside.sizes is None else beside.sizes
    texts = {**_texts(recoding, job, outcome.histories), **beside.texts}
    return {
        "title": _title(prepared),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "verified": verification.ok,
        "promises": [promise.to_dict() for promise in verification.promises],
        "records": recoding.records,
        **loss.to_dict(),
        **({} if outcome.histories is None else _of_people(outcome.histories, job.privacy.k)),
        "groups": verification.groups,
        "smallest_group": verification.smallest_group,
        **({} if verification.people is None else {"people": verification.people.to_dict()}),
        "group_sizes": group_sizes(sizes if outcome.histories is None else outcome.histories.sizes),
        "columns": _columns(prepared, recoding, loss.columns, beside.texts),
        **in_report(
            [
                *prepared.notes,
                *outcome.notes,
                *groups_of_few_people(prepared.frame, recoding, job, _returning(prepared.notes)),
                *_shown_beside(job, frame),
                *_of_texts(texts, verification),
            ]
        ),
        "seconds": {},
        "version": version("tokumei"),
        "job": settings_of(job),
        "source": _source(prepared),
        "release": {},
        "digest_key": secrets.token_hex(32),
        **_part("sample", beside.sample or sample_of(recoding, job)),
        **_part("risk", _risk(prepared, recoding, verification, frame)),
        **_part("sets", sets_report(recoding, k=job.privacy.k)),
        **_part("text", texts),
        **_part("meaning", dict(prepared.meaning)),
        **_purpose(prepared, recoding),
        **({} if outcome.histories is None else {"history": _history(outcome.histories, job.weights)}),
    }


def settings_of(job: Job) -> dict[str, Any]:
    """The job as it was written, changes of the call included; a database address without its password."""
    settings = job.model_dump(mode="json", by_alias=True, exclude_unset=True)
    for part, name in (("source", "sql"), ("output", "data")):
        if (settings.get(part) or {}).get(name) is not None:
            settings[part][name] = without_password(settings[part][name])
    return settings


def settings_of_tables(job: TablesJob) -> dict[str, Any]:
    """The job of several tables as it was written; database addresses without their passwords."""
    settings = job.model_dump(mode="json", by_alias=True, exclude_unset=True)
    for table in settings["tables"].values():
        source = table.get("source") or {}
        if source.get("sql") is not None:
            source["sql"] = without_password(source["sql"])
    return settings


def _part(name: str, content: Any) -> dict[str, Any]:
    return {name: content} if content else {}


def _title(prepared: Prepared) -> str:
    """The source's name, without the folders where it lies."""
    source = prepared.job.source
    if source is None:
        return "data frame"
    place = named_place(source)
    if place is not None:
        return Path(place).name
    return source.table if isinstance(source, TableSource) else "database"


def _source(prepared: Prepared) -> dict[str, Any]:
    facts = prepared.facts
    given: dict[str, Any] = {
        "path": None if prepared.job.source is None else named_place(prepared.job.source),
        "sha256": facts.sha256,
        "kind": facts.kind,
        "encoding": facts.encoding,
        "delimiter": facts.delimiter,
        "decimal": facts.decimal,
    }
    return {name: value for name, value in given.items() if value is not None}


def _columns(
    prepared: Prepared, recoding: Recoding, ncp: Mapping[str, float], texts: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Every column of the source that the job names, with what became of it."""
    shown = distributions(prepared.table, recoding, k=prepared.job.privacy.k)
    kinds = {column.name: str(column.kind) for column in prepared.table}
    columns: list[dict[str, Any]] = []
    for name, settings in prepared.job.columns.items():
        recoded = recoding.columns.get(name)
        columns.append(
            {
                "name": name,
                "role": str(settings.role),
                "type": kinds.get(name, None if settings.type is None else str(settings.type)),
                "published": "pseudonyms"
                if name == prepared.job.subject or settings.setting("pseudonym") is not None
                else "text"
                if name in texts
                else _published(recoded, settings.role),
                "ncp": ncp.get(name),
                **shown.get(name, {}),
            }
        )
    return columns


def _published(recoded: Recoded | None, role: Role) -> str:
    if recoded is None:
        return "not published" if role is Role.IDENTIFIER else "as is"
    return PUBLISHED.get(type(recoded), "text")


def _risk(prepared: Prepared, recoding: Recoding, verification: Verification, frame: Any) -> dict[str, Any]:
    """How few people share their quasi-identifiers, before and after; nothing where none make up groups."""
    job = prepared.job
    if prepared.subject is not None or not job.valued:
        return {}
    size, fitting = None, None
    if job.attack is not None:
        size, fitting = population_of(labels_of(frame, job), job, job.attack.population)
    return risk_report(
        prepared.table,
        job.valued,
        recoding.sizes[recoding.sizes > 0],
        k=job.privacy.k,
        population=size,
        fitting=fitting,
        person=prepared.repeated,
        fewest=None if verification.people is None else verification.people.smallest_group,
    )


def _returning(notes: Iterable[Note]) -> list[str]:
    """The identifiers that were seen to return."""
    return [note.values["column"] for note in notes if note.key == "repeated_identifier"]


def _shown_beside(job: Job, frame: Any) -> list[Note]:
    """Columns that a history publishes as they are, texts masked beside it, and how many people they tell apart."""
    beside = [name for name in job.texts if name not in job.grouped]
    shown = [*job.named(Role.SENSITIVE), *job.named(Role.KEEP), *beside]
    if job.subject is None or not shown:
        return []
    labels, quasi, k = labels_of(frame, job), job.grouped, job.privacy.k
    people = len(np.unique(labels.columns[job.subject].codes[~labels.removed(quasi, markers=job.marks)]))
    notes: list[Note] = []
    for name in shown:
        apart = told_apart(labels, subject=job.subject, columns=quasi, shown=name, k=k, markers=job.marks)
        notes.append(
            Note("text_beside_history", {"column": name, "subjects": apart, "of": people, "k": k}, warning=True)
            if name in beside
            else Note("shown_beside_history", {"column": name, "subjects": apart, "of": people, "k": k}, warning=True)
        )
    return notes


def _texts(recoding: Recoding, job: Job, histories: HistoryRecoding | None) -> dict[str, Any]:
    """Column → what was masked."""
    person = None if histories is None else histories.histories.whose.astype(np.int64)
    return {
        name: {
            "within": job.columns[name].setting("within"),
            **({} if person is None else {"people": True}),
            **_text(column, text_settings(job.columns[name], job.privacy.k)),
            **({"other_way": _other_way(column, recoding, job, person)} if job.grouped else {}),
        }
        for name, column in recoding.columns.items()
        if isinstance(column, MaskedTexts)
    }


def _other_way(texts: MaskedTexts, recoding: Recoding, job: Job, person: npt.NDArray[np.int64] | None) -> float:
    """The share of characters that would be masked the other way: by 2-grams beside the groups, or within them."""
    settings = text_settings(job.columns[texts.name], job.privacy.k)
    if texts.name not in job.grouped:
        other = mask_within(texts.column, settings, recoding.group)
    else:
        own = texts.column if texts.removed is None else without_texts(texts.column, texts.removed)
        other = mask_texts(own, replace(settings, equal=False, merge=False, all_masked=True), person=person)
    released = ~recoding.removed
    masked, all_ = (counts[released].sum() for counts in (other.masked_characters(), other.own_characters()))
    return float(masked / max(all_, 1))


def _text(texts: MaskedTexts, settings: TextSettings) -> dict[str, Any]:
    strings = texts.strings()
    rows = slice(None) if texts.removed is None else np.flatnonzero(~texts.removed)
    released = strings if texts.removed is None else [strings[row] for row in np.flatnonzero(~texts.removed)]
    measures = measure_masks(texts.own_characters()[rows], texts.masked_characters()[rows], released)
    return {
        **text_figures(settings, measures, texts.facts),
        **(_guessed(texts, strings, settings) if settings.guess else {}),
    }


def _guessed(texts: MaskedTexts, strings: list[str | None], settings: TextSettings) -> dict[str, Any]:
    """How often masked characters can be guessed, and how many texts fit a single one of the originals."""
    originals = texts.originals()
    guess = guess_masks(
        originals,
        strings,
        mask_char=settings.mask_char,
        characters=settings.characters,
        whitespace=settings.whitespace,
    )
    counts = look_up(strings, originals, settings, limit=2)
    return {"guess": guess.as_dict(), "found_alone": float((counts == 1).sum() / max((counts >= 0).sum(), 1))}


def _of_texts(texts: Mapping[str, Any], verification: Verification) -> list[Note]:
    """What to mind about texts: nothing readable, or nothing promised."""
    notes = [
        Note("all_masked", {"column": name}, warning=True)
        for name, figures in texts.items()
        if figures["characters"] and figures["masked_characters"] == figures["characters"]
    ]
    for promise in verification.promises:
        if promise.vacuous == "passes":
            notes.append(Note("nothing_promised", {"column": promise.column}, warning=True))
    return notes


def _purpose(prepared: Prepared, recoding: Recoding) -> dict[str, Any]:
    """How well the job's rules are served; nothing where it has none."""
    rules = rules_of(prepared.job, prepared.table)
    if rules is None:
        return {}
    served = recommendation(prepared.table, recoding, rules).to_dict(prepared.job.privacy.k)
    score = {} if prepared.subject is not None else {"score": prepared.job.method.score}
    return {"purpose": {**score, **served}}


def _history(recoding: HistoryRecoding, weights: Mapping[str, float]) -> dict[str, Any]:
    """What the histories lost."""
    lost = utility(recoding, weights)
    histories = recoding.histories
    pseudonyms = int((recoding.cluster >= 0).sum())
    published = pseudonyms if histories.person is None else len(np.unique(histories.person[recoding.cluster >= 0]))
    return {
        "subjects": histories.people,
        "published_subjects": published,
        "removed_subjects": histories.people - published,
        **({} if histories.person is None else {"pseudonyms": pseudonyms}),
        "clusters": recoding.clusters,
        "utility": {"total": lost.total, "columns": dict(lost.columns), "removed": lost.removed},
        **_rfm(recoding),
    }


def _of_people(recoding: HistoryRecoding, k: int) -> dict[str, Any]:
    """The figures of groups, which count people in a history: a group is who publishes the same."""
    sizes = recoding.sizes
    average = float(sizes.mean()) if len(sizes) else None
    return {
        "discernibility": int((sizes**2).sum()),
        "average_group": average,
        "normalized_average_group": None if average is None else average / k,
    }


def _rfm(recoding: HistoryRecoding) -> dict[str, Any]:
    """RFM before and after, where the job has a date and two numbers: the day, the price and the quantity."""
    quasi = recoding.histories.table.quasi
    days = [column.name for column in quasi if isinstance(column, DateColumn) and column.hierarchy is None]
    numbers = [column.name for column in quasi if isinstance(column, NumberColumn) and column.hierarchy is None]
    if not days or len(numbers) < 2:
        return {}
    change = asdict(rfm_change(recoding, day=days[0], price=numbers[0], quantity=numbers[1]))
    figures = {part: {name: _figure(value) for name, value in values.items()} for part, values in change.items()}
    return {"rfm": {"day": days[0], "price": numbers[0], "quantity": numbers[1], **figures}}


def _figure(value: float) -> float | None:
    return None if value != value else value

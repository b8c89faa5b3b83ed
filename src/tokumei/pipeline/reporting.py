"""The fifth step, the report as data: what was promised, what was reached, what it cost."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Role
from tokumei.core.history import HistoryRecoding
from tokumei.core.notes import Note, in_report
from tokumei.core.promise import Verification
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.errors import without_password
from tokumei.evaluation.distributions import Distribution, distributions, group_sizes
from tokumei.evaluation.loss import Loss, loss_of
from tokumei.evaluation.risk import risk_report
from tokumei.evaluation.set_measures import sets_report
from tokumei.job import Job, TablesJob, TableSource, named_place
from tokumei.pipeline.people import groups_of_few_people
from tokumei.pipeline.populations import population_of
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.rules import rules_of
from tokumei.pipeline.samples import sample_of
from tokumei.pipeline.text_figures import NO_TEXTS, TextsElsewhere

__all__ = ["Figures", "published_as", "report_from", "report_of", "settings_of", "settings_of_tables"]

PUBLISHED: dict[type, str] = {
    Ranges: "ranges",
    Nodes: "nodes",
    ValueSets: "values",
    ItemSets: "items",
    ItemNodes: "nodes",
    ItemLevels: "nodes",
}


@dataclass(frozen=True, kw_only=True, eq=False)
class Figures:
    """What a report says of how a source was recoded: all of it at once, or pooled from its parts."""

    loss: Loss
    people: Mapping[str, Any]
    """The figures of groups, where these count people."""
    sizes: npt.NDArray[np.int64]
    """Group → its records, in a history its people."""
    distributions: Mapping[str, Distribution]
    published: Mapping[str, str]
    """Column → what was made of it: `ranges`, `nodes`, …"""
    notes: Sequence[Note]
    parts: Mapping[str, Any]
    """What not every report has, by its name: `sample`, `risk`, `history`, …"""


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
    return report_from(prepared, _figures(prepared, outcome, verification, frame, beside), verification)


def _figures(
    prepared: Prepared, outcome: Outcome, verification: Verification, frame: Any, beside: TextsElsewhere
) -> Figures:
    job, recoding, histories = prepared.job, outcome.recoding, outcome.histories
    texts = {**_texts(recoding, job, histories), **beside.texts}
    people, apart, history = _of_people(job, histories, frame)
    sizes = recoding.sizes if beside.sizes is None else beside.sizes
    return Figures(
        loss=loss_of(recoding, k=job.privacy.k, weights=job.weights, elsewhere=beside.losses, sizes=beside.sizes),
        people=people,
        sizes=sizes if histories is None else histories.sizes,
        distributions=distributions(prepared.table, recoding, k=job.privacy.k),
        published={**published_as(recoding), **dict.fromkeys(beside.texts, "text")},
        notes=[
            *outcome.notes,
            *groups_of_few_people(prepared.frame, recoding, job, _returning(prepared.notes)),
            *apart,
            *_of_texts(texts, verification),
        ],
        parts={
            "sample": beside.sample or sample_of(recoding, job),
            "risk": _risk(prepared, recoding, verification, frame),
            "sets": sets_report(recoding, k=job.privacy.k),
            "text": texts,
            "meaning": dict(prepared.meaning),
            "purpose": _purpose(prepared, recoding),
            "history": history,
        },
    )


def _of_people(
    job: Job, histories: HistoryRecoding | None, frame: Any
) -> tuple[dict[str, Any], list[Note], dict[str, Any]]:
    """The figures of groups, what is shown beside histories, and what these lost; nothing where there are none."""
    if job.subject is None:
        return {}, [], {}
    from tokumei.pipeline.history_figures import (
        HistoryFigures,
        ToldApart,
        beside_history,
        history_report,
        people_report,
    )

    apart = ToldApart.of(frame, job).notes(job) if beside_history(job) else []
    if histories is None:
        return {}, apart, {}
    lost = history_report([HistoryFigures.of(histories, job.weights)])
    return people_report(histories.sizes, job.privacy.k), apart, lost


def report_from(prepared: Prepared, figures: Figures, verification: Verification) -> dict[str, Any]:
    """The report of a release whose figures are known."""
    job = prepared.job
    return {
        "title": _title(prepared),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "verified": verification.ok,
        "promises": [promise.to_dict() for promise in verification.promises],
        "records": figures.loss.released + figures.loss.removed,
        **figures.loss.to_dict(),
        **figures.people,
        "groups": verification.groups,
        "smallest_group": verification.smallest_group,
        **({} if verification.people is None else {"people": verification.people.to_dict()}),
        "group_sizes": group_sizes(figures.sizes),
        "columns": _columns(prepared, figures),
        **in_report([*prepared.notes, *figures.notes]),
        "seconds": {},
        "version": version("tokumei"),
        "job": settings_of(job),
        "source": _source(prepared),
        "release": {},
        "digest_key": secrets.token_hex(32),
        **{name: part for name, part in figures.parts.items() if part},
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


def _columns(prepared: Prepared, figures: Figures) -> list[dict[str, Any]]:
    """Every column of the source that the job names, with what became of it."""
    kinds = {column.name: str(column.kind) for column in prepared.table}
    columns: list[dict[str, Any]] = []
    for name, settings in prepared.job.columns.items():
        as_it_is = "not published" if settings.role is Role.IDENTIFIER else "as is"
        columns.append(
            {
                "name": name,
                "role": str(settings.role),
                "type": kinds.get(name, None if settings.type is None else str(settings.type)),
                "published": "pseudonyms"
                if name == prepared.job.subject or settings.setting("pseudonym") is not None
                else figures.published.get(name, as_it_is),
                "ncp": figures.loss.columns.get(name),
                **figures.distributions.get(name, {}),
            }
        )
    return columns


def published_as(recoding: Recoding) -> dict[str, str]:
    """Column → what was made of it."""
    return {name: PUBLISHED.get(type(recoded), "text") for name, recoded in recoding.columns.items()}


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


def _texts(recoding: Recoding, job: Job, histories: HistoryRecoding | None) -> dict[str, Any]:
    """Column → what was masked; nothing where the job has no texts."""
    if not job.texts:
        return {}
    from tokumei.pipeline.masked_figures import masked_figures

    person = None if histories is None else histories.histories.whose.astype(np.int64)
    return masked_figures(recoding, job, person)


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
    from tokumei.evaluation.recommendation import recommendation

    served = recommendation(prepared.table, recoding, rules).to_dict(prepared.job.privacy.k)
    score = {} if prepared.subject is not None else {"score": prepared.job.method.score}
    return {**score, **served}

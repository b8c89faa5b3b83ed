"""The fourth step: whether what is published keeps the promises, seen with nothing but its labels and the job."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import ColumnSpec, Role, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.promise import Promise, Verification
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Recoding
from tokumei.errors import DataError, JobError, PromiseError
from tokumei.io.encode import encode
from tokumei.io.reading import SourceFacts
from tokumei.io.release import published
from tokumei.io.texts import strings_of
from tokumei.job import FileSource, Job, text_settings
from tokumei.pipeline.people import whose
from tokumei.pipeline.populations import of_populations
from tokumei.pipeline.promising import not_judged, of_policies, trees_of_files
from tokumei.pipeline.reading import Prepared, column_specs, hierarchy_of, models_of, read, registry_of
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.selecting import selected
from tokumei.privacy.compilation import sensitive_columns
from tokumei.privacy.histories import HistoryAnonymity, pooled, verify_lines
from tokumei.privacy.km_anonymity import KmAnonymity
from tokumei.privacy.models import text_models
from tokumei.privacy.suppression import Suppression
from tokumei.privacy.texts import verify_texts
from tokumei.privacy.verification import verify

__all__ = [
    "Knowledge",
    "judge",
    "judge_histories",
    "judge_part",
    "knowledge_of_file",
    "knowledge_of_run",
    "knowledge_of_source",
    "refuse_broken",
]

Flags = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.int32]
Rows = npt.NDArray[np.int64]
BY_RECORDS_TOO = ("k", "distinct")
"""Promises over people that no release keeps whose records do not: these can be judged where people are not known."""


@dataclass(frozen=True, kw_only=True)
class Knowledge:
    """What is known beside the release and the job: much inside a run, little from a file."""

    specs: Mapping[str, ColumnSpec]
    """How the sensitive columns that promises name are read."""
    hierarchies: Mapping[str, Hierarchy]
    collections: Mapping[str, list[str | None]] = field(default_factory=dict)
    """Text column → its texts before masking: what registry-k is about."""
    trees: Mapping[str, Hierarchy] = field(default_factory=dict)
    """Quasi-identifier → its hierarchy, where labels alone do not tell the level that `at_least` names."""
    removed: int | None = None
    """How many records were removed, where that is known otherwise than by their marks."""
    person: Codes | None = None
    """Row of the release → whose it is, where promises are about people: no part of the release says so."""
    weight: Rows | None = None
    """Row → how many rows of the release it stands for, where equal ones were counted."""
    carried: Collection[str] = ()
    """Columns of the release that nothing is promised of, where only the others were counted."""
    texts: tuple[Promise, ...] | None = None
    """The promises of texts, where these were read piece by piece: then the frame does not have them."""
    equals: tuple[int, int] | None = None
    """How many different rows there are and how many of the rarest, where no promise makes groups and the frame does
    not say it."""


def knowledge_of_run(prepared: Prepared, outcome: Outcome, record: Callable[[], Rows]) -> Knowledge:
    """What a run knows of its own release, of which `record` gives row → record."""
    return replace(
        knowledge_of_source(prepared, removed=outcome.recoding.records - int(outcome.recoding.sizes.sum())),
        collections=_originals(outcome.recoding) if prepared.job.texts else {},
        person=_persons_of_run(prepared, outcome, record),
    )


def _originals(recoding: Recoding) -> dict[str, list[str | None]]:
    """Text column → its texts before they were masked."""
    from tokumei.text import MaskedTexts

    return {name: column.originals() for name, column in recoding.columns.items() if isinstance(column, MaskedTexts)}


def knowledge_of_source(prepared: Prepared, *, removed: int) -> Knowledge:
    """What the columns of a source tell of a release that lacks so many of its records."""
    job, sensitive = prepared.job, prepared.table.sensitive
    return Knowledge(
        specs={
            column.name: job.columns[column.name].spec(column.name, column.kind, prepared.facts.decimal)
            for column in sensitive
        },
        hierarchies={
            column.name: column.hierarchy
            for column in sensitive
            if not isinstance(column, TextColumn) and column.hierarchy is not None
        },
        trees={
            column.name: column.hierarchy
            for column in prepared.table.quasi
            if not isinstance(column, TextColumn) and column.hierarchy is not None
        },
        removed=removed,
    )


def _persons_of_run(prepared: Prepared, outcome: Outcome, record: Callable[[], Rows]) -> Codes | None:
    """Row → whose it is, where a promise counts people and rows or pseudonyms are not one each."""
    if outcome.histories is not None:
        histories = outcome.histories.histories
        return None if histories.person is None else histories.whose[record()]
    return None if prepared.person is None or prepared.place is not None else prepared.person[record()]


def knowledge_of_file(frame: Any, job: Job, facts: SourceFacts, persons: Any = None) -> Knowledge:
    """What can be known of a released file: its own columns, the job's source where that lies beside it, and whose the
    rows are where `persons` says so, a frame or file in the order of the release."""
    named = [name for name in sensitive_columns(models_of(job)) if name in frame.columns]
    shown = frame
    if named and job.marks:  # the `*` of a removed record is no value of a sensitive column
        marked = published(frame, frame.columns, sets=job.may_be_sets).removed(job.named(Role.QUASI), markers=True)
        shown = frame.filter(~marked) if marked.any() else frame
    if named and job.subject is not None:  # nor is that of a line whose values are hidden
        labels = published(shown, named, sets=job.may_be_sets)
        hidden = np.logical_or.reduce([labels.columns[name].is_any() for name in named])
        shown = shown.filter(~hidden) if hidden.any() and not hidden.all() else shown
    specs = {spec.name: spec for spec in column_specs(shown, job, named, facts.decimal, [])}
    trees = [spec for spec in specs.values() if job.columns[spec.name].setting("hierarchy") is not None]
    columns, _ = encode(shown, trees, decimal=facts.decimal)
    made = {column.name: hierarchy_of(column, job) for column in columns}
    return Knowledge(
        specs=specs,
        hierarchies={name: tree for name, tree in made.items() if tree is not None},
        collections=_source_texts(job),
        trees=trees_of_files(job),
        person=_persons(frame if persons is None and _names_people(frame, job) else persons, frame.height, job),
    )


def _names_people(frame: Any, job: Job) -> bool:
    """Whether a release says by a pseudonym whose its rows are."""
    return job.by_people and job.person not in job.hidden and job.person in frame.columns


def _persons(persons: Any, rows: int, job: Job) -> Codes | None:
    """Row of a release → whose it is; None where nobody says it."""
    if persons is None:
        return None
    name = job.subject if job.in_parts else job.person
    if not (job.by_people or job.in_parts) or name is None:
        raise JobError(
            "This job promises nothing of people, so that nothing can be judged by them: name the identifier as "
            "`person`, or leave the persons out."
        )
    frame, _, _ = read(persons, job)
    if frame.height != rows:
        raise DataError(
            f"The release has {rows:,} rows, and {frame.height:,} are said whose they are: give one row for each, in "
            "the order of the release."
        )
    return whose(frame, name)


def judge(frame: Any, job: Job, known: Knowledge) -> Verification:
    """Every promise of a job, judged on a published frame by its labels alone."""
    if job.subject is not None:
        return judge_histories([judge_part(frame, job, known)], job, known)
    labels = replace(published(frame, frame.columns, sets=job.may_be_sets), weight=known.weight)
    beside = [name for name in job.named(Role.QUASI) if name not in job.grouped]
    people_unknown = job.by_people and known.person is None
    found = verify(
        labels,
        job.grouped,
        [
            model
            for model in models_of(job)
            if (job.grouped or model.column is not None) and not (people_unknown and model.kind not in BY_RECORDS_TOO)
        ],
        sensitive=known.specs,
        hierarchies=known.hierarchies,
        identifiers=job.hidden,
        kept=[
            name
            for name in (
                *(name for name in job.named(Role.IDENTIFIER) if name not in job.hidden),
                *job.named(Role.KEEP),
                *beside,
                *(name for name in job.named(Role.SENSITIVE) if name not in known.specs),
            )
            if name not in known.carried
        ],
        markers=job.marks,
        person=known.person,
    )
    marked = labels.removed(job.named(Role.QUASI), markers=job.marks)
    released = frame.filter(~marked) if marked.any() else frame
    if not job.grouped:
        found = _groups_of_equals(found, labels, job, ~marked, known.equals)
    promises = (
        *found.promises,
        *_few_known(labels, job, marked),
        *_of_texts(released, job, known),
        *of_policies(labels, job, ~marked, known.trees),
        *of_populations(labels, job, ~marked),
    )
    notes = (
        *found.notes,
        *([Note("people_not_judged", {"person": job.person}, warning=True)] if people_unknown else []),
        *_not_judged(promises, job),
        *not_judged(job, known.trees),
    )
    return _with_removals(replace(found, promises=promises, notes=notes), job, known.removed)


def refuse_broken(verification: Verification) -> None:
    """Raises PromiseError when a promise does not hold on what would be published."""
    if verification.broken:
        said = "; ".join(
            f"{promise.name}: {promise.achieved} where {promise.target} is promised" for promise in verification.broken
        )
        raise PromiseError(f"The release does not keep its promises, and nothing was written. {said}.")


def judge_histories(parts: Sequence[Verification], job: Job, known: Knowledge) -> Verification:
    """Every promise of a job with a subject, judged on a published frame by what was found in its parts."""
    found = pooled(parts)
    return found if job.removals is None else _with_removals(found, job, known.removed)


def judge_part(frame: Any, job: Job, known: Knowledge) -> Verification:
    """What a part of a release of histories keeps; pseudonyms whose rows are the same are in the same part."""
    assert job.subject is not None
    labels = published(frame, frame.columns, sets=job.may_be_sets)
    rows = ~labels.removed(job.named(Role.QUASI), markers=job.marks)
    shown = [name for name in job.named(Role.IDENTIFIER) if name != job.subject and name in labels.columns]
    if shown:
        raise DataError(f"The release publishes {shown[0]!r}, which the job calls an identifier: is it the wrong job?")
    if job.subject not in labels.columns:
        raise JobError(f"The release has no column {job.subject!r} with the pseudonyms of the job's subjects.")
    missing = [name for name in job.texts if name not in labels.columns]
    if missing:
        raise DataError.missing_columns(missing, list(labels.columns))
    found = HistoryAnonymity(job.privacy.k).check(
        labels, subject=job.subject, columns=job.grouped, markers=job.marks, person=known.person
    )
    if job.in_parts and known.person is None:
        found = replace(found, notes=(Note("pseudonyms_not_people", {"subject": job.subject}, warning=True),))
    diverse = verify_lines(
        labels,
        [model for model in models_of(job) if model.column is not None],
        subject=job.subject,
        columns=job.grouped,
        rows=rows,
        specs=known.specs,
        hierarchies=known.hierarchies,
    )
    released = frame if rows.all() else frame.filter(rows)
    texts = _of_texts(released, job, known, person=labels.columns[job.subject].codes[rows])
    return replace(found, promises=(*found.promises, *diverse, *texts, *of_policies(labels, job, rows, {})))


def _groups_of_equals(
    found: Verification, labels: PublishedTable, job: Job, rows: Flags, known: tuple[int, int] | None
) -> Verification:
    """Where no promise makes groups, records that publish the same are one: a figure, and nothing more."""
    if known is not None:
        return replace(found, groups=known[0], smallest_group=known[1])
    sizes = np.bincount(labels.groups(job.named(Role.QUASI), rows))
    return replace(found, groups=len(sizes), smallest_group=int(sizes.min(initial=found.records)))


def _few_known(labels: PublishedTable, job: Job, marked: Flags) -> tuple[Promise, ...]:
    """k^m-anonymity as the published cells keep it; removed records (`marked`) do not count."""
    if job.privacy.km is None:
        return ()
    model = KmAnonymity(job.privacy.km.column, job.privacy.k, job.privacy.km.m)
    if model.column not in labels.columns:
        raise DataError(f"The release lacks {model.column!r}, of which the job promises k^m-anonymity.")
    column = labels.columns[model.column]
    released = PublishedColumn(column.codes[~marked], column.labels)
    return (model.check(released, job.columns[model.column].setting("separator")),)


def _of_texts(frame: Any, job: Job, known: Knowledge, person: Codes | None = None) -> tuple[Promise, ...]:
    """The promises of text columns; with `person`, row → whose it is, they count people.

    Texts within groups equal the others of their group, and every n-gram of theirs is as frequent: that is left out.
    Registry-k of the collection is judged against the texts before masking, where they are at hand; the published texts
    alone can prove it but not refute it, so without them it is left out.
    """
    if known.texts is not None:
        return known.texts
    promises: list[Promise] = []
    for name in job.texts:
        settings = text_settings(job.columns[name], job.privacy.k)
        registry = registry_of(name, job)
        originals = known.collections.get(name)
        models = text_models(name, settings)
        promises += verify_texts(
            strings_of(frame[name]),
            models if name not in job.grouped else [model for model in models if model.kind == "equal"],
            settings,
            registry=originals if isinstance(registry, str) else registry,
            originals=originals,
            person=person,
        )
    return tuple(promises)


def _not_judged(promises: tuple[Promise, ...], job: Job) -> list[Note]:
    judged = {promise.column for promise in promises if promise.kind in ("registry", "registry_released")}
    return [
        Note("registry_not_judged", {"column": name})
        for name in job.texts
        if job.columns[name].setting("registry") is not None and name not in judged
    ]


def _with_removals(found: Verification, job: Job, removed: int | None) -> Verification:
    """With the bound on removals, where the job allows some or some were seen."""
    share = job.privacy.suppress
    if removed is None and not job.marks:
        return found if share == 0 else replace(found, notes=(*found.notes, Note("suppress_not_judged")))
    gone = found.removed if removed is None else removed
    if share == 0 and gone == 0:
        return found
    return replace(found, promises=(*found.promises, Suppression(share).check(gone, found.records + gone)))


def _source_texts(job: Job) -> dict[str, list[str | None]]:
    """The source's texts, for columns with a registry; nothing where the source is not here."""
    names = [name for name in job.texts if job.columns[name].setting("registry") is not None]
    if not names or not isinstance(job.source, FileSource) or not job.path(job.source.file).is_file():
        return {}
    frame, _, facts = read(None, job)
    frame, _ = selected(frame, job, facts.decimal, tree=hierarchy_of)
    return {name: strings_of(frame[name]) for name in names if name in frame.columns}

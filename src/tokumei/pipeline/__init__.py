"""Job + source → verified release + report: the one place where the parts meet."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tokumei.core.columns import ColumnSpec, Kind, Role, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError, JobError
from tokumei.io.encode import encode
from tokumei.io.ordering import ordered_by_content
from tokumei.io.release import assemble, published
from tokumei.job import Job, load, text_settings
from tokumei.pipeline.histories import (
    attack_histories,
    history_report,
    named,
    recode_histories,
    utility_of_release,
    verify_history_labels,
)
from tokumei.pipeline.km import km_name, km_promises
from tokumei.pipeline.preparing import (
    Prepared,
    column_specs,
    hierarchy_of,
    models_of,
    prepare,
    read,
)
from tokumei.pipeline.purpose import measured_for_rules
from tokumei.pipeline.recoding import recode
from tokumei.pipeline.releasing import Release, check_outputs, refuse_broken
from tokumei.pipeline.reporting import report_of
from tokumei.pipeline.texts import collections_of, not_judged, originals_of, text_names, verify_columns
from tokumei.privacy.compilation import sensitive_columns
from tokumei.privacy.suppression import Suppression
from tokumei.privacy.verification import verify as verify_published

__all__ = ["Promise", "Release", "Verification", "anonymize", "attack", "measure", "run", "verify"]

JobLike = Job | dict[str, Any] | str | Path


def anonymize(source: Any, job: JobLike, *, progress: Progress | None = None) -> Release:
    """A release of a frame (polars, pandas, Arrow) or a file, verified, with its report.

    *Promise*: what is returned keeps every promise of the job, judged from the published values alone; otherwise
    PromiseError is raised, or Infeasible when no release could keep them.
    """
    listener = progress or SILENT
    watch = _Stopwatch()
    with watch("read"):
        prepared = prepare(source, load(job), listener)
    with watch("anonymize"):
        histories = recode_histories(prepared, listener) if prepared.subject is not None else None
        recoding = recode(prepared, listener) if histories is None else histories.recoding()
    listener.stage("publish")
    with watch("publish"):
        shown = recoding if histories is None else histories.recoding(named(histories, prepared.job))
        frame = _published_frame(prepared, shown)
    listener.stage("verify")
    with watch("verify"):
        verification = _verify_frame(
            frame,
            prepared.job,
            _specs(prepared),
            _hierarchies(prepared),
            originals_of(recoding),
            int(recoding.removed.sum()),
        )
    refuse_broken(verification)
    listener.stage("report")
    with watch("measure"):
        report = report_of(prepared, recoding, verification)
        if histories is not None:
            report["history"] = history_report(histories)
    report["seconds"] = {stage: round(spent, 3) for stage, spent in watch.seconds.items()}
    return Release.of(frame, prepared.kind, report, prepared.job)


def run(job: JobLike, *, force: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """Runs a job from its source to its outputs; returns the report. Writes everything or nothing."""
    asked = load(job)
    check_outputs(asked, force=force)
    release = anonymize(None, asked, progress=progress)
    (progress or SILENT).stage("write")
    started = time.perf_counter()
    release.write_outputs(force=force)
    release.report["seconds"]["write"] = round(time.perf_counter() - started, 3)
    return release.report


def verify(release: Any, job: JobLike) -> Verification:
    """Whether a released file or frame keeps the promises of a job, with nothing but the two."""
    asked = load(job)
    frame, _, facts = read(_opened(release), asked)
    named = [name for name in sensitive_columns(models_of(asked)) if name in frame.columns]
    shown = _without_marks(frame, asked) if named else frame
    specs = {spec.name: spec for spec in column_specs(shown, asked, named, facts.decimal, [])}
    trees = [spec for spec in specs.values() if asked.columns[spec.name].setting("hierarchy") is not None]
    columns, _ = encode(shown, trees, decimal=facts.decimal)
    hierarchies = {column.name: hierarchy_of(column, asked) for column in columns}
    return _verify_frame(frame, asked, specs, hierarchies, collections_of(asked))


def measure(original: Any, release: Any, job: JobLike) -> dict[str, Any]:
    """Loss and utility of any release against its original, whoever made it."""
    from tokumei.evaluation.measure import measure as measured

    asked = load(job)
    prepared, labels = _compared(original, release, asked)
    aligned = asked.output.order == "keep" or asked.output.format is not None
    found = measured(
        prepared.table,
        labels,
        k=asked.privacy.k,
        by_range=[name for name, column in asked.columns.items() if column.setting("publish") == "ranges"],
        aligned=aligned,
        markers=_marks(asked),
        apart=[*text_names(asked), *(name for name in [km_name(asked)] if name is not None)],
        texts={name: text_settings(asked.columns[name], asked.privacy.k) for name in text_names(asked)},
    )
    if prepared.subject is not None and aligned:
        found["history"] = utility_of_release(prepared, labels)
    return measured_for_rules(prepared, labels, found)


def attack(original: Any, release: Any, job: JobLike) -> dict[str, Any]:
    """Tries to re-identify the subjects of a released history, with the original as the attacker's knowledge.

    `ok` is false when an attack hits more often than the job's 1/k explains.
    """
    asked = load(job)
    if asked.subject is None:
        raise JobError("Attacks are on histories: the job has no `subject`.")
    prepared, labels = _compared(original, release, asked)
    found = attack_histories(prepared, labels, asked)
    return {"ok": not any(one["succeeds"] for one in found), "k": asked.privacy.k, "attacks": found}


def _opened(release: Any) -> Any:
    """A release of ours is looked at as its reader would: by its data alone."""
    return release.data if isinstance(release, Release) else release


def _compared(original: Any, release: Any, job: Job) -> tuple[Prepared, PublishedTable]:
    """An original and a release of it, both read as the job says."""
    prepared = prepare(original, job)
    frame, _, _ = read(_opened(release), job)
    names = [name for name in frame.columns if name in _release_names(job)]
    if not names:
        raise DataError("The release has none of the job's columns: is it measured against the wrong job?")
    return prepared, published(frame, names, sets=_sets(job))


def _published_frame(prepared: Prepared, recoding: Any) -> Any:
    """The frame that is published, its rows in an order that tells nothing (unless the job keeps the source's)."""
    output, seed = prepared.job.output, prepared.job.seed
    shuffled = output.order == "shuffle" and output.format is None
    rng = np.random.default_rng()
    frame = assemble(
        prepared.frame,
        prepared.table,
        recoding,
        names=prepared.names,
        permutation=rng.permutation(prepared.table.records) if shuffled and seed is None else None,
        removed="drop" if output.format is None and output.removed == "drop" else "mark",
        numbers=output.numbers,
    )
    return ordered_by_content(frame, seed) if shuffled and seed is not None else frame


def _verify_frame(
    frame: Any,
    job: Job,
    specs: Mapping[str, ColumnSpec],
    hierarchies: Mapping[str, Hierarchy | None],
    originals: Mapping[str, list[str | None]] | None = None,
    removed: int | None = None,
) -> Verification:
    """Judges a published frame by its labels alone; `specs` are of the sensitive columns that the promises name.

    `originals` are texts before masking: what registry-k of the collection is about, where they are at hand.
    """
    labels = published(frame, frame.columns, sets=_sets(job))
    if job.subject is not None:
        return verify_history_labels(labels, job)
    roles = {role: [name for name, column in job.columns.items() if column.role is role] for role in Role}
    texts = text_names(job)
    beside = [name for name in [km_name(job)] if name is not None]
    grouped = [name for name in roles[Role.QUASI] if name not in texts and name not in beside]
    found = verify_published(
        labels,
        grouped,
        [model for model in models_of(job) if grouped or model.column is not None],
        sensitive=specs,
        hierarchies={name: tree for name, tree in hierarchies.items() if tree is not None},
        identifiers=roles[Role.IDENTIFIER],
        markers=_marks(job),
        kept=[*roles[Role.KEEP], *texts, *beside, *(name for name in roles[Role.SENSITIVE] if name not in specs)],
    )
    found = _with_removals(found, job, removed)
    if not texts and not beside:
        return found
    marked = labels.removed(grouped or texts or beside, markers=_marks(job))
    released = frame.filter(~marked) if marked.any() else frame
    promises = (*found.promises, *km_promises(labels, job, marked), *verify_columns(released, job, originals))
    return replace(found, promises=promises, notes=(*found.notes, *not_judged(promises, job)))


def _with_removals(found: Verification, job: Job, removed: int | None) -> Verification:
    """With the bound on removals, where the job allows some or some were seen.

    `removed` is known inside a run; from a file, it is known where removed records are marked.
    """
    share = job.privacy.suppress
    gone = found.removed if removed is None else removed
    if removed is None and not gone and job.output.removed == "drop":
        return found if share == 0 else replace(found, notes=(*found.notes, Note("suppress_not_judged")))
    if share == 0 and gone == 0:
        return found
    return replace(found, promises=(*found.promises, Suppression(share).check(gone, found.records + gone)))


def _without_marks(frame: Any, job: Job) -> Any:
    """The released records alone: the `*` of a removed one is no value of a sensitive column."""
    quasi = [name for name, column in job.columns.items() if column.role is Role.QUASI]
    marked = published(frame, frame.columns, sets=_sets(job)).removed(quasi, markers=_marks(job))
    return frame.filter(~marked) if marked.any() else frame


def _marks(job: Job) -> bool:
    """Whether a release of the job marks removed records with rows of `*`."""
    return job.output.removed == "mark" or job.output.format is not None


def _specs(prepared: Prepared) -> dict[str, ColumnSpec]:
    """How the sensitive columns that models name were read."""
    asked, decimal = prepared.job.columns, prepared.facts.decimal
    return {
        column.name: asked[column.name].spec(column.name, column.kind, decimal) for column in prepared.table.sensitive
    }


def _hierarchies(prepared: Prepared) -> dict[str, Hierarchy | None]:
    return {column.name: column.hierarchy for column in prepared.table.sensitive if not isinstance(column, TextColumn)}


def _sets(job: Job) -> dict[str, str]:
    """Columns in which an empty set and a missing one are two things, and their separators; an open type may be one."""
    return {
        name: column.setting("separator") or ","
        for name, column in job.columns.items()
        if column.type in (Kind.SET, None)
    }


def _release_names(job: Job) -> set[str]:
    return {form for name in job.columns for form in (name, f"{name}_low", f"{name}_high")}


class _Stopwatch:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - started

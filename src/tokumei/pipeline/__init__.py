"""Job + source → verified release + report: six steps, one road for every kind of job.

    read → recode → publish → verify → report → write

What differs between jobs is which recoder makes the columns (`recode`), not the road.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import JobError
from tokumei.job import Job, TablesJob, engine_refusals, load_any
from tokumei.pipeline.engine_choice import engine_for
from tokumei.pipeline.ledger import Ledger, notes_of
from tokumei.pipeline.making import Made, Stopwatch, make
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, prepare, read
from tokumei.pipeline.reporting import report_of
from tokumei.pipeline.verifying import judge, knowledge_of_file
from tokumei.pipeline.writing import Release, check_outputs

if TYPE_CHECKING:
    from tokumei.pipeline.attacked import Attacks
    from tokumei.pipeline.engine_release import EngineRelease
    from tokumei.pipeline.tables_writing import TablesRelease

__all__ = [
    "Made",
    "Promise",
    "Release",
    "Stopwatch",
    "Verification",
    "anonymize",
    "attack",
    "make",
    "measure",
    "released",
    "run",
    "verify",
]

JobLike = Job | dict[str, Any] | str | Path


@overload
def anonymize(
    source: Mapping[str, Any] | None, job: TablesJob, *, progress: Progress | None = None
) -> TablesRelease: ...
@overload
def anonymize(source: Any, job: JobLike, *, progress: Progress | None = None) -> Release: ...
def anonymize(source: Any, job: JobLike | TablesJob, *, progress: Progress | None = None) -> Release | TablesRelease:
    """A release of a frame (polars, pandas, Arrow) or a file, verified, with its report.

    `source` is a frame, the path of a file, or None for the source that the job names; `job` is a path, a dict or a
    `Job`. Of a job with several `tables`, `source` is table → frame or file, or None, and the release a
    `TablesRelease`.
    *Promise*: what is returned keeps every promise of the job, judged from the published values alone; otherwise
    PromiseError is raised, or Infeasible when no release could keep them.
    """
    listener = progress or SILENT
    asked = load_any(job)
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables import release_tables

        return release_tables(source, asked, listener)
    watch = Stopwatch()
    with watch("read"):
        prepared = prepare(source, asked, listener, ledger=True)
    return released(prepared, make(prepared, listener, watch=watch), listener, watch)


def released(prepared: Prepared, made: Made, progress: Progress, watch: Stopwatch) -> Release:
    """What was made of a source, with its report."""
    progress.stage("report")
    with watch("measure"):
        report = report_of(prepared, made.outcome, made.verification, made.frame)
    if prepared.job.attack is not None:
        from tokumei.pipeline.attacking import attack_run

        progress.stage("attack")
        with watch("attack"):
            report["attacks"] = attack_run(prepared, made.frame, made.record())
    report["seconds"] = {stage: round(spent, 3) for stage, spent in watch.seconds.items()}
    return Release.of(
        made.frame,
        prepared.kind,
        report,
        prepared.job,
        ledger=_next_ledger(prepared, made, report),
        recoding=_stored(prepared, made),
    )


@overload
def run(job: TablesJob, *, force: bool = False, progress: Progress | None = None) -> TablesRelease: ...
@overload
def run(job: JobLike, *, force: bool = False, progress: Progress | None = None) -> Release | EngineRelease: ...
def run(
    job: JobLike | TablesJob, *, force: bool = False, progress: Progress | None = None
) -> Release | EngineRelease | TablesRelease:
    """Runs a job from its source to its outputs; gives the release back. Writes everything or nothing.

    `force` writes over files that exist. Raises JobError where the job does not say where to write.
    """
    asked = load_any(job)
    release: Release | TablesRelease
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables_writing import check_tables_outputs

        check_tables_outputs(asked, force=force)
        release = anonymize(None, asked, progress=progress)
    else:
        if asked.output.data is None:
            raise JobError("The job does not say where to write: set `output.data`.")
        engine = engine_for(asked)
        if engine != "local":
            from tokumei.pipeline.engine_release import run_by_engine

            return run_by_engine(asked, engine, force=force, progress=progress or SILENT)
        check_outputs(asked, force=force)
        release = anonymize(None, asked, progress=progress)
    (progress or SILENT).stage("write")
    started = time.perf_counter()
    release.write_outputs(force=force)
    release.report["seconds"]["write"] = round(time.perf_counter() - started, 3)
    return release


def verify(release: Any, job: JobLike | TablesJob, *, persons: Any = None) -> Verification:
    """Whether a released file or frame keeps the promises of a job, with nothing but the two.

    Where the job names a `person`, a release does not say whose its rows are: `persons` does, a frame or a file with
    that column and a row for each of the release, in its order. Without it, records are judged, and a note says so.
    Several tables are a folder, or table → frame or file.
    `ok` is false where a promise does not hold, and where nothing is promised at all.
    """
    asked = load_any(job)
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables import verify_tables

        if persons is not None:
            raise JobError(
                "Whose the rows of several tables are cannot be given: linked tables say it by their pseudonyms, and "
                "those apart leave shuffled. Leave the persons out."
            )
        return verify_tables(release, asked)
    opened = _opened(release)
    in_files = isinstance(opened, (str, Path)) and (Path(opened).is_dir() or asked.engine.name == "streaming")
    if in_files and persons is None and not engine_refusals(asked):
        from tokumei.pipeline.by_engine import verify_files
        from tokumei.pipeline.engine_histories import verify_history_files

        return (verify_files if asked.subject is None else verify_history_files)(Path(opened), asked)
    frame, _, facts = read(opened, asked)
    return judge(frame, asked, knowledge_of_file(frame, asked, facts, persons))


def measure(original: Any, release: Any, job: JobLike | TablesJob) -> dict[str, Any]:
    """Loss and utility of any release against its original, whoever made it.

    What needs the rows side by side (`output.order: keep` in the job) is left out where they are not, with a note.
    Several tables are folders, or table → frame or file; their measures are under `tables`, and of linked ones `risk`
    says how few people have the same rows over all of them.
    """
    asked = load_any(job)
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables_measuring import measured_tables

        return measured_tables(original, release, asked)
    from tokumei.pipeline.measuring import measured

    return measured(*_compared(original, release, asked))


def attack(
    original: Any, release: Any, job: JobLike | TablesJob, *, full: bool = False, also: Any = None, report: Any = None
) -> Attacks:
    """Tries what attackers try on a release, whoever made it, with the original to judge them by.

    `full` tries what takes long, too. `also` is a second release of (partly) the same people, or the report of one;
    `report` is the report that was handed out with the release: a file of JSON, or its data.
    `ok` is false when an attack reaches more than a promise of the job allows. What could not be tried says what it
    needs; nothing is found fine that could not be looked at. Several tables are folders, or table → frame or file: each
    is attacked by itself, and all of them by who knows a person in more than one.
    """
    asked = load_any(job)
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables_attacking import attack_tables

        return attack_tables(original, release, asked, full=full, also=also, report=report)
    from tokumei.pipeline.attacking import attack_files

    return attack_files(original, _opened(release), asked, full=full, also=_opened(also), report=report)


def _next_ledger(prepared: Prepared, made: Made, report: dict[str, Any]) -> Ledger | None:
    """The ledger as it is when the release is written, and its figures in the report."""
    if prepared.earlier is None:
        return None
    histories = made.outcome.histories
    group = made.outcome.recoding.group
    if histories is not None:
        group = histories.cluster[histories.histories.subject]
    ledger, figures = prepared.earlier.next(group, k=prepared.job.privacy.k, created=report["created"])
    report["ledger"] = figures
    report["warnings"] += [note.to_dict() for note in notes_of(figures)]
    return ledger


def _stored(prepared: Prepared, made: Made) -> dict[str, Any] | None:
    """The recoding as a document, where the job stores it."""
    if prepared.job.output.recoding is None:
        return None
    from tokumei.pipeline.storing import recoding_document

    return recoding_document(prepared, made.outcome)


def _opened(release: Any) -> Any:
    """A release of ours is looked at as its reader would: by its data alone."""
    return release.data if isinstance(release, Release) else release


def _compared(original: Any, release: Any, job: Job) -> tuple[Prepared, PublishedTable]:
    """An original and a release of it, both read as the job says."""
    prepared = prepare(original, job)
    frame, _, _ = read(_opened(release), job)
    return prepared, labels_of(frame, job)

"""Job + source → verified release + report: six steps, one road for every kind of job.

    read → recode → publish → verify → report → write

What differs between jobs is which recoder makes the columns (`recode`), not the road.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import JobError
from tokumei.job import Job, load
from tokumei.pipeline.ledger import Ledger, notes_of
from tokumei.pipeline.publishing import labels_of, publish
from tokumei.pipeline.reading import Prepared, prepare, read
from tokumei.pipeline.recoding import Outcome, recode
from tokumei.pipeline.reporting import report_of
from tokumei.pipeline.storing import recoding_document
from tokumei.pipeline.verifying import judge, knowledge_of_file, knowledge_of_run, refuse_broken
from tokumei.pipeline.writing import Release, check_outputs

if TYPE_CHECKING:
    from tokumei.pipeline.attacked import Attacks

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


def anonymize(source: Any, job: JobLike, *, progress: Progress | None = None) -> Release:
    """A release of a frame (polars, pandas, Arrow) or a file, verified, with its report.

    `source` is a frame, the path of a file, or None for the source that the job names; `job` is a path, a dict or a
    `Job`.
    *Promise*: what is returned keeps every promise of the job, judged from the published values alone; otherwise
    PromiseError is raised, or Infeasible when no release could keep them.
    """
    listener = progress or SILENT
    watch = Stopwatch()
    with watch("read"):
        prepared = prepare(source, load(job), listener, ledger=True)
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
        recoding=recoding_document(prepared, made.outcome),
    )


def run(job: JobLike, *, force: bool = False, progress: Progress | None = None) -> Release:
    """Runs a job from its source to its outputs; gives the release back. Writes everything or nothing.

    `force` writes over files that exist. Raises JobError where the job does not say where to write.
    """
    asked = load(job)
    if asked.output.data is None:
        raise JobError("The job does not say where to write: set `output.data`.")
    check_outputs(asked, force=force)
    release = anonymize(None, asked, progress=progress)
    (progress or SILENT).stage("write")
    started = time.perf_counter()
    release.write_outputs(force=force)
    release.report["seconds"]["write"] = round(time.perf_counter() - started, 3)
    return release


def verify(release: Any, job: JobLike, *, persons: Any = None) -> Verification:
    """Whether a released file or frame keeps the promises of a job, with nothing but the two.

    Where the job names a `person`, a release does not say whose its rows are: `persons` does, a frame or a file with
    that column and a row for each of the release, in its order. Without it, records are judged, and a note says so.
    `ok` is false where a promise does not hold, and where nothing is promised at all.
    """
    asked = load(job)
    frame, _, facts = read(_opened(release), asked)
    return judge(frame, asked, knowledge_of_file(frame, asked, facts, persons))


def measure(original: Any, release: Any, job: JobLike) -> dict[str, Any]:
    """Loss and utility of any release against its original, whoever made it.

    What needs the rows side by side (`output.order: keep` in the job) is left out where they are not, with a note.
    """
    from tokumei.pipeline.measuring import measured

    asked = load(job)
    return measured(*_compared(original, release, asked))


def attack(
    original: Any, release: Any, job: JobLike, *, full: bool = False, also: Any = None, report: Any = None
) -> Attacks:
    """Tries what attackers try on a release, whoever made it, with the original to judge them by.

    `full` tries what takes long, too. `also` is a second release of (partly) the same people, or the report of one;
    `report` is the report that was handed out with the release: a file of JSON, or its data.
    `ok` is false when an attack reaches more than a promise of the job allows. What could not be tried says what it
    needs; nothing is found fine that could not be looked at.
    """
    from tokumei.pipeline.attacking import attack_files

    return attack_files(original, _opened(release), load(job), full=full, also=_opened(also), report=report)


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


@dataclass(frozen=True, eq=False)
class Made:
    """What the middle of the road gives: recoded, published, and verified."""

    outcome: Outcome
    frame: Any
    verification: Verification
    record: Callable[[], Any]
    """Row → record: for judges of attacks alone."""


def make(
    prepared: Prepared,
    progress: Progress = SILENT,
    *,
    threads: int | None = None,
    watch: Stopwatch | None = None,
    recoder: Callable[[Prepared, Progress], Outcome] | None = None,
) -> Made:
    """From a prepared source to a published frame that keeps its promises; PromiseError where it would not.

    What every record publishes is the job's algorithms' to say, or that of another `recoder`.
    """
    watch = watch or Stopwatch()
    with watch("anonymize"):
        outcome = recode(prepared, progress, threads=threads) if recoder is None else recoder(prepared, progress)
    progress.stage("publish")
    with watch("publish"):
        frame, record = publish(prepared, outcome)
    progress.stage("verify")
    with watch("verify"):
        verification = judge(frame, prepared.job, knowledge_of_run(prepared, outcome, record))
    refuse_broken(verification)
    return Made(outcome, frame, verification, record)


def _opened(release: Any) -> Any:
    """A release of ours is looked at as its reader would: by its data alone."""
    return release.data if isinstance(release, Release) else release


def _compared(original: Any, release: Any, job: Job) -> tuple[Prepared, PublishedTable]:
    """An original and a release of it, both read as the job says."""
    prepared = prepare(original, job)
    frame, _, _ = read(_opened(release), job)
    return prepared, labels_of(frame, job)


class Stopwatch:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - started

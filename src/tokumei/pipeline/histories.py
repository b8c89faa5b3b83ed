"""History jobs (`subject`): the records of a person are protected together."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tokumei.algorithms.history import anonymize
from tokumei.algorithms.history.pseudonyms import pseudonyms
from tokumei.core.columns import DateColumn, NumberColumn, Role
from tokumei.core.history import Histories, HistoryRecoding, Pseudonyms
from tokumei.core.progress import SILENT, Progress
from tokumei.core.promise import Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError, JobError
from tokumei.evaluation.history.attacks import ATTACKS, Attacked
from tokumei.evaluation.history.attacks import attack as attacked
from tokumei.evaluation.history.rfm import rfm_change
from tokumei.evaluation.history.utility import utility, utility_of_labels
from tokumei.job import Job
from tokumei.pipeline.preparing import Prepared
from tokumei.privacy.histories import HistoryAnonymity

__all__ = [
    "attack_histories",
    "histories_of",
    "history_report",
    "named",
    "recode_histories",
    "utility_of_release",
    "verify_history_labels",
]


def histories_of(prepared: Prepared) -> Histories:
    """The records of a prepared source, by subject."""
    assert prepared.subject is not None
    return Histories.of(prepared.table, prepared.subject)


def recode_histories(
    prepared: Prepared, progress: Progress = SILENT, *, k: int | None = None, threads: int | None = None
) -> HistoryRecoding:
    """Runs the job's way of grouping subjects and putting their records side by side."""
    method = prepared.job.method
    return anonymize(
        histories_of(prepared),
        k=k or prepared.job.privacy.k,
        cluster=method.cluster,
        match=method.match,
        effort=method.effort,
        threads=threads,
        progress=progress,
    )


def named(recoding: HistoryRecoding, job: Job) -> Pseudonyms:
    """A fresh pseudonym for every subject."""
    assert job.subject is not None
    return pseudonyms(recoding, name=job.subject, seed=job.seed)


def verify_history_labels(published: PublishedTable, job: Job) -> Verification:
    """Whether every published history is shared by at least k pseudonyms, from the labels alone."""
    assert job.subject is not None
    quasi = [name for name, column in job.columns.items() if column.role is Role.QUASI]
    _refuse_identifiers(published, job)
    return HistoryAnonymity(job.privacy.k).check(published, subject=job.subject, columns=quasi)


def history_report(recoding: HistoryRecoding) -> dict[str, Any]:
    """What the histories lost, for the report."""
    found = utility(recoding)
    published = int((recoding.cluster >= 0).sum())
    return {
        "subjects": recoding.histories.subjects,
        "published_subjects": published,
        "removed_subjects": recoding.histories.subjects - published,
        "clusters": recoding.clusters,
        "utility": {"total": found.total, "columns": dict(found.columns), "removed": found.removed},
        **_rfm(recoding),
    }


def utility_of_release(prepared: Prepared, published: PublishedTable) -> dict[str, Any]:
    """The contest's U of anyone's release whose rows stand in the order of the original."""
    found = utility_of_labels(histories_of(prepared), published)
    return {
        "utility": {"total": found.total, "columns": dict(found.columns), "removed": found.removed},
        "outside": found.outside,
    }


def attack_histories(prepared: Prepared, published: PublishedTable, job: Job, *, seed: int = 0) -> list[dict[str, Any]]:
    """Runs every attack on a release; hits are counted where its rows stand in the order of the original."""
    assert job.subject is not None
    aligned = published.records == prepared.table.records and (
        job.output.format is not None or (job.output.order == "keep" and job.output.removed == "mark")
    )
    found = attacked(
        histories_of(prepared),
        published,
        subject=job.subject,
        k=job.privacy.k,
        attacks=tuple(ATTACKS),
        truth=published if aligned else None,
        seed=seed,
    )
    return [_plain(one) for one in found]


def _plain(found: Attacked) -> dict[str, Any]:
    return {**asdict(found), "fails_contest": found.fails_contest, "succeeds": found.succeeds}


def _rfm(recoding: HistoryRecoding) -> dict[str, Any]:
    """RFM before and after, where the job has a date and two numbers: the day, the price and the quantity."""
    quasi = recoding.histories.table.quasi
    days = [column.name for column in quasi if isinstance(column, DateColumn) and column.hierarchy is None]
    numbers = [column.name for column in quasi if isinstance(column, NumberColumn) and column.hierarchy is None]
    if not days or len(numbers) < 2:
        return {}
    change = asdict(rfm_change(recoding, day=days[0], price=numbers[0], quantity=numbers[1]))
    figures = {part: {name: _figure(value) for name, value in part_of.items()} for part, part_of in change.items()}
    return {"rfm": {"day": days[0], "price": numbers[0], "quantity": numbers[1], **figures}}


def _figure(value: float) -> float | None:
    return None if value != value else value


def _refuse_identifiers(published: PublishedTable, job: Job) -> None:
    shown = [
        name
        for name, column in job.columns.items()
        if column.role is Role.IDENTIFIER and name != job.subject and name in published.columns
    ]
    if shown:
        raise DataError(f"The release publishes {shown[0]!r}, which the job calls an identifier: is it the wrong job?")
    if job.subject not in published.columns:
        raise JobError(f"The release has no column {job.subject!r} with the pseudonyms of the job's subjects.")

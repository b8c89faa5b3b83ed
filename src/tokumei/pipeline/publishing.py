"""The third step, from what every record publishes to the frame that is published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Role
from tokumei.core.history import Histories
from tokumei.core.published import PublishedTable
from tokumei.core.recoding import Recoding
from tokumei.errors import DataError, JobError
from tokumei.io.ordering import content_rank, ordered_by_content
from tokumei.io.release import assemble, published
from tokumei.job import Job
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome

__all__ = ["labels_of", "publish"]

Rows = npt.NDArray[np.int64]


def publish(prepared: Prepared, outcome: Outcome) -> tuple[Any, Callable[[], Rows]]:
    """The published frame, its rows in an order that tells nothing (unless the job keeps the source's).

    Beside it, what only those inside may know: a function that gives row → record.
    """
    output, seed = prepared.job.output, prepared.job.seed
    shuffled = not output.keeps_order
    permutation = np.random.default_rng().permutation(prepared.table.records) if shuffled and seed is None else None
    frame = assemble(
        prepared.frame,
        _with_pseudonyms(prepared, outcome),
        names=prepared.names,
        permutation=permutation,
        removed="mark" if output.marks else "drop",
        numbers=output.numbers,
    )
    if prepared.job.marks and prepared.subject is None:
        _refuse_unclear_marks(labels_of(frame, prepared.job), prepared.job, int(outcome.recoding.removed.sum()))
    records = np.arange(prepared.table.records, dtype=np.int64) if permutation is None else permutation
    if not output.marks:
        records = records[~outcome.recoding.removed[records]]
    if not shuffled or seed is None:
        return frame, lambda: records
    ordered = ordered_by_content(frame, seed)
    return ordered, lambda: records[np.argsort(content_rank(frame))][content_rank(ordered)]


def labels_of(frame: Any, job: Job) -> PublishedTable:
    """What a reader sees of a published frame, as far as the job publishes it."""
    known = {form for name in job.columns for form in (name, f"{name}_low", f"{name}_high")}
    names = [name for name in frame.columns if name in known]
    if not names:
        raise DataError("The release has none of the job's columns: is it measured against the wrong job?")
    return published(frame, names, sets=job.may_be_sets)


def _refuse_unclear_marks(labels: PublishedTable, job: Job, removed: int) -> None:
    """Raises where a reader would take more or fewer rows for removed records than there are.

    A release that shows `*` everywhere, and nothing else, is read as one group of which none is removed.
    """
    marked = int(labels.marks(job.named(Role.QUASI)).sum())
    if marked < removed:
        raise JobError(
            f"{removed:,} records are removed, but no column can say `*` to mark them. Set `output.removed: drop` or "
            "`output.numbers: ranges`."
        )
    one_group = removed == 0 and marked == labels.records and set(labels.columns) == set(labels.names_of(job.grouped))
    if marked > removed and not one_group:
        raise DataError(
            f"{marked - removed:,} records show `*` in each column though they are not removed, so that a reader would "
            "take them for marks of removed ones. Set `output.removed: drop`, or rename `*` where it is a value of the "
            "source."
        )


def _with_pseudonyms(prepared: Prepared, outcome: Outcome) -> Recoding:
    """In a history every subject gets a fresh pseudonym, or the one that the job's key or the other tables give."""
    subject = prepared.job.subject
    if outcome.histories is None or subject is None:
        return outcome.recoding
    from tokumei.history.pseudonyms import pseudonyms

    keyed = prepared.job.columns[subject].setting("pseudonym") is not None
    given = _names(prepared, outcome.histories.histories) if keyed else outcome.names
    return outcome.histories.recoding(pseudonyms(outcome.histories, name=subject, given=given))


def _names(prepared: Prepared, histories: Histories) -> list[str]:
    """Subject → its name in the frame, where identifiers have been replaced already."""
    assert prepared.subject is not None
    code = np.zeros(histories.subjects, dtype=np.int64)
    code[histories.subject] = prepared.subject.codes
    return [prepared.subject.values[place] for place in code.tolist()]

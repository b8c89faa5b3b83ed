"""The third step, from what every record publishes to the frame that is published."""

from __future__ import annotations

from typing import Any

import numpy as np

from tokumei.algorithms.history.pseudonyms import pseudonyms
from tokumei.core.published import PublishedTable
from tokumei.core.recoding import Recoding
from tokumei.errors import DataError
from tokumei.io.ordering import ordered_by_content
from tokumei.io.release import assemble, published
from tokumei.job import Job
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome

__all__ = ["labels_of", "publish"]


def publish(prepared: Prepared, outcome: Outcome) -> Any:
    """The published frame, its rows in an order that tells nothing (unless the job keeps the source's)."""
    output, seed = prepared.job.output, prepared.job.seed
    shuffled = not output.keeps_order
    frame = assemble(
        prepared.frame,
        _with_pseudonyms(prepared, outcome),
        names=prepared.names,
        permutation=np.random.default_rng().permutation(prepared.table.records) if shuffled and seed is None else None,
        removed="mark" if output.marks else "drop",
        numbers=output.numbers,
    )
    return ordered_by_content(frame, seed) if shuffled and seed is not None else frame


def labels_of(frame: Any, job: Job) -> PublishedTable:
    """What a reader sees of a published frame, as far as the job publishes it."""
    known = {form for name in job.columns for form in (name, f"{name}_low", f"{name}_high")}
    names = [name for name in frame.columns if name in known]
    if not names:
        raise DataError("The release has none of the job's columns: is it measured against the wrong job?")
    return published(frame, names, sets=job.may_be_sets)


def _with_pseudonyms(prepared: Prepared, outcome: Outcome) -> Recoding:
    """In a history every subject gets a fresh pseudonym."""
    if outcome.histories is None:
        return outcome.recoding
    assert prepared.job.subject is not None
    names = pseudonyms(outcome.histories, name=prepared.job.subject, seed=prepared.job.seed)
    return outcome.histories.recoding(names)

"""One job of several tables at some k: made, judged, measured and thrown away."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tokumei.core.progress import SILENT, Progress
from tokumei.errors import JobError
from tokumei.evaluation.history.utility import utility
from tokumei.evaluation.loss import loss_of
from tokumei.job import TablesJob, with_settings
from tokumei.pipeline.linking import people_of
from tokumei.pipeline.making import Made, Stopwatch
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, models_of
from tokumei.pipeline.tables import make_tables
from tokumei.pipeline.tables_attacking import across_tables
from tokumei.pipeline.tables_reading import prepare_tables, sources_of

__all__ = ["tables_at"]

ATTACKS = ("across-all",)
"""What is tried on linked tables at each k."""


def tables_at(
    source: Any, job: TablesJob, ks: Sequence[int], *, attacks: bool, progress: Progress
) -> Callable[[int], dict[str, Any]]:
    """From a k to its point of a sweep over `ks`; the tables are read once."""
    prepared, _ = prepare_tables(sources_of(source, job), job, progress)
    people = len(people_of(prepared)[0])
    if people < max(ks):
        raise JobError(f"The tables have {people:,} people: the largest k is that.")
    return lambda k: _point(prepared, with_settings(job, {"privacy.k": k}), attacks=attacks)


def _point(prepared: Mapping[str, Prepared], job: TablesJob, *, attacks: bool) -> dict[str, Any]:
    """What all tables lose is the mean over their records."""
    own = {name: replace(one, job=job.table(name), models=models_of(job.table(name))) for name, one in prepared.items()}
    started = time.perf_counter()
    made, _, _ = make_tables(
        own, job, SILENT, watches={name: Stopwatch() for name in own}, watch=Stopwatch(), threads=1
    )
    seconds = time.perf_counter() - started
    lost = {name: _lost(one, own[name]) for name, one in made.items()}
    records = {name: one.table.records for name, one in own.items()}
    total, k = sum(records.values()), job.privacy.k
    mean = {
        figure: sum(records[name] * one[figure] for name, one in lost.items()) / total
        for figure in ("utility", "removed")
    }
    return {
        "k": k,
        **mean,
        "columns": {
            f"{name}.{column}": share for name, one in lost.items() for column, share in one["columns"].items()
        },
        "tables": {name: {figure: one[figure] for figure in ("utility", "removed")} for name, one in lost.items()},
        "safety": 1 / k,
        "attack": _hits(own, made, job) if job.linked and attacks else None,
        "total": mean["utility"] + 1 / k,
        "seconds": seconds,
    }


def _lost(made: Made, prepared: Prepared) -> dict[str, Any]:
    job, histories = prepared.job, made.outcome.histories
    if histories is not None:
        measures = utility(histories, job.weights)
        return {"utility": measures.total, "columns": dict(measures.columns), "removed": measures.removed}
    loss = loss_of(made.outcome.recoding, k=job.privacy.k, weights=job.weights)
    return {"utility": loss.ncp, "columns": loss.columns, "removed": loss.removed / (loss.removed + loss.released)}


def _hits(prepared: Mapping[str, Prepared], made: Mapping[str, Made], job: TablesJob) -> float:
    """The highest rate of hits of the attacks."""
    labels = {name: labels_of(one.frame, prepared[name].job) for name, one in made.items()}
    record = {name: one.record() for name, one in made.items()}
    findings = across_tables(prepared, labels, record, job, names=ATTACKS)
    return max(((one["hits"] or 0) / one["claims"] for one in findings if one["claims"]), default=0.0)

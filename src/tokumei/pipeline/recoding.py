"""From a prepared source to what every record publishes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tokumei.algorithms.partition.dimensions import Dimension
from tokumei.algorithms.partition.items import SetDimension
from tokumei.algorithms.partition.top_down import TopDown
from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.subsets import spread, take
from tokumei.errors import JobError
from tokumei.job import ColumnJob, with_settings
from tokumei.pipeline.km import km_name, recode_km_column
from tokumei.pipeline.preparing import Prepared
from tokumei.pipeline.purpose import has_purpose, recode_for_purpose
from tokumei.pipeline.texts import mask_columns
from tokumei.privacy.compilation import compile_predicates, feasible

__all__ = ["dimension", "recode"]


def recode(prepared: Prepared, progress: Progress = SILENT) -> Recoding:
    """Runs the job's algorithm; raises Infeasible where no release can keep the promises.

    Texts are masked last: only what is released counts for them.
    """
    feasible(prepared.models, prepared.table, suppress=prepared.job.privacy.suppress)
    found = _partition(prepared, progress)
    texts = [column for column in prepared.table.quasi if isinstance(column, TextColumn)]
    masked = mask_columns(texts, prepared.job, found.removed, progress)
    few_known = recode_km_column(prepared.table, prepared.job, found.removed)
    return Recoding(found.group, {**found.columns, **few_known, **masked})


def _partition(prepared: Prepared, progress: Progress) -> Recoding:
    """Everything but the texts, under one k; without other quasi-identifiers all records are one group."""
    job, table = prepared.job, prepared.table
    beside = km_name(job)
    grouped = [column for column in table.quasi if not isinstance(column, TextColumn) and column.name != beside]
    if not grouped:
        return Recoding(np.zeros(table.records, dtype=np.int32), {})
    dimensions = [
        SetDimension(column) if isinstance(column, SetColumn) else dimension(column, job.columns[column.name])
        for column in grouped
    ]
    predicates = compile_predicates(prepared.models, table)
    if has_purpose(prepared):
        found = recode_for_purpose(prepared, dimensions, predicates, progress)
    else:
        method = TopDown(
            k=job.privacy.k, score=job.method.score, effort=job.method.effort, suppress=job.privacy.suppress
        )
        found = method.recode(table, dimensions, predicates=predicates, progress=progress)
    released = ~found.removed
    if released.all() or not any(model.kind == "closeness" for model in prepared.models):
        return found
    # Closeness is to the released records, which are known only now: they are recoded again, with none removed.
    rest = replace(prepared, table=take(table, released), job=with_settings(job, {"privacy.suppress": 0.0}))
    return spread(_partition(rest, progress), table, released)


def dimension(column: SingleColumn, asked: ColumnJob) -> Dimension:
    """A column as a dimension: published as nodes, ranges or sets of values."""
    publish = asked.setting("publish") or _publish_by_default(column)
    if publish == "nodes":
        if column.hierarchy is None:
            raise JobError(f"Column {column.name!r}: `publish: nodes` needs a hierarchy. Give it one, or leave it out.")
        return Dimension.tree(column, column.hierarchy, bind(column, column.hierarchy))
    if publish == "ranges":
        if isinstance(column, CategoryColumn):
            raise JobError(f"Column {column.name!r}: `publish: ranges` is for numbers and dates.")
        return Dimension.ordered(column)
    return Dimension.values(column, len(column.hierarchy.leaves) if column.hierarchy is not None else None)


def _publish_by_default(column: SingleColumn) -> str:
    if column.hierarchy is not None:
        return "nodes"
    return "values" if isinstance(column, CategoryColumn) else "ranges"

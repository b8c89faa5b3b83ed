"""Jobs with a purpose: rules or a label guide the partition, and the report says how well they are served."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.partition.dimensions import Dimension
from tokumei.algorithms.partition.items import SetDimension
from tokumei.algorithms.purpose.tables import NO_RULES
from tokumei.algorithms.purpose.top_down import SCORES, TopDownForPurpose
from tokumei.core.columns import CategoryColumn, Column, Role, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.predicates import Predicates
from tokumei.core.progress import Progress
from tokumei.core.published import PublishedTable
from tokumei.core.recoding import Recoding
from tokumei.errors import JobError
from tokumei.evaluation.read_back import read_back
from tokumei.evaluation.recommendation import recommendation
from tokumei.io.encode import encode
from tokumei.pipeline.preparing import Prepared, column_specs
from tokumei.pipeline.rules import rules_of

__all__ = ["has_purpose", "measured_for_rules", "recode_for_purpose", "served"]

CLASSES = 4
"""A label of numbers or dates is predicted by quarters of its records."""


def has_purpose(prepared: Prepared) -> bool:
    """Whether the job's score is one of those that serve a purpose."""
    return prepared.job.method.score in SCORES


def recode_for_purpose(
    prepared: Prepared, dimensions: Sequence[Dimension | SetDimension], predicates: Predicates, progress: Progress
) -> Recoding:
    """Runs the partition that the job's score asks for; raises JobError where its rules or its label are missing."""
    job, method = prepared.job, prepared.job.method
    rules = rules_of(job, prepared.table)
    if rules is None and method.score in ("tfidf", "purpose"):
        raise JobError(f"`method.score: {method.score}` needs rules. Set `method.rules`, or take another score.")
    algorithm = TopDownForPurpose(
        k=job.privacy.k, score=method.score, effort=method.effort, suppress=job.privacy.suppress
    )
    return algorithm.recode(
        prepared.table,
        dimensions,
        rules=NO_RULES if rules is None or method.score in ("prec", "gain") else rules,
        label=_label(prepared) if method.score == "gain" else None,
        predicates=predicates,
        progress=progress,
    )


def served(prepared: Prepared, recoding: Recoding) -> dict[str, Any]:
    """The report's part on rules: `purpose`, or nothing where the job has none."""
    rules = rules_of(prepared.job, prepared.table)
    if rules is None:
        return {}
    found = recommendation(prepared.table, recoding, rules).to_dict(prepared.job.privacy.k)
    return {"purpose": {"score": prepared.job.method.score, **found}}


def measured_for_rules(prepared: Prepared, release: PublishedTable, measured: dict[str, Any]) -> dict[str, Any]:
    """The measures with the quality for the job's rules, or with a note why it could not be had."""
    rules = rules_of(prepared.job, prepared.table)
    if rules is None:
        return measured
    named = [*rules.codes, *rules.items]
    missing = [name for name in named if not all(form in release.columns for form in release.names_of([name]))]
    if missing:
        why = Note("rules_lack_columns", {"columns": missing})
    elif prepared.job.output.order != "keep" or release.records != prepared.table.records:
        why = Note("rules_not_aligned")
    else:
        published = read_back(prepared.table, release, named, markers=prepared.job.output.removed == "mark")
        found = recommendation(prepared.table, published, rules).to_dict(prepared.job.privacy.k)
        return {**measured, "purpose": {"score": prepared.job.method.score, **found}}
    return {**measured, "notes": [*measured.get("notes", []), why.to_dict()]}


def _label(prepared: Prepared) -> npt.NDArray[np.int32]:
    """Record → class of the label."""
    name = prepared.job.method.label
    if name is None:
        raise JobError("`method.score: gain` needs the column that the release should predict. Set `method.label`.")
    if name not in prepared.job.columns:
        raise JobError(f"`method.label` names {name!r}, which is not a column of the job.")
    column = next((column for column in prepared.table if column.name == name), None)
    if column is None:
        spec = column_specs(prepared.frame, prepared.job, [name], prepared.facts.decimal, [])
        # Only columns that take part are coded, so a label that is published as it is takes part for once.
        coded, _ = encode(
            prepared.frame, [replace(one, role=Role.SENSITIVE) for one in spec], decimal=prepared.facts.decimal
        )
        column = coded[name]
    if len(column) != prepared.table.records:
        raise JobError(
            f"`method.label: {name}` cannot be used with t-closeness and `privacy.suppress` together, unless it is a "
            "quasi-identifier or a column that a promise names."
        )
    return _classes(column)


def _classes(column: Column) -> npt.NDArray[np.int32]:
    if isinstance(column, (SetColumn, TextColumn)):
        raise JobError(f"`method.label` names {column.name!r}, a {column.kind} column. A label has one value a record.")
    if isinstance(column, CategoryColumn) or column.size <= 2 * CLASSES:
        return column.codes.astype(np.int32)
    edges = np.quantile(column.codes, np.arange(1, CLASSES) / CLASSES)
    return np.searchsorted(edges, column.codes, side="left").astype(np.int32)

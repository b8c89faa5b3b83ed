"""What any release lost against its original: by column, for histories, and for the job's rules."""

from __future__ import annotations

from typing import Any

from tokumei.core.columns import Role
from tokumei.core.notes import Note
from tokumei.core.published import PublishedTable
from tokumei.evaluation.history.utility import utility_of_labels
from tokumei.evaluation.measure import measure
from tokumei.evaluation.read_back import read_back
from tokumei.evaluation.recommendation import recommendation
from tokumei.job import text_settings
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.rules import rules_of
from tokumei.privacy.verification import count_people, numbered

__all__ = ["measured"]


def measured(prepared: Prepared, labels: PublishedTable) -> dict[str, Any]:
    """The measures as plain data; notes say what could not be compared."""
    job = prepared.job
    beside = [column.name for column in prepared.table.quasi if column.name not in job.grouped]
    texts = {name: text_settings(job.columns[name], job.privacy.k) for name in job.texts}
    measures = measure(
        prepared.table,
        labels,
        k=job.privacy.k,
        by_range=[name for name, column in job.columns.items() if column.setting("publish") == "ranges"],
        aligned=job.output.keeps_order,
        markers=job.marks,
        apart=beside if job.grouped else (),
        texts=texts,
        weights=job.weights,
    )
    if prepared.subject is not None and job.output.keeps_order:
        lost = utility_of_labels(histories_of(prepared), labels, job.weights, texts)
        measures["history"] = {
            "utility": {"total": lost.total, "columns": dict(lost.columns), "removed": lost.removed},
            "outside": lost.outside,
        }
    measures = {**measures, **_of_people(prepared, labels, measures["notes"])}
    return {**measures, **_for_rules(prepared, labels, measures["notes"])}


def _of_people(prepared: Prepared, labels: PublishedTable, notes: list[dict[str, Any]]) -> dict[str, Any]:
    """The people of the groups, where the job says whose each record is, or a note why they could not be counted."""
    job = prepared.job
    if prepared.person is None or not job.grouped:
        return {}
    if not job.output.keeps_order or labels.records != prepared.table.records:
        return {"notes": [*notes, Note("people_not_aligned").to_dict()]}
    rows = ~labels.removed(job.named(Role.QUASI), markers=job.marks)
    groups = labels.groups(labels.names_of(job.grouped), rows)
    return {"people": count_people(groups, numbered(prepared.person[rows]))[0].to_dict()}


def _for_rules(prepared: Prepared, labels: PublishedTable, notes: list[dict[str, Any]]) -> dict[str, Any]:
    """The quality for the job's rules, or a note why it could not be had."""
    job = prepared.job
    rules = rules_of(job, prepared.table)
    if rules is None:
        return {}
    named = [*rules.codes, *rules.items]
    missing = [name for name in named if not all(form in labels.columns for form in labels.names_of([name]))]
    if missing:
        return {"notes": [*notes, Note("rules_lack_columns", {"columns": missing}).to_dict()]}
    if not job.output.keeps_order or labels.records != prepared.table.records:
        return {"notes": [*notes, Note("rules_not_aligned").to_dict()]}
    published = read_back(prepared.table, labels, named, markers=job.marks)
    served = recommendation(prepared.table, published, rules).to_dict(job.privacy.k)
    score = {} if prepared.subject is not None else {"score": job.method.score}
    return {"purpose": {**score, **served}}

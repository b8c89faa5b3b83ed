"""What a release of several tables lost, table by table, and what the tables together tell of a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tokumei.core.columns import Role
from tokumei.core.notes import Note
from tokumei.core.promise import PEOPLE
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError
from tokumei.evaluation.people_alike import people_alike
from tokumei.evaluation.risk import risk_of
from tokumei.job import TablesJob
from tokumei.pipeline.linking import one_history, people_of
from tokumei.pipeline.measuring import measured
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, read
from tokumei.pipeline.tables_reading import in_table, originals_of, prepare_tables, releases_of
from tokumei.privacy.linked import PERSON, rows_together

__all__ = ["measured_tables", "risk_together", "shown_together"]

_APART = Note("people_not_aligned_apart")


def measured_tables(original: Any, release: Any, job: TablesJob) -> dict[str, Any]:
    """The measures of every table; of linked ones, also how few people the pseudonyms leave over all of them."""
    given = releases_of(release, job)
    prepared, _ = prepare_tables(originals_of(original, job), job)
    labels: dict[str, PublishedTable] = {}
    own: dict[str, dict[str, Any]] = {}
    for name, one in prepared.items():
        with in_table(name):
            frame, _, _ = read(given[name], one.job)
            labels[name] = labels_of(frame, one.job)
            own[name] = measured(one, labels[name])
    notes = [_said(note, name) for name, measures in own.items() for note in measures["notes"]]
    return {
        "linked": job.linked,
        **{count: sum(measures[count] for measures in own.values()) for count in ("records", "released", "removed")},
        **({"risk": risk_together(prepared, labels, job)} if job.linked else {}),
        "tables": own,
        "notes": notes,
    }


def _said(note: Mapping[str, Any], table: str) -> dict[str, Any]:
    """A note of a table; its rows cannot be kept in their order, which could link it to others."""
    return {**(_APART.to_dict() if note["key"] == "people_not_aligned" else note), "table": table}


def risk_together(
    prepared: Mapping[str, Prepared], labels: Mapping[str, PublishedTable], job: TablesJob
) -> dict[str, Any]:
    """How few people have the same rows over all tables, before and after: by pseudonyms there, counted in people."""
    people, person = people_of(prepared)
    union = one_history(prepared, people, person)
    shown = shown_together(labels, job)
    after = people_alike(shown.columns[PERSON].codes, shown.groups([name for name in shown.columns if name != PERSON]))
    return {
        "unit": PEOPLE,
        "before": risk_of(people_alike(person, union.rows), k=job.privacy.k),
        "after": risk_of(after, k=job.privacy.k),
    }


def shown_together(labels: Mapping[str, PublishedTable], job: TablesJob) -> PublishedTable:
    """The published rows of all linked tables, with whose they are, in the quasi-identifiers that they have."""
    for name, one in labels.items():
        if job.person not in one.columns:
            with in_table(name):
                raise DataError.missing_columns([job.person], list(one.columns))
    columns = {
        name: [
            column
            for column in job.table(name).named(Role.QUASI)
            if all(form in one.columns for form in one.names_of([column]))
        ]
        for name, one in labels.items()
    }
    return rows_together(labels, subject=job.person, columns=columns)

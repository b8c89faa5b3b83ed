"""Several tables put through the attacks: each by itself, and all of them by who knows a person in more than one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.histories import true_subjects
from tokumei.attacks.known import Known, Truth
from tokumei.core.published import PublishedTable
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import TablesJob
from tokumei.pipeline.attack_truth import truth_of_rows
from tokumei.pipeline.attacked import Attacks
from tokumei.pipeline.attacking import (
    also_of,
    attack_read,
    attack_run,
    beyond_limits,
    document_of,
    known_of,
    refuse_beyond_limits,
    tried,
)
from tokumei.pipeline.linking import one_history, people_of
from tokumei.pipeline.making import Made
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, read
from tokumei.pipeline.tables_measuring import shown_together
from tokumei.pipeline.tables_reading import in_table, originals_of, prepare_tables, releases_of
from tokumei.privacy.linked import PERSON

__all__ = ["across_tables", "attack_tables", "attack_tables_run"]

Ints = npt.NDArray[np.int64]
Finding = dict[str, Any]


def attack_tables_run(prepared: Mapping[str, Prepared], made: Mapping[str, Made], job: TablesJob) -> list[Finding]:
    """Every attack on several tables inside their run, where it is known whose the rows are.

    Raises PromiseError where one tells more of people than the job's limits allow.
    """
    assert job.attack is not None
    labels = {name: labels_of(made[name].frame, one.job) for name, one in prepared.items()}
    findings = across_tables(prepared, labels, {name: one.record() for name, one in made.items()}, job)
    refuse_beyond_limits(findings, job.attack)
    for name, one in prepared.items():
        with in_table(name):
            own = attack_run(one, made[name].frame, made[name].record())
        findings += [{**finding, "table": name} for finding in own]
    return findings


def attack_tables(original: Any, release: Any, job: TablesJob, *, full: bool, also: Any, report: Any) -> Attacks:
    """Every attack on tables that somebody made of originals."""
    given = releases_of(release, job)
    others, told = _second(also, job), _parts(document_of(report), job)
    prepared, _ = prepare_tables(originals_of(original, job), job)
    labels: dict[str, PublishedTable] = {}
    own: list[Finding] = []
    for name, one in prepared.items():
        with in_table(name):
            frame, _, _ = read(given[name], one.job)
            labels[name] = labels_of(frame, one.job)
            second = also_of(others[name], one.job)
            findings = attack_read(one, frame, full=full, also=second, report=told.get(name))
        own += [{**finding, "table": name} for finding in findings]
    together = across_tables(prepared, labels, None, job)
    findings = [*together, *own]
    return Attacks(tuple(findings), job.privacy.k, beyond_limits(findings, job.attack), job.output.language)


def across_tables(
    prepared: Mapping[str, Prepared],
    labels: Mapping[str, PublishedTable],
    record: Mapping[str, Ints] | None,
    job: TablesJob,
    *,
    names: Sequence[str] | None = None,
) -> list[Finding]:
    """The attacks of who knows records of a person in several tables, or those of some `names`.

    `record` is row → record, where that is known.
    """
    sides = _linked if job.linked else _apart
    return tried(*sides(prepared, labels, record, job), names=names)


def _linked(
    prepared: Mapping[str, Prepared],
    labels: Mapping[str, PublishedTable],
    record: Mapping[str, Ints] | None,
    job: TablesJob,
) -> tuple[Known, Truth]:
    """All tables as one history, which the pseudonyms join."""
    people, person = people_of(prepared)
    histories = one_history(prepared, people, person)
    shown = shown_together(labels, job)
    known = Known(
        kinds=frozenset({"linked"}),
        k=job.privacy.k,
        original=histories.table,
        release=shown,
        marked=np.zeros(shown.records, dtype=bool),
        subject=PERSON,
        histories=histories,
    )
    if record is None:
        return known, Truth()
    starts = np.cumsum([0, *(one.table.records for one in prepared.values())])
    behind = np.concatenate([start + record[name] for start, name in zip(starts, prepared, strict=False)])
    return known, Truth(owner=true_subjects(histories, shown, subject=PERSON, record=behind))


def _apart(
    prepared: Mapping[str, Prepared],
    labels: Mapping[str, PublishedTable],
    record: Mapping[str, Ints] | None,
    job: TablesJob,
) -> tuple[Known, Truth]:
    """Every table by itself, and who is the same person in several."""
    _, person = people_of(prepared)
    nothing = PublishedTable({}, 0)
    known = Known(
        kinds=frozenset({"apart"}),
        k=job.privacy.k,
        original=Table((), 0),
        release=nothing,
        marked=np.zeros(0, dtype=bool),
        person=person.astype(np.int64),
        tables=tuple(known_of(one, labels[name], unused={}) for name, one in prepared.items()),
    )
    if record is None:
        return known, Truth()
    return known, Truth(tables=tuple(truth_of_rows(one, labels[name], record[name]) for name, one in prepared.items()))


def _second(also: Any, job: TablesJob) -> dict[str, Any]:
    """Table → its second release, or its part of the report of one."""
    if also is None:
        return dict.fromkeys(job.tables)
    reported = isinstance(also, (str, Path)) and Path(also).suffix.lower() == ".json"
    if reported or (isinstance(also, Mapping) and "promises" in also):
        return dict(_parts(document_of(also), job))
    return releases_of(also, job)


def _parts(report: Mapping[str, Any] | None, job: TablesJob) -> Mapping[str, Any]:
    """Table → its own report."""
    if report is None:
        return {}
    own: Mapping[str, Any] = report.get("tables") or {}
    if own.keys() != job.tables.keys():
        raise JobError(
            f"The report is not of the job's tables {', '.join(map(repr, job.tables))}: give the report of a release "
            "of these."
        )
    return own

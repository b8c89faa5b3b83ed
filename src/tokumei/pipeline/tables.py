"""Several tables about the same people: read, recoded, published, verified and written as one release.

Every table goes the road of a job of its own. What is more: the people of all tables are known before anything is
recoded; where tables are linked, people are put together over all of them; and nothing is released unless everything
holds.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Role
from tokumei.core.notes import Note
from tokumei.core.progress import Progress
from tokumei.core.promise import Verification
from tokumei.core.published import PublishedTable
from tokumei.io.release import published
from tokumei.job import TablesJob
from tokumei.pipeline.ledger import Earlier, Ledger, earlier_people, notes_of
from tokumei.pipeline.linking import LinkedTables, linked, people_of
from tokumei.pipeline.making import Made, Stopwatch, make
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, read
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.reporting import report_of, settings_of_tables
from tokumei.pipeline.tables_measuring import risk_together
from tokumei.pipeline.tables_reading import in_table, prepare_tables, releases_of, sources_of
from tokumei.pipeline.tables_writing import TablesRelease
from tokumei.pipeline.verifying import judge, knowledge_of_file, refuse_broken
from tokumei.pipeline.writing import Release
from tokumei.privacy.linked import LinkedAnonymity

__all__ = ["make_tables", "release_tables", "verify_tables"]

Ints = npt.NDArray[np.int64]
_APART = Note("people_not_judged_apart", warning=True)


def release_tables(sources: object, job: TablesJob, progress: Progress) -> TablesRelease:
    """A verified release of several tables, with one report; `sources` is table → frame or file, or None for the job's.

    *Promise*: every table keeps the job's promises, and where they are linked all of them together do; otherwise
    PromiseError is raised, and nothing of any table is released.
    """
    watches = {name: Stopwatch() for name in job.tables}
    prepared, notes = prepare_tables(sources_of(sources, job), job, progress, watches)
    watch = Stopwatch()
    earlier = earlier_people(people_of(prepared)[0], job) if job.ledger is not None else None
    made, verification, group = make_tables(prepared, job, progress, watches=watches, watch=watch, earlier=earlier)
    progress.stage("report")
    releases: dict[str, Release] = {}
    for name, own in made.items():
        with in_table(name), watches[name]("measure"):
            lost = report_of(prepared[name], own.outcome, own.verification, own.frame)
        lost["seconds"] = {stage: round(spent, 3) for stage, spent in watches[name].seconds.items()}
        releases[name] = Release.of(own.frame, prepared[name].kind, lost, prepared[name].job)
    more: dict[str, Any] = {}
    if job.linked:
        labels = {name: labels_of(one.frame, prepared[name].job) for name, one in made.items()}
        with watch("measure"):
            more["risk"] = risk_together(prepared, labels, job)
    if job.attack is not None:
        from tokumei.pipeline.tables_attacking import attack_tables_run

        progress.stage("attack")
        with watch("attack"):
            more["attacks"] = attack_tables_run(prepared, made, job)
    report = _report(job, releases, verification, notes, [watch, *watches.values()])
    ledger: Ledger | None = None
    if earlier is not None and group is not None:
        ledger, more["ledger"] = earlier.next(group, k=job.privacy.k, created=report["created"])
        report["warnings"] += [note.to_dict() for note in notes_of(more["ledger"])]
    return TablesRelease(releases, report | more, job, ledger)


def make_tables(
    prepared: Mapping[str, Prepared],
    job: TablesJob,
    progress: Progress,
    *,
    watches: Mapping[str, Stopwatch],
    watch: Stopwatch,
    earlier: Earlier | None = None,
    threads: int | None = None,
) -> tuple[dict[str, Made], Verification, Ints | None]:
    """Every table recoded, published and verified, all of them together judged; of linked ones, person → group.

    `watches` take the time of each table, `watch` that of what is done for all; `earlier` says where people stood.
    Raises PromiseError where a promise would not hold.
    """
    together: LinkedTables | None = None
    if job.linked:
        before = None if earlier is None or not earlier.ledger.releases else earlier.group
        with watch("anonymize"):
            together = linked(prepared, progress, earlier=before, threads=threads)
    made: dict[str, Made] = {}
    for name, one in prepared.items():
        recoder = None if together is None else partial(_outcome, together.outcomes[name])
        with in_table(name):
            made[name] = make(one, progress, threads=threads, watch=watches[name], recoder=recoder)
    progress.stage("verify")
    with watch("verify"):
        verification = _judged(
            {name: one.frame for name, one in made.items()},
            {name: one.verification for name, one in made.items()},
            job,
        )
    refuse_broken(verification)
    return made, verification, None if together is None else together.group


def verify_tables(release: Any, job: TablesJob) -> Verification:
    """Whether several released tables keep the promises of a job: a folder, table → frame or file, or a release."""
    given = releases_of(release, job)
    frames: dict[str, Any] = {}
    found: dict[str, Verification] = {}
    for name in job.tables:
        own = job.table(name)
        with in_table(name):
            frames[name], _, facts = read(given[name], own)
            found[name] = judge(frames[name], own, knowledge_of_file(frames[name], own, facts))
    return _judged(frames, found, job)


def _outcome(outcome: Outcome, prepared: Prepared, progress: Progress) -> Outcome:
    """A recoder of what is recoded already."""
    return outcome


def _judged(frames: Mapping[str, Any], found: Mapping[str, Verification], job: TablesJob) -> Verification:
    """The promises of every table, and of all together where they are linked."""
    promises = [
        replace(promise, table=name)
        for name, one in found.items()
        for promise in one.promises
        if promise.kind != "histories"
    ]
    notes = [
        replace(_APART if note.key == "people_not_judged" else note, table=name)
        for name, one in found.items()
        for note in one.notes
    ]
    records = sum(one.records for one in found.values())
    if not job.linked:
        smallest = min(one.smallest_group for one in found.values())
        groups = sum(one.groups for one in found.values())
        return Verification(
            promises=tuple(promises), records=records, groups=groups, smallest_group=smallest, notes=tuple(notes)
        )
    labels: dict[str, PublishedTable] = {name: published(frame, frame.columns) for name, frame in frames.items()}
    quasi = {name: job.table(name).named(Role.QUASI) for name in job.tables}
    together = LinkedAnonymity(job.privacy.k).check(labels, subject=job.person, columns=quasi)
    return replace(together, promises=(*together.promises, *promises), notes=tuple(notes))


def _report(
    job: TablesJob,
    releases: Mapping[str, Release],
    verification: Verification,
    notes: list[Note],
    watches: list[Stopwatch],
) -> dict[str, Any]:
    """One report for all tables; what each lost is under its name."""
    own = {name: release.report for name, release in releases.items()}
    seconds: dict[str, float] = {}
    for watch in watches:
        for stage, spent in watch.seconds.items():
            seconds[stage] = round(seconds.get(stage, 0.0) + spent, 3)
    return {
        "title": ", ".join(job.tables),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "verified": verification.ok,
        "promises": [promise.to_dict() for promise in verification.promises],
        **{figure: sum(report[figure] for report in own.values()) for figure in ("records", "released", "removed")},
        **({"groups": verification.groups, "smallest_group": verification.smallest_group} if job.linked else {}),
        "linked": job.linked,
        "tables": own,
        "notes": [note.to_dict() for note in notes if not note.warning] + _of_tables(own, "notes"),
        "warnings": [note.to_dict() for note in notes if note.warning] + _of_tables(own, "warnings"),
        "seconds": seconds,
        "version": version("tokumei"),
        "job": settings_of_tables(job),
        "source": {},
        "release": {},
        "digest_key": secrets.token_hex(32),
    }


def _of_tables(reports: Mapping[str, Mapping[str, Any]], key: str) -> list[dict[str, Any]]:
    """The notes of every table, with its name."""
    return [{**note, "table": name} for name, report in reports.items() for note in report[key]]

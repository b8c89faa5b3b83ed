"""The road of an engine: it counts, each different record is recoded once, and it writes what all of them publish.

    count → prepare → recode → publish → verify → report → commit

The middle is the ordinary one. What is verified is what was written, read back and counted by the engine; only then is
it put in its place.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Role
from tokumei.core.progress import Progress
from tokumei.core.promise import Verification
from tokumei.core.published import published_names
from tokumei.engines import Discardable, Engine, Spread, Written
from tokumei.errors import DataError, PromiseError
from tokumei.io.counted import PERSON, RECORDS, Counted, tallied
from tokumei.io.pieces import pieces_of, tallied_in_parts
from tokumei.io.release import assemble
from tokumei.io.scanning import PARQUET, files_in, scan_file, scan_parquet
from tokumei.job import Job
from tokumei.partition.top_down import WHOLE, Cutting
from tokumei.pipeline.engine_texts import EqualTexts, beside, equal_texts, judged_texts, masked_columns, texts_elsewhere
from tokumei.pipeline.making import Stopwatch
from tokumei.pipeline.reading import Prepared, models_of, prepare
from tokumei.pipeline.recoding import Outcome, recode
from tokumei.pipeline.reporting import report_of
from tokumei.pipeline.text_figures import NO_TEXTS
from tokumei.pipeline.verifying import judge, knowledge_of_file, knowledge_of_run, refuse_broken
from tokumei.privacy.compilation import sensitive_columns

__all__ = ["made_by", "or_discarded", "verify_files", "without_rows"]

_ROWS = re.compile(r" \(first in rows? [^)]*\)")
"""In a sentence about a source: numbers of rows, which are not the source's where equal ones were counted."""


def made_by(engine: Engine, job: Job, *, force: bool, progress: Progress) -> tuple[Written, dict[str, Any]]:
    """A release that was written and keeps its promises, beside its target; and its report.

    Raises PromiseError where it would not keep them; nothing is left of it then.
    """
    with or_discarded(engine):
        return _made(engine, job, force, progress)


@contextmanager
def or_discarded(what: Discardable) -> Iterator[None]:
    """What is done inside is done, or nothing is left of what it was done with."""
    try:
        yield
    except BaseException:
        what.discard()
        raise


def _made(engine: Engine, job: Job, force: bool, progress: Progress) -> tuple[Written, dict[str, Any]]:
    watch = Stopwatch()
    columns = engine.columns()
    keys = _keys(job, columns)
    shown = [name for name, one in job.columns.items() if one.role is not Role.QUASI and name not in keys]
    with watch("count"):
        counted = engine.count(keys, [name for name in shown if name in columns], k=job.privacy.k, progress=progress)
    with watch("read"), without_rows():
        prepared = prepare(counted, job, progress)
    prepared = replace(prepared, cutting=_cutting(engine, job, prepared))
    with watch("anonymize"), without_rows():
        outcome = recode(prepared, progress)
    parts = prepared.parts(outcome.recoding)
    with watch("publish"):
        texts = masked_columns(job, counted.facts.decimal)
        spread = replace(_spread(counted, parts, outcome), texts=texts)
        written = engine.publish(spread, force=force, progress=progress)
    with or_discarded(written):
        progress.stage("verify")
        with watch("verify"):
            equal = equal_texts(job, written.tallies) if texts else None
            verification, frame = _verified(written, spread, parts, outcome, equal)
        progress.stage("report")
        with watch("measure"):
            apart = NO_TEXTS if equal is None else texts_elsewhere(job, texts, equal, outcome.recoding)
            report = report_of(parts, outcome, verification, frame, apart)
        report["engine"] = {
            "name": engine.name,
            "different_records": counted.frame.height,
            "pieces": prepared.cutting.pieces,
        }
        report["release"] = written.facts()
        report["seconds"] = {stage: round(spent, 3) for stage, spent in watch.seconds.items()}
    return written, report


def _cutting(engine: Engine, job: Job, prepared: Prepared) -> Cutting:
    """Into how many pieces the different records are cut: as the job says, or as many as the engine likes."""
    if job.method.score != "ncp":
        return WHOLE
    pieces = job.engine.pieces or engine.pieces(prepared.table.records)
    return Cutting(pieces, engine.each) if pieces > 1 else WHOLE


def _keys(job: Job, columns: Sequence[str]) -> list[str]:
    """The columns that decide what a record publishes, in the source's order; the others go with it as they are."""
    needed = {*job.grouped, *sensitive_columns(models_of(job)), *job.where}
    needed |= {way.source for way in job.derive.values()}
    needed |= {job.person} if job.by_people and job.person is not None else set()
    for name, settings in job.columns.items():
        categories = settings.setting("categories")
        if settings.setting("round") is not None or categories is not None:
            needed.add(name)
        described_by = getattr(categories, "described_by", None)
        needed |= set() if described_by is None else {described_by}
    missing = [name for name in (*needed, *job.columns) if name not in columns and name not in job.derive]
    if missing:
        raise DataError.missing_columns(sorted(set(missing)), columns)
    return [name for name in columns if name in needed]


def _spread(counted: Counted, parts: Prepared, outcome: Outcome) -> Spread:
    """What the records of every counted one become."""
    recoding, job = outcome.recoding, parts.job
    assert parts.place is not None
    assert parts.table.weight is not None
    carried = [name for name in parts.names if name not in parts.frame.columns]
    mapped = [name for name in parts.names if name in parts.frame.columns]
    published = assemble(parts.frame, recoding, names=mapped, numbers=job.output.numbers)
    row = np.where(recoding.removed, -1, np.cumsum(~recoding.removed) - 1)
    names = published_names(parts.names, {*carried, *published.columns})
    keys = counted.frame.drop(RECORDS)
    return Spread.of(
        parts.place,
        keys=keys,
        mass=parts.table.weight,
        row=row,
        person=None if parts.person is None else parts.person.astype(np.int64),
        published=published,
        carried=carried,
        names=names,
        seed=job.seed,
    )


def _verified(
    written: Written, spread: Spread, parts: Prepared, outcome: Outcome, equal: EqualTexts | None
) -> tuple[Verification, Any]:
    """What the written release keeps, and its different rows."""
    job = parts.job
    if sorted(written.columns) != sorted(spread.names):
        raise PromiseError("The release has not the columns that the job publishes, and nothing was written.")
    judged = _judged(job, spread.names)
    tally = written.tally(judged, people=spread.person is not None)
    weight: npt.NDArray[np.int64] = tally[RECORDS].to_numpy().astype(np.int64)
    person = tally[PERSON].to_numpy().astype(np.int32) if spread.person is not None else None
    if int(weight.sum()) != spread.released:
        raise PromiseError(
            f"The release has {int(weight.sum()):,} records where {spread.released:,} are published: nothing was "
            "written."
        )
    frame = tally.drop(RECORDS, PERSON, strict=False)
    known = replace(
        knowledge_of_run(parts, outcome, lambda: np.zeros(0, dtype=np.int64)),
        weight=weight,
        person=person,
        carried=[name for name in spread.names if name not in judged],
        texts=judged_texts(job, written.pieces) if spread.texts else None,
        equals=None if equal is None else equal.groups,
    )
    verification = judge(frame, job, known)
    refuse_broken(verification)
    return verification, frame


def _judged(job: Job, names: Sequence[str]) -> list[str]:
    """The columns that promises are about, as they are published under these names."""
    rounded = [name for name, column in job.columns.items() if column.setting("round") is not None]
    wanted = dict.fromkeys([*job.grouped, *sensitive_columns(models_of(job)), *rounded])
    return published_names(wanted, names)


def verify_files(place: Path, job: Job) -> Verification:
    """Whether a release in files keeps the promises of a job: a folder of Parquet files, or a file, read piece by
    piece. Its different rows are counted, and these are judged."""
    scan = scan_parquet(files_in(place, PARQUET)) if place.is_dir() else scan_file(place, {})
    judged = _judged(job, scan.names)
    texts = beside(job)
    missing = [name for name in (*judged, *texts) if name not in scan.names]
    if missing:
        raise DataError(
            f"The release does not have {', '.join(map(repr, missing))}, which the job publishes. Is it the release of "
            "another job?"
        )
    frame = tallied(scan.lazy, judged)
    weight = frame[RECORDS].to_numpy().astype(np.int64)
    frame = frame.drop(RECORDS)
    known = knowledge_of_file(frame, job, scan.facts(int(weight.sum())))
    others = [name for name in scan.names if name not in judged]
    unknown = [name for name in others if name in job.hidden or name not in job.columns]
    if unknown:
        raise DataError(
            f"The release does not fit the job: it publishes {', '.join(map(repr, unknown))}, which the job does not."
        )
    known = replace(known, weight=weight, carried=others)
    if texts:
        known = replace(known, texts=judged_texts(job, lambda names: pieces_of(scan.lazy, names)))
    if texts and not job.grouped:
        with tempfile.TemporaryDirectory() as folder:
            equal = equal_texts(job, lambda names: tallied_in_parts(scan.lazy, names, int(weight.sum()), Path(folder)))
            known = replace(known, equals=equal.groups)
    return judge(frame, job, known)


@contextmanager
def without_rows() -> Iterator[None]:
    """Sentences about the source without numbers of rows, which are those of the different records here."""
    try:
        yield
    except DataError as error:
        raise DataError(_ROWS.sub("", str(error))) from None

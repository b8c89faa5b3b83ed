"""A stored recoding on other data: the same road as a run, with a recoder that only places values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.job import Job, with_settings
from tokumei.job.stored import load_recoding
from tokumei.pipeline import Stopwatch, make, released
from tokumei.pipeline.placing import placed
from tokumei.pipeline.reading import Prepared, prepare
from tokumei.pipeline.recoding import Outcome, recode
from tokumei.pipeline.writing import Release

__all__ = ["apply"]


def apply(
    recoding: str | Path | Mapping[str, Any],
    data: Any,
    *,
    suppress: float | None = None,
    output: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Release:
    """A release of other data by a recoding that a job has stored (`output.recoding`), verified, with its report.

    `data` is a frame or the path of a file with the same columns. Records whose values have no place in the recoding,
    and those in groups that do not keep the promises, are removed; `suppress` bounds their share. `output` are
    settings of the job's output, such as where `write_outputs` writes.
    *Promise*: that of `anonymize`: what is returned keeps every promise of the job that stored the recoding.
    """
    stored, folder = load_recoding(recoding)
    listener = progress or SILENT
    watch = Stopwatch()
    job = _asked(stored.job_in(folder), suppress, output or {})
    with watch("read"):
        prepared = prepare(data, job, listener)

    def recoder(source: Prepared, listener: Progress) -> Outcome:
        found = placed(source, stored)
        outcome = recode(source, listener, groups=found.recoding)
        small = found.in_small_groups
        without = int(found.recoding.removed.sum()) - small
        notes = [Note("applied", {"job": stored.job_sha256[:12], "version": stored.version})]
        if without:
            records, columns = source.table.records, list(found.without_place)
            notes.append(
                Note("without_place", {"records": records, "without_place": without, "columns": columns}, warning=True)
            )
        if small:
            notes.append(Note("small_groups", {"records": source.table.records, "removed": small}, warning=True))
        return replace(outcome, notes=(*outcome.notes, *notes))

    return released(prepared, make(prepared, listener, watch=watch, recoder=recoder), listener, watch)


def _asked(job: Job, suppress: float | None, output: Mapping[str, Any]) -> Job:
    """The stored job with the caller's bound on removals, and without any where there is none."""
    bound = 1.0 if suppress is None else suppress
    return with_settings(job, {"privacy.suppress": bound, **{f"output.{key}": value for key, value in output.items()}})

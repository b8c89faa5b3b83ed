"""One job at many k: what each costs, and which is best."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tokumei.core.progress import SILENT, Progress
from tokumei.core.threads import pool
from tokumei.errors import JobError
from tokumei.evaluation.history.utility import utility
from tokumei.evaluation.loss import loss_of
from tokumei.io.writing import Staged, write_text
from tokumei.job import Job, TablesJob, load_any, with_settings
from tokumei.pipeline import JobLike, make
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.attacking import try_on_order
from tokumei.pipeline.reading import Prepared, models_of, prepare
from tokumei.pipeline.reporting import settings_of, settings_of_tables
from tokumei.pipeline.writing import written_json
from tokumei.report import render

__all__ = ["parse_ks", "sweep", "write_sweep"]

ATTACKS = ("assignment",)
"""What is tried on the histories of each k."""


def parse_ks(text: str) -> list[int]:
    """`2:20`, `2:20:2`, `2,5,10` → the k's, ascending."""
    found: set[int] = set()
    try:
        for part in text.split(","):
            numbers = [int(number) for number in part.split(":")]
            if len(numbers) == 1:
                found.add(numbers[0])
            else:
                first, last, *step = numbers
                found |= set(range(first, last + 1, *step))
    except (TypeError, ValueError):
        found = set()
    if not found or min(found) < 2:
        raise JobError(f"`--k {text}` is not of the form 2:20, 2:20:2 or 2,5,10, with k of at least 2.")
    return sorted(found)


def sweep(
    job: JobLike | TablesJob,
    ks: Sequence[int],
    *,
    source: Any = None,
    attacks: bool = True,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """For each k the utility, the safety 1/k, their sum, and the k with the lowest sum.

    For every k a release is made, verified, measured and thrown away; k's run in parallel on the cores. *Utility* is
    the contest's U for histories (with the rate of hits of an attack beside 1/k, unless `attacks` is off), and NCP for
    everything else; for both, lower is better, and of several tables it is the mean over their records. `source` is a
    frame or a path in place of the job's own, or table → frame or file.
    *Reference*: U + 1/k is the total of Nakamura and Kikuchi; for tables we take NCP in its place.
    """
    listener = progress or SILENT
    asked = load_any(job)
    if not ks or min(ks) < 2:
        raise JobError("A sweep needs at least one k, and each k must be at least 2.")
    at: Callable[[int], dict[str, Any]]
    if isinstance(asked, TablesJob):
        from tokumei.pipeline.tables_sweeping import tables_at

        at, histories = tables_at(source, asked, ks, attacks=attacks, progress=listener), asked.linked
    else:
        prepared = _prepared(source, asked, ks, listener)
        at, histories = partial(_point, prepared, attacks=attacks), prepared.subject is not None
    listener.stage("sweep", len(ks))

    def one(k: int) -> dict[str, Any]:
        point = at(k)
        listener.advance()
        return point

    with pool() as threads:
        points = list(threads.map(one, ks))
    best = min(points, key=lambda point: (point["total"], -point["k"]))
    return {"measure": "U" if histories else "NCP", "best": best["k"], "points": points}


def _prepared(source: Any, job: Job, ks: Sequence[int], progress: Progress) -> Prepared:
    if job.subject is not None and job.output.format is None:  # hits are counted where rows stay in their order
        job = with_settings(job, {"output.order": "keep", "output.removed": "mark"})
    prepared = prepare(source, job, progress)
    if prepared.subject is not None and histories_of(prepared).subjects < max(ks):
        raise JobError(f"The source has {histories_of(prepared).subjects:,} subjects: the largest k is that.")
    return prepared


def write_sweep(found: dict[str, Any], job: Job | TablesJob, page: Path, *, force: bool = False) -> None:
    """Writes a sweep as a page with its picture, and as JSON beside it."""
    if page.suffix.lower() not in (".html", ".htm"):
        raise JobError("The page of a sweep must end in .html; the same as JSON is written beside it.")
    if isinstance(job, TablesJob):
        title, settings = ", ".join(job.tables), settings_of_tables(job)
    else:
        title, settings = Path(getattr(job.source, "file", "database")).name, settings_of(job)
    report = {"title": title, "sweep": found, "job": settings}
    with Staged(force=force) as staged:
        write_text(render(report, language=job.output.language), staged.path(page))
        write_text(written_json(found), staged.path(page.with_suffix(".json")))


def _point(prepared: Prepared, k: int, *, attacks: bool) -> dict[str, Any]:
    """One k, made as any release is."""
    job = with_settings(prepared.job, {"privacy.k": k})
    started = time.perf_counter()
    made = make(replace(prepared, job=job, models=models_of(job)), threads=1)
    seconds = time.perf_counter() - started
    histories = made.outcome.histories
    if histories is None:
        loss = loss_of(made.outcome.recoding, k=k, weights=job.weights)
        lost, columns, removed = loss.ncp, loss.columns, loss.removed / (loss.removed + loss.released)
    else:
        measures = utility(histories, job.weights)
        lost, columns, removed = measures.total, dict(measures.columns), measures.removed
    return {
        "k": k,
        "utility": lost,
        "columns": columns,
        "removed": removed,
        "safety": 1 / k,
        "attack": _hits(prepared, made.frame, job) if histories is not None and attacks else None,
        "total": lost + 1 / k,
        "seconds": seconds,
    }


def _hits(prepared: Prepared, frame: Any, job: Job) -> float:
    """The highest rate of hits of the attacks on a release of histories."""
    findings = try_on_order(replace(prepared, job=job), frame, ATTACKS)
    return max(((one["hits"] or 0) / one["claims"] for one in findings if one["claims"]), default=0.0)

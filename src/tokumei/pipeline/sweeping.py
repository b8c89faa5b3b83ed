"""One job at many k: what each costs, and which is best."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tokumei.core.progress import SILENT, Progress
from tokumei.core.threads import pool
from tokumei.errors import JobError
from tokumei.evaluation.history.sweep import sweep as sweep_histories
from tokumei.evaluation.loss import loss_of
from tokumei.io.writing import Staged, write_text
from tokumei.job import Job, with_settings
from tokumei.pipeline.histories import histories_of, named, recode_histories
from tokumei.pipeline.preparing import Prepared, models_of, prepare
from tokumei.pipeline.recoding import recode
from tokumei.pipeline.reporting import settings_of
from tokumei.report import render as render_sweep

__all__ = ["parse_ks", "sweep", "write_sweep"]


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


def sweep(job: Job, ks: Sequence[int], *, attacks: bool = True, progress: Progress = SILENT) -> dict[str, Any]:
    """For each k the utility, the safety 1/k, their sum, and the k with the lowest sum.

    *Utility* is the contest's U for histories (with the attacks' rate of hits beside 1/k), and NCP for tables; for
    both, lower is better. k's run in parallel on the cores.
    *Reference*: U + 1/k is the total of Nakamura and Kikuchi; for tables we take NCP in its place.
    """
    prepared = prepare(None, job, progress)
    if prepared.subject is not None:
        if histories_of(prepared).subjects < max(ks):
            raise JobError(f"The source has {histories_of(prepared).subjects:,} subjects: the largest k is that.")
        found = sweep_histories(
            ks,
            lambda k: recode_histories(prepared, k=k, threads=1),
            pseudonyms=(lambda recoding: named(recoding, job)) if attacks else None,
            progress=progress,
        )
        return {"measure": "U", **found.to_dict()}
    progress.stage("sweep", len(ks))

    def one(k: int) -> dict[str, Any]:
        point = _table_point(prepared, k)
        progress.advance()
        return point

    with pool() as threads:
        points = list(threads.map(one, ks))
    best = min(points, key=lambda point: (point["total"], -point["k"]))
    return {"measure": "NCP", "best": best["k"], "points": points}


def write_sweep(found: dict[str, Any], job: Job, page: Path, *, force: bool = False) -> None:
    """Writes a sweep as a page with its picture, and as JSON beside it."""
    if page.suffix.lower() not in (".html", ".htm"):
        raise JobError("The page of a sweep must end in .html; the same as JSON is written beside it.")
    report = {"title": Path(getattr(job.source, "file", "database")).name, "sweep": found, "job": settings_of(job)}
    with Staged(force=force) as staged:
        write_text(render_sweep(report, language=job.output.language), staged.path(page))
        text = json.dumps(found, ensure_ascii=False, indent=2, allow_nan=False)
        write_text(text + "\n", staged.path(page.with_suffix(".json")))


def _table_point(prepared: Prepared, k: int) -> dict[str, Any]:
    job = with_settings(prepared.job, {"privacy.k": k})
    started = time.perf_counter()
    loss = loss_of(recode(replace(prepared, job=job, models=models_of(job))), k=k)
    return {
        "k": k,
        "utility": loss.ncp,
        "columns": loss.columns,
        "removed": loss.removed / (loss.removed + loss.released),
        "safety": 1 / k,
        "attack": None,
        "total": loss.ncp + 1 / k,
        "seconds": time.perf_counter() - started,
    }

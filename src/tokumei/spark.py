"""Anonymization of Spark DataFrames: `tokumei.spark.anonymize(df, job)`.

It needs the extra `tokumei[spark]`. The cluster is the DataFrame's own: a notebook's, or that of `spark-submit`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tokumei.core.progress import SILENT, Progress
from tokumei.engines.spark_sources import spark_engine_of
from tokumei.errors import JobError
from tokumei.job import Job, engine_refusals, load
from tokumei.pipeline.engine_release import EngineRelease, finished

__all__ = ["anonymize"]


def anonymize(
    df: Any,
    job: Job | dict[str, Any] | str | Path,
    *,
    force: bool = False,
    progress: Progress | None = None,
) -> EngineRelease:
    """A release of a DataFrame, verified, with its report: `.data` is a DataFrame, `.report` plain data.

    It is written where `output.data` says (a folder, or `table:name`); without that it is a folder of its own in
    the working folder `engine.work`.
    *Promise*: what is returned keeps every promise of the job, judged from what was written; otherwise PromiseError is
    raised, or Infeasible when no release could keep them.
    """
    asked = load(job)
    if asked.engine.name not in ("auto", "spark"):
        raise JobError(f"A DataFrame of Spark is anonymized by Spark: leave `engine: {asked.engine.name}` out.")
    wrong = engine_refusals(asked, "spark")
    if wrong:
        raise JobError(f"The job: {'. '.join(dict.fromkeys(wrong))}.")
    engine = spark_engine_of(df, asked, force=force)
    return finished(engine, asked, force=force, progress=progress or SILENT)

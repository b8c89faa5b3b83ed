"""A release that an engine wrote: its data lie where the job says, and only its report is in memory."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from tokumei.core.progress import SILENT, Progress
from tokumei.engines import Engine, HistoryEngine, Written
from tokumei.errors import JobError
from tokumei.io.writing import Staged, write_text
from tokumei.job import Job
from tokumei.pipeline.by_engine import made_by
from tokumei.pipeline.engine_histories import histories_made_by
from tokumei.pipeline.reading import scan_of
from tokumei.pipeline.writing import check_outputs, targets_of, written_json
from tokumei.report import brief, public_of, render

__all__ = ["EngineRelease", "finished", "run_by_engine"]


@dataclass(frozen=True, eq=False)
class EngineRelease:
    """A release that lies where the job says, verified, with its report."""

    data: Any = field(repr=False)
    """The published table as the engine reads it: a lazy frame, or a DataFrame of Spark."""
    report: dict[str, Any] = field(repr=False)
    """What was promised, what was reached and what it cost, as plain data."""
    job: Job = field(repr=False)

    def _repr_html_(self) -> str:
        """The verdict, the promises and the figures, for a notebook; no row is shown."""
        return brief(self.report, language=self.job.output.language)


def run_by_engine(job: Job, name: str, *, force: bool = False, progress: Progress = SILENT) -> EngineRelease:
    """Runs a job from its source to its outputs with an engine. Writes everything or nothing."""
    return finished(_engine(job, name, force=force), job, force=force, progress=progress)


def finished(engine: Engine | HistoryEngine, job: Job, *, force: bool, progress: Progress) -> EngineRelease:
    """What an engine makes of a job, in its place, with its reports beside it."""
    check_outputs(job, force=force)
    _, page, public = targets_of(job)
    written: Written
    if job.subject is None:
        written, report = made_by(cast(Engine, engine), job, force=force, progress=progress)
    else:
        written, report = histories_made_by(cast(HistoryEngine, engine), job, force=force, progress=progress)
    with Staged(force=force) as staged:
        try:
            for place, content in ((page, report), (public, public_of(report))):
                if place is not None:
                    write_text(render(content, language=job.output.language), staged.path(place))
                    write_text(written_json(content), staged.path(place.with_suffix(".json")))
            staged.before_renaming(written.commit)
        except BaseException:
            written.discard()
            raise
    return EngineRelease(written.data, report, job)


def _engine(job: Job, name: str, *, force: bool) -> Engine | HistoryEngine:
    if job.output.data is None:
        raise JobError("An engine writes its release: set `output.data`, a file or a folder.")
    if name == "spark":
        from tokumei.engines.spark_sources import spark_engine

        return spark_engine(job, force=force)
    from tokumei.engines.streaming import Streaming
    from tokumei.engines.streaming_histories import StreamingHistories

    kind = Streaming if job.subject is None else StreamingHistories
    return kind(scan_of(job), Path(job.path(job.output.data)), job.separators)

"""Which engine runs a job."""

from __future__ import annotations

from pathlib import Path

from tokumei.io.memory import available_memory
from tokumei.job import FOLDERS, FileSource, Job, engine_refusals
from tokumei.pipeline.reading import scan_of
from tokumei.pipeline.writing import is_elsewhere

__all__ = ["engine_for"]

HALF = 0.5
"""A source larger than this share of the memory is read piece by piece, where the engine is `auto`."""


def engine_for(job: Job) -> str:
    """The engine of a job: its own, or for `auto` the one that its source, or a folder as its output, asks for."""
    if job.engine.name != "auto":
        return job.engine.name
    if engine_refusals(job) or not isinstance(job.source, (FileSource, *FOLDERS)) or job.output.data is None:
        return "local"
    if not is_elsewhere(job.output.data) and not Path(job.output.data).suffix:
        return "streaming"  # only an engine writes a folder
    if isinstance(job.source, FileSource):
        place = job.path(job.source.file)
        size = place.stat().st_size if place.is_file() else 0
        if place.suffix.lower() not in (".csv", ".tsv", ".tab", ".parquet", ".pq"):
            return "local"
    else:
        size = sum(file.stat().st_size for file in scan_of(job).files)
    memory = available_memory()
    return "streaming" if memory is not None and size > HALF * memory else "local"

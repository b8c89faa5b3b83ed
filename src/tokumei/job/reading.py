"""Jobs from files and mappings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tokumei.core.files import read_yaml
from tokumei.errors import JobError
from tokumei.job.job import Job
from tokumei.job.sentences import sentence

__all__ = ["load", "with_settings"]


def load(job: Job | Mapping[str, Any] | str | Path) -> Job:
    """A job from a path, a mapping, or a job."""
    if isinstance(job, Job):
        return job
    if isinstance(job, Mapping):
        return _checked(job, Path(), "The job")
    path = Path(job)
    content = read_yaml(path, "job file")
    if not isinstance(content, dict):
        raise JobError(f"The job file {str(path)!r} does not hold a mapping with `columns` and `privacy`.")
    return _checked(content, path.parent, f"The job file {str(path)!r}")


def with_settings(job: Job, settings: Mapping[str, Any]) -> Job:
    """The job with settings changed by their dotted names (`privacy.k`: 10)."""
    content = job.model_dump(mode="json", by_alias=True, exclude_unset=True)
    for dotted, value in settings.items():
        *parents, last = dotted.split(".")
        place = content
        for key in parents:
            if place.get(key) is None:
                place[key] = {}
            place = place[key]
            if not isinstance(place, dict):
                raise JobError(f"The setting {dotted!r} does not exist: {key!r} holds a single value.")
        place[last] = value
    return _checked(content, job.folder, "The job")


def _checked(content: Mapping[str, Any], folder: Path, name: str) -> Job:
    if "folder" in content:
        raise JobError(f"{name}: `folder`: this key is not known; paths are relative to where the job file lies.")
    try:
        return Job.model_validate({**content, "folder": folder})
    except ValidationError as error:
        raise JobError(f"{name}: {sentence(error, Job)}") from None
    except RecursionError:
        raise JobError(f"{name}: it is nested too deeply to be read.") from None

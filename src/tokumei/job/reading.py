"""Jobs from files and mappings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from tokumei.core.files import read_yaml
from tokumei.errors import JobError
from tokumei.job.job import Job
from tokumei.job.sentences import sentence
from tokumei.job.tables import TablesJob

__all__ = ["load", "load_any", "with_settings"]

AnyJob = TypeVar("AnyJob", bound=Job | TablesJob)


def load(job: Job | TablesJob | Mapping[str, Any] | str | Path) -> Job:
    """A job of one table from a path, a mapping, or a job."""
    made = load_any(job)
    if isinstance(made, TablesJob):
        raise JobError(
            "The job has several `tables`, and this is for a job of one: give one of them, with `source` and `columns`."
        )
    return made


def load_any(job: Job | TablesJob | Mapping[str, Any] | str | Path) -> Job | TablesJob:
    """A job from a path, a mapping, or a job: of one table, or of several."""
    if isinstance(job, (Job, TablesJob)):
        return job
    if isinstance(job, Mapping):
        return _checked(job, Path(), "The job")
    path = Path(job)
    content = read_yaml(path, "job file")
    if not isinstance(content, dict):
        raise JobError(f"The job file {str(path)!r} does not hold a mapping with `columns` and `privacy`.")
    return _checked(content, path.parent, f"The job file {str(path)!r}")


def with_settings(job: AnyJob, settings: Mapping[str, Any]) -> AnyJob:
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
    made = _checked(content, job.folder, "The job")
    assert isinstance(made, type(job))
    return made


def _checked(content: Mapping[str, Any], folder: Path, name: str) -> Job | TablesJob:
    if "folder" in content:
        raise JobError(f"{name}: `folder`: this key is not known; paths are relative to where the job file lies.")
    kind = TablesJob if "tables" in content else Job
    try:
        return kind.model_validate({**content, "folder": folder})
    except ValidationError as error:
        raise JobError(f"{name}: {sentence(error, kind)}") from None
    except RecursionError:
        raise JobError(f"{name}: it is nested too deeply to be read.") from None

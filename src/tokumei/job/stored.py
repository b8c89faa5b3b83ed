"""A recoding that was stored, to be applied to other data with the same columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from tokumei.core.files import read_text
from tokumei.errors import JobError
from tokumei.job.job import Job
from tokumei.job.reading import load
from tokumei.job.sentences import sentence
from tokumei.job.settings import Settings

__all__ = ["StoredColumn", "StoredRange", "StoredRecoding", "load_recoding"]


class StoredRange(Settings):
    """A range of numbers or dates that is published as one."""

    low: float | str | None = None
    """Where it begins; absent where it is open. A date as ISO 8601 has it."""
    high: float | str | None = None
    first: str | None = None
    """Where it begins, as it is published; absent where it is open."""
    last: str | None = None
    values: bool = True
    """Whether values lie in it; else only missing ones do."""
    null: bool = False
    """Whether missing values lie in it."""


class StoredColumn(Settings):
    """What the values of a column are published as; exactly one form."""

    level: str | float | None = None
    """By level: an interval's width, a prefix's length, a level of the calendar, or the number of a level; `values`
    for the values themselves, `*` for nothing."""
    nodes: tuple[tuple[str, ...], ...] | None = None
    """Nodes that are published, each as its labels from the node upwards; a value is published as the lowest above
    it."""
    opened: tuple[tuple[str, ...], ...] = ()
    """Nodes that are not published, since all that lies below them is told apart."""
    ranges: tuple[StoredRange, ...] | None = None
    whole: bool = False
    """Whether the numbers in the ranges are whole numbers."""
    values: tuple[tuple[str | None, ...], ...] | None = None
    """Sets of values that are published as one; null is a missing value."""

    @model_validator(mode="after")
    def _one_form(self) -> StoredColumn:
        if sum(form is not None for form in (self.level, self.nodes, self.ranges, self.values)) != 1:
            raise ValueError("a stored column has exactly one of `level`, `nodes`, `ranges`, `values`")
        return self


class StoredRecoding(Settings):
    """A recoding by column or level, and the job that made it."""

    kind: Literal["tokumei recoding"]
    version: str
    """The version of tokumei that stored it."""
    job_sha256: str
    """Of the job that made it."""
    job: dict[str, Any]
    """What of that job is applied again: columns, policies and promises."""
    columns: dict[str, StoredColumn] = Field(min_length=1)
    """Quasi-identifier → what its values are published as."""

    def job_in(self, folder: Path) -> Job:
        """The job, its paths seen from a folder."""
        try:
            made = load(self.job)
        except JobError as error:
            raise JobError(f"The recoding's job does not hold: {error}") from None
        if set(made.grouped) != set(self.columns):
            raise JobError("The recoding does not say what its quasi-identifiers are published as: it was changed.")
        return made.model_copy(update={"folder": folder})


def load_recoding(source: StoredRecoding | Mapping[str, Any] | str | Path) -> tuple[StoredRecoding, Path]:
    """A stored recoding from a path or as plain data, and the folder that its paths are seen from."""
    if isinstance(source, StoredRecoding):
        return source, Path()
    if isinstance(source, Mapping):
        return _checked(source, "The recoding"), Path()
    path = Path(source)
    try:
        content = json.loads(read_text(path, "recoding", error=JobError))
    except (json.JSONDecodeError, RecursionError):
        raise JobError(f"The recoding {str(path)!r} is not valid JSON. {_REMEDY}") from None
    if not isinstance(content, dict) or content.get("kind") != "tokumei recoding":
        raise JobError(f"The file {str(path)!r} is not a stored recoding. {_REMEDY}")
    return _checked(content, f"The recoding {str(path)!r}"), path.parent


_REMEDY = "A recoding is written by a job with `output.recoding`."


def _checked(content: Mapping[str, Any], name: str) -> StoredRecoding:
    try:
        return StoredRecoding.model_validate(content)
    except ValidationError as error:
        raise JobError(f"{name}: {sentence(error, StoredRecoding)}") from None

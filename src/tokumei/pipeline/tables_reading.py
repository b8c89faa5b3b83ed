"""Several tables about the same people: where each of them is read from, and what all of them are before recoding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.errors import DataError, JobError, TokumeiError
from tokumei.job import FileSource, TablesJob
from tokumei.pipeline.making import Stopwatch
from tokumei.pipeline.people import identifier, whose
from tokumei.pipeline.reading import Prepared, prepare
from tokumei.pipeline.tables_writing import TablesRelease, target_of

__all__ = ["in_table", "originals_of", "prepare_tables", "releases_of", "sources_of"]


@contextmanager
def in_table(name: str) -> Iterator[None]:
    """Whatever is wrong with a table is said with its name."""
    try:
        yield
    except TokumeiError as said:
        failure = type(said)
        raise failure(f"Table {name!r}: {said}") from said


def sources_of(given: object, job: TablesJob) -> dict[str, Any]:
    """Table → what it is read from; None for the source that the job names."""
    if given is None:
        return dict.fromkeys(job.tables)
    if not isinstance(given, Mapping):
        raise JobError(
            "The job has several tables: give a mapping with a frame or a file for each, as in "
            "`{'patients': …, 'visits': …}`."
        )
    if given.keys() != job.tables.keys():
        raise JobError(
            f"The job has the tables {', '.join(map(repr, job.tables))}, and {', '.join(map(repr, given)) or 'none'} "
            "are given: give one for each."
        )
    return dict(given)


def originals_of(given: object, job: TablesJob) -> dict[str, Any]:
    """The same, where a folder may hold the originals: as the job's paths say, or under the names of its files.

    A table that the job reads from a database is read from there.
    """
    if not isinstance(given, (str, Path)):
        return sources_of(given, job)
    return _in_folder(given, lambda folder: {name: _original(name, job, folder) for name in job.tables})


def releases_of(given: object, job: TablesJob) -> dict[str, Any]:
    """Table → its release, out of the folder of a release, a mapping, or a release of ours."""
    if isinstance(given, TablesRelease):
        return {name: one.data for name, one in given.tables.items()}
    if not isinstance(given, (str, Path)):
        return sources_of({} if given is None else given, job)
    return _in_folder(given, lambda folder: {name: target_of(job, name, folder) for name in job.tables})


def prepare_tables(
    given: Mapping[str, Any],
    job: TablesJob,
    progress: Progress = SILENT,
    watches: Mapping[str, Stopwatch] | None = None,
) -> tuple[dict[str, Prepared], list[Note]]:
    """Every table, coded, of the people whom the job takes; and what is said of those whom the first does not have."""
    prepared: dict[str, Prepared] = {}
    for name in job.tables:
        with in_table(name), (Stopwatch() if watches is None else watches[name])("read"):
            prepared[name] = prepare(given[name], job.table(name), progress)
            whose(prepared[name].frame, job.person)
    return _without_strangers(prepared, job)


def _in_folder(given: str | Path, files: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    if not Path(given).is_dir():
        raise DataError(
            f"Several tables are a folder with a file for each, and {str(given)!r} is none. Give the folder, such as "
            "the job's `output.folder` for a release."
        )
    return files(Path(given))


def _original(name: str, job: TablesJob, folder: Path) -> Path | None:
    source = job.tables[name].source
    if source is None:
        raise JobError(f"The job does not name a `source` for table {name!r}, so that its file is not known: name it.")
    if not isinstance(source, FileSource):
        return None
    file = Path(source.file)
    return folder / file if not file.is_absolute() and (folder / file).exists() else folder / file.name


def _without_strangers(prepared: dict[str, Prepared], job: TablesJob) -> tuple[dict[str, Prepared], list[Note]]:
    """The tables, and what is said of people whom the first does not have: they are refused, left out, or kept."""
    first, *others = job.tables
    column = identifier(prepared[first].frame, job.person)
    everybody = set(column.values)
    result, notes = dict(prepared), []
    for name in others:
        own = identifier(prepared[name].frame, job.person)
        known = np.array([value in everybody for value in own.values], dtype=bool)
        rows = known[own.codes]
        people, lost = int((~known).sum()), int((~rows).sum())
        if not people:
            continue
        if job.strangers == "error":
            raise DataError(
                f"Table {name!r}: {people:,} of its {len(known):,} people are not in table {first!r}, which lists the "
                "people. Correct their keys, or write `strangers: drop` to leave them out or `strangers: keep` to "
                "release them too."
            )
        if job.strangers == "drop":
            if not rows.any():
                raise DataError(f"Table {name!r}: none of its people is in table {first!r}. Do the keys match?")
            result[name] = prepared[name].part(rows)
            note = Note("strangers_drop", {"first": first, "people": people, "records": lost}, warning=True)
        else:
            note = Note("strangers_keep", {"first": first, "people": people, "records": lost}, warning=True)
        notes.append(replace(note, table=name))
    return result, notes

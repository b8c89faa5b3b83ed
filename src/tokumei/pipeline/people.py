"""Whose each record is, where an identifier says so, and how many people stand behind groups of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, Role
from tokumei.core.notes import Note
from tokumei.core.recoding import Recoding
from tokumei.errors import DataError
from tokumei.io.encode import encode_column
from tokumei.job import Job

__all__ = ["groups_of_few_people", "identifier", "whose", "without_people"]


def whose(frame: Any, name: str) -> npt.NDArray[np.int32]:
    """Record → person, numbered by name: neither the order of the records nor how often they are counted matters.

    Raises DataError where the column is not there, or does not say it of every record.
    """
    if name not in frame.columns:
        raise DataError.missing_columns([name], frame.columns)
    column = identifier(frame, name)
    unknown = int((column.codes >= len(column.values)).sum())
    if unknown:
        raise DataError(
            f"{unknown:,} records do not say whose they are: {name!r} is missing. Leave them out with "
            f"`where: {{{name}: {{missing: false}}}}`."
        )
    return np.argsort(np.argsort(np.array(column.values, dtype=object))).astype(np.int32)[column.codes]


def without_people(
    person: npt.NDArray[np.int32], removed: npt.NDArray[np.bool_], *, most: int
) -> npt.NDArray[np.bool_]:
    """Which records stay where people of whom some are removed go with all of theirs, `most` records in all.

    Who loses the largest share of her records goes first, of equals who has fewer.
    """
    records, lost = np.bincount(person), np.bincount(person[removed], minlength=int(person.max()) + 1)
    losing = np.flatnonzero(lost)
    order = losing[np.lexsort((losing, records[losing], -lost[losing] / records[losing]))]
    gone = np.zeros(len(records), dtype=bool)
    left = most
    for one in order.tolist():
        if records[one] <= left:
            gone[one] = True
            left -= int(records[one])
    return ~gone[person]


def identifier(frame: Any, name: str) -> CategoryColumn:
    """A column that says whose each record is, by names."""
    spec = ColumnSpec(name=name, role=Role.IDENTIFIER, kind=Kind.CATEGORY)
    column = encode_column(frame[name], spec, notes=[])
    assert isinstance(column, CategoryColumn)
    return column


def groups_of_few_people(frame: Any, recoding: Recoding, job: Job, names: Sequence[str]) -> list[Note]:
    """A warning for each identifier that returns (`names`): groups of fewer than k people, and of a single one.

    k counts records. The identifier need not be published: who knows that a person has several records is helped by it
    all the same. Where records were counted without their identifiers, that these return is all that can be said.
    """
    notes: list[Note] = []
    for name in [name for name in names if name in frame.columns] if job.grouped else ():
        column = identifier(frame, name)
        # As they are published: groups of the partition can publish the same.
        group = recoding.published(job.grouped).groups(job.grouped)
        pairs = np.unique(np.stack((group, column.codes[~recoding.removed]), axis=1), axis=0)
        people = np.bincount(pairs[:, 0]) if len(pairs) else np.zeros(0, dtype=np.int64)
        few, one = int((people < job.privacy.k).sum()), int((people == 1).sum())
        if few:
            notes.append(
                Note(
                    "few_people",
                    {"column": name, "groups": few, "of": len(people), "k": job.privacy.k, "one": one},
                    warning=True,
                )
            )
    return notes

"""Attributes of the person in a history: columns that are the same in all records of a subject."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.table import Table
from tokumei.errors import DataError
from tokumei.job import Job

__all__ = ["attribute_notes"]

FEW = 0.02
"""An attribute that other records than so many of the people with several have right may have been meant as one."""
MOSTLY = 0.8
"""A value that so many records have is the same in most people's records by chance."""


def attribute_notes(table: Table, subject: CategoryColumn, job: Job) -> list[Note]:
    """Which quasi-identifiers are attributes of the person, and which would be but for a few records.

    All lines of a cluster have the same members, so that an attribute is published in one way in all rows of a person
    without more ado. Raises DataError where a column that the job calls constant changes.
    """
    counts = np.bincount(subject.codes)
    several = counts[subject.codes] > 1
    constant: list[str] = []
    notes: list[Note] = []
    for column in table.quasi:
        if isinstance(column, (SetColumn, TextColumn)) or not several.any():
            continue
        others = _others(subject.codes, column.codes)
        people = len(np.unique(subject.codes[others]))
        if people and job.columns[column.name].setting("constant"):
            raise DataError(
                f"Column {column.name!r} is declared `constant`, but changes in {int(others.sum()):,} records of "
                f"{people:,} subjects. Correct them, or leave `constant` out."
            )
        common = np.bincount(column.codes).max() / table.records
        if not people and column.size > 1:
            constant.append(column.name)
        elif people and others.sum() <= FEW * several.sum() and common <= MOSTLY:
            records = int(others.sum())
            notes.append(
                Note(
                    "attribute_changes",
                    {"column": column.name, "records": records, "subjects": people},
                    warning=True,
                )
            )
    return [*([Note("subject_attributes", {"columns": constant})] if constant else []), *notes]


def _others(subject: npt.NDArray[np.int32], codes: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Which records have another value than most of their subject's."""
    width = int(codes.max(initial=0)) + 1
    pairs, pair, count = np.unique(subject.astype(np.int64) * width + codes, return_inverse=True, return_counts=True)
    order = np.lexsort((-pairs, count, pairs // width))
    last = np.append(np.diff(pairs[order] // width) > 0, True)  # the most frequent value of each subject
    most = np.zeros(len(pairs), dtype=bool)
    most[order[last]] = True
    return ~most[pair]

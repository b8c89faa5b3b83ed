"""Attributes of the person in a history: columns that are the same in all records of a subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.table import Table
from tokumei.errors import DataError
from tokumei.job import Job

__all__ = ["AttributeFacts", "attribute_facts", "attribute_notes"]

FEW = 0.02
"""An attribute that other records than so many of the people with several have right may have been meant as one."""
MOSTLY = 0.8
"""A value that so many records have is the same in most people's records by chance."""


@dataclass(frozen=True, eq=False)
class AttributeFacts:
    """What tells attributes of the person, as counts: those of parts of the people add up."""

    several: int
    """Records of people who have several."""
    others: Mapping[str, int]
    """Quasi-identifier → records that have another value than most of their person's."""
    people: Mapping[str, int]
    """Quasi-identifier → people who have such records."""
    counts: Mapping[str, npt.NDArray[np.int64]]
    """Quasi-identifier → records by code."""

    def added(self, other: AttributeFacts) -> AttributeFacts:
        """Of both parts."""
        return AttributeFacts(
            self.several + other.several,
            {name: count + other.others[name] for name, count in self.others.items()},
            {name: count + other.people[name] for name, count in self.people.items()},
            {name: counts + other.counts[name] for name, counts in self.counts.items()},
        )


def attribute_facts(table: Table, subject: CategoryColumn) -> AttributeFacts:
    """The counts of a table whose records are `subject`'s."""
    several = np.bincount(subject.codes)[subject.codes] > 1
    others: dict[str, int] = {}
    people: dict[str, int] = {}
    counts: dict[str, npt.NDArray[np.int64]] = {}
    for column in table.quasi:
        if isinstance(column, (SetColumn, TextColumn)):
            continue
        other = _others(subject.codes, column.codes)
        others[column.name], people[column.name] = int(other.sum()), len(np.unique(subject.codes[other]))
        counts[column.name] = np.bincount(column.codes, minlength=column.size)
    return AttributeFacts(int(several.sum()), others, people, counts)


def attribute_notes(facts: AttributeFacts, job: Job) -> list[Note]:
    """Which quasi-identifiers are attributes of the person, and which would be but for a few records.

    All lines of a cluster have the same members, so that an attribute is published in one way in all rows of a person
    without more ado. Raises DataError where a column that the job calls constant changes.
    """
    constant: list[str] = []
    notes: list[Note] = []
    for name, counts in facts.counts.items() if facts.several else ():
        records, people = facts.others[name], facts.people[name]
        if people and job.columns[name].setting("constant"):
            raise DataError(
                f"Column {name!r} is declared `constant`, but changes in {records:,} records of "
                f"{people:,} subjects. Correct them, or leave `constant` out."
            )
        if not people and len(counts) > 1:
            constant.append(name)
        elif people and records <= FEW * facts.several and counts.max() <= MOSTLY * counts.sum():
            notes.append(
                Note("attribute_changes", {"column": name, "records": records, "subjects": people}, warning=True)
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

"""What the data show that the job may not have meant: warnings, from counts alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from tokumei.core.columns import Column, Kind, Role, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.table import Table
from tokumei.io.guess import looks_like_text
from tokumei.io.values import rarity
from tokumei.job import Job

__all__ = ["cautions"]

SHOWN = (Role.SENSITIVE, Role.KEEP)
"""Published as they are."""


def cautions(frame: Any, table: Table, job: Job) -> list[Note]:
    """The warnings that the source gives, before anything is recoded."""
    return [*_separators(table), *_identifiers(frame, job), *_constant(table, job), *_shown(frame, job)]


def _separators(table: Table) -> list[Note]:
    return [
        Note("separator_absent", {"column": column.name, "separator": column.separator}, warning=True)
        for column in table
        if isinstance(column, SetColumn) and len(column) and int(np.diff(column.offsets).max()) <= 1
    ]


def _identifiers(frame: Any, job: Job) -> list[Note]:
    """Identifiers that return: k counts records where people may matter, unless the job says who they are."""
    if job.subject is not None or job.person is not None:
        return []
    distinct = {name: frame[name].n_unique() for name, column in job.columns.items() if column.role is Role.IDENTIFIER}
    return [
        Note("repeated_identifier", {"column": name, "values": values, "records": frame.height}, warning=True)
        for name, values in distinct.items()
        if 1 < values < frame.height
    ]


def _constant(table: Table, job: Job) -> list[Note]:
    """Where no quasi-identifier varies there is nothing to recode; histories differ in their lengths all the same."""
    if job.subject is not None or any(_varies(column) for column in table.quasi):
        return []
    return [Note("all_constant", {"columns": [column.name for column in table.quasi]}, warning=True)]


def _varies(column: Column) -> bool:
    if not isinstance(column, (SetColumn, TextColumn)):
        return column.size > 1
    if len(column) < 2:
        return False
    sizes = np.diff(column.offsets)
    if (sizes != sizes[0]).any() or (column.null != column.null[0]).any():
        return True
    content = column.items if isinstance(column, SetColumn) else column.points
    cells = content.reshape(len(column), int(sizes[0]))
    return bool((cells != cells[0]).any())


def _shown(frame: Any, job: Job) -> list[Note]:
    """Columns that are published as they are, with values that lead to few records, or with free text."""
    notes: list[Note] = []
    for name, column in job.columns.items():
        if column.role not in SHOWN:
            continue
        rare, distinct = rarity(frame[name], below=job.privacy.k)
        if rare:
            notes.append(
                Note(
                    "rare_values",
                    {"column": name, "records": rare, "of": frame.height, "k": job.privacy.k},
                    warning=True,
                )
            )
        free = column.type in (None, Kind.CATEGORY) and looks_like_text(frame[name], distinct)
        if free or column.type is Kind.TEXT:
            notes.append(Note("shown_text", {"column": name}, warning=True))
    return notes

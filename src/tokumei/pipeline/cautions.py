"""What the data show that the job may not have meant: warnings, from counts alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind, Role, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.table import Table
from tokumei.io.counted import Shown, shown_in
from tokumei.io.guess import looks_like_text
from tokumei.io.values import rarity
from tokumei.job import Job

__all__ = ["cautions", "seen"]

SHOWN = (Role.SENSITIVE, Role.KEEP)
"""Published as they are."""


def cautions(table: Table, job: Job, shown: Mapping[str, Shown]) -> list[Note]:
    """The warnings that the source gives, before anything is recoded; `shown` is what `seen` says of its columns."""
    return [*_separators(table), *_identifiers(table, job, shown), *_constant(table, job), *_shown(table, job, shown)]


def seen(
    frame: Any, job: Job, weight: npt.NDArray[np.int64] | None, elsewhere: Mapping[str, Shown]
) -> dict[str, Shown]:
    """What there is to say of identifiers and of columns that are published as they are.

    `weight` says how many records each row of the frame stands for, and `elsewhere` what is known of columns that it
    does not have.
    """
    known: dict[str, Shown] = dict(elsewhere)
    for name, column in job.columns.items():
        if name in known:
            continue
        if column.role is Role.IDENTIFIER:
            known[name] = Shown(frame[name].n_unique())
        elif weight is not None and column.role in SHOWN:
            known[name] = shown_in(frame, name, weight, k=job.privacy.k)
        elif column.role in SHOWN:
            rare, different = rarity(frame[name], below=job.privacy.k)
            free = column.type in (None, Kind.CATEGORY) and looks_like_text(frame[name], different)
            known[name] = Shown(different, rare, free)
    return known


def _separators(table: Table) -> list[Note]:
    return [
        Note("separator_absent", {"column": column.name, "separator": column.separator}, warning=True)
        for column in table
        if isinstance(column, SetColumn) and len(column) and int(np.diff(column.offsets).max()) <= 1
    ]


def _identifiers(table: Table, job: Job, shown: Mapping[str, Shown]) -> list[Note]:
    """Identifiers that return: k counts records where people may matter, unless the job says who they are."""
    if job.subject is not None or job.person is not None:
        return []
    return [
        Note(
            "repeated_identifier",
            {"column": name, "values": shown[name].different, "records": table.total},
            warning=True,
        )
        for name in job.named(Role.IDENTIFIER)
        if 1 < shown[name].different < table.total
    ]


def _constant(table: Table, job: Job) -> list[Note]:
    """Where no quasi-identifier varies there is nothing to recode; histories differ in their lengths all the same."""
    if job.subject is not None or any(_varies(column) for column in table.quasi):
        return []
    if table.weight is not None and len(table.quasi) < len(job.named(Role.QUASI)):
        return []  # texts that are not at hand may vary
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


def _shown(table: Table, job: Job, shown: Mapping[str, Shown]) -> list[Note]:
    """Columns that are published as they are, with values that lead to few records, or with free text."""
    notes: list[Note] = []
    for name, column in job.columns.items():
        if column.role not in SHOWN:
            continue
        if shown[name].rare:
            notes.append(
                Note(
                    "rare_values",
                    {"column": name, "records": shown[name].rare, "of": table.total, "k": job.privacy.k},
                    warning=True,
                )
            )
        if shown[name].free_text or column.type is Kind.TEXT:
            notes.append(Note("shown_text", {"column": name}, warning=True))
    return notes

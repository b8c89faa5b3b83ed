"""Whose the rows of a release are: what only the judge of attacks may know."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.histories import true_subjects
from tokumei.attacks.known import Truth
from tokumei.core.columns import Role
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.errors import DataError, JobError, PromiseError
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import recode

__all__ = ["truth_of_file", "truth_of_rows"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


def truth_of_file(prepared: Prepared, labels: PublishedTable) -> Truth:
    """Whose the rows of a file are: those of the original in its order, where the job says so.

    Otherwise the program is run again, since it is public: where it makes the same rows, it is known which look like
    each record's.
    """
    job = prepared.job
    if job.output.keeps_order and labels.records == prepared.table.records:
        return truth_of_rows(prepared, labels, np.arange(labels.records, dtype=np.int64))
    if prepared.subject is not None:
        return Truth()
    try:
        recoding = recode(prepared).recoding
    except (PromiseError, DataError, JobError):
        return Truth()
    quasi = job.named(Role.QUASI)
    if any(name not in labels.columns for name in quasi):
        return Truth()
    again = recoding.published(quasi)
    stays = np.flatnonzero(~recoding.removed)
    marked = labels.removed(quasi, markers=job.marks)
    row = _rows_alike(again, labels, quasi, ~marked)
    if row is None:
        return Truth()
    row_of = np.full(prepared.table.records, -1, dtype=np.int64)
    row_of[stays] = row
    return Truth(row_of=row_of)


def truth_of_rows(prepared: Prepared, labels: PublishedTable, record: Ints) -> Truth:
    """Whose the rows are, from row → record."""
    marked = labels.removed(prepared.job.named(Role.QUASI), markers=prepared.job.marks)
    row_of = np.full(prepared.table.records, -1, dtype=np.int64)
    rows = np.flatnonzero(~marked)
    row_of[record[rows]] = rows
    owner = None
    if prepared.subject is not None and prepared.job.subject is not None:
        owner = true_subjects(
            histories_of(prepared), labels, subject=prepared.job.subject, record=np.where(marked, -1, record)
        )
    return Truth(row_of=row_of, exact=True, owner=owner)


def _rows_alike(one: PublishedTable, other: PublishedTable, names: Sequence[str], rows: Flags) -> Ints | None:
    """Row of one release → a row of the other (among `rows`) that publishes the same, each once; None where they
    differ."""
    chosen = np.flatnonzero(rows)
    if one.records != len(chosen):
        return None
    columns = {name: _joined(one.columns[name], other.columns[name], chosen) for name in names}
    group = PublishedTable(columns, 2 * len(chosen)).groups(names)
    first, second = group[: len(chosen)], group[len(chosen) :]
    own, beside = np.argsort(first, kind="stable"), np.argsort(second, kind="stable")
    if not np.array_equal(first[own], second[beside]):
        return None
    row = np.empty(len(chosen), dtype=np.int64)
    row[own] = chosen[beside]
    return row


def _joined(one: PublishedColumn, other: PublishedColumn, rows: Ints) -> PublishedColumn:
    """Two columns, one after the other, in the codes of one dictionary."""
    number: dict[str, int] = {}
    parts = []
    for column, codes in ((one, one.codes), (other, other.codes[rows])):
        of_label = np.array([*(number.setdefault(label, len(number)) for label in column.labels), -1], dtype=np.int32)
        parts.append(of_label[codes])
    return PublishedColumn(np.concatenate(parts), tuple(number))

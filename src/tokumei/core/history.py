"""Records grouped by subject, and what a recoding of them publishes.

A *line* is a row that several subjects publish together: one record of each member of a cluster stands behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, SetColumn, TextColumn
from tokumei.core.recoding import Entries, Losses, Recoded, Recoding
from tokumei.core.rows import distinct_rows, offsets_of
from tokumei.core.table import Table
from tokumei.errors import DataError

__all__ = ["Histories", "HistoryRecoding", "Pseudonyms"]


@dataclass(frozen=True, eq=False)
class Histories:
    """A table whose records belong to subjects."""

    table: Table
    subject: npt.NDArray[np.int32]
    """Record → subject, 0 … subjects − 1 in the order of their histories' content, so that the order of the records
    does not number them; every subject has a record."""
    subjects: int

    @classmethod
    def of(cls, table: Table, subject: CategoryColumn) -> Histories:
        """The table grouped by the values of a column. Raises DataError where a record has no subject."""
        if len(subject.codes) != table.records:
            raise DataError(
                f"Column {subject.name!r} has {len(subject.codes):,} records, the table {table.records:,}; "
                "the subject must be read from the same source."
            )
        missing = int((subject.codes >= len(subject.values)).sum()) + int((subject.codes < 0).sum())
        if missing:
            raise DataError(
                f"The subject column {subject.name!r} is empty in {missing:,} of {table.records:,} rows. A record "
                "without a subject cannot be protected with its history: remove those rows, or give them a subject."
            )
        distinct, codes = np.unique(subject.codes, return_inverse=True)
        rows = _rows(table)
        offsets = offsets_of(np.bincount(codes, minlength=len(distinct)))
        no_cells = np.zeros((len(distinct), 0), dtype=np.int32)
        history, _, _ = distinct_rows(no_cells, offsets, rows[np.lexsort((rows, codes))])
        rank = np.argsort(np.argsort(history, kind="stable"))  # subjects with equal histories by their names
        return cls(table, rank[codes].astype(np.int32), len(distinct))

    @cached_property
    def rows(self) -> npt.NDArray[np.int32]:
        """Record → number of its content among the distinct ones, which are sorted."""
        return _rows(self.table)

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Subject → number of its records."""
        return np.bincount(self.subject, minlength=self.subjects).astype(np.int64)


def _rows(table: Table) -> npt.NDArray[np.int32]:
    codes = [column.codes for column in table if not isinstance(column, (SetColumn, TextColumn))]
    cells = np.stack(codes, axis=1) if codes else np.zeros((table.records, 0), dtype=np.int32)
    return distinct_rows(cells)[0]


@dataclass(frozen=True, eq=False)
class Pseudonyms:
    """The column that names the subjects, with a name of its own for each."""

    name: str
    entry: Entries
    """Record → subject; −1 for a removed record."""
    names: tuple[str, ...]
    """Subject → pseudonym."""

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """The pseudonyms."""
        return list(self.names), np.arange(len(self.names), dtype=np.int32)

    def losses(self) -> Losses:
        """1: nothing of the identifier is published."""
        return np.ones(len(self.entry))


@dataclass(frozen=True, eq=False)
class HistoryRecoding:
    """What every record of every subject publishes."""

    histories: Histories
    cluster: npt.NDArray[np.int32]
    """Subject → cluster; −1 for a subject that is removed with all its records."""
    line: npt.NDArray[np.int32]
    """Record → line; −1 for a removed record."""
    columns: Mapping[str, Recoded]

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return int(self.cluster.max(initial=-1)) + 1

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Cluster → number of its subjects."""
        return np.bincount(self.cluster[self.cluster >= 0], minlength=self.clusters).astype(np.int64)

    @property
    def removed(self) -> npt.NDArray[np.bool_]:
        """Which records are not published."""
        return self.line < 0

    def recoding(self, pseudonyms: Pseudonyms | None = None) -> Recoding:
        """As a recoding of the table: records of a line are a group; with pseudonyms, their column is one more."""
        named: dict[str, Recoded] = {} if pseudonyms is None else {pseudonyms.name: pseudonyms}
        return Recoding(self.line, {**named, **self.columns})

"""Records grouped by subject, and what a recoding of them publishes.

A *line* is a row that several subjects publish together: one record of each member of a cluster stands behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Column, SetColumn, TextColumn
from tokumei.core.notation import ANY
from tokumei.core.notes import Note
from tokumei.core.recoding import Entries, Losses, Recoded, Recoding
from tokumei.core.rows import distinct_rows, offsets_of
from tokumei.core.table import Table
from tokumei.errors import DataError

__all__ = ["Histories", "HistoryRecoding", "Pseudonyms", "Shown", "refuse_without_subject"]


@dataclass(frozen=True, eq=False)
class Histories:
    """A table whose records belong to subjects."""

    table: Table
    subject: npt.NDArray[np.int32]
    """Record → subject, 0 … subjects − 1 in the order of their histories' content, so that the order of the records
    does not number them; every subject has a record."""
    subjects: int
    person: npt.NDArray[np.int32] | None = None
    """Subject → whose part it is, where the histories of some are published in parts, each as a subject of its own."""

    @classmethod
    def of(cls, table: Table, subject: CategoryColumn) -> Histories:
        """The table grouped by the values of a column. Raises DataError where a record has no subject."""
        if len(subject.codes) != table.records:
            raise DataError(
                f"Column {subject.name!r} has {len(subject.codes):,} records, the table {table.records:,}; "
                "the subject must be read from the same source."
            )
        missing = int((subject.codes >= len(subject.values)).sum()) + int((subject.codes < 0).sum())
        refuse_without_subject(subject.name, missing, table.records)
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
    def people(self) -> int:
        """How many people there are: as many as subjects, where none stands for a part."""
        return self.subjects if self.person is None else int(self.person.max(initial=-1)) + 1

    @property
    def whose(self) -> npt.NDArray[np.int32]:
        """Record → person."""
        return self.subject if self.person is None else self.person[self.subject]

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Subject → number of its records."""
        return np.bincount(self.subject, minlength=self.subjects).astype(np.int64)


def refuse_without_subject(name: str, missing: int, records: int) -> None:
    """Raises DataError where records have no subject."""
    if missing:
        raise DataError(
            f"The subject column {name!r} is empty in {missing:,} of {records:,} rows. A record "
            "without a subject cannot be protected with its history: remove those rows, or give them a subject."
        )


def _rows(table: Table) -> npt.NDArray[np.int32]:
    """Record → number of its content."""
    codes = [_codes(column) for column in table]
    cells = np.stack(codes, axis=1) if codes else np.zeros((table.records, 0), dtype=np.int32)
    return distinct_rows(cells)[0]


def _codes(column: Column) -> npt.NDArray[np.int32]:
    """Record → code; of a set and a text, the number of its content among the distinct ones."""
    if not isinstance(column, (SetColumn, TextColumn)):
        return column.codes
    parts = column.items if isinstance(column, SetColumn) else column.points.astype(np.int32)
    return distinct_rows(column.null[:, None].astype(np.int32), column.offsets, parts)[0]


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
class Shown:
    """A sensitive column as it is, but for the cells that are `*`."""

    name: str
    entry: Entries
    """Record → number of its value; the last one is `*`, −1 a removed record."""
    values: tuple[str | None, ...]

    @classmethod
    def of(cls, column: Column, line: Entries, hidden: npt.NDArray[np.bool_]) -> Shown:
        """The column of the records in lines, `hidden` ones as `*`."""
        assert not isinstance(column, TextColumn), "of texts there is no diversity"
        codes = _codes(column)
        values: list[str | None]
        if isinstance(column, SetColumn):
            first = np.unique(codes, return_index=True)[1]
            cells = [column.items[column.offsets[record] : column.offsets[record + 1]] for record in first]
            texts = [column.separator.join(sorted(column.values[item] for item in items)) for items in cells]
            values = [None if column.null[record] else text for record, text in zip(first, texts, strict=True)]
        else:
            values = [column.label(code) or None for code in range(column.size)]
        return cls(column.name, np.where(line < 0, -1, np.where(hidden, len(values), codes)), (*values, ANY))

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """The values, and `*`."""
        return list(self.values), np.arange(len(self.values), dtype=np.int32)

    def losses(self) -> Losses:
        """1 for a cell that is hidden or removed."""
        return np.where((self.entry < 0) | (self.entry == len(self.values) - 1), 1.0, 0.0)


@dataclass(frozen=True, eq=False)
class HistoryRecoding:
    """What every record of every subject publishes."""

    histories: Histories
    cluster: npt.NDArray[np.int32]
    """Subject → cluster; −1 for a subject that is removed with all its records."""
    line: npt.NDArray[np.int32]
    """Record → line; −1 for a removed record."""
    columns: Mapping[str, Recoded]
    hidden: Mapping[str, npt.NDArray[np.bool_]] = field(default_factory=dict)
    """Sensitive column → records whose cell is published as `*`, since their line's values would tell too much."""
    notes: tuple[Note, ...] = ()
    """What to know of how it was made."""

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
        """As a recoding of the table: records of a line are a group.

        With pseudonyms it is what is published: their column is one more, and so are sensitive columns with `*`.
        """
        if pseudonyms is None:
            return Recoding(self.line, self.columns)
        shown = {name: Shown.of(self.histories.table[name], self.line, flags) for name, flags in self.hidden.items()}
        return Recoding(self.line, {pseudonyms.name: pseudonyms, **shown, **self.columns})

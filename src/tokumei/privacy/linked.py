"""k-anonymity over several tables: what a person has in all of them, seen with nothing but the published rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tokumei.core.promise import Verification
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.privacy.histories import HistoryAnonymity
from tokumei.privacy.model import ModelSettings, check_whole, promise_of

__all__ = ["PERSON", "TABLE", "LinkedAnonymity", "rows_together"]

PERSON, TABLE = "person", "table"
"""Columns of all rows together; those of the tables have a full stop in their names."""


@dataclass(frozen=True, slots=True)
class LinkedAnonymity(ModelSettings):
    """The rows of every pseudonym over all tables, counted with their repeats, are exactly those of k − 1 others.

    *Promise*: someone who knows all records of a person in all tables finds at least k pseudonyms that could be this
    person's.

    *Caveats*: As with histories, what the k have in common is shown, and what is published outside the
    quasi-identifiers is not under the promise.

    *Reference*: that of histories (Nakamura and Kikuchi), taken over several tables.
    """

    kind: ClassVar[str] = "linked"
    title: ClassVar[str] = "k-anonymity over all tables"
    column: ClassVar[None] = None
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 every history may be unique")

    def check(
        self, tables: Mapping[str, PublishedTable], *, subject: str, columns: Mapping[str, Sequence[str]]
    ) -> Verification:
        """Judges tables by their labels alone: all rows as one history of each pseudonym, a row's table part of it.

        `columns` are the quasi-identifiers of each table. A group is the pseudonyms whose rows are equal.
        """
        together = rows_together(tables, subject=subject, columns=columns)
        names = [name for name in together.columns if name != PERSON]
        found = HistoryAnonymity(self.k).check(together, subject=PERSON, columns=names, markers=False)
        smallest = found.smallest_group
        return replace(found, promises=(promise_of(self, self.k, smallest, smallest >= self.k),))


def rows_together(
    tables: Mapping[str, PublishedTable], *, subject: str, columns: Mapping[str, Sequence[str]]
) -> PublishedTable:
    """The rows of all tables, one after another, with whose they are (`PERSON`) and which table's (`TABLE`).

    Of each table the `columns` that it is asked for; what a table does not have is an empty field.
    """
    shown = {name: table.names_of(columns[name]) for name, table in tables.items()}
    sizes = [table.records for table in tables.values()]
    starts = np.cumsum([0, *sizes])
    number: dict[str, int] = {}
    person = np.full(starts[-1], -1, dtype=np.int32)
    cells: dict[str, PublishedColumn] = {}
    for start, (name, table) in zip(starts.tolist(), tables.items(), strict=False):
        rows = slice(start, start + table.records)
        own = table.columns[subject]
        places = [number.setdefault(label, len(number)) for label in own.labels]
        person[rows] = np.array([*places, -1], dtype=np.int32)[own.codes]
        for column in shown[name]:
            codes = np.full(starts[-1], -1, dtype=np.int32)
            codes[rows] = table.columns[column].codes
            cells[f"{name}.{column}"] = PublishedColumn(codes, table.columns[column].labels)
    which = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    first = {PERSON: PublishedColumn(person, tuple(number)), TABLE: PublishedColumn(which, tuple(tables))}
    return PublishedTable({**first, **cells}, int(starts[-1]))

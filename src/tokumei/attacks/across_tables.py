"""Across tables: some records of a person in each of several tables, and the pseudonym that joins them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_assignment import Assignment
from tokumei.attacks.history_records import KnownRecords
from tokumei.core.columns import CategoryColumn

__all__ = ["AcrossTables", "Everything"]

TABLE = "table"
"""The column of linked tables, taken as one history, that says which of them a record is of."""


class AcrossTables(KnownRecords):
    """Knows m random records of a person in each table that has some, and follows the pseudonym from one to the next.

    Who is in one table alone is attacked there.
    """

    kinds = frozenset({"linked"})
    knows = "across"

    def __init__(self, m: int) -> None:
        super().__init__(m)
        self.name = f"across-{m}"

    def subjects(self, known: HistoryKnowledge) -> npt.NDArray[np.int64]:
        """Those who are in several tables."""
        which = _tables(known)
        pairs = np.unique(np.stack([known.histories.subject.astype(np.int64), which]), axis=1)
        return np.flatnonzero(np.bincount(pairs[0], minlength=known.histories.subjects) > 1)

    def records(self, known: HistoryKnowledge, subject: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """So many of each table."""
        own = known.of(subject)
        places, which = np.arange(own.start, own.stop), _tables(known)[known.records(subject)]
        parts = [places[which == table] for table in np.unique(which)]
        return np.concatenate([random.permutation(part)[: self.m] for part in parts])


class Everything(Assignment):
    """Knows all records of everybody in all tables: the attacker that the promise of linked tables is about."""

    name = "across-all"
    kinds = frozenset({"linked"})
    knows = "across-all"


def _tables(known: HistoryKnowledge) -> npt.NDArray[np.int64]:
    """Record → its table."""
    column = known.histories.table[TABLE]
    assert isinstance(column, CategoryColumn)
    return column.codes.astype(np.int64)

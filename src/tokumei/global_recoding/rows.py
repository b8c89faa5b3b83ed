"""Distinct rows under one partition a column: which of them make groups that keep the promises, and what is lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.people import NOBODY, People, people_hold, people_of, people_up_to
from tokumei.core.predicates import Predicates, all_hold, histogram_places
from tokumei.core.rows import distinct_rows, gather, number_rows
from tokumei.core.table import Table
from tokumei.global_recoding.axes import Axis, Parts

__all__ = ["Judged", "Rows", "kept_records"]

_ROOM = 1 << 62
"""What a word holds."""


@dataclass(frozen=True, eq=False)
class Judged:
    """What one partition a column makes of the rows."""

    group: npt.NDArray[np.int64]
    """Row → group."""
    kept: npt.NDArray[np.bool_]
    """Row → whether its group keeps the promises; the others are removed."""
    loss: npt.NDArray[np.float64]
    """Row → what each of its records loses over all columns, were it released."""
    removed: int
    """Records in groups that do not keep the promises."""
    total: float
    """The loss of all records, removed ones at all that there is to lose."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Distinct rows of the quasi-identifiers (and of what the promises read), each with its number of records.

    Rows are sorted by their content, so that the order of the source's records cannot change what is made of them.
    Where people are counted, a row is of one person: equal records of two are two rows.
    """

    cells: npt.NDArray[np.int32]
    """Axis × row → rank."""
    weight: npt.NDArray[np.int64]
    """Row → records that are this row."""
    row: npt.NDArray[np.int32]
    """Record → row."""
    axes: tuple[Axis, ...]
    k: int
    budget: int
    """How many records may be removed."""
    predicates: Predicates
    """Where people are counted, those that ask for shares."""
    offsets: npt.NDArray[np.int64]
    """The histogram places of row r are `places[offsets[r]:offsets[r + 1]]`; a single zero without predicates."""
    places: npt.NDArray[np.int32]
    people: People = NOBODY
    """Whose the rows are."""

    @classmethod
    def of(
        cls,
        table: Table,
        axes: Sequence[Axis],
        *,
        k: int,
        budget: int,
        predicates: Predicates,
        person: npt.NDArray[np.int32] | None = None,
    ) -> Rows:
        """The rows of a table; predicates count its sensitive columns, and people where `person` is given."""
        cells = np.empty((table.records, len(axes)), dtype=np.int32)
        for number, axis in enumerate(axes):
            np.take(axis.rank, axis.column.codes, out=cells[:, number])
        told = cells if person is None else np.column_stack([cells, person])
        if not len(predicates.kind):
            row, first, weight = distinct_rows(told)
            places = np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32)
        else:
            lists = histogram_places(table.sensitive)
            row, first, weight = distinct_rows(told, *lists)
            places = gather(*lists, first)
        people, shares = (NOBODY, predicates) if person is None else people_of(person[first], predicates)
        return cls(np.ascontiguousarray(cells[first].T), weight, row, tuple(axes), k, budget, shares, *places, people)

    @cached_property
    def width(self) -> float:
        """What a removed record loses: everything in every column, by the columns' weights."""
        return float(sum(axis.weight for axis in self.axes))

    @property
    def monotone(self) -> bool:
        """Whether finer partitions never keep a record that coarser ones remove: so it is for k, and where nothing may
        be removed, since the models are kept by the union of groups that keep them. Shares of people are not: a person
        in two groups weighs once in their union."""
        if len(self.people.person):
            return not len(self.predicates.kind) and not len(self.people.having.kind)
        return self.budget == 0 or not len(self.predicates.kind)

    @property
    def judges_more(self) -> bool:
        """Whether more is asked of a group than k records."""
        return len(self.people.person) > 0 or len(self.predicates.kind) > 0

    def judged(self, partitions: Sequence[Parts]) -> Judged:
        """What one partition a column makes of all rows. *Cost*: O(rows × axes)."""
        count = len(self.weight)
        words: list[npt.NDArray[np.int64]] = []
        loss = np.zeros(count)
        size = _ROOM
        for cells, parts in zip(self.cells, partitions, strict=True):
            part = parts.of[cells]
            loss += parts.loss[part]
            if size * len(parts.starts) >= _ROOM:
                words.append(np.zeros(count, dtype=np.int64))
                size = 1
            words[-1] *= len(parts.starts)
            words[-1] += part
            size *= len(parts.starts)
        group, groups = number_rows(np.stack(words, axis=1))
        kept = self.keeping(group, groups, np.arange(count))[group]
        removed = int(self.weight[~kept].sum())
        total = float((self.weight * loss)[kept].sum()) + removed * self.width
        return Judged(group, kept, loss, removed, total)

    def keeping(self, group: npt.NDArray[np.int64], groups: int, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Group → whether it keeps the promises; `group` is that of each of some `rows`."""
        keeps = np.bincount(group, weights=self.weight[rows], minlength=groups) >= self.k
        if self.judges_more:
            order = np.argsort(group, kind="stable")
            ends = np.cumsum(np.bincount(group, minlength=groups))
            lists = (self.offsets, self.places, self.predicates)
            if len(self.people.person):
                _judge_people(rows[order].astype(np.int32), ends, self.k, self.people, *lists, keeps)
            else:
                _judge(rows[order], ends, self.weight, *lists, keeps)
        return keeps

    @cached_property
    def by_rank(self) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]]:
        """Axis → the rows by their rank, and these ranks."""
        orders = [np.argsort(cells, kind="stable") for cells in self.cells]
        return [(order, cells[order]) for order, cells in zip(orders, self.cells, strict=True)]


def kept_records(
    table: Table,
    group: npt.NDArray[np.int32],
    *,
    k: int,
    predicates: Predicates,
    person: npt.NDArray[np.int32] | None = None,
) -> npt.NDArray[np.bool_]:
    """Record → whether its group keeps the promises; predicates count the table's sensitive columns, and people where
    `person` is given."""
    each = np.arange(table.records)
    judged = len(predicates.kind) > 0
    lists = histogram_places(table.sensitive) if judged else (np.zeros(1, np.int64), np.zeros(0, np.int32))
    ones = np.ones(table.records, dtype=np.int64)
    people, shares = (NOBODY, predicates) if person is None else people_of(person, predicates)
    cells = np.zeros((0, table.records), np.int32)
    rows = Rows(cells, ones, each.astype(np.int32), (), k, 0, shares, *lists, people)
    return rows.keeping(group.astype(np.int64), int(group.max(initial=-1)) + 1, each)[group]


@njit(cache=True, nogil=True)
def _judge_people(rows, ends, k, people, offsets, places, predicates, keeps):
    """As `_judge`, by people: k of them, who keep the predicates."""
    judged = predicates.kind.shape[0] > 0 or people.having.kind.shape[0] > 0
    low = 0
    for group in range(ends.shape[0]):
        if keeps[group]:
            own = rows[low : ends[group]]
            keeps[group] = people_up_to(own, people.person, k) >= k and (
                not judged or people_hold(own, people, offsets, places, predicates)
            )
        low = ends[group]


@njit(cache=True, nogil=True)
def _judge(rows, ends, weight, offsets, places, predicates, keeps):
    """Takes from `keeps` the groups that break a predicate; group g has the rows `rows[ends[g − 1]:ends[g]]`."""
    counts = np.zeros(predicates.starts[-1], np.int64)
    low = 0
    for group in range(ends.shape[0]):
        if keeps[group]:
            total = 0
            for row in rows[low : ends[group]]:
                total += weight[row]
                for place in range(offsets[row], offsets[row + 1]):
                    counts[places[place]] += weight[row]
            keeps[group] = all_hold(counts, total, predicates)
            for row in rows[low : ends[group]]:
                for place in range(offsets[row], offsets[row + 1]):
                    counts[places[place]] = 0
        low = ends[group]

"""What is to be partitioned: distinct rows with weights, and what every group must keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.columns import Column
from tokumei.core.predicates import NO_PREDICATES, Predicates, histogram_places
from tokumei.core.rows import distinct_rows, gather, side_by_side
from tokumei.core.table import Table
from tokumei.partition.dimensions import Dimension, Dimensions, stack
from tokumei.partition.dimensions.items import NO_SETS, SetDimension, Sets, joined, stack_sets
from tokumei.partition.guard import Guard, guard_of

__all__ = ["Content", "Groups", "Problem"]

Content = Callable[[npt.NDArray[np.int64]], npt.NDArray[np.int64]]
"""Records → the place of each in an order by content."""
NO_PERSON = np.zeros(0, dtype=np.int32)
MORE_WORK = 2.5
"""So many times as much work as on different rows is done on those of different people."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Distinct rows of the quasi-identifiers (and of what the guard reads), each with its number of records.

    Rows are sorted by their content, so that the order of the source's records cannot change what is made of them.
    Where people are counted, a row is of one person: equal records of two are two rows.
    """

    cells: npt.NDArray[np.int32]
    """Row × dimension → rank."""
    weight: npt.NDArray[np.int64]
    """Row → records that are this row."""
    row: npt.NDArray[np.int32]
    """Record → row."""
    dimensions: tuple[Dimension, ...]
    dims: Dimensions
    k: int
    predicates: Predicates = NO_PREDICATES
    places: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    """Histogram places of all rows, one row after another."""
    offsets: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """The places of row r are `places[offsets[r]:offsets[r + 1]]`; a single zero without predicates."""
    set_dimensions: tuple[SetDimension, ...] = ()
    sets: Sets = NO_SETS
    beside: tuple[Column, ...] = ()
    """The table's columns that are no dimensions."""
    content: Content | None = None
    """Orders records by what else is published of them, beside the table."""
    person: npt.NDArray[np.int32] = field(default_factory=lambda: NO_PERSON)
    """Row → person; empty where records are counted."""
    mass: npt.NDArray[np.int64] | None = None
    """Record → how many of the source it stands for; None: one each."""
    part_of: npt.NDArray[np.int64] | None = None
    """Record → which of the table's it is a part of; None where none was divided."""

    @classmethod
    def of(
        cls,
        table: Table,
        dimensions: Sequence[Dimension | SetDimension],
        *,
        k: int,
        predicates: Predicates = NO_PREDICATES,
        person: npt.NDArray[np.int32] | None = None,
        content: Content | None = None,
    ) -> Problem:
        """The problem that a table poses; predicates count the table's sensitive columns.

        `person` says whose each record is, where k is of people.
        """
        single = tuple(dimension for dimension in dimensions if isinstance(dimension, Dimension))
        several = tuple(dimension for dimension in dimensions if isinstance(dimension, SetDimension))
        cells = np.empty((table.records, len(single)), dtype=np.int32)
        for number, dimension in enumerate(single):
            np.take(dimension.rank, dimension.column.codes, out=cells[:, number])
        own = {dimension.column.name for dimension in dimensions}
        beside = tuple(column for column in table if column.name not in own)
        judged = len(predicates.kind) > 0
        told = cells if person is None else np.column_stack([cells, person])
        owners = NO_PERSON if person is None else person
        if not several and not judged:
            row, first, weight = _rows(table, told)
            who = owners[first] if len(owners) else owners
            plain = cls(cells[first], weight, row, single, stack(single), k, person=who, mass=table.weight)
            return replace(plain, beside=beside, content=content)
        # What tells two records apart beside the cells: items and histogram places.
        parts = [joined(several)] if several else []
        if judged:
            parts.append(histogram_places(table.sensitive))
        beyond = int(parts[0][1].max(initial=-1)) + 1
        row, first, weight = _rows(table, told, *side_by_side(parts, (0, beyond)[: len(parts)]))
        who = owners[first] if len(owners) else owners
        kept = [gather(*part, first) for part in parts]
        sets = stack_sets(several, *kept[0]) if several else NO_SETS
        offsets, places = kept[-1] if judged else (np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))
        return cls(
            cells[first],
            weight,
            row,
            single,
            stack(single),
            k,
            predicates,
            places,
            offsets,
            several,
            sets,
            beside,
            content,
            who,
            table.weight,
        )

    def part(self, rows: npt.NDArray[np.int32]) -> Problem:
        """The problem that some rows pose by themselves, in which records are not told apart; itself for all rows."""
        if len(rows) == self.rows and (rows == np.arange(self.rows)).all():
            return self
        part = replace(self, cells=self.cells[rows], weight=self.weight[rows], row=np.zeros(0, dtype=np.int32))
        if len(self.person):
            part = replace(part, person=self.person[rows])
        if len(self.predicates.kind):
            offsets, places = gather(self.offsets, self.places, rows)
            part = replace(part, offsets=offsets, places=places)
        if self.set_dimensions:
            offsets, items = gather(self.sets.offsets, self.sets.items, rows)
            part = replace(part, sets=self.sets._replace(offsets=offsets, items=items, share=self.sets.share[rows]))
        return part

    def light(self) -> Problem:
        """The same without the records behind it: all that has to go to another process to be partitioned there."""
        single = tuple(replace(one, column=replace(one.column, codes=one.column.codes[:0])) for one in self.dimensions)
        several = tuple(
            replace(
                one,
                column=replace(
                    one.column,
                    offsets=one.column.offsets[:1],
                    items=one.column.items[:0],
                    null=np.array([one.column.null.any()]),
                ),
            )
            for one in self.set_dimensions
        )
        return replace(
            self, dimensions=single, set_dimensions=several, beside=(), content=None, mass=None, part_of=None
        )

    @cached_property
    def guard(self) -> Guard:
        """What every group of the rows must keep."""
        return guard_of(self.k, self.offsets, self.places, self.predicates, self.person)

    @property
    def judged(self) -> bool:
        """Whether more is asked of a group than k records."""
        return len(self.person) > 0 or len(self.predicates.kind) > 0

    @cached_property
    def work(self) -> int:
        """How much there is to look at, in cells and items.

        Equal rows of many people are looked at little more often than one row of as many records, or tables with few
        different rows would take many times as long as without people.
        """
        if not len(self.person):
            return int(self.cells.size) + len(self.sets.items)
        _, first, _ = distinct_rows(self.cells, self.sets.offsets, self.sets.items)
        once = len(first) * self.cells.shape[1]
        once += int(np.diff(self.sets.offsets)[first].sum()) if self.set_dimensions else 0
        return min(int(self.cells.size) + len(self.sets.items), int(MORE_WORK * once))

    @property
    def rows(self) -> int:
        """How many distinct rows there are."""
        return len(self.weight)

    @property
    def records(self) -> int:
        """How many records there are."""
        return int(self.weight.sum())


def _rows(table: Table, *content: Any) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Record → row, row → its first record, row → how many records of the source it stands for."""
    row, first, weight = distinct_rows(*content)
    return row, first, weight if table.weight is None else weighed(row, table.weight, len(first))


@dataclass(frozen=True, eq=False)
class Groups:
    """A partition of the rows: group g holds `order[ends[g − 1]:ends[g]]`; rows that are in no group are removed."""

    order: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many groups there are."""
        return len(self.ends)

    def of_rows(self, rows: int) -> npt.NDArray[np.int32]:
        """Row → group, −1 for a removed row."""
        group = np.full(rows, -1, dtype=np.int32)
        group[self.order] = np.repeat(np.arange(self.count, dtype=np.int32), np.diff(np.concatenate([[0], self.ends])))
        return group

    @classmethod
    def from_rows(cls, group: npt.NDArray[np.int32]) -> Groups:
        """Groups from a group number for each row; empty numbers are closed up, −1 is removed."""
        order = np.argsort(group, kind="stable").astype(np.int32)
        order = order[np.count_nonzero(group < 0) :]
        numbers = group[order]
        ends = np.append(np.flatnonzero(np.diff(numbers)) + 1, len(order)) if len(order) else np.zeros(0)
        return cls(order, ends.astype(np.int64))

"""Histories as the arrays that the compiled parts read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, SetColumn, SingleColumn
from tokumei.core.expected_error import Grid
from tokumei.core.history import Histories
from tokumei.history.item_nodes import ItemNodesOfSets, SetNumbers
from tokumei.history.recode import history_columns, leaf_codes

__all__ = ["ITEMS", "NO_WEIGHTS", "Aim", "Prepared", "Records", "Subjects", "prepare"]

RANGE, SET, TREE, ITEMS = 0, 1, 2, 3
NO_WEIGHTS: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Aim:
    """What a history is made for, beside its columns: classes of records that a line should not mix."""

    codes: npt.NDArray[np.int32]
    """Record → class."""
    weight: float
    """How often a line that mixes classes counts, where a column counts once."""

    def taken(self, rows: npt.NDArray[np.bool_]) -> Aim:
        """Of some records."""
        return Aim(self.codes[rows], self.weight)


class Records(NamedTuple):
    """The records of all subjects as the kernels read them."""

    values: npt.NDArray[np.float64]
    """Column × record: numbers and dates in units of σ (null: NaN), codes of categories, leaves of trees, numbers of
    sets; after the columns, the classes of aims."""
    kind: npt.NDArray[np.int8]
    """Column → how it is published: 0 a range, 1 a set of values, 2 a node of its hierarchy, 3 items."""
    step: npt.NDArray[np.float64]
    """Column → grid step in units of σ."""
    weight: npt.NDArray[np.float64]
    """Column → how much its error counts; 1 on average."""
    path: npt.NDArray[np.int32]
    """Column × leaf × level → node, for the columns with a hierarchy."""
    tree_error: npt.NDArray[np.float64]
    """Column × node → error of a cell published as that node."""
    sets: ItemNodesOfSets
    """What the sets of set columns could publish, by their numbers."""


class Subjects(NamedTuple):
    """The subjects of a block as clustering sees them, from the most records to the fewest."""

    counts: npt.NDArray[np.int64]
    """Subject → number of its records."""
    price: float
    """What a removed record costs, in cells."""
    value: npt.NDArray[np.int64]
    """Subject → the sensitive value of all its records; one of its own where they differ."""
    different: int
    """So many values a cluster needs, or its sensitive cells are hidden; 0 where nothing is promised of them."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """Records in the order of their subjects, then of their content; subjects from the most records to the fewest."""

    records: Records
    offsets: npt.NDArray[np.int64]
    """Place of a subject → its first record here; one more for the end."""
    subject: npt.NDArray[np.int64]
    """Place of a subject → its number in the histories."""
    record: npt.NDArray[np.int64]
    """Record here → its number in the table."""
    value: npt.NDArray[np.int64]
    """Place of a subject → its sensitive value, as in `Subjects`."""
    different: int = 0
    price: float = 1.0
    """How many times what its cells are worth the removal of a record costs."""

    @property
    def columns(self) -> int:
        """How many columns count, aims included."""
        return len(self.records.kind)

    @property
    def removal(self) -> float:
        """What a removed record costs, in cells."""
        return self.price * self.columns

    def subjects(self, first: int, last: int) -> Subjects:
        """The subjects of a block."""
        return Subjects(self.counts[first:last], self.removal, self.value[first:last], self.different)

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Place of a subject → number of its records."""
        return np.diff(self.offsets)


def prepare(
    histories: Histories,
    weights: Mapping[str, float] = NO_WEIGHTS,
    *,
    aims: Sequence[Aim] = (),
    value: npt.NDArray[np.int64] | None = None,
    different: int = 0,
) -> Prepared:
    """The arrays of histories; `weights` names the columns whose errors count more or less than once.

    The classes of an aim cost a line what the values of a category do.
    Clusters with fewer than `different` values among their subjects' (`value`) hide them.
    """
    columns = history_columns(histories)
    subject = np.argsort(-histories.counts, kind="stable")
    place = np.empty(histories.subjects, dtype=np.int64)
    place[subject] = np.arange(histories.subjects)
    keys: list[npt.NDArray[np.signedinteger[Any]]] = [aim.codes for aim in aims]
    record = np.lexsort([*keys, histories.rows, place[histories.subject]])
    values = np.empty((len(columns) + len(aims), len(record)))
    kind = np.full(len(values), SET, dtype=np.int8)
    step = np.ones(len(values))
    sets = SetNumbers()
    for number, column in enumerate(columns):
        if isinstance(column, SetColumn):
            kind[number] = ITEMS
            values[number] = sets.numbers(column)[record]
            continue
        if column.hierarchy is not None:
            kind[number] = TREE
            by_code = leaf_codes(column, column.hierarchy).astype(np.float64)
        elif isinstance(column, CategoryColumn):
            by_code = np.arange(column.size, dtype=np.float64)
        else:
            kind[number] = RANGE
            grid = Grid.of(column)
            middle = float(np.mean(grid.places)) if len(grid.places) else 0.0
            by_code = np.append((grid.places - middle) / grid.sigma, np.nan)
            step[number] = 1 / grid.sigma
        values[number] = by_code[column.codes[record]]
    for number, aim in enumerate(aims, start=len(columns)):
        values[number] = aim.codes[record]
    singles = [None if isinstance(column, SetColumn) else column for column in columns]
    path, tree_error = _trees([*singles, *[None] * len(aims)])
    weight = np.array([*(weights.get(column.name, 1.0) for column in columns), *(aim.weight for aim in aims)])
    records = Records(values, kind, step, weight / weight.mean(), path, tree_error, sets.arrays())
    offsets = np.concatenate([[0], np.cumsum(histories.counts[subject])]).astype(np.int64)
    own = np.arange(histories.subjects, dtype=np.int64) if value is None else value
    return Prepared(records, offsets, subject, record, own[subject], different)


def _trees(columns: Sequence[SingleColumn | None]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    trees = [None if column is None else column.hierarchy for column in columns]
    there = [tree for tree in trees if tree is not None]
    leaves = max((len(tree.path) for tree in there), default=1)
    levels = max((tree.height + 1 for tree in there), default=1)
    nodes = max((len(tree.labels) for tree in there), default=1)
    path = np.zeros((len(columns), leaves, levels), dtype=np.int32)
    error = np.zeros((len(columns), nodes))
    for number, tree in enumerate(trees):
        if tree is not None:
            path[number, : len(tree.path), : tree.height + 1] = tree.path
            path[number, : len(tree.path), tree.height + 1 :] = tree.root
            error[number, : len(tree.labels)] = tree.error
    return path, error

"""Histories as the arrays that the compiled parts read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, SingleColumn
from tokumei.core.expected_error import Grid, set_errors
from tokumei.core.history import Histories
from tokumei.history.recode import history_columns, leaf_codes

__all__ = ["Prepared", "prepare"]

RANGE, SET, TREE = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Prepared:
    """Records in the order of their subjects, then of their content; subjects from the most records to the fewest."""

    values: npt.NDArray[np.float64]
    """Column × record: numbers and dates in units of σ (null: NaN), codes of categories, leaves of trees."""
    kind: npt.NDArray[np.int8]
    """Column → how it is published: 0 a range, 1 a set, 2 a node of its hierarchy."""
    step: npt.NDArray[np.float64]
    """Column → grid step in units of σ."""
    path: npt.NDArray[np.int32]
    """Column × leaf × level → node, for the columns with a hierarchy."""
    tree_error: npt.NDArray[np.float64]
    """Column × node → error of a cell published as that node."""
    offsets: npt.NDArray[np.int64]
    """Place of a subject → its first record here; one more for the end."""
    subject: npt.NDArray[np.int64]
    """Place of a subject → its number in the histories."""
    record: npt.NDArray[np.int64]
    """Record here → its number in the table."""

    @property
    def columns(self) -> int:
        """How many columns are published."""
        return len(self.kind)

    @property
    def counts(self) -> npt.NDArray[np.int64]:
        """Place of a subject → number of its records."""
        return np.diff(self.offsets)

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any, Any]:
        """What every kernel starts with."""
        return self.values, self.kind, self.step, self.path, self.tree_error


def prepare(histories: Histories) -> Prepared:
    """The arrays of histories."""
    columns = history_columns(histories)
    subject = np.argsort(-histories.counts, kind="stable")
    place = np.empty(histories.subjects, dtype=np.int64)
    place[subject] = np.arange(histories.subjects)
    record = np.lexsort((histories.rows, place[histories.subject]))
    values = np.empty((len(columns), len(record)))
    kind = np.zeros(len(columns), dtype=np.int8)
    step = np.ones(len(columns))
    for number, column in enumerate(columns):
        if column.hierarchy is not None:
            kind[number] = TREE
            by_code = leaf_codes(column, column.hierarchy).astype(np.float64)
        elif isinstance(column, CategoryColumn):
            kind[number] = SET
            by_code = np.arange(column.size, dtype=np.float64)
        else:
            grid = Grid.of(column)
            middle = float(np.mean(grid.places)) if len(grid.places) else 0.0
            by_code = np.append((grid.places - middle) / grid.sigma, np.nan)
            step[number] = 1 / grid.sigma
        values[number] = by_code[column.codes[record]]
    path, tree_error = _trees(columns)
    offsets = np.concatenate([[0], np.cumsum(histories.counts[subject])]).astype(np.int64)
    return Prepared(values, kind, step, path, tree_error, offsets, subject, record)


def _trees(columns: list[SingleColumn]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    trees = [column.hierarchy for column in columns]
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
            error[number, : len(tree.labels)] = set_errors(tree.last - tree.first + 1)
            error[number, tree.root] = 1.0
    return path, error

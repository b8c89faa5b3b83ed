"""From models to the compiled predicates that a split is checked with."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Column, SetColumn, SingleColumn, TextColumn
from tokumei.core.predicates import (
    CLOSE_EQUAL,
    CLOSE_ORDERED,
    CLOSE_TREE,
    DISTINCT,
    ENTROPY,
    NO_PREDICATES,
    RECURSIVE,
    Predicates,
    histogram_starts,
)
from tokumei.core.table import Table
from tokumei.errors import JobError, listing
from tokumei.privacy.feasibility import value_counts
from tokumei.privacy.models import (
    DistinctDiversity,
    EntropyDiversity,
    KAnonymity,
    Model,
    RecursiveDiversity,
    TCloseness,
    check_kind,
    distance_for,
)

__all__ = ["compile_predicates"]

_CLOSE = {"equal": CLOSE_EQUAL, "ordered": CLOSE_ORDERED, "hierarchical": CLOSE_TREE}


def compile_predicates(models: Sequence[Model], table: Table) -> Predicates:
    """The models but k as predicates on histograms over all of `table.sensitive`, in that order.

    Sensitive columns that no model names have places too: leave them out of the table where they have many values
    (`sensitive_columns` says which are needed). Without any model but k this is NO_PREDICATES, with no places at all.
    """
    asked = [model for model in models if not isinstance(model, KAnonymity)]
    if not asked:
        return NO_PREDICATES
    columns = list(table.sensitive)
    numbers = {column.name: number for number, column in enumerate(columns)}
    for model in asked:
        if model.column not in numbers:
            raise JobError(
                f"The promise {model.name!r} needs a column with the role sensitive. "
                f"The sensitive columns are {listing(numbers)}."
            )
        check_kind(model, columns[numbers[model.column]].kind)
    return _assembled(sorted(asked, key=_cost), columns, numbers, table.records)


def _cost(model: Model) -> int:
    """Cheap and selective models first: the check stops at the first that fails."""
    order = (DistinctDiversity, RecursiveDiversity, EntropyDiversity, TCloseness)
    return order.index(type(model))


def _assembled(models: Sequence[Model], columns: list[Column], numbers: dict[str, int], records: int) -> Predicates:
    kinds, first, second, own = [], [], [], []
    order_starts, orders, paths, heights = [], [], [], []
    used = 0
    for model in models:
        if isinstance(model, KAnonymity):
            continue
        column = columns[numbers[model.column]]
        kind, bounds = _bounds(model, column)
        order, path = _layout(kind, column)
        if kind == CLOSE_ORDERED:  # a value whose records were all removed stands in no row that a reader could see
            order = order[value_counts(column)[order] > 0]
            path = path[: len(order)]
            bounds = (bounds[0], float(len(order)))
        own.append(numbers[model.column])
        kinds.append(kind)
        first.append(bounds[0])
        second.append(bounds[1])
        order_starts.append(used)
        orders.append(order)
        paths.append(path)
        heights.append(path.shape[1] - 1)
        used += len(order)
    levels = max(heights) + 1
    shares = [value_counts(column) / max(records, 1) for column in columns]
    return Predicates(
        starts=histogram_starts(columns),
        column=np.array(own, dtype=np.int64),
        kind=np.array(kinds, dtype=np.int64),
        first=np.array(first, dtype=np.float64),
        second=np.array(second, dtype=np.float64),
        overall=np.concatenate(shares).astype(np.float64),
        order_start=np.array(order_starts, dtype=np.int64),
        order=np.concatenate(orders).astype(np.int64),
        height=np.array(heights, dtype=np.int64),
        path=np.ascontiguousarray(np.concatenate([_widened(path, levels) for path in paths]), dtype=np.int32),
    )


def _bounds(model: Model, column: Column) -> tuple[int, tuple[float, float]]:
    if isinstance(model, DistinctDiversity):
        return DISTINCT, (model.l, 0.0)
    if isinstance(model, EntropyDiversity):
        return ENTROPY, (model.l, 0.0)
    if isinstance(model, RecursiveDiversity):
        return RECURSIVE, (model.c, model.l)
    assert isinstance(model, TCloseness)
    return _CLOSE[distance_for(model, column.kind)], (model.t, 0.0)


def _layout(kind: int, column: Column) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The order of a column's codes that a distance needs, and their paths to the root; both empty for other kinds."""
    if kind not in (CLOSE_ORDERED, CLOSE_TREE) or isinstance(column, (SetColumn, TextColumn)):
        return np.zeros(0, dtype=np.int64), np.zeros((0, 1), dtype=np.int32)
    if kind == CLOSE_ORDERED and not isinstance(column, CategoryColumn):
        order = np.arange(column.size)
        return order, np.zeros((len(order), 1), dtype=np.int32)
    if kind == CLOSE_ORDERED and column.hierarchy is None:
        names = [column.label(code) for code in range(len(column.values))]
        order = np.array([*sorted(range(len(names)), key=names.__getitem__), *range(len(names), column.size)])
        return order, np.zeros((len(order), 1), dtype=np.int32)
    leaves, path = _leaves(column)
    if kind == CLOSE_ORDERED:
        leaves[len(column.values) :] = len(path)  # a missing value stands at the end of the row
    order = np.argsort(leaves, kind="stable")
    return order, path[order]


def _leaves(column: SingleColumn) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Code → leaf, and code → path to the root; a missing value without a leaf gets one of its own under the root."""
    tree = column.hierarchy
    if tree is None:
        raise JobError(
            f"t-closeness of {column.name!r} has the hierarchical distance, but the column has no hierarchy. "
            "Give it one, or choose the distance equal or ordered."
        )
    codes = range(len(column.values))
    missing = sum(column.label(code) not in tree.leaf_of for code in codes)
    if missing:
        raise JobError(
            f"The hierarchy of {column.name!r} lacks {missing:,} of the column's values. Add a row for each."
        )
    leaves = [tree.leaf_of[column.label(code)] for code in codes]
    path = tree.path[leaves]
    if column.has_null:
        leaf = tree.leaf_of.get("", len(tree.path))
        leaves.append(leaf)
        alone = np.full((1, tree.height + 1), len(tree.labels), dtype=np.int32)
        alone[0, -1] = tree.root
        path = np.concatenate([path, tree.path[[leaf]] if leaf < len(tree.path) else alone])
    return np.array(leaves, dtype=np.int64), path


def _widened(path: npt.NDArray[np.int32], levels: int) -> npt.NDArray[np.int32]:
    return np.pad(path, ((0, 0), (0, levels - path.shape[1])))

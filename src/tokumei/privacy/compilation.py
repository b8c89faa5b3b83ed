"""From the models of a table to what algorithms need of them: is it possible, and what is a split checked with."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import counts_of
from tokumei.core.columns import Column, TextColumn
from tokumei.core.predicates import (
    CLOSE_EQUAL,
    CLOSE_ORDERED,
    CLOSE_TREE,
    DISTINCT,
    ENTROPY,
    LIKENESS,
    NO_PREDICATES,
    RECURSIVE,
    SHARE,
    Predicates,
    histogram_starts,
)
from tokumei.core.table import Table
from tokumei.errors import JobError, listing
from tokumei.privacy.model import Bound, TableModel

__all__ = ["compile_predicates", "feasible", "sensitive_columns"]

CHEAP_FIRST = (DISTINCT, SHARE, LIKENESS, RECURSIVE, ENTROPY, CLOSE_EQUAL, CLOSE_ORDERED, CLOSE_TREE)
"""Cheap and selective predicates first: the check stops at the first that fails."""


def sensitive_columns(models: Sequence[TableModel]) -> tuple[str, ...]:
    """The columns that models name, each once: only these take part in the partitioning."""
    return tuple(dict.fromkeys(model.column for model in models if model.column is not None))


def feasible(models: Sequence[TableModel], table: Table, *, suppress: float = 0.0) -> None:
    """Raises Infeasible, saying what would be possible, where no release of the table can keep a model.

    Every model is kept by the union of groups that keep it. So without removals one group of all records decides,
    exactly; where records may be removed, the best remainder does: the one in which the most frequent values are cut
    down to one height.
    """
    for model in models:
        if model.column is not None:
            model.refuse_type(table[model.column].kind)
        model.refuse_impossible(table, spare=math.floor(suppress * table.records))


def compile_predicates(models: Sequence[TableModel], table: Table) -> Predicates:
    """The models but k as predicates on histograms over all of `table.sensitive`, in that order.

    Sensitive columns that no model names have places too: leave them out of the table where they have many values
    (`sensitive_columns` says which are needed). Without any model but k this is NO_PREDICATES, with no places at all.
    """
    columns = list(table.sensitive)
    numbers = {column.name: number for number, column in enumerate(columns)}
    bounds: list[tuple[int, Bound]] = []
    for model in models:
        if model.column is None:
            continue
        if model.column not in numbers:
            raise JobError(
                f"The promise {model.name!r} needs a column with the role sensitive. "
                f"The sensitive columns are {listing(numbers)}."
            )
        column = columns[numbers[model.column]]
        model.refuse_type(column.kind)
        bound = model.bound(column)
        if bound is not None:
            bounds.append((numbers[model.column], bound))
    if not bounds:
        return NO_PREDICATES
    return _assembled(sorted(bounds, key=lambda one: CHEAP_FIRST.index(one[1].kind)), columns, table.records)


def _assembled(bounds: Sequence[tuple[int, Bound]], columns: Sequence[Column], records: int) -> Predicates:
    levels = max(bound.path.shape[1] for _, bound in bounds)
    sizes = [len(bound.order) for _, bound in bounds]
    shares = [counts_of(column) / max(records, 1) for column in columns if not isinstance(column, TextColumn)]
    return Predicates(
        starts=histogram_starts(columns),
        column=np.array([number for number, _ in bounds], dtype=np.int64),
        kind=np.array([bound.kind for _, bound in bounds], dtype=np.int64),
        first=np.array([bound.first for _, bound in bounds], dtype=np.float64),
        second=np.array([bound.second for _, bound in bounds], dtype=np.float64),
        overall=np.concatenate(shares).astype(np.float64),
        order_start=np.cumsum([0, *sizes[:-1]], dtype=np.int64),
        order=np.concatenate([bound.order for _, bound in bounds]).astype(np.int64),
        height=np.array([bound.path.shape[1] - 1 for _, bound in bounds], dtype=np.int64),
        path=np.ascontiguousarray(
            np.concatenate([_widened(bound.path, levels) for _, bound in bounds]), dtype=np.int32
        ),
    )


def _widened(path: npt.NDArray[np.int32], levels: int) -> npt.NDArray[np.int32]:
    return np.pad(path, ((0, 0), (0, levels - path.shape[1])))

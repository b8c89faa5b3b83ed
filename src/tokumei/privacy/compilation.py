"""From the models of a table to what algorithms need of them: is it possible, and what is a split checked with."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import counts_of
from tokumei.core.columns import Column, SetColumn, SingleColumn, TextColumn
from tokumei.core.people import shares_of_people
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
from tokumei.errors import Infeasible, JobError, listing
from tokumei.privacy.diversity import rounded_down, rounded_up
from tokumei.privacy.model import Bound, TableModel
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["compile_predicates", "feasible", "sensitive_columns"]

CHEAP_FIRST = (DISTINCT, SHARE, LIKENESS, RECURSIVE, ENTROPY, CLOSE_EQUAL, CLOSE_ORDERED, CLOSE_TREE)
"""Cheap and selective predicates first: the check stops at the first that fails."""
BY_PEOPLE = ("k", "entropy", "recursive", "alpha")
"""Kinds of promises of which one group of all decides otherwise where people are counted."""
Codes = npt.NDArray[np.int32]
Figures = npt.NDArray[np.float64]


def sensitive_columns(models: Sequence[TableModel]) -> tuple[str, ...]:
    """The columns that models name, each once: only these take part in the partitioning."""
    return tuple(dict.fromkeys(model.column for model in models if model.column is not None))


def feasible(models: Sequence[TableModel], table: Table, *, suppress: float = 0.0, person: Codes | None = None) -> None:
    """Raises Infeasible, saying what would be possible, where no release of the table can keep a model.

    Every model is kept by the union of groups that keep it. So without removals one group of all records decides,
    exactly; where records may be removed, the best remainder does: the one in which the most frequent values are cut
    down to one height. Where people are counted (`person`), groups are made by dividing one of all records, so that it
    decides there too.
    """
    for model in models:
        if model.column is not None:
            model.refuse_type(table[model.column].kind)
        if person is None or model.kind not in BY_PEOPLE:
            model.refuse_impossible(table, spare=math.floor(suppress * table.total))
        else:
            _refuse_by_people(model, table, person)


def _refuse_by_people(model: TableModel, table: Table, person: Codes) -> None:
    """Raises Infeasible where one group of all people does not keep a model."""
    if model.column is None:
        k, people = model.parameters["k"], len(np.unique(person))
        if k > people:
            raise Infeasible(
                f"k = {k:,} people, but the table has the records of {people:,}; the largest possible k is {people:,}."
            )
        return
    column = table[model.column]
    assert not isinstance(column, (SetColumn, TextColumn)), "of sets there is only distinct l-diversity"
    values, whose = column.codes.astype(np.int64), person.astype(np.int64)
    found = model.check(ReleasedGroups.all_in_one(model.column, values, whose, column.size))
    if not found.holds:
        reached = "no figure" if found.achieved is None else _reached(model.kind, found.achieved)
        raise Infeasible(
            f"{model.name} is promised with {found.target:g} over people, but all people as one group reach {reached}, "
            "and groups are made by dividing it. Promise what it reaches, or read one record a person with `one_per`."
        )


def _reached(kind: str, figure: float) -> str:
    """A figure, rounded to what can be promised."""
    return rounded_down(figure) if kind == "entropy" else rounded_up(figure)


def compile_predicates(models: Sequence[TableModel], table: Table, person: Codes | None = None) -> Predicates:
    """The models but k as predicates on histograms over all of `table.sensitive`, in that order.

    Sensitive columns that no model names have places too: leave them out of the table where they have many values
    (`sensitive_columns` says which are needed). Without any model but k this is NO_PREDICATES, with no places at all.
    With `person`, the whole table's shares are those of its people.
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
    shares = [_shares(column, table, person) for column in columns if not isinstance(column, TextColumn)]
    return _assembled(sorted(bounds, key=lambda one: CHEAP_FIRST.index(one[1].kind)), columns, shares)


def _shares(column: SetColumn | SingleColumn, table: Table, person: Codes | None) -> Figures:
    """Value → its share in the whole table."""
    if person is None or isinstance(column, SetColumn):
        return counts_of(column, table.weight) / max(table.total, 1)
    return shares_of_people(person, column.codes, column.size)


def _assembled(bounds: Sequence[tuple[int, Bound]], columns: Sequence[Column], shares: Sequence[Figures]) -> Predicates:
    levels = max(bound.path.shape[1] for _, bound in bounds)
    sizes = [len(bound.order) for _, bound in bounds]
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

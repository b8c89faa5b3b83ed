"""What the three forms of l-diversity share: the types they are for, and the most even rest of a table."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import counts_of
from tokumei.core.columns import Kind, TextColumn
from tokumei.core.table import Table
from tokumei.errors import Infeasible, JobError

__all__ = [
    "counts_in",
    "levelled",
    "refuse_few_values",
    "refuse_set",
    "refuse_text",
    "remainder",
    "rounded_down",
    "rounded_up",
]

Counts = npt.NDArray[np.int64]


def refuse_text(column: str, form: str, kind: Kind) -> None:
    """Raises JobError for free text, in which no two values need be the same."""
    if kind is Kind.TEXT:
        raise JobError(
            f"Column {column!r} is free text, for which {form} is not defined. "
            "Declare it as a category, or take it out of `privacy`."
        )


def refuse_set(column: str, form: str, kind: Kind) -> None:
    """Raises JobError for sets, whose items have no shares that add up to one."""
    if kind is Kind.SET:
        raise JobError(
            f"Column {column!r} is a set, for which only distinct l-diversity is defined. Replace {form} in `privacy`."
        )


def counts_in(table: Table, column: str) -> Counts:
    """How often each value of a sensitive column occurs in the whole table; each item, for sets."""
    found = table[column]
    assert not isinstance(found, TextColumn)
    return counts_of(found, table.weight)


def refuse_few_values(asked: str, column: str, l: int, counts: Counts) -> None:  # noqa: E741
    """Raises Infeasible where the whole table has fewer than l different values."""
    different = int(np.count_nonzero(counts))
    if l > different:
        raise Infeasible(
            f"{asked}, but column {column!r} has {different:,} different values in the whole table; "
            f"the largest possible l is {different:,}."
        )


def remainder(spare: int) -> str:
    """What decides whether diversity is possible: the whole table, or all of it but what may be removed."""
    if spare == 0:
        return "the whole table"
    gone = "1 record" if spare == 1 else f"{spare:,} records"
    return f"the table without {gone}, the most that may be removed,"


def levelled(counts: Counts, spare: int) -> Counts:
    """The counts with the largest cut to one height, as low as `spare` removals allow."""
    low, high = 1, int(counts.max(initial=1))
    while low < high:
        middle = (low + high) // 2
        if int(np.maximum(counts - middle, 0).sum()) <= spare:
            high = middle
        else:
            low = middle + 1
    return np.minimum(counts, high)


def rounded_down(value: float) -> str:
    """Three places, never more than the value."""
    return f"{math.floor(value * 1000) / 1000:g}"


def rounded_up(value: float) -> str:
    """Three places, never less than the value."""
    return f"{math.ceil(value * 1000) / 1000:g}"

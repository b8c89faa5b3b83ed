"""Whether any release of a table can keep its promises, and what would be possible if not."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.privacy.models import (
    DistinctDiversity,
    EntropyDiversity,
    KAnonymity,
    Model,
    RecursiveDiversity,
    TCloseness,
    check_kind,
)

__all__ = ["feasible", "value_counts"]

Counts = npt.NDArray[np.int64]


def feasible(models: Sequence[Model], table: Table, *, suppress: float = 0.0) -> None:
    """Raises Infeasible, saying what would be possible, where no release of the table can keep a model.

    Every model is kept by the union of groups that keep it. So without removals one group of all records decides,
    exactly; where records may be removed, the best remainder does: the one in which the most frequent values are cut
    down to one height. t-closeness is never infeasible: one group of all records has the distance 0.
    """
    for model in models:
        if isinstance(model, KAnonymity):
            _enough_records(model, table.records)
            continue
        column = table[model.column]
        check_kind(model, column.kind)
        if isinstance(model, TCloseness):
            continue
        counts = value_counts(column)
        if isinstance(model, DistinctDiversity):
            _enough_values(model, counts)
            continue
        _enough_diversity(model, counts, math.floor(suppress * table.records))


def value_counts(column: Column) -> Counts:
    """How often each code of a sensitive column occurs in the whole table; each item, for sets."""
    if isinstance(column, TextColumn):
        return np.zeros(0, dtype=np.int64)
    if isinstance(column, SetColumn):
        return np.bincount(column.items, minlength=len(column.values))
    return np.bincount(column.codes, minlength=column.size)


def _enough_records(model: KAnonymity, records: int) -> None:
    if model.k > records:
        raise Infeasible(
            f"k = {model.k:,}, but the table has {records:,} records; the largest possible k is {records:,}."
        )


def _enough_values(model: DistinctDiversity | RecursiveDiversity, counts: Counts) -> None:
    different = int(np.count_nonzero(counts))
    if model.l > different:
        raise Infeasible(
            f"{_asked(model)}, but column {model.column!r} has {different:,} different values in the whole table; "
            f"the largest possible l is {different:,}."
        )


def _enough_diversity(model: EntropyDiversity | RecursiveDiversity, counts: Counts, spare: int) -> None:
    gone = "1 record" if spare == 1 else f"{spare:,} records"
    whole = "the whole table" if spare == 0 else f"the table without {gone}, the most that may be removed,"
    if isinstance(model, EntropyDiversity):
        best = _largest_entropy_size(counts, spare)
        if best < model.l * (1 - 1e-9):
            raise Infeasible(
                f"{_asked(model)}, but even {whole} reaches only {_cut(best)}: that is the largest possible l."
            )
        return
    _enough_values(model, counts)
    falling = np.sort(_levelled(counts, spare))[::-1]
    least = int(falling[0]) / int(falling[model.l - 1 :].sum())
    if not least * (1 + 1e-9) < model.c:
        raise Infeasible(
            f"{_asked(model)}, but even {whole} needs a c above {_raised(least)} with l = {model.l}. "
            "Choose a larger c or a smaller l."
        )


def _asked(model: Model) -> str:
    if isinstance(model, RecursiveDiversity):
        return f"Column {model.column!r} is promised recursive ({model.c:g}, {model.l})-diversity"
    form = "distinct" if isinstance(model, DistinctDiversity) else "entropy"
    assert isinstance(model, (DistinctDiversity, EntropyDiversity))
    return f"Column {model.column!r} is promised {form} l-diversity with l = {model.l:g}"


def _levelled(counts: Counts, spare: int) -> Counts:
    """The counts with the largest cut to one height, as low as `spare` removals allow."""
    low, high = 1, int(counts.max(initial=1))
    while low < high:
        middle = (low + high) // 2
        if int(np.maximum(counts - middle, 0).sum()) <= spare:
            high = middle
        else:
            low = middle + 1
    return np.minimum(counts, high)


def _largest_entropy_size(counts: Counts, spare: int) -> float:
    """e to the largest entropy: the counts levelled, and some of the tallest cut by one more where that helps."""
    level = _levelled(counts, spare)
    top = int(level.max(initial=0))
    if top == 0:
        return 1.0
    further = min(spare - int((counts - level).sum()), int((level == top).sum()) - 1) if top > 1 else 0
    cut = np.arange(further + 1)
    weighted = float((level * np.log(np.maximum(level, 1))).sum())
    saved = top * np.log(top) - (top - 1) * np.log(max(top - 1, 1))
    total = level.sum() - cut
    return float(np.exp(np.log(total) - (weighted - cut * saved) / total).max())


def _cut(value: float) -> str:
    return f"{math.floor(value * 1000) / 1000:g}"


def _raised(value: float) -> str:
    return f"{math.ceil(value * 1000) / 1000:g}"

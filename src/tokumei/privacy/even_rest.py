"""Where the whole table is too uneven to keep its models: which records stay, so that one group of them does.

*Promise*: for one model no fewer records could go; where there are several, a rest is looked for and may be missed. The
order of the source's rows decides nothing: records that are equal in all coded columns are alike.
*Cost*: for each model that is broken, a logarithm of the removals in checks of the table's counts, and one sort.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import counts_of
from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.rows import distinct_rows, side_by_side
from tokumei.core.subsets import take
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.privacy.diversity import levelled
from tokumei.privacy.model import TableModel

__all__ = ["even_rest"]

ROUNDS = 100
"""Models of several columns can undo each other's work; so often it is done again."""
GOLDEN = (math.sqrt(5) - 1) / 2
"""Multiples of it, without their whole parts, are spread evenly, however many are taken."""
Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]


def even_rest(models: Sequence[TableModel], table: Table, *, suppress: float) -> Flags:
    """Which records stay: all, where one group of all keeps the models; else the most frequent values lose some.

    Models are kept by the union of groups that keep them, so that a partition can only start from such a rest. Raises
    Infeasible where none is found within the share `suppress` of the records.
    """
    stays = np.ones(table.records, dtype=bool)
    spare = math.floor(suppress * table.total)
    for _ in range(ROUNDS):
        rest = take(table, stays)
        broken = next((model for model in models if not _can_be_kept(model, rest, 0)), None)
        if broken is None:
            return stays
        if table.weight is not None:
            raise Infeasible(
                f"Not all promises can be kept by all {table.total:,} records together, and which of them to remove "
                "first is found in memory: set `engine: local`, or promise less."
            )
        left = spare - int(np.count_nonzero(~stays))
        if broken.column is None or not _can_be_kept(broken, rest, left):
            break
        gone = _surplus(rest, broken.column, _fewest(broken, rest, left), models)
        stays[np.flatnonzero(stays)[gone]] = False
    raise Infeasible(
        f"Not all promises can be kept by all {table.records:,} records, and no rest that keeps them was found though "
        f"{spare:,} records may be removed. Raise `privacy.suppress`, lower k or l, or promise less."
    )


def _can_be_kept(model: TableModel, table: Table, spare: int) -> bool:
    try:
        model.refuse_impossible(table, spare=spare)
    except Infeasible:
        return False
    return True


def _fewest(model: TableModel, table: Table, most: int) -> int:
    """The fewest removals with which the model can be kept; none are too few, `most` are enough."""
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if _can_be_kept(model, table, middle):
            high = middle
        else:
            low = middle + 1
    return high


def _surplus(table: Table, name: str, removals: int, models: Sequence[TableModel]) -> npt.NDArray[np.int64]:
    """The records that go: of each value what stands above the others' height.

    Those go first whose values in the other models' columns are frequent too. Among equals they are spread evenly over
    what the records hold, so that the rest looks like the whole.
    """
    column = table[name]
    assert not isinstance(column, (SetColumn, TextColumn)), "removals help no model of sets"
    too_many = _above(counts_of(column), removals)
    frequent = np.zeros(table.records, dtype=np.int64)
    for other in {model.column for model in models if model.column not in (None, name)}:
        beside = table[other]
        if not isinstance(beside, (SetColumn, TextColumn)):
            frequent += counts_of(beside)[beside.codes]
    by_content = np.argsort(_content(table), kind="stable")
    gone = []
    for code in np.flatnonzero(too_many).tolist():
        records = by_content[column.codes[by_content] == code]
        evenly = (np.arange(len(records)) * GOLDEN) % 1.0
        gone.append(records[np.lexsort((evenly, -frequent[records]))][: too_many[code]])
    return np.concatenate(gone)


def _above(counts: Counts, removals: int) -> Counts:
    """Value → how many of it go: down to one height, and what is then left one by one from the tallest."""
    height = levelled(counts, removals)
    left = removals - int((counts - height).sum())
    height[np.flatnonzero(height == height.max())[:left]] -= 1
    return counts - height


def _content(table: Table) -> npt.NDArray[np.int32]:
    """Record → place of its content among those of all records."""
    cells: list[npt.NDArray[np.int32]] = []
    lists: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]] = []
    for column in table:
        if isinstance(column, (SetColumn, TextColumn)):
            cells.append(column.null.astype(np.int32))
            values = column.items if isinstance(column, SetColumn) else column.points
            lists.append((column.offsets, values.astype(np.int32)))
        else:
            cells.append(column.codes.astype(np.int32))
    if not lists:
        return distinct_rows(np.stack(cells, axis=1))[0]
    bases = np.cumsum([0, *(int(values.max(initial=-1)) + 1 for _, values in lists[:-1])])
    return distinct_rows(np.stack(cells, axis=1), *side_by_side(lists, bases.tolist()))[0]

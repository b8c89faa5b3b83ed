"""Some records of a table, and what is found for them spread over all again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.recoding import Recoding
from tokumei.core.rows import gather
from tokumei.core.table import Table

__all__ = ["spread", "take", "take_column"]

Rows = npt.NDArray[np.bool_]
Places = npt.NDArray[np.integer]


def take(table: Table, rows: Rows | Places) -> Table:
    """The table of the records in `rows`, marks or numbers; dictionaries stay, so that codes mean what they meant."""
    records = int(np.count_nonzero(rows)) if rows.dtype == bool else len(rows)
    weight = None if table.weight is None else table.weight[rows]
    return Table(tuple(take_column(column, rows) for column in table), records, weight)


def spread(recoding: Recoding, table: Table, rows: Rows) -> Recoding:
    """A recoding of `take(table, rows)` as one of the table; the records that are not in `rows` are removed."""
    if recoding.weight is not None:
        return _spread_parts(recoding, table, rows)
    wide: dict[int, npt.NDArray[np.int32]] = {}

    def widened(values: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Columns that share their array go on sharing it: what counts entries counts them once."""
        if id(values) not in wide:
            wide[id(values)] = np.full(len(rows), -1, dtype=np.int32)
            wide[id(values)][rows] = values
        return wide[id(values)]

    columns = {
        name: replace(recoded, column=table[name], entry=widened(recoded.entry))  # type: ignore[type-var]
        for name, recoded in recoding.columns.items()
    }
    return Recoding(widened(recoding.group), columns)


def _spread_parts(recoding: Recoding, table: Table, rows: Rows) -> Recoding:
    """The same where records have weights: the parts that they were divided into, then those that are removed."""
    assert table.weight is not None
    assert recoding.weight is not None
    inside, outside = np.flatnonzero(rows), np.flatnonzero(~rows)
    part_of = np.concatenate([inside if recoding.part_of is None else inside[recoding.part_of], outside])
    gone = np.full(len(outside), -1, dtype=np.int32)
    columns = {
        name: replace(  # type: ignore[type-var]
            recoded, column=take_column(table[name], part_of), entry=np.concatenate([recoded.entry, gone])
        )
        for name, recoded in recoding.columns.items()
    }
    weight = np.concatenate([recoding.weight, table.weight[outside]])
    return Recoding(np.concatenate([recoding.group, gone]), columns, weight, part_of)


def take_column(column: Column, rows: Rows | Places) -> Column:
    """The column of the records in `rows`, marks or numbers."""
    if not isinstance(column, (SetColumn, TextColumn)):
        return replace(column, codes=column.codes[rows])
    if isinstance(column, SetColumn):
        offsets, items = gather(column.offsets, column.items, rows)
        return replace(column, offsets=offsets, items=items, null=column.null[rows])
    offsets, points = gather(column.offsets, column.points, rows)
    return replace(column, offsets=offsets, points=points, null=column.null[rows])

"""Some records of a table, and what is found for them spread over all again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.recoding import Recoding
from tokumei.core.rows import gather
from tokumei.core.table import Table

__all__ = ["spread", "take"]

Rows = npt.NDArray[np.bool_]


def take(table: Table, rows: Rows) -> Table:
    """The table of the records in `rows`; dictionaries stay, so that codes mean what they meant."""
    return Table(tuple(_taken(column, rows) for column in table), int(np.count_nonzero(rows)))


def spread(recoding: Recoding, table: Table, rows: Rows) -> Recoding:
    """A recoding of `take(table, rows)` as one of the table; the records that are not in `rows` are removed."""
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


def _taken(column: Column, rows: Rows) -> Column:
    if not isinstance(column, (SetColumn, TextColumn)):
        return replace(column, codes=column.codes[rows])
    if isinstance(column, SetColumn):
        offsets, items = gather(column.offsets, column.items, rows)
        return replace(column, offsets=offsets, items=items, null=column.null[rows])
    offsets, points = gather(column.offsets, column.points, rows)
    return replace(column, offsets=offsets, points=points, null=column.null[rows])

"""Published histories as a reader sees them."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.history import HistoryRecoding, Pseudonyms
from tokumei.core.notation import ANY
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Recoded

__all__ = ["published_histories"]


def published_histories(
    recoding: HistoryRecoding,
    pseudonyms: Pseudonyms,
    *,
    permutation: npt.NDArray[np.int64] | None = None,
    removed: Literal["drop", "mark"] = "drop",
) -> PublishedTable:
    """The published rows: row i is record `permutation[i]`; removed ones are left out, or marked with `*`."""
    rows = np.arange(len(recoding.line), dtype=np.int64) if permutation is None else permutation
    if removed == "drop":
        rows = rows[recoding.line[rows] >= 0]
    columns = {name: _column(column, rows) for name, column in recoding.recoding(pseudonyms).columns.items()}
    return PublishedTable(columns, len(rows))


def _column(column: Recoded, rows: npt.NDArray[np.int64]) -> PublishedColumn:
    texts, place = column.labels()
    entry = column.entry[rows]
    mark = texts.index(ANY) if ANY in texts else len(texts)
    codes = np.append(place, mark)[entry].astype(np.int32)
    names = [*texts, ANY] if mark == len(texts) else texts
    empty = np.array([text is None for text in names])
    codes[empty[codes]] = -1
    used, codes_used = np.unique(codes, return_inverse=True)
    labels = tuple(names[code] or "" for code in used.tolist() if code >= 0)
    return PublishedColumn((codes_used - int(len(used) > 0 and used[0] < 0)).astype(np.int32), labels)

"""The form of the contest PWS Cup 2018, for tests of histories: customer, day, goods, price, quantity; no header.

In a release the rows stand in the order of the original, the customer is a pseudonym, and a removed row is five `*`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, Role
from tokumei.core.history import Histories, HistoryRecoding, Pseudonyms
from tokumei.core.notation import ANY
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import Recoded
from tokumei.core.table import Table
from tokumei.io.encode import encode, encode_column
from tokumei.io.release import published
from tokumei.io.sources import read_file

__all__ = [
    "CONTEST_COLUMNS",
    "SUBJECT",
    "contest_histories",
    "contest_published",
    "published_histories",
    "read_contest",
    "with_categories",
]

SUBJECT = "customer"
CONTEST_COLUMNS = ("day", "goods", "price", "quantity")
_KINDS = (Kind.DATE, Kind.CATEGORY, Kind.NUMBER, Kind.NUMBER)
_SPECS = tuple(
    ColumnSpec(name=name, role=Role.QUASI, kind=kind, decimal=".")
    for name, kind in zip(CONTEST_COLUMNS, _KINDS, strict=True)
)


def read_contest(path: str | Path) -> list[list[str]]:
    """The rows of a file in the contest's form, which may be packed; each has five fields."""
    frame = read_file(path, delimiter=",", decimal=".", names=(SUBJECT, *CONTEST_COLUMNS)).frame
    return [list(row) for row in frame.select(pl.all().cast(pl.String).fill_null("")).iter_rows()]


def contest_histories(rows: Sequence[Sequence[str]]) -> Histories:
    """An original in the contest's form, coded."""
    frame = _frame(rows)
    table, _ = encode(frame, _SPECS)
    subject = encode_column(frame[SUBJECT], ColumnSpec(name=SUBJECT, role=Role.IDENTIFIER), notes=[])
    assert isinstance(subject, CategoryColumn)
    return Histories.of(table, subject)


def contest_published(rows: Sequence[Sequence[str]]) -> PublishedTable:
    """A release in the contest's form, as labels."""
    return published(_frame(rows), (SUBJECT, *CONTEST_COLUMNS))


def _frame(rows: Sequence[Sequence[str]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=dict.fromkeys((SUBJECT, *CONTEST_COLUMNS), pl.String), orient="row")


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


def with_categories(histories: Histories, column: str, table: Mapping[str, str]) -> Histories:
    """The histories with a column's values replaced by their categories, the most frequent first."""
    old = histories.table[column]
    assert isinstance(old, CategoryColumn)
    counts = np.bincount(old.codes, minlength=old.size)
    sizes = dict.fromkeys(table.values(), 0)
    for code, value in enumerate(old.values):
        sizes[table[value]] += int(counts[code])
    names = sorted({table[value] for value in old.values}, key=lambda name: (-sizes[name], name))
    of_code = np.array([*(names.index(table[value]) for value in old.values), len(names)], dtype=np.int32)
    new = replace(old, codes=of_code[old.codes], values=tuple(names), hierarchy=None)
    columns = tuple(new if one.name == column else one for one in histories.table.columns)
    return Histories(Table(columns, histories.table.records), histories.subject, histories.subjects)

"""Set columns and tables for tests, without a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from tokumei.core.columns import CategoryColumn, Column, NumberColumn, Role, SetColumn
from tokumei.core.table import Table

__all__ = ["categories", "numbers", "published", "sets", "table"]


def sets(
    cells: Sequence[Iterable[str] | None], name: str = "items", role: Role = Role.QUASI, separator: str = ","
) -> SetColumn:
    """A set column as a reader makes it; None is a missing cell."""
    members = [frozenset(cell or ()) for cell in cells]
    counts = Counter(item for cell in members for item in cell)
    values = tuple(sorted(counts, key=lambda item: (-counts[item], item)))
    code = {item: number for number, item in enumerate(values)}
    coded = [sorted(code[item] for item in cell) for cell in members]
    return SetColumn(
        name=name,
        role=role,
        offsets=np.cumsum([0, *(len(cell) for cell in coded)], dtype=np.int64),
        items=np.array([item for cell in coded for item in cell], dtype=np.int32),
        values=values,
        null=np.array([cell is None for cell in cells], dtype=np.bool_),
        separator=separator,
    )


def numbers(values: Sequence[int], name: str) -> NumberColumn:
    """A number column."""
    distinct, codes = np.unique(np.array(values, dtype=np.int64), return_inverse=True)
    return NumberColumn(name=name, role=Role.QUASI, codes=codes.astype(np.int32), values=distinct)


def categories(values: Sequence[str], name: str, role: Role = Role.QUASI) -> CategoryColumn:
    """A category column."""
    counts = Counter(values)
    labels = tuple(sorted(counts, key=lambda value: (-counts[value], value)))
    codes = np.array([labels.index(value) for value in values], dtype=np.int32)
    return CategoryColumn(name=name, role=role, codes=codes, values=labels)


def table(*columns: Column) -> Table:
    """A table of the columns."""
    return Table(columns, len(columns[0]))


def published(recoding, name: str) -> list[str | None]:  # type: ignore[no-untyped-def]
    """Record → its published cell; `removed` for a removed one."""
    column = recoding.columns[name]
    texts, place = column.labels()
    return ["removed" if entry < 0 else texts[place[entry]] for entry in column.entry.tolist()]

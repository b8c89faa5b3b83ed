"""From a line of configuration to a hierarchy that fits its column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind, counts_of, fitted
from tokumei.core.columns import DateColumn, NumberColumn, SetColumn, SingleColumn
from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.errors import JobError
from tokumei.hierarchies.arx import read_arx
from tokumei.hierarchies.calendar import calendar
from tokumei.hierarchies.frequency import frequency
from tokumei.hierarchies.intervals import intervals
from tokumei.hierarchies.prefixes import prefixes

if TYPE_CHECKING:
    from tokumei.hierarchies.semantic import Candidate

__all__ = ["BUILDERS", "build"]

AnyColumn = SingleColumn | SetColumn
Weights = npt.NDArray[np.int64] | None


def build(column: AnyColumn, **options: Any) -> Hierarchy:
    """The hierarchy of a column, by exactly one of file, rows, intervals, levels, prefixes, frequency, semantic.

    | option | columns | value |
    |---|---|---|
    | `file` | any | a path in the ARX form; also `delimiter`, `encoding` |
    | `rows` | any | one row a leaf, as in such a file; also `others`: values without a row stand under the root |
    | `intervals` | numbers | widths, finest first; also `origin` |
    | `levels` | dates | calendar levels, finest first; also `keep`, the level from which all stay |
    | `prefixes` | any | lengths of the prefixes that stay, longest first |
    | `frequency` | any | True |
    | `semantic` | categories, sets | dictionaries; also `direction`, `corrections`, `k`, `vectors` |

    `tell` is told how a hierarchy by meaning came to its places; `weight` says how many records each of the column's
    stands for, where values are counted.
    *Promise*: every value of the column, null included, is a leaf; every leaf reaches the root.
    Options that are None count as not given, so that a job's settings can be passed as they are.
    """
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    ways = [name for name in BUILDERS if name in given]
    if len(ways) != 1:
        raise JobError(f"Column {column.name!r}: a hierarchy is exactly one of {', '.join(BUILDERS)}.")
    builder, extras = BUILDERS[ways[0]]
    unknown = sorted(set(given) - {ways[0]} - _EXTRAS)
    if unknown:
        raise JobError(f"Column {column.name!r}: a hierarchy has no setting {unknown[0]!r}.")
    hierarchy = builder(column, given[ways[0]], **{name: given[name] for name in extras if name in given})
    made = fitted(column, hierarchy)
    bind(column, made)
    return made


def _file(column: AnyColumn, path: str | Path, **reading: Any) -> Hierarchy:
    return read_arx(path, **reading)


def _rows(column: AnyColumn, rows: Sequence[Sequence[str]], *, others: bool = False) -> Hierarchy:
    name = f"The hierarchy of column {column.name!r}"
    if not others:
        return Hierarchy.from_rows(rows, name=name)
    known = Hierarchy.from_rows(rows, name=name)
    there = fitted(column, known).leaf_of
    under_root = [[value] * known.height + [ROOT] for value in _values(column) if value not in there]
    return Hierarchy.from_rows([*known.rows(), *under_root], name=name)


def _intervals(column: AnyColumn, widths: Sequence[float], *, origin: float = 0) -> Hierarchy:
    if not isinstance(column, NumberColumn):
        raise JobError(f"Column {column.name!r}: intervals are for numbers, and its type is {column.kind}.")
    return intervals(column, widths, origin=origin)


def _levels(column: AnyColumn, levels: Sequence[str], *, keep: str | None = None) -> Hierarchy:
    if not isinstance(column, DateColumn):
        raise JobError(f"Column {column.name!r}: calendar levels are for dates, and its type is {column.kind}.")
    return calendar(column, levels, keep=keep)


def _prefixes(column: AnyColumn, lengths: Sequence[int]) -> Hierarchy:
    return prefixes(column.name, _values(column), lengths)


def _frequency(column: AnyColumn, _: bool, *, weight: Weights = None) -> Hierarchy:
    values = _values(column)
    return frequency(values, counts_of(column, weight)[: len(values)].tolist())


def _semantic(
    column: AnyColumn,
    dictionaries: Sequence[str],
    *,
    tell: Callable[[Candidate], None] | None = None,
    weight: Weights = None,
    **options: Any,
) -> Hierarchy:
    from tokumei.hierarchies.semantic import chosen

    candidate = chosen(column.name, _values(column), counts_of(column, weight).tolist(), dictionaries, **options)
    if tell is not None:
        tell(candidate)
    return candidate.hierarchy


def _values(column: AnyColumn) -> list[str]:
    """The column's values as they are published, null left out."""
    if isinstance(column, SetColumn):
        return list(column.values)
    return [column.label(code) for code in range(len(column.values))]


BUILDERS: dict[str, tuple[Callable[..., Hierarchy], tuple[str, ...]]] = {
    "file": (_file, ("delimiter", "encoding")),
    "rows": (_rows, ("others",)),
    "intervals": (_intervals, ("origin",)),
    "levels": (_levels, ("keep",)),
    "prefixes": (_prefixes, ()),
    "frequency": (_frequency, ("weight",)),
    "semantic": (
        _semantic,
        ("direction", "corrections", "k", "vectors", "folder", "read_words", "paper", "nearly", "tell", "weight"),
    ),
}
"""Way of building → what does it, and the settings it understands."""
_EXTRAS = {name for _, extras in BUILDERS.values() for name in extras}

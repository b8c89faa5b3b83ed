"""Values placed in a stored recoding: what every record of other data publishes by it, and which cannot be placed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.hierarchy import ROOT
from tokumei.core.recoding import Ends, Nodes, Ranges, Recoded, Recoding, ValueSets
from tokumei.core.rows import distinct_rows, offsets_of
from tokumei.errors import DataError, Infeasible
from tokumei.global_recoding import kept_records
from tokumei.job import ColumnJob, Job
from tokumei.job.hierarchy import RowsHierarchy
from tokumei.job.stored import StoredColumn, StoredRange, StoredRecoding
from tokumei.pipeline.policies import level_of, stretches_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.storing import key_of, way_of
from tokumei.privacy.compilation import compile_predicates

__all__ = ["Placed", "placed"]

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Placed:
    """What records publish by a stored recoding, and why some are removed."""

    recoding: Recoding
    without_place: Mapping[str, int]
    """Column → records whose value has no place in it."""
    in_small_groups: int
    """Records that have a place, in groups that do not keep the promises."""


def placed(prepared: Prepared, stored: StoredRecoding) -> Placed:
    """What every record publishes; records without a place, and those in groups that break a promise, are removed.

    *Promise*: the groups that are left keep k and the models, the distances of t-closeness to what is left.
    """
    job, table = prepared.job, prepared.table
    columns = {name: _placed(table[name], job, column) for name, column in stored.columns.items()}
    entries = np.stack([column.entry for column in columns.values()], axis=1)
    without = {name: int((column.entry < 0).sum()) for name, column in columns.items()}
    there: npt.NDArray[np.bool_] = np.all(entries >= 0, axis=1)
    released: npt.NDArray[np.bool_] = there.copy()
    while released.any():
        left = prepared.part(released)
        predicates = compile_predicates(prepared.models, left.table, left.repeated)
        group = distinct_rows(np.ascontiguousarray(entries[released]))[0]
        kept = kept_records(left.table, group, k=job.privacy.k, predicates=predicates, person=left.repeated)
        released[np.flatnonzero(released)[~kept]] = False
        if kept.all():
            break
    if not released.any():
        raise Infeasible(
            f"Of {table.records:,} records {int(there.sum()):,} have a place in the recoding, and no group of them "
            "keeps the promises. Check that the data are of the kind that the recoding was made from, or make it anew."
        )
    group = np.full(table.records, -1, dtype=np.int32)
    group[released] = distinct_rows(np.ascontiguousarray(entries[released]))[0]
    shown: dict[str, Recoded] = {
        name: replace(column, entry=np.where(released, column.entry, -1).astype(np.int32))
        for name, column in columns.items()
    }
    return Placed(
        Recoding(group, shown),
        {name: count for name, count in without.items() if count},
        int(there.sum()) - int(released.sum()),
    )


def _placed(column: Column, job: Job, stored: StoredColumn) -> Nodes | Ranges | ValueSets:
    assert not isinstance(column, (SetColumn, TextColumn)), "the job refuses other columns"
    if stored.ranges is not None:
        if isinstance(column, CategoryColumn):
            raise DataError(
                f"Column {column.name!r} is stored as ranges, and its values here are not numbers or dates."
            )
        return _in_ranges(column, job.columns[column.name], stored, stored.ranges)
    if stored.values is not None:
        return _in_sets(column, stored.values)
    return _in_nodes(column, job, stored)


def _in_nodes(column: SingleColumn, job: Job, stored: StoredColumn) -> Nodes:
    """The lowest published node above each value; without one, the first node below what is opened."""
    tree = column.hierarchy
    if tree is None:
        raise DataError(f"The recoding publishes column {column.name!r} as nodes, but has no hierarchy for it.")
    settings, way = job.columns[column.name], way_of(job, column.name)
    hierarchy = settings.setting("hierarchy")
    known = {row[0] for row in hierarchy.rows} | {""} if isinstance(hierarchy, RowsHierarchy) else None
    leaves = bind(column, tree)
    node = np.full(column.size, -1, dtype=np.int32)
    level = _level(column, settings, stored, way)
    published, opened = set(stored.nodes or ()), set(stored.opened)
    for code, leaf in enumerate(leaves.tolist()):
        told = known is None or column.label(code) in known
        if level is not None:
            node[code] = tree.path[leaf, level] if told or level == tree.height else -1
            continue
        keys = [key_of(tree, leaf, one, way) for one in range(tree.height + 1)]
        if not told:  # nothing is known of it, but that it is something
            node[code] = tree.root if (ROOT,) in published else -1
            continue
        at = next((one for one, key in enumerate(keys) if key in published), None)
        if at is None:
            below = [one for one in range(tree.height) if keys[one + 1] in opened and keys[one] not in opened]
            at = max(below, default=None)
        node[code] = -1 if at is None else tree.path[leaf, at]
    distinct, entry = np.unique(node, return_inverse=True)
    shift = int(len(distinct) > 0 and distinct[0] == -1)
    return Nodes(column, tree, (entry - shift)[column.codes].astype(np.int32), distinct[shift:].astype(np.int32))


def _level(column: SingleColumn, settings: ColumnJob, stored: StoredColumn, way: str | None) -> int | None:
    """The number of a stored level in the hierarchy of these data."""
    tree = column.hierarchy
    assert tree is not None
    if stored.level is None:
        return None
    if stored.level == "values":
        return level_of(tree, settings, column.name, "at_least") or 0
    if stored.level == ROOT:
        return tree.height
    if way is None:
        return min(int(stored.level), tree.height)
    asked = settings.model_copy(update={"at_least": stored.level})
    return level_of(tree, asked, column.name, "at_least")


def _in_ranges(
    column: NumberColumn | DateColumn, settings: ColumnJob, stored: StoredColumn, ranges: tuple[StoredRange, ...]
) -> Ranges:
    """The range in which the stretch of each value lies."""
    if stored.whole and column.values.dtype.kind != "i":
        raise DataError(
            f"Column {column.name!r} had whole numbers when the recoding was made, and has others now. Round them "
            "(`round`), or make the recoding anew."
        )
    values = [one for one in ranges if one.values]
    lows = np.array([_value(one.low, -np.inf) for one in values])
    highs = np.array([_value(one.high, np.inf) for one in values])
    stretches = stretches_of(column, settings, months=True)
    inside = (stretches.low_value[:, None] >= lows) & (stretches.high_value[:, None] <= highs)
    own = np.where(inside.any(axis=1), inside.argmax(axis=1) if len(values) else 0, -1)
    part = own[stretches.of] if len(stretches.of) else np.zeros(0, dtype=np.int64)
    null = next((number for number, one in enumerate(values) if one.null), None)
    alone = any(one.null and not one.values for one in ranges)
    size = len(column.values)
    low, high = np.full(len(values) + 1, size, dtype=np.int32), np.full(len(values) + 1, size, dtype=np.int32)
    for number in range(len(values)):
        codes = np.flatnonzero(part == number)
        if len(codes):
            low[number], high[number] = codes[0], size if number == null else codes[-1]
    missing = null if null is not None else len(values) if alone else -1
    entry = np.append(part, missing)[column.codes]
    return Ranges(column, entry.astype(np.int32), low, high, _ends(column, values, part))


def _value(end: float | str | None, otherwise: float) -> float:
    if end is None:
        return otherwise
    return float(np.datetime64(end, "us").astype(np.int64)) if isinstance(end, str) else float(end)


def _ends(column: NumberColumn | DateColumn, ranges: list[StoredRange], part: npt.NDArray[np.int64]) -> Ends:
    """The ends of each value's range, as they are stored."""
    values = column.values.astype(np.float64)
    width = values[-1] - values[0] if len(values) else 0.0

    def places(ends: list[float]) -> npt.NDArray[np.float64]:
        inside = np.clip(np.array(ends), values[:1], values[-1:])
        return (inside - values[0]) / width if width > 0 else np.zeros(len(values))

    own = [ranges[at] if at >= 0 else StoredRange() for at in part.tolist()]
    return Ends(
        part,
        lambda at: ranges[at].first,
        lambda at: ranges[at].last,
        places([_value(one.low, -np.inf) for one in own]),
        places([_value(one.high, np.inf) for one in own]),
    )


def _in_sets(column: SingleColumn, sets: tuple[tuple[str | None, ...], ...]) -> ValueSets:
    """The set that holds each value."""
    if not isinstance(column, CategoryColumn):
        raise DataError(f"Column {column.name!r} is stored as sets of values, and is not a column of categories.")
    part = {value: number for number, values in enumerate(sets) for value in values}
    own = [part.get(value, -1) for value in (*column.values, None)]
    absent = [value for value in part if value is not None and value not in set(column.values)]
    wide = _with_values(column, absent)
    code = {value: number for number, value in enumerate(wide.values)} | {None: len(wide.values)}
    codes = [sorted(code[value] for value in values) for values in sets]
    offsets = offsets_of(np.array([len(one) for one in codes], dtype=np.int64))
    flat = np.array([one for codes_ in codes for one in codes_], dtype=np.int32)
    entry = np.array(own, dtype=np.int32)[column.codes]
    return ValueSets(wide, entry, offsets, flat, len(wide.values) + any(None in values for values in sets))


def _with_values(column: CategoryColumn, more: list[str]) -> CategoryColumn:
    """The column with values that no record has: a stored set names them."""
    null = len(column.values)
    codes = np.where(column.codes == null, null + len(more), column.codes).astype(np.int32)
    return replace(column, values=(*column.values, *more), codes=codes)

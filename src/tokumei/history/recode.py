"""From records put side by side to what they publish."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.expected_error import Grid, range_errors
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.recoding import ItemNodes, ItemSets, Nodes, Ranges, Recoded, ValueSets
from tokumei.core.rows import offsets_of
from tokumei.errors import DataError, JobError
from tokumei.history.item_nodes import with_missing

__all__ = ["history_columns", "leaf_codes", "recode"]

Ints = npt.NDArray[np.int32]


def history_columns(histories: Histories) -> list[SingleColumn | SetColumn]:
    """The quasi-identifiers of a history job, in the order of the job; texts are refused."""
    columns: list[SingleColumn | SetColumn] = []
    for column in histories.table.quasi:
        if isinstance(column, TextColumn):
            raise JobError(
                f"Column {column.name!r} is a {column.kind.value}. A history takes numbers, dates, categories and "
                "sets: give the column another type, or leave it out."
            )
        columns.append(column)
    if not columns:
        raise JobError("A history job needs a column with the role quasi.")
    return columns


def recode(histories: Histories, cluster: Ints, line: Ints, *, stars: bool) -> HistoryRecoding:
    """Each line's records generalized together: ranges of numbers and dates, sets or nodes of categories, and of sets
    the items that all have, or nodes above them.

    With `stars`, a cell is published as `*` where the line's summed error would be higher than that.
    """
    line = _numbered(line)
    lines = int(line.max(initial=-1)) + 1
    columns = {column.name: _column(column, line, lines, stars) for column in history_columns(histories)}
    return HistoryRecoding(histories, cluster, line, columns)


def leaf_codes(column: SingleColumn, hierarchy: Hierarchy) -> npt.NDArray[np.int32]:
    """Code → leaf of the hierarchy. Raises DataError where values have none."""
    leaf = np.array([hierarchy.leaf_of.get(column.label(code), -1) for code in range(column.size)], dtype=np.int32)
    missing = int((leaf < 0).sum())
    if missing:
        raise DataError(
            f"Column {column.name!r}: {missing:,} of its {column.size:,} distinct values are missing from its "
            "hierarchy. Add a row for each of them."
        )
    return leaf


def _column(column: SingleColumn | SetColumn, line: Ints, lines: int, stars: bool) -> Recoded:
    if isinstance(column, SetColumn):
        return (_common_items if column.hierarchy is None else _common_nodes)(column, line, lines)
    if column.hierarchy is not None:
        return _nodes(column, column.hierarchy, line, lines)
    if isinstance(column, CategoryColumn):
        return _sets(column, line, lines)
    return _ranges(column, line, lines, stars)


def _ranges(column: NumberColumn | DateColumn, line: Ints, lines: int, stars: bool) -> Recoded:
    kept = line >= 0
    at, codes = line[kept], column.codes[kept]
    low, high = _ends(codes, at, lines)
    null = len(column.values)
    star = (high == null) & (low != null)
    if stars:
        grid = Grid.of(column)
        places = np.append(grid.places, 0.0)
        errors = range_errors(places[codes], places[low[at]], places[high[at]], grid.sigma)
        errors[(codes == null) | star[at]] = 0.0
        star |= np.bincount(at, weights=errors, minlength=lines) > np.bincount(at, minlength=lines)
    low[star], high[star] = 0, null  # how a range writes `*`
    return Ranges(column, line, low, high)


def _sets(column: CategoryColumn, line: Ints, lines: int) -> Recoded:
    kept = line >= 0
    width = max(column.size, 1)
    pairs = np.unique(line[kept].astype(np.int64) * width + column.codes[kept])
    offsets = np.searchsorted(pairs, np.arange(lines + 1, dtype=np.int64) * width).astype(np.int64)
    return ValueSets(column, line, offsets, (pairs % width).astype(np.int32), column.size)


def _common_items(column: SetColumn, line: Ints, lines: int) -> Recoded:
    """The items that all records of a line have; a line of missing sets stays missing."""
    width = max(len(column.values), 1)
    at = np.repeat(line, np.diff(column.offsets)).astype(np.int64)
    kept = at >= 0
    pairs, count = np.unique(at[kept] * width + column.items[kept], return_counts=True)
    size = np.bincount(line[line >= 0], minlength=lines)
    common = pairs[count == size[pairs // width]]
    offsets = np.searchsorted(common, np.arange(lines + 1, dtype=np.int64) * width).astype(np.int64)
    missing = np.bincount(line[line >= 0], weights=column.null[line >= 0], minlength=lines) == size
    return ItemSets(column, line, offsets, (common % width).astype(np.int32), missing)


def _common_nodes(column: SetColumn, line: Ints, lines: int) -> Recoded:
    """Nodes above items of all records of a line, chosen such that these lose least on average."""
    from tokumei.core.item_tree import item_tree, tree_losses, without_missing

    assert column.hierarchy is not None
    leaf = bind(column, column.hierarchy)
    tree = item_tree(*with_missing(column), leaf, column.hierarchy)
    kept = np.flatnonzero(line >= 0)
    order = kept[np.argsort(line[kept], kind="stable")].astype(np.int32)
    ends = offsets_of(np.bincount(line[kept], minlength=lines))[1:]
    _, starts, nodes = tree_losses(tree, order, ends, 1.0 / np.maximum(np.diff(tree.offsets), 1))
    published = without_missing(starts, nodes, len(column.hierarchy.labels))
    return ItemNodes(column, column.hierarchy, leaf, line, *published)


def _nodes(column: SingleColumn, hierarchy: Hierarchy, line: Ints, lines: int) -> Recoded:
    kept = line >= 0
    low, high = _ends(leaf_codes(column, hierarchy)[column.codes[kept]], line[kept], lines)
    return Nodes(column, hierarchy, line, hierarchy.lowest_over(low, high))


def _ends(codes: Ints, at: Ints, lines: int) -> tuple[Ints, Ints]:
    low = np.full(lines, np.iinfo(np.int32).max, dtype=np.int32)
    high = np.full(lines, -1, dtype=np.int32)
    np.minimum.at(low, at, codes)
    np.maximum.at(high, at, codes)
    return low, high


def _numbered(line: Ints) -> Ints:
    """Lines numbered without gaps, removed records at −1."""
    distinct, numbers = np.unique(line, return_inverse=True)
    return (numbers - int(len(distinct) > 0 and distinct[0] < 0)).astype(np.int32)

"""From groups to what they publish: ranges, nodes, sets of values, common items."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn
from tokumei.core.item_tree import tree_losses, without_missing
from tokumei.core.kernels import kernel
from tokumei.core.recoding import ItemNodes, ItemSets, Nodes, Ranges, Recoded, Recoding, ValueSets
from tokumei.core.subsets import take_column
from tokumei.partition.dimensions import ORDERED, TREE, Dimension
from tokumei.partition.dimensions.item_rows import tree_of
from tokumei.partition.dimensions.items import SetDimension, Sets
from tokumei.partition.problem import Groups, Problem

__all__ = ["recode"]

ROOM = 8
"""So many marks for each row are less than sorting the rows would take."""


def recode(problem: Problem, groups: Groups) -> Recoding:
    """What every record publishes, when each group publishes the least that covers its rows."""
    group = groups.of_rows(problem.rows)[problem.row]
    part_of = problem.part_of
    columns = {
        dimension.column.name: _column(problem, groups, number, dimension, group)
        for number, dimension in enumerate(problem.dimensions)
    }
    for number, several in enumerate(problem.set_dimensions):
        columns[several.column.name] = _items(problem, groups, number, several, group)
    if part_of is not None:
        columns = {
            name: replace(recoded, column=take_column(recoded.column, part_of))  # type: ignore[type-var, attr-defined]
            for name, recoded in columns.items()
        }
    return Recoding(group, columns, problem.mass, part_of)


def _items(
    problem: Problem, groups: Groups, number: int, dimension: SetDimension, group: npt.NDArray[np.int32]
) -> Recoded:
    column, hierarchy = dimension.column, dimension.hierarchy
    if hierarchy is not None:
        _, starts, nodes = tree_losses(tree_of(problem, number), groups.order, groups.ends, problem.weight)
        return ItemNodes(
            column, hierarchy, dimension.leaf, group, *without_missing(starts, nodes, len(hierarchy.labels))
        )
    offsets, items = common_items(groups.order, groups.ends, problem.sets, number)
    items -= np.int32(problem.sets.start[number])
    return ItemSets(column, group, *without_missing(offsets, items, dimension.missing))


def common_items(
    order: npt.NDArray[np.int32], ends: npt.NDArray[np.int64], sets: Sets, number: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The items of set column `number` that all rows of a group have, ascending, group by group: (offsets, items)."""
    return _common(order, ends, sets.offsets, sets.items, sets.owner, number)


def _column(
    problem: Problem, groups: Groups, number: int, dimension: Dimension, group: npt.NDArray[np.int32]
) -> Recoded:
    ranks = np.ascontiguousarray(problem.cells[:, number])
    column, held = dimension.column, ranks[groups.order]
    if dimension.kind in (ORDERED, TREE):
        starts = np.concatenate([np.zeros(1, dtype=np.int64), groups.ends[:-1]])
        low = np.minimum.reduceat(held, starts) if groups.count else held
        high = np.maximum.reduceat(held, starts) if groups.count else held
        if dimension.hierarchy is not None:
            return Nodes(column, dimension.hierarchy, group, dimension.hierarchy.lowest_over(low, high))
        assert not isinstance(column, CategoryColumn)
        return Ranges(column, group, low, high)
    offsets, codes = _values(held, groups, dimension.size)
    return ValueSets(column, group, offsets, codes, dimension.domain)


def _values(
    ranks: npt.NDArray[np.int32], groups: Groups, size: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The distinct ranks of each group, ascending: (offsets, ranks)."""
    places = np.repeat(np.arange(groups.count) * size, np.diff(groups.ends, prepend=0)) + ranks
    if groups.count * size <= ROOM * len(ranks):
        seen = np.zeros(groups.count * size, dtype=np.bool_)
        seen[places] = True
        places = np.flatnonzero(seen)
    else:
        places = np.unique(places)
    offsets = np.searchsorted(places, np.arange(groups.count + 1) * size)
    return offsets, (places % max(size, 1)).astype(np.int32)


@kernel
def _common(order, ends, row_ends, row_items, owner, number):
    seen = np.zeros(owner.shape[0], np.int64)
    offsets = np.zeros(ends.shape[0] + 1, np.int64)
    found = np.empty(row_items.shape[0], np.int32)
    used, low = 0, 0
    for group in range(ends.shape[0]):
        high = ends[group]
        for place in range(low, high):
            for item in row_items[row_ends[order[place]] : row_ends[order[place] + 1]]:
                seen[item] += 1
        if high > low:
            for item in row_items[row_ends[order[low]] : row_ends[order[low] + 1]]:
                if seen[item] == high - low and owner[item] == number:
                    found[used] = item
                    used += 1
        for place in range(low, high):
            for item in row_items[row_ends[order[place]] : row_ends[order[place] + 1]]:
                seen[item] = 0
        offsets[group + 1] = used
        low = high
    return offsets, found[:used].copy()

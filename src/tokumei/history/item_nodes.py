"""Sets of items as the compiled parts read them: the nodes that a line could publish of each.

Without an item hierarchy the nodes are the items themselves. With one, a set has every node below the root that stands
above one of its items, and a line can publish those that all its sets have, none above another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.rows import distinct_rows, gather, offsets_of

__all__ = ["ItemNodesOfSets", "SetNumbers", "with_missing"]

Ints = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class ItemNodesOfSets(NamedTuple):
    """The distinct sets of all set columns, numbered one column after the other.

    Set s has the nodes `node[offsets[s]:offsets[s + 1]]`, ascending; a node has a lower number than the one above it.
    """

    offsets: Offsets
    node: Ints
    share: Floats
    """Beside `node`: the share of the set's items that are under it."""
    items: npt.NDArray[np.int64]
    """Set → how many items it has; a missing set has one of its own."""
    worth: Floats
    """Node → what is kept of an item that is published as it: 1 for an item, less the more the node covers."""
    above: Ints
    """Node → the node above it; −1 where that is the root, which says nothing."""
    largest: int
    """The most nodes that a set has."""


class SetNumbers:
    """Numbers the sets of one column after the other."""

    def __init__(self) -> None:
        self._sizes: list[npt.NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        self._nodes: list[npt.NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        self._shares: list[Floats] = [np.zeros(0)]
        self._items: list[npt.NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        self._worth: list[Floats] = [np.zeros(0)]
        self._above: list[npt.NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        self._used = 0  # nodes of the columns so far, those that stand for a missing set included

    def numbers(self, column: SetColumn) -> npt.NDArray[np.int64]:
        """Record → number of its set."""
        offsets, items = with_missing(column)
        place, first, _ = distinct_rows(np.zeros((len(column), 0), dtype=np.int32), offsets, items)
        start = sum(len(sizes) for sizes in self._sizes)
        bounds, flat = gather(offsets, items, first)
        if column.hierarchy is None:
            worth, above = np.ones(len(column.values) + 1), np.full(len(column.values) + 1, -1, dtype=np.int64)
            sets, nodes = np.repeat(np.arange(len(first)), np.diff(bounds)), flat.astype(np.int64)
            count = np.ones(len(nodes), dtype=np.int64)
        else:
            tree = _Tree(column.hierarchy)
            worth, above = tree.worth, tree.above
            sets, nodes, count = tree.nodes_of(bounds, np.append(bind(column, column.hierarchy), -1)[flat])
        own = np.diff(bounds)
        self._sizes.append(np.bincount(sets, minlength=len(first)).astype(np.int64))
        self._nodes.append(nodes + self._used)
        self._shares.append(count / own[sets])
        self._items.append(own)
        self._worth.append(worth)
        self._above.append(np.where(above < 0, -1, above + self._used))
        self._used += len(worth)
        return place.astype(np.int64) + start

    def arrays(self) -> ItemNodesOfSets:
        """All sets."""
        sizes = np.concatenate(self._sizes)
        return ItemNodesOfSets(
            offsets_of(sizes),
            np.concatenate(self._nodes).astype(np.int32),
            np.concatenate(self._shares),
            np.concatenate(self._items),
            np.concatenate(self._worth),
            np.concatenate(self._above).astype(np.int32),
            int(sizes.max(initial=1)),
        )


def with_missing(column: SetColumn) -> tuple[Offsets, Ints]:
    """The items of every record: (offsets, items). A missing set has one item, the one after all others."""
    offsets = offsets_of(np.diff(column.offsets) + column.null)
    items = np.full(int(offsets[-1]), len(column.values), dtype=np.int32)
    items[np.repeat(~column.null, np.diff(offsets))] = column.items
    return offsets, items


class _Tree:
    """The nodes of an item hierarchy below its root, from the lowest up; the one after them is a missing set."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._path = hierarchy.path[:, :-1]
        highest = np.zeros(len(hierarchy.labels), dtype=np.int64)
        for level in range(hierarchy.height + 1):
            highest[hierarchy.path[:, level]] = level
        order = np.argsort(highest, kind="stable")  # a node reaches less high than the one above it; the root is last
        self._number = np.empty(len(order), dtype=np.int64)
        self._number[order] = np.arange(len(order))
        self.missing = len(order) - 1
        self.worth = np.append(1.0 - hierarchy.loss[order[:-1]], 1.0)
        above = self._number[hierarchy.parent[order[:-1]]]
        self.above = np.append(np.where(above == self.missing, -1, above), -1)

    def nodes_of(
        self, bounds: Offsets, leaf: Ints
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The nodes of sets of leaves, set by set, ascending: set, node, and how many of its items are under it."""
        owner = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        lacking = leaf < 0
        paths = self._number[self._path[leaf]]
        paths[lacking] = self.missing
        new = np.ones(paths.shape, dtype=bool)
        new[:, 1:] = paths[:, 1:] != paths[:, :-1]  # a value that is repeated upwards is one node
        width = len(self.worth)
        keys, count = np.unique((owner[:, None] * width + paths)[new], return_counts=True)
        return keys // width, keys % width, count

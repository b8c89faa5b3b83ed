"""k^m-anonymity for a set column: items are generalized, or deleted, in the records where a combination is too rare.

Every item of a record is published at a level of its hierarchy (without one: itself, or nothing). In rounds, all
combinations of at most m published nodes that fewer than k records have are found; in each record that has some, the
nodes that are in most of them, for what raising them costs, go up one level. Levels only rise, so it ends: at the root
nothing is published.

*Reference*: Terrovitis, Mamoulis, Kalnis, 'Privacy-preserving anonymization of set-valued data', VLDB 2008.
*Departures*: recoding is local (only the records that need it), and found from the published nodes, not by levels of
the whole domain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy
from tokumei.core.kernels import kernel, part
from tokumei.core.recoding import ItemLevels
from tokumei.core.rows import gather
from tokumei.partition.dimensions.items import SetDimension

__all__ = ["recode_km"]

AT_ONCE = 4
"""Of a record's nodes, one in so many goes up in a round, and at least one."""


def recode_km(dimension: SetDimension, *, k: int, m: int, released: npt.NDArray[np.bool_] | None = None) -> ItemLevels:
    """What every record publishes of a set column, such that it is k^m-anonymous; only released records count.

    *Promise*: any combination of at most m published nodes occurs in no record or in at least k.
    *Cost*: a round is O(Σ items² of a record) for m = 2, times the items for every further m; rounds are as many as
    levels rise, a few dozen.
    """
    column = dimension.column
    hierarchy = dimension.hierarchy or Hierarchy.flat(column.values or ("",))
    leaf = (
        dimension.leaf
        if dimension.hierarchy is not None
        else np.array([hierarchy.leaf_of[value] for value in column.values], dtype=np.int32)
    )
    kept = np.ones(len(column), dtype=np.bool_) if released is None else released
    offsets, items = gather(column.offsets, column.items, kept)
    level = np.full(len(column.items), hierarchy.height, dtype=np.int32)
    inside = np.repeat(kept, np.diff(column.offsets))
    level[inside] = _raise_until_kept(offsets, leaf[items], hierarchy.path, hierarchy.loss, k, m)
    entry = np.where(kept, np.arange(len(column)), -1).astype(np.int32)
    return ItemLevels(column, hierarchy, leaf, entry, level)


def _raise_until_kept(
    offsets: npt.NDArray[np.int64],
    leaves: npt.NDArray[np.int32],
    path: npt.NDArray[np.int32],
    loss: npt.NDArray[np.float64],
    k: int,
    m: int,
) -> npt.NDArray[np.int32]:
    level = np.zeros(len(leaves), dtype=np.int32)
    width = path.max() + 1
    row = np.repeat(np.arange(len(offsets) - 1, dtype=np.int64), np.diff(offsets))
    for size in range(1, m + 1):
        while True:
            node = path[leaves, level]
            live = node != width - 1
            # A record's nodes, each once, and the holders of each node.
            keys = np.unique(row[live] * width + node[live])
            starts = np.searchsorted(keys, np.arange(len(offsets), dtype=np.int64) * width)
            nodes = (keys % width).astype(np.int32)
            by_node = np.argsort(nodes, kind="stable")
            ends = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(np.bincount(nodes, minlength=width))])
            holders = (keys // width).astype(np.int32)[by_node]
            conflict = _conflicts(starts, nodes, ends, holders, k, size)
            if not conflict.any():
                break
            _raise(offsets, leaves, level, path, loss, starts, nodes, conflict)
    return level


@kernel
def _conflicts(starts, nodes, ends, holders, k, m):
    """Place of a record's node → how many rare combinations of exactly m (or fewer) nodes it is in."""
    width = ends.shape[0] - 1
    conflict = np.zeros(nodes.shape[0], np.int64)
    counts = np.zeros((m, width), np.int64)
    rows = np.empty((m, holders.shape[0] if m > 1 else 1), np.int32)
    held, last, turn = np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros(m, np.int64)
    for first in range(width):
        size = ends[first + 1] - ends[first]
        if size == 0:
            continue
        if size < k:
            for place in range(ends[first], ends[first + 1]):
                _mark(starts, nodes, holders[place], first, conflict)
            continue
        if m == 1:
            continue
        # Depth first over combinations that start with `first`; rows[d] are the records that have the first d + 1.
        depth = 0
        rows[0, :size] = holders[ends[first] : ends[first + 1]]
        held[0], last[0], turn[0] = size, first, first + 1
        _count(starts, nodes, rows[0, :size], first, counts[0])
        while depth >= 0:
            node = turn[depth]
            if node == width:
                counts[depth, :] = 0
                depth -= 1
                continue
            turn[depth] += 1
            together = counts[depth, node]
            if together == 0:
                continue
            if together < k:
                for row in rows[depth, : held[depth]]:
                    if _has(starts, nodes, row, node):
                        _mark(starts, nodes, row, node, conflict)
                        for number in range(depth + 1):
                            _mark(starts, nodes, row, last[number], conflict)
            elif depth + 2 < m:
                used = 0
                for row in rows[depth, : held[depth]]:
                    if _has(starts, nodes, row, node):
                        rows[depth + 1, used] = row
                        used += 1
                depth += 1
                held[depth], last[depth], turn[depth] = used, node, node + 1
                _count(starts, nodes, rows[depth, :used], node, counts[depth])
    return conflict


@part
def _count(starts, nodes, rows, above, counts):
    """Counts the records that have each node numbered above one."""
    for row in rows:
        for place in range(starts[row], starts[row + 1]):
            if nodes[place] > above:
                counts[nodes[place]] += 1


@part
def _place(starts, nodes, row, node):
    """Where a record's node stands, or −1."""
    low, high = starts[row], starts[row + 1]
    while low < high:
        middle = (low + high) // 2
        if nodes[middle] < node:
            low = middle + 1
        else:
            high = middle
    return low if low < starts[row + 1] and nodes[low] == node else -1


@part
def _has(starts, nodes, row, node):
    return _place(starts, nodes, row, node) >= 0


@part
def _mark(starts, nodes, row, node, conflict):
    conflict[_place(starts, nodes, row, node)] += 1


@kernel
def _raise(offsets, leaves, level, path, loss, starts, nodes, conflict):
    """Raises, in every record with conflicts, the nodes that settle most of them for what they cost."""
    top = path.shape[1] - 1
    for row in range(offsets.shape[0] - 1):
        first, stop = starts[row], starts[row + 1]
        score = np.zeros(stop - first, np.float64)
        some = False
        for place in range(first, stop):
            some = some or conflict[place] > 0
        if not some:
            continue
        for item in range(offsets[row], offsets[row + 1]):
            node = path[leaves[item], level[item]]
            here = _place(starts, nodes, row, node)
            if here >= 0 and conflict[here] > 0:
                above = _above(path, leaves[item], level[item], node)
                lost = 1.0 if above == top else loss[path[leaves[item], above]]
                score[here - first] = conflict[here] / (lost - loss[node] + 1e-3)
        for _ in range(max(1, (stop - first) // AT_ONCE)):
            best = np.argmax(score)
            if score[best] <= 0.0:
                break
            score[best] = 0.0
            for item in range(offsets[row], offsets[row + 1]):
                node = path[leaves[item], level[item]]
                if node == nodes[first + best]:
                    level[item] = _above(path, leaves[item], level[item], node)


@part
def _above(path, leaf, level, node):
    """The lowest level at which another node stands over a leaf."""
    top = path.shape[1] - 1
    above = level
    while above < top and path[leaf, above] == node:
        above += 1
    return above

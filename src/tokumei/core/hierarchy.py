"""A generalization hierarchy: a tree over the values of a column, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.errors import JobError

__all__ = ["Hierarchy"]

ROOT = "*"


@dataclass(frozen=True, eq=False)
class Hierarchy:
    """A tree in which every leaf reaches the root, and every node's leaves stand side by side.

    Leaves are numbered 0 … L−1 in depth-first order, so that a node covers the leaves
    `first[node] … last[node]` and the lowest node over a group is found from its smallest and its
    largest leaf alone. Leaf i is node i; the root is the last node. All leaves have `height` + 1
    levels: a value whose chain is shorter is repeated upwards, so that a node stands at one level only.
    """

    labels: tuple[str, ...]
    """Node → label; labels of leaves are the column's values, and are distinct."""
    path: npt.NDArray[np.int32]
    """Leaf × level → node; level 0 is the leaf, the last level the root."""

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[str]], *, name: str = "hierarchy") -> Hierarchy:
        """A hierarchy from one row a leaf, from the leaf up to the top (the form that ARX uses).

        Two inner nodes are the same when their labels and all labels above them are the same. The root `*` is
        added when the rows do not end in one.
        Raises JobError where a row is ragged, a leaf stands twice, or a node has two parents.
        """
        if not rows:
            raise JobError(f"{name}: it has no rows.")
        width = len(rows[0])
        if width == 0:
            raise JobError(f"{name}: row 1 is empty.")
        seen: dict[str, int] = {}
        for number, row in enumerate(rows, start=1):
            if len(row) != width:
                raise JobError(
                    f"{name}: row {number} has {len(row)} levels where row 1 has {width}. "
                    "Every row needs the same number of levels."
                )
            if row[0] in seen:
                raise JobError(f"{name}: rows {seen[row[0]]} and {number} are for the same value. A value has one row.")
            seen[row[0]] = number
        complete = width > 1 and all(row[-1] == ROOT for row in rows)
        chains = [tuple(row) if complete else (*row, ROOT) for row in rows]
        parents: dict[tuple[int, str], tuple[str, int]] = {}
        for number, chain in enumerate(chains, start=1):
            for level in range(1, len(chain) - 1):
                above, before = parents.setdefault((level, chain[level]), (chain[level + 1], number))
                if above != chain[level + 1]:
                    raise JobError(
                        f"{name}: a node of level {level} has two parents (rows {before} and {number}). "
                        "A node has one parent."
                    )
        return cls._from_chains(chains)

    @classmethod
    def from_chains(cls, chains: Sequence[Sequence[str]]) -> Hierarchy:
        """A hierarchy from one chain a leaf, from the leaf upwards without the root; lengths may differ.

        Nodes are the same when their labels and all labels above them are the same, so that any chains make a tree.
        Shorter chains repeat the value upwards.
        Raises JobError where there are no chains, or two for the same leaf.
        """
        if not chains:
            raise JobError("A hierarchy needs at least one value.")
        if len({chain[0] for chain in chains}) < len(chains):
            raise JobError("A value stands twice in the hierarchy.")
        height = max(len(chain) for chain in chains)
        return cls._from_chains([(*[chain[0]] * (height - len(chain)), *chain, ROOT) for chain in chains])

    @classmethod
    def from_bins(
        cls, leaves: Sequence[str], levels: Sequence[tuple[npt.NDArray[np.int64], Callable[[int], str]]]
    ) -> Hierarchy:
        """A hierarchy over ordered leaves: for each level, finest first, the bin of every leaf and how a bin is called.

        The bins of a level ascend with the leaves, and nest in the bins of the next.
        Cost: one pass over the leaves for a level; made for columns of many distinct numbers or dates.
        """
        count = len(leaves)
        labels = list(leaves)
        path = np.empty((count, len(levels) + 2), dtype=np.int32)
        path[:, 0] = np.arange(count)
        for level, (bins, name) in enumerate(levels, start=1):
            distinct, starts, place = np.unique(bins, return_index=True, return_inverse=True)
            sizes = np.diff(np.append(starts, count))
            nodes = np.empty(len(distinct), dtype=np.int32)
            for number, (value, start, size) in enumerate(
                zip(distinct.tolist(), starts.tolist(), sizes.tolist(), strict=True)
            ):
                below = int(path[start, level - 1])
                label = name(value)
                if labels[below] == label and size == 1:
                    nodes[number] = below
                else:
                    nodes[number] = len(labels)
                    labels.append(label)
            path[:, level] = nodes[place]
        path[:, -1] = len(labels)
        labels.append(ROOT)
        return cls(tuple(labels), path)

    @classmethod
    def flat(cls, leaves: Sequence[str]) -> Hierarchy:
        """The hierarchy with nothing between the values and `*`."""
        return cls.from_chains([(leaf,) for leaf in leaves])

    @classmethod
    def _from_chains(cls, chains: Sequence[Sequence[str]]) -> Hierarchy:
        """Numbers the nodes; equal labels under one parent are one node, and a label repeated upwards is one too."""
        # A node under construction: its own number, its children by label, how many leaves it covers. 0 is the root.
        children: list[dict[str, int]] = [{}]
        names: list[str] = [ROOT]
        members: list[list[int]] = [[]]
        ways: list[list[int]] = []
        for row, chain in enumerate(chains):
            node, way = 0, []
            for label in reversed(chain[1:]):
                if label != names[node]:
                    child = children[node].get(label)
                    if child is None:
                        child = children[node][label] = len(names)
                        names.append(label)
                        children.append({})
                        members.append([])
                    node = child
                way.append(node)
            members[node].append(row)
            ways.append(way[::-1])
        order = _depth_first(children, members)
        covered = [0] * len(names)
        for way in ways:
            for node in set(way):
                covered[node] += 1
        labels = [chains[row][0] for row in order]
        path = np.empty((len(order), len(chains[0])), dtype=np.int32)
        numbers: dict[int, int] = {}
        for leaf, row in enumerate(order):
            path[leaf, 0] = leaf
            alone = True
            for level, node in enumerate(ways[row], start=1):
                # A value repeated upwards stays the leaf, unless other values stand under that node.
                alone = alone and node != 0 and covered[node] == 1 and names[node] == labels[leaf]
                if alone:
                    path[leaf, level] = leaf
                elif node == 0:
                    path[leaf, level] = -1
                else:
                    if node not in numbers:
                        numbers[node] = len(labels)
                        labels.append(names[node])
                    path[leaf, level] = numbers[node]
        path[path == -1] = len(labels)
        labels.append(ROOT)
        return cls(tuple(labels), path)

    @property
    def leaves(self) -> tuple[str, ...]:
        """The values, in depth-first order."""
        return self.labels[: len(self.path)]

    @property
    def height(self) -> int:
        """Steps from a leaf to the root."""
        return self.path.shape[1] - 1

    @property
    def root(self) -> int:
        """The root's number."""
        return len(self.labels) - 1

    @cached_property
    def leaf_of(self) -> Mapping[str, int]:
        """Value → leaf."""
        return {label: leaf for leaf, label in enumerate(self.leaves)}

    @cached_property
    def level(self) -> npt.NDArray[np.int32]:
        """Node → the lowest level at which it stands."""
        level = np.full(len(self.labels), self.height, dtype=np.int32)
        for depth in range(self.height, -1, -1):
            level[self.path[:, depth]] = depth
        return level

    @cached_property
    def first(self) -> npt.NDArray[np.int32]:
        """Node → its first leaf."""
        first = np.full(len(self.labels), len(self.path), dtype=np.int32)
        for depth in range(self.height + 1):
            np.minimum.at(first, self.path[:, depth], np.arange(len(self.path), dtype=np.int32))
        return first

    @cached_property
    def last(self) -> npt.NDArray[np.int32]:
        """Node → its last leaf."""
        last = np.full(len(self.labels), -1, dtype=np.int32)
        for depth in range(self.height + 1):
            np.maximum.at(last, self.path[:, depth], np.arange(len(self.path), dtype=np.int32))
        return last

    @cached_property
    def parent(self) -> npt.NDArray[np.int32]:
        """Node → the node above it; the root is its own."""
        parent = np.arange(len(self.labels), dtype=np.int32)
        for depth in range(self.height):
            below, above = self.path[:, depth], self.path[:, depth + 1]
            changed = below != above
            parent[below[changed]] = above[changed]
        return parent

    @property
    def covered(self) -> npt.NDArray[np.int32]:
        """Node → the number of leaves under it."""
        return self.last - self.first + 1

    @cached_property
    def loss(self) -> npt.NDArray[np.float64]:
        """Node → the share of all leaves that it covers, 0 for a leaf."""
        covered = self.covered.astype(np.float64)
        return np.where(covered <= 1, 0.0, covered / len(self.path))

    @cached_property
    def error(self) -> npt.NDArray[np.float64]:
        """Node → the chance that a leaf drawn from under it is not the true one; 1 for the root, which says nothing."""
        error = 1.0 - 1.0 / self.covered.astype(np.float64)
        error[self.root] = 1.0
        return error

    def lowest_over(self, low: npt.NDArray[np.int32], high: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """The lowest node that covers all leaves from `low` to `high`, element by element."""
        node = self.path[low, self.height].copy()
        found = np.zeros(len(low), dtype=bool)
        for level in range(self.height + 1):
            same = (self.path[low, level] == self.path[high, level]) & ~found
            node[same] = self.path[low[same], level]
            found |= same
        return node

    def rows(self) -> list[list[str]]:
        """One row a leaf, from the leaf to the root: the form that `from_rows` reads."""
        return [[self.labels[node] for node in chain] for chain in self.path]


def _depth_first(children: Sequence[Mapping[str, int]], members: Sequence[Sequence[int]]) -> list[int]:
    """Rows in an order that puts every node's leaves side by side, nodes in the order they first appeared."""
    order: list[int] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        order.extend(members[node])
        waiting.extend(reversed(list(children[node].values())))
    return order

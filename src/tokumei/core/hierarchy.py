"""A generalization hierarchy: a tree over the values of a column, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    levels: a value whose chain is shorter repeats its top inner node.
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
        tops = {row[-1] for row in rows}
        chains = [tuple(row) if tops == {ROOT} else (*row, ROOT) for row in rows]
        parents: dict[tuple[int, str], tuple[str, int]] = {}
        for number, chain in enumerate(chains, start=1):
            for level in range(1, len(chain) - 1):
                above, before = parents.setdefault((level, chain[level]), (chain[level + 1], number))
                if above != chain[level + 1]:
                    raise JobError(
                        f"{name}: the node {chain[level]!r} of level {level} has two parents "
                        f"(rows {before} and {number}). A node has one parent."
                    )
        return cls._from_chains(chains)

    @classmethod
    def from_parents(cls, parents: Mapping[str, str], leaves: Sequence[str]) -> Hierarchy:
        """A hierarchy from child → parent links; a leaf without a parent hangs from the root.

        Chains of different lengths are levelled by repeating their top inner node.
        Raises JobError on a cycle.
        """
        chains: list[list[str]] = []
        for leaf in leaves:
            chain, on_way = [leaf], {leaf}
            while (parent := parents.get(chain[-1], ROOT)) != ROOT:
                if parent in on_way:
                    raise JobError(f"The hierarchy has a cycle through {parent!r}.")
                chain.append(parent)
                on_way.add(parent)
            chains.append(chain)
        height = max(len(chain) for chain in chains)
        levelled = [(chain[0], *chain[1:], *[chain[-1]] * (height - len(chain)), ROOT) for chain in chains]
        return cls._from_chains(levelled)

    @classmethod
    def flat(cls, leaves: Sequence[str]) -> Hierarchy:
        """The hierarchy with nothing between the values and `*`."""
        return cls._from_chains([(leaf, ROOT) for leaf in leaves])

    @classmethod
    def _from_chains(cls, chains: Sequence[Sequence[str]]) -> Hierarchy:
        """Numbers the nodes; equal labels under one parent are one node."""
        order = _depth_first(chains)
        ordered = [chains[row] for row in order]
        height = len(ordered[0]) - 1
        labels = [chain[0] for chain in ordered]
        path = np.empty((len(ordered), height + 1), dtype=np.int32)
        path[:, 0] = np.arange(len(ordered))
        path[:, height] = -1
        numbers: dict[tuple[str, ...], int] = {}
        for leaf, chain in enumerate(ordered):
            for level in range(1, height):
                if chain[level] == chain[0] and level > 0 and all(c == chain[0] for c in chain[:level]):
                    path[leaf, level] = leaf  # a leaf repeated upwards stays the leaf
                    continue
                above = tuple(_without_repeats(chain[level:]))
                if above not in numbers:
                    numbers[above] = len(labels)
                    labels.append(chain[level])
                path[leaf, level] = numbers[above]
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


def _without_repeats(chain: Sequence[str]) -> list[str]:
    return [label for place, label in enumerate(chain) if place == 0 or label != chain[place - 1]]


def _depth_first(chains: Sequence[Sequence[str]]) -> list[int]:
    """Rows ordered so that every node's leaves are adjacent, nodes in the order they first appear."""
    height = len(chains[0])
    rank: list[list[int]] = [[] for _ in chains]
    for level in range(height - 1, -1, -1):
        seen: dict[tuple[str, ...], int] = {}
        for row, chain in enumerate(chains):
            rank[row].append(seen.setdefault(tuple(chain[level:]), len(seen)))
    return sorted(range(len(chains)), key=lambda row: rank[row])

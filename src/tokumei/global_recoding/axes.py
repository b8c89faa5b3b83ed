"""Axes: the quasi-identifiers as one partition of their values for all records sees them.

Every column becomes a row of ranks, and every part of a partition is a run of ranks side by side:

| axis | ranks | a part publishes | loss of a part |
|---|---|---|---|
| tree | leaves in depth-first order | a node | leaves under the node / leaves, 0 for a leaf |
| ordered | values that occur, null last | a range | its width / the column's; 1 where null is mixed with values |
| values | values that occur, frequent first | the set of its values | values / values of the column, 0 for one |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, SingleColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import Ends, Nodes, Ranges, Recoded, ValueSets
from tokumei.core.rows import offsets_of

__all__ = ["Axis", "OrderedAxis", "Parts", "RunAxis", "TreeAxis", "ValuesAxis"]

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Losses = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Parts:
    """A partition of an axis, or of a run of its ranks: a part begins with its start and ends before the next one's."""

    starts: Ints
    loss: Losses
    """Part → what a record loses that publishes it."""
    node: Ints
    """Part → its node; zeros where there is no tree."""
    size: int
    """How many ranks the axis has."""

    @cached_property
    def of(self) -> Ints:
        """Rank → part, of a partition of the whole axis."""
        return np.repeat(np.arange(len(self.starts), dtype=np.int32), np.diff(np.append(self.starts, self.size)))

    @property
    def runs(self) -> list[slice]:
        """Part → its ranks, of a partition of the whole axis."""
        ends = np.append(self.starts[1:], self.size).tolist()
        return [slice(start, end) for start, end in zip(self.starts.tolist(), ends, strict=True)]

    def replaced(self, first: int, last: int, others: Parts) -> Parts:
        """The partition with other parts in place of `first … last`."""
        return Parts(
            np.concatenate([self.starts[:first], others.starts, self.starts[last + 1 :]]),
            np.concatenate([self.loss[:first], others.loss, self.loss[last + 1 :]]),
            np.concatenate([self.node[:first], others.node, self.node[last + 1 :]]),
            self.size,
        )


@dataclass(frozen=True, eq=False)
class TreeAxis:
    """A column with a hierarchy, published as nodes: one is opened into its children, or loses its most frequent child.

    What is left of a node stays together under its label. So a partition is a cut through the tree, or one in which a
    node stands for what lies below it and is not told apart.
    """

    column: SingleColumn
    hierarchy: Hierarchy
    rank: Ints
    """Code → rank."""
    path: Ints
    """Rank × level → node, of the levels that may be published; children stand from frequent to rare."""
    weight: float = 1.0
    """How often the column's loss counts."""

    @classmethod
    def of(
        cls,
        column: SingleColumn,
        hierarchy: Hierarchy,
        leaf: Ints,
        *,
        weight: float = 1.0,
        finest: int | None = None,
        coarsest: int | None = None,
    ) -> TreeAxis:
        """The axis of a column; `leaf` says which leaf each code is, `finest` and `coarsest` which levels may be
        published, all where they are None."""
        counts = np.bincount(leaf[column.codes], minlength=len(hierarchy.leaves))
        keys: list[npt.NDArray[np.integer]] = []
        for level in range(hierarchy.height):
            node = hierarchy.path[:, level]
            keys += [node, -np.bincount(node, weights=counts, minlength=len(hierarchy.labels)).astype(np.int64)[node]]
        order = np.lexsort(keys)
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        levels = slice(finest, None if coarsest is None else coarsest + 1)
        return cls(column, hierarchy, place[leaf], hierarchy.path[order, levels], weight)

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self.path)

    @property
    def levels(self) -> int:
        """How many levels may be published."""
        return self.path.shape[1]

    def at_level(self, level: int) -> Parts:
        """The nodes of a level; 0 is the finest that may be published."""
        return self._of_nodes(self.path[:, level], 0)

    def openings(self, low: int, high: int) -> list[Parts]:
        """What the node over the ranks `low … high` can be opened into: its children, or the first and the rest."""
        for level in range(self.levels - 2, -1, -1):
            below = self.path[low : high + 1, level]
            if below[0] != below[-1]:
                children = self._of_nodes(below, low)
                if len(children.starts) == 2:
                    return [children]
                above = self.path[low, level + 1]
                first = np.where(below == below[0], below, above)
                return [self._of_nodes(first, low), children]
        return []

    def unions(self, parts: Parts) -> Iterator[tuple[int, int, Parts]]:
        """The ways to close parts: first, last, and the node that they become: of what a node has told apart, all or
        all from one part on."""
        seen: set[tuple[int, int]] = set()
        runs = parts.runs
        for number, run in enumerate(runs):
            for level in range(1, self.levels):
                inside = np.flatnonzero(self.path[:, level] == self.path[run.start, level])
                last = int(parts.of[inside[-1]])
                if runs[last].stop - 1 != inside[-1]:  # what is left of a node above begins here
                    continue
                for first in {int(parts.of[inside[0]]), number}:
                    if first < last and parts.starts[first] >= inside[0] and (first, last) not in seen:
                        seen.add((first, last))
                        node = self.path[run.start : run.start + 1, level]
                        yield first, last, self._of_nodes(node, int(parts.starts[first]))

    def recoded(self, parts: Parts, entry: Ints, released: Flags) -> Recoded:
        """Nodes: `entry` says the part of each record."""
        return Nodes(self.column, self.hierarchy, entry, parts.node)

    def _of_nodes(self, nodes: Ints, low: int) -> Parts:
        begins = np.flatnonzero(np.append(True, np.diff(nodes) != 0))
        node = nodes[begins].astype(np.int32)
        return Parts((begins + low).astype(np.int32), self.weight * self.hierarchy.loss[node], node, self.size)


@dataclass(frozen=True, eq=False)
class RunAxis:
    """An axis without a tree: it may be cut anywhere, and any neighbours be joined."""

    column: SingleColumn
    codes: Ints
    """Rank → code."""
    weight: float
    """How often the column's loss counts."""

    @cached_property
    def rank(self) -> Ints:
        """Code → rank; −1 for codes that no record has."""
        rank = np.full(self.column.size, -1, dtype=np.int32)
        rank[self.codes] = np.arange(len(self.codes), dtype=np.int32)
        return rank

    @property
    def size(self) -> int:
        """How many values occur."""
        return len(self.codes)

    @property
    def levels(self) -> int:
        """The values as they are, and all of them as one."""
        return 2 if self.size > 1 else 1

    def at_level(self, level: int) -> Parts:
        """The values as they are (0), or all of them as one."""
        return self._of_starts(np.arange(self.size if level < self.levels - 1 else 1, dtype=np.int32), self.size - 1)

    def cut(self, low: int, place: int, high: int) -> Parts:
        """The ranks `low … high` in two: those before a place, and the others."""
        return self._of_starts(np.array([low, place], dtype=np.int32), high)

    def unions(self, parts: Parts) -> Iterator[tuple[int, int, Parts]]:
        """The ways to close parts: every two neighbours as one."""
        for part, run in enumerate(parts.runs[1:]):
            yield part, part + 1, self._of_starts(parts.starts[part : part + 1], run.stop - 1)

    def losses(self, low: npt.NDArray[np.integer], high: npt.NDArray[np.integer]) -> Losses:
        """What the runs of ranks `low … high` lose, element by element."""
        return self.weight * self._shares(low, high)

    def _shares(self, low: npt.NDArray[np.integer], high: npt.NDArray[np.integer]) -> Losses:
        """The loss in 0–1."""
        raise NotImplementedError

    def recoded(self, parts: Parts, entry: Ints, released: Flags) -> Recoded:
        """What is published: `entry` says the part of each record, `released` which ranks released records have.

        Values of removed records are named by no label.
        """
        raise NotImplementedError

    def _of_starts(self, starts: Ints, high: int) -> Parts:
        ends = np.append(starts[1:] - 1, high)
        return Parts(starts, self.losses(starts, ends), np.zeros(len(starts), dtype=np.int32), self.size)


@dataclass(frozen=True, eq=False)
class OrderedAxis(RunAxis):
    """Numbers or dates, published as ranges: a partition is cut points."""

    column: NumberColumn | DateColumn
    ends: Ends | None = None
    """How the ends of ranges are written, where not as the column's own values."""

    @classmethod
    def of(cls, column: NumberColumn | DateColumn, ends: Ends | None = None, *, weight: float = 1.0) -> OrderedAxis:
        """The axis of a column."""
        return cls(column, np.unique(column.codes).astype(np.int32), weight, ends)

    @cached_property
    def _places(self) -> tuple[Losses, Losses]:
        """Code → where a range lies that begins with it, and one that ends with it, on the column's in 0–1."""
        own = self.column.positions
        first, last = (own, own) if self.ends is None else (self.ends.low_place, self.ends.high_place)
        return np.append(first, 0.0), np.append(last, 0.0)

    def _shares(self, low: npt.NDArray[np.integer], high: npt.NDArray[np.integer]) -> Losses:
        """(high − low) / range of the column; 1 where null is mixed with values."""
        first, last = self._places
        null = len(first) - 1
        lows, highs = self.codes[low], self.codes[high]
        width = last[highs] - first[lows]
        return np.where((highs == null) & (lows != null), 1.0, width)

    def recoded(self, parts: Parts, entry: Ints, released: Flags) -> Recoded:
        """Ranges from the first to the last value of a part that a released record has."""
        low, high = parts.starts.copy(), parts.starts.copy()
        for part, run in enumerate(parts.runs):
            there = np.flatnonzero(released[run])
            if len(there):
                low[part], high[part] = run.start + there[0], run.start + there[-1]
        return Ranges(self.column, entry, self.codes[low], self.codes[high])


@dataclass(frozen=True, eq=False)
class ValuesAxis(RunAxis):
    """Values published as sets: a partition cuts the values in the order of how frequent they are."""

    domain: int
    """How many values there are in all."""

    @classmethod
    def of(cls, column: SingleColumn, domain: int, *, weight: float = 1.0) -> ValuesAxis:
        """The axis of a column."""
        counts = np.bincount(column.codes, minlength=column.size)
        order = np.argsort(-counts, kind="stable")
        return cls(column, order[: np.count_nonzero(counts)].astype(np.int32), weight, domain)

    def _shares(self, low: npt.NDArray[np.integer], high: npt.NDArray[np.integer]) -> Losses:
        """Values of a part / all values, 0 for one."""
        count = np.asarray(high, dtype=np.float64) - low + 1
        return np.where(count <= 1, 0.0, count / max(self.domain, 1))

    def recoded(self, parts: Parts, entry: Ints, released: Flags) -> Recoded:
        """Sets of the values of a part that released records have."""
        codes = [np.sort(self.codes[run][released[run]]) for run in parts.runs]
        offsets = offsets_of(np.array([len(one) for one in codes], dtype=np.int64))
        return ValueSets(self.column, entry, offsets, np.concatenate(codes).astype(np.int32), self.domain)


Axis = TreeAxis | RunAxis
"""One column, and the partitions of its values that may be published."""

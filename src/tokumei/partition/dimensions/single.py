"""Columns of single values as dimensions, and all of them side by side as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import SingleColumn
from tokumei.core.hierarchy import Hierarchy

__all__ = ["ORDERED", "TREE", "VALUES", "Dimension", "Dimensions", "stack"]

ORDERED, TREE, VALUES = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Dimension:
    """One column as a dimension to split along."""

    column: SingleColumn
    kind: int
    rank: npt.NDArray[np.int32]
    """Code → rank."""
    size: int
    """How many ranks there are."""
    domain: int
    """How many values the loss of a set is measured against."""
    hierarchy: Hierarchy | None = None
    weight: float = 1.0
    """How often the column's loss counts."""
    bound: npt.NDArray[np.int32] | None = None
    """Rank → what no group may leave; None where nothing bounds it."""

    @classmethod
    def ordered(cls, column: SingleColumn, *, weight: float = 1.0) -> Dimension:
        """A number or a date, published as a range."""
        rank = np.arange(column.size, dtype=np.int32)
        return cls(column, ORDERED, rank, column.size, column.size, weight=weight)

    @classmethod
    def values(cls, column: SingleColumn, domain: int | None = None, *, weight: float = 1.0) -> Dimension:
        """A column published as the set of values of each group; `domain` is that of its hierarchy where it has one."""
        rank = np.arange(column.size, dtype=np.int32)
        return cls(column, VALUES, rank, column.size, domain or column.size, weight=weight)

    @classmethod
    def tree(
        cls,
        column: SingleColumn,
        hierarchy: Hierarchy,
        leaf: npt.NDArray[np.int32],
        *,
        weight: float = 1.0,
        at_most: int | None = None,
    ) -> Dimension:
        """A column published as nodes; `leaf` says which leaf each code is, `at_most` the coarsest level of a node."""
        leaves = len(hierarchy.leaves)
        bound = None if at_most is None else hierarchy.path[:, at_most].astype(np.int32)
        return cls(column, TREE, leaf.astype(np.int32), leaves, leaves, hierarchy, weight, bound)


class Dimensions(NamedTuple):
    """All dimensions side by side, as arrays; rank r of dimension d stands at `start[d] + r`.

    Losses are times the column's weight.
    """

    kind: npt.NDArray[np.int64]
    start: npt.NDArray[np.int64]
    place: npt.NDArray[np.float64]
    """ORDERED: where a rank lies on the column's range, in 0 … weight."""
    null: npt.NDArray[np.int64]
    """ORDERED: the rank of null, −1 where there is none."""
    domain: npt.NDArray[np.float64]
    """VALUES: values / domain is what they lose."""
    whole: npt.NDArray[np.float64]
    """What is lost where everything is: the column's weight."""
    path: npt.NDArray[np.int32]
    """TREE: rank × level → node."""
    cost: npt.NDArray[np.float64]
    """TREE: rank × level → loss of that node."""


def stack(dimensions: Sequence[Dimension]) -> Dimensions:
    """The dimensions as the arrays that the kernels take."""
    start = np.zeros(len(dimensions) + 1, dtype=np.int64)
    np.cumsum([dimension.size for dimension in dimensions], out=start[1:])
    levels = max([1, *(d.hierarchy.height + 1 for d in dimensions if d.hierarchy is not None)])
    place = np.zeros(start[-1])
    null = np.full(len(dimensions), -1, dtype=np.int64)
    path = np.zeros((start[-1], levels), dtype=np.int32)
    cost = np.zeros((start[-1], levels))
    for number, dimension in enumerate(dimensions):
        here = slice(start[number], start[number + 1])
        column = dimension.column
        if dimension.kind == ORDERED:
            assert not isinstance(column.values, tuple)
            place[here] = dimension.weight * np.append(column.positions, 1.0)[: dimension.size]
            null[number] = len(column.values) if column.has_null else -1
        if dimension.hierarchy is not None:
            tree = dimension.hierarchy
            climbed = np.minimum(np.arange(levels), tree.height)
            path[here] = tree.path[:, climbed]
            cost[here] = dimension.weight * tree.loss[path[here]]
    return Dimensions(
        kind=np.array([dimension.kind for dimension in dimensions], dtype=np.int64),
        start=start,
        place=place,
        null=null,
        domain=np.array([max(one.domain, 1) / one.weight for one in dimensions], dtype=np.float64),
        whole=np.array([dimension.weight for dimension in dimensions], dtype=np.float64),
        path=path,
        cost=cost,
    )

"""t-closeness: the sensitive values of every group are distributed nearly as in the whole release."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind, counts_of, fitted
from tokumei.core.columns import CategoryColumn, Column, ColumnSpec, Kind, SetColumn, SingleColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.predicates import CLOSE_EQUAL, CLOSE_ORDERED, CLOSE_TREE
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import DataError, JobError
from tokumei.privacy.diversity import refuse_set, refuse_text
from tokumei.privacy.model import MET, NO_PATH, Bound, ModelSettings, promise_of
from tokumei.privacy.occurrences import Occurrences, ReleasedGroups, keys_of, mapped

__all__ = ["Distance", "TCloseness"]

Distance = Literal["equal", "ordered", "hierarchical"]
Figures = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TCloseness(ModelSettings):
    """The sensitive values of every group are distributed as in the whole release, up to a distance t.

    *Promise*: someone who finds a person's group learns little more about the sensitive value than the whole release
    tells about everyone: the earth mover's distance between the two distributions is at most t, in 0–1.

    *Distances*: `equal`: all values are equally far apart (half the sum of the differences); for categories.
    `ordered`: values stand in a row, neighbours one step apart; for numbers and dates, whose order is their own;
    categories stand in the order of their hierarchy's leaves, or of their names without one; a missing value stands
    at the end of the row. `hierarchical`: two values are as far apart as their lowest common node is high; a missing
    value that the hierarchy does not know hangs from its root.

    *Caveats*: What the whole release tells is not hidden. A small t takes the connection between quasi-identifiers
    and the sensitive column out of the data, which is often what the data are for. The whole is the *released*
    records, since that is what a reader has: where records are removed, it can differ from the source. One group of
    all records has the distance 0, so that no t is impossible by itself.

    *People*: where the job names a `person`, everybody weighs the same in a group, spread evenly over the values that
    she has there, and in the whole release likewise.

    *Reference*: N. Li, T. Li, S. Venkatasubramanian, t-closeness: privacy beyond k-anonymity and l-diversity, 2007,
    sections 4.1–4.3.
    """

    kind: ClassVar[str] = "closeness"
    title: ClassVar[str] = "t-closeness"
    column: str
    t: float
    distance: Distance | None = None
    """None: ordered for numbers and dates, equal for categories."""

    def __post_init__(self) -> None:
        if not 0 < self.t <= 1:
            raise JobError(f"t-closeness of {self.column!r}: t must lie above 0 and at most at 1.")
        if self.distance not in (None, "equal", "ordered", "hierarchical"):
            raise JobError(f"t-closeness of {self.column!r}: the distance is one of equal, ordered, hierarchical.")

    def distance_for(self, kind: Kind) -> Distance:
        """The distance that is meant for a column of this type."""
        return self.distance or ("ordered" if kind in (Kind.NUMBER, Kind.DATE) else "equal")

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts and sets."""
        refuse_text(self.column, "t-closeness", kind)
        refuse_set(self.column, "t-closeness", kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """It is never impossible: one group of all records has the distance 0."""

    def bound(self, column: Column) -> Bound:
        """The distance to the whole table's shares is at most t."""
        assert not isinstance(column, (SetColumn, TextColumn))
        distance = self.distance_for(column.kind)
        if distance == "equal":
            return Bound(CLOSE_EQUAL, self.t)
        if distance == "ordered":
            order = _row(column)
            order = order[counts_of(column)[order] > 0]  # a value without records stands in no row that is published
            return Bound(CLOSE_ORDERED, self.t, len(order), order, np.zeros((len(order), 1), dtype=np.int32))
        if column.hierarchy is None:
            raise JobError(
                f"t-closeness of {column.name!r} has the hierarchical distance, but the column has no hierarchy. "
                "Give it one, or choose the distance equal or ordered."
            )
        tree = fitted(column, column.hierarchy)
        leaves = bind(column, tree)
        order = np.argsort(leaves, kind="stable")
        return Bound(CLOSE_TREE, self.t, 0.0, order, tree.path[leaves[order]] if len(order) else NO_PATH)

    def largest_share(self, prior: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The largest share that a value may have in a group, where all values are equally far apart; 1 otherwise."""
        return np.minimum(prior + self.t, 1.0) if self.distance == "equal" else np.ones(len(prior))

    def check(self, groups: ReleasedGroups) -> Promise:
        """The largest distance of a group from the released records."""
        spec, tree = groups.spec(self.column), groups.hierarchy(self.column)
        seen = groups.occurrences(self.column)
        farthest = float(_distances(seen, self.distance_for(spec.kind), spec, tree).max())
        return promise_of(self, self.t, farthest, farthest <= self.t + MET)


def _row(column: SingleColumn) -> Places:
    """The column's codes as they stand in a row: numbers and dates, leaves, or names; a missing value at the end."""
    if not isinstance(column, CategoryColumn):
        return np.arange(column.size)
    values = len(column.values)
    if column.hierarchy is None:
        names = [column.label(code) for code in range(values)]
        return np.array([*sorted(range(values), key=names.__getitem__), *range(values, column.size)], dtype=np.int64)
    tree = fitted(column, column.hierarchy)
    leaves = bind(column, tree).astype(np.int64)
    leaves[values:] = len(tree.path)
    return np.argsort(leaves, kind="stable")


# The check: from labels, and by other sums than those of the predicates.


def _distances(seen: Occurrences, distance: Distance, spec: ColumnSpec, hierarchy: Hierarchy | None) -> Figures:
    """Group → distance of its distribution from the released records'."""
    if distance == "equal":
        return _variation(seen)
    if distance == "hierarchical":
        return _tree_distances(seen, hierarchy, spec)
    if spec.kind is Kind.CATEGORY and hierarchy is not None:
        seen = _by_leaf(seen, hierarchy, spec)
    return _row_distances(seen)


def _variation(seen: Occurrences) -> Figures:
    """Half the sum of differences: what the group has too much of, since it has too little of as much elsewhere."""
    surplus = np.maximum(seen.count / seen.sizes[seen.group] - seen.shares[seen.value], 0.0)
    return np.bincount(seen.group, weights=surplus, minlength=len(seen.sizes)).astype(np.float64)


def _tree_distances(seen: Occurrences, hierarchy: Hierarchy | None, spec: ColumnSpec) -> Figures:
    """Mean over the levels below the root of the variation between nodes.

    An edge of the tree is crossed by what the leaves under it have too much or too little, and costs 1/(2·height), so
    that leaves whose lowest common node has level h are h / height apart.
    """
    leaves, tree = _leaves(seen, hierarchy, spec)
    distance = np.zeros(len(seen.sizes))
    for level in range(tree.height):
        node = np.append(tree.path[:, level], len(tree.labels))[leaves]
        distance += _variation(mapped(seen, node.astype(np.int64), (*tree.labels, "")))
    return distance / tree.height


def _row_distances(seen: Occurrences) -> Figures:
    """Values in a row: the sum, over the gaps between neighbours, of what has to cross, divided by the gaps.

    Within a run of values that a group does not have, its cumulated share is constant while that of all records grows;
    the run is summed with one search for the place where the one overtakes the other.
    """
    present, value = np.unique(seen.value, return_inverse=True)
    gaps = len(present) - 1
    if gaps < 1:
        return np.zeros(len(seen.sizes))
    overall = np.cumsum(np.bincount(value, weights=seen.count)) / seen.sizes.sum()
    if seen.weights is not None:
        overall = np.cumsum(seen.weights[present])
    summed = np.concatenate([[0.0], np.cumsum(overall)])
    total = np.cumsum(seen.count)
    starts = np.searchsorted(seen.group, np.arange(len(seen.sizes)))
    before = np.concatenate([[0], total])[starts]
    own = (total - before[seen.group]) / seen.sizes[seen.group]
    last = np.append(seen.group[1:] != seen.group[:-1], True)
    stop = np.where(last, gaps + 1, np.append(value[1:], 0))
    turn = np.clip(np.searchsorted(overall, own, side="right"), value, stop)
    behind = own * (turn - value) - (summed[turn] - summed[value])
    ahead = (summed[stop] - summed[turn]) - own * (stop - turn)
    moved = np.bincount(seen.group, weights=behind + ahead, minlength=len(seen.sizes))
    return (moved + summed[value[starts]]) / gaps


def _by_leaf(seen: Occurrences, hierarchy: Hierarchy, spec: ColumnSpec) -> Occurrences:
    """Categories in the order of their hierarchy's leaves, a missing value last."""
    leaves, tree = _leaves(seen, hierarchy, spec)
    leaves[-1] = len(tree.path)
    return mapped(seen, leaves, tree.leaves)


def _leaves(seen: Occurrences, tree: Hierarchy | None, spec: ColumnSpec) -> tuple[Places, Hierarchy]:
    """Value → its leaf; a missing value that the tree does not know is the leaf after the last.

    Numbers and dates are looked up by what they mean: a file of the release may spell them otherwise (`1.0`).
    """
    if tree is None:
        raise JobError(f"t-closeness of {spec.name!r} has the hierarchical distance, but the column has no hierarchy.")
    as_written = replace(spec, decimal=None)  # the decimal mark of a release is not that of a hierarchy
    leaf_of = {key: leaf for leaf, key in enumerate(keys_of(tree.leaves, as_written))}
    found = [leaf_of.get(key, -1) for key in keys_of(seen.labels, spec)]
    unknown = found.count(-1)
    if unknown:
        raise DataError(
            f"{unknown:,} of the values that the release has in {spec.name!r} are not in the column's hierarchy. "
            "Is it verified against the wrong job?"
        )
    leaves = [*found, tree.leaf_of.get("", len(tree.path))]
    return np.array(leaves, dtype=np.int64), tree

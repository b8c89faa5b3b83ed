"""What the worst group of a release reaches of a model, from the occurrences of the sensitive values."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind
from tokumei.core.hierarchy import Hierarchy
from tokumei.errors import DataError, JobError
from tokumei.privacy.models import (
    Distance,
    DistinctDiversity,
    EntropyDiversity,
    KAnonymity,
    Model,
    RecursiveDiversity,
    distance_for,
)
from tokumei.privacy.occurrences import Occurrences, counted

__all__ = ["achieved"]

ROUNDING = 1e-9
Figures = npt.NDArray[np.float64]
Places = npt.NDArray[np.int64]


def achieved(
    model: Model, found: Occurrences, kind: Kind, hierarchy: Hierarchy | None
) -> tuple[float, float | None, bool]:
    """Target, what the worst group reaches, and whether that is enough."""
    if isinstance(model, DistinctDiversity):
        fewest = int(np.bincount(found.group, minlength=len(found.sizes)).min())
        return model.l, fewest, fewest >= model.l
    if isinstance(model, EntropyDiversity):
        least = float(_entropy_sizes(found).min())
        return model.l, least, least >= model.l * (1 - ROUNDING)
    if isinstance(model, RecursiveDiversity):
        ratio = float(_ratios(found, model.l).max())
        return model.c, (ratio if np.isfinite(ratio) else None), ratio * (1 + ROUNDING) < model.c
    assert not isinstance(model, KAnonymity)
    farthest = float(_distances(found, distance_for(model, kind), kind, hierarchy, model.column).max())
    return model.t, farthest, farthest <= model.t + ROUNDING


def _entropy_sizes(found: Occurrences) -> Figures:
    """Group → e to its entropy."""
    share = found.count / found.sizes[found.group]
    return np.exp(np.bincount(found.group, weights=-share * np.log(share), minlength=len(found.sizes)))


def _ratios(found: Occurrences, l: int) -> Figures:  # noqa: E741
    """Group → its most frequent value's count, divided by those of the l-th and all after it."""
    order = np.lexsort((-found.count, found.group))
    group, count = found.group[order], found.count[order]
    starts = np.searchsorted(group, np.arange(len(found.sizes)))
    rank = np.arange(len(group)) - starts[group]
    tail = np.bincount(group, weights=np.where(rank >= l - 1, count, 0), minlength=len(found.sizes))
    with np.errstate(divide="ignore"):
        return count[starts] / tail


def _distances(found: Occurrences, distance: Distance, kind: Kind, hierarchy: Hierarchy | None, column: str) -> Figures:
    """Group → distance of its distribution from the released records'."""
    if distance == "equal":
        return _variation(found.group, found.value, found.count, found.sizes)
    if distance == "hierarchical":
        return _tree_distances(found, hierarchy, column)
    if kind is Kind.CATEGORY and hierarchy is not None:
        found = _by_leaf(found, hierarchy, column)
    return _row_distances(found)


def _variation(group: Places, value: Places, count: Places, sizes: Places) -> Figures:
    """Half the sum of differences: what the group has too much of, since it has too little of as much elsewhere."""
    overall = np.bincount(value, weights=count) / sizes.sum()
    surplus = np.maximum(count / sizes[group] - overall[value], 0.0)
    return np.bincount(group, weights=surplus, minlength=len(sizes)).astype(np.float64)


def _tree_distances(found: Occurrences, hierarchy: Hierarchy | None, column: str) -> Figures:
    """Mean over the levels below the root of the variation between nodes.

    An edge of the tree is crossed by what the leaves under it have too much or too little, and costs 1/(2·height), so
    that leaves whose lowest common node has level h are h / height apart.
    """
    leaves, tree = _leaves(found, hierarchy, column)
    distance = np.zeros(len(found.sizes))
    for level in range(tree.height):
        node = np.append(tree.path[:, level], len(tree.labels))[leaves]
        at_level = counted(found.group, node.astype(np.int64), found.count, found.sizes, (*tree.labels, ""))
        distance += _variation(at_level.group, at_level.value, at_level.count, found.sizes)
    return distance / tree.height


def _row_distances(found: Occurrences) -> Figures:
    """Values in a row: the sum, over the gaps between neighbours, of what has to cross, divided by the gaps.

    Within a run of values that a group does not have, its cumulated share is constant while that of all records grows;
    the run is summed with one search for the place where the one overtakes the other.
    """
    present, value = np.unique(found.value, return_inverse=True)
    gaps = len(present) - 1
    if gaps < 1:
        return np.zeros(len(found.sizes))
    overall = np.cumsum(np.bincount(value, weights=found.count)) / found.sizes.sum()
    summed = np.concatenate([[0.0], np.cumsum(overall)])
    total = np.cumsum(found.count)
    starts = np.searchsorted(found.group, np.arange(len(found.sizes)))
    before = np.concatenate([[0], total])[starts]
    own = (total - before[found.group]) / found.sizes[found.group]
    last = np.append(found.group[1:] != found.group[:-1], True)
    stop = np.where(last, gaps + 1, np.append(value[1:], 0))
    turn = np.clip(np.searchsorted(overall, own, side="right"), value, stop)
    behind = own * (turn - value) - (summed[turn] - summed[value])
    ahead = (summed[stop] - summed[turn]) - own * (stop - turn)
    moved = np.bincount(found.group, weights=behind + ahead, minlength=len(found.sizes))
    return (moved + summed[value[starts]]) / gaps


def _by_leaf(found: Occurrences, hierarchy: Hierarchy, column: str) -> Occurrences:
    """Categories in the order of their hierarchy's leaves, a missing value last."""
    leaves, tree = _leaves(found, hierarchy, column)
    leaves = np.where(found.value == len(found.labels), len(tree.path), leaves)
    return counted(found.group, leaves, found.count, found.sizes, tree.leaves)


def _leaves(found: Occurrences, tree: Hierarchy | None, column: str) -> tuple[Places, Hierarchy]:
    """Pair → leaf of its value; a missing value that the tree does not know is the leaf after the last."""
    if tree is None:
        raise JobError(f"t-closeness of {column!r} has the hierarchical distance, but the column has no hierarchy.")
    unknown = sum(label not in tree.leaf_of for label in found.labels)
    if unknown:
        raise DataError(
            f"{unknown:,} of the values that the release has in {column!r} are not in the column's hierarchy. "
            "Is it verified against the wrong job?"
        )
    leaves = [*(tree.leaf_of[label] for label in found.labels), tree.leaf_of.get("", len(tree.path))]
    return np.array(leaves, dtype=np.int64)[found.value], tree

"""What a hierarchy costs: the loss that brings its column to k-anonymity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy

__all__ = ["Climb", "climbed", "levels_left", "loss_at"]


@dataclass(slots=True)
class _Plan:
    """The cheapest ways found to publish what is under a node."""

    records: int = 0
    open: float = 0.0
    """Loss when `rest` records are left to the node above."""
    rest: int = 0
    closed: float = 0.0
    """Loss when nothing is left to the node above."""
    whole: bool = False
    """Closed by publishing everything as the node itself."""
    joined: int = -1
    """Closed by publishing the rest as the node, together with records of this value; −1: it needs none."""
    lent: int = 0
    """How many records come along; 0: all."""
    climbing: list[int] = field(default_factory=list)
    """Children that leave their rest to the node."""
    staying: list[int] = field(default_factory=list)
    spare: int = -1
    """A value under the node that is published as it is, and can lend records to a rest; −1: none."""
    spare_records: int = 0


@dataclass(frozen=True)
class Climb:
    """What each value is published as, and the records that are published otherwise to keep a rare value company."""

    node: npt.NDArray[np.int32]
    """Leaf → node."""
    lent: tuple[tuple[int, int, int], ...]
    """Leaf, node, records: so many records of the value are published as that node instead."""


def climbed(hierarchy: Hierarchy, counts: Sequence[int], k: int) -> Climb:
    """How the column alone is made k-anonymous by local recoding.

    `counts` are by leaf. A value with k records stays; rarer ones climb until k of them meet, or until it is cheaper
    that some records of a common value come along.
    *Promise*: every node that is published has k records, unless all records together are fewer.
    *Cost*: one step for each node. Not always the cheapest of all ways, since a rest is never divided.
    """
    children: list[list[int]] = [[] for _ in hierarchy.labels]
    for node in range(hierarchy.root):
        children[hierarchy.parent[node]].append(node)
    plans = [_Plan() for _ in hierarchy.labels]
    for node in np.argsort(-_depth(hierarchy), kind="stable").tolist():
        if node < len(counts) and not children[node]:
            plans[node] = _leaf(node, int(counts[node]), k)
        else:
            plans[node] = _inner(children[node], plans, float(hierarchy.loss[node]), k)
    return _assigned(hierarchy, children, plans)


def loss_at(hierarchy: Hierarchy, counts: Sequence[int], k: int) -> float:
    """NCP, weighted by counts, of the column published alone so that every published node has k records."""
    weights = np.asarray(counts, dtype=np.int64)
    total = int(weights.sum())
    if total == 0:
        return 0.0
    climb = climbed(hierarchy, counts, k)
    lent = sum(
        records * (hierarchy.loss[node] - hierarchy.loss[climb.node[leaf]]) for leaf, node, records in climb.lent
    )
    return float(hierarchy.loss[climb.node] @ weights + lent) / total


def levels_left(hierarchy: Hierarchy, counts: Sequence[int], k: int) -> float:
    """How many levels stand between what is published at k and `*`, 1 for a node just under it; mean of the records."""
    weights = np.asarray(counts, dtype=np.int64)
    total = int(weights.sum())
    if total == 0:
        return 0.0
    depth = _depth(hierarchy)
    climb = climbed(hierarchy, counts, k)
    lent = sum(records * (depth[node] - depth[climb.node[leaf]]) for leaf, node, records in climb.lent)
    return float(depth[climb.node] @ weights + lent) / total


def _depth(hierarchy: Hierarchy) -> npt.NDArray[np.int64]:
    """Node → steps to the root."""
    depth = np.zeros(len(hierarchy.labels), dtype=np.int64)
    for level in range(hierarchy.height - 1, -1, -1):
        below, above = hierarchy.path[:, level], hierarchy.path[:, level + 1]
        depth[below] = depth[above] + (below != above)
    return depth


def _leaf(leaf: int, count: int, k: int) -> _Plan:
    if count >= k:
        return _Plan(records=count, spare=leaf, spare_records=count)
    return _Plan(records=count, rest=count, closed=float("inf") if count else 0.0)


def _inner(below: Sequence[int], plans: Sequence[_Plan], loss: float, k: int) -> _Plan:
    hopeful = _combined(below, plans, loss, k, patient=True)
    careful = _combined(below, plans, loss, k, patient=False)
    return careful if careful.closed < hopeful.closed else hopeful


def _combined(below: Sequence[int], plans: Sequence[_Plan], loss: float, k: int, *, patient: bool) -> _Plan:
    """The children's plans as one; a patient node lets a rest climb to it where that may be cheaper."""
    plan = _Plan(records=sum(plans[child].records for child in below))
    for child in below:
        one = plans[child]
        climbs = one.rest > 0 and (one.closed == float("inf") or (patient and one.open + one.rest * loss < one.closed))
        (plan.climbing if climbs else plan.staying).append(child)
        plan.open += one.open if climbs else one.closed
        plan.rest += one.rest if climbs else 0
    usable = [plans[child] for child in plan.climbing] + [
        plans[child] for child in plan.staying if not plans[child].whole
    ]
    spares = [(one.spare_records, one.spare) for one in usable if one.spare >= 0]
    whole = loss * plan.records if plan.records >= k else float("inf")
    if plan.rest == 0:
        plan.closed = plan.open
    elif plan.rest >= k:
        plan.closed = plan.open = plan.open + loss * plan.rest
        plan.rest = 0
    else:
        plan.closed = float("inf")
        needed = k - plan.rest
        # Enough must stay behind, or the value comes as a whole.
        offers = sorted((needed if records >= k + needed else records, records, leaf) for records, leaf in spares)
        if offers:
            coming, records, plan.joined = offers[0]
            plan.closed = plan.open + loss * (plan.rest + coming)
            plan.lent = coming if coming < records else 0
            left = (records - coming, plan.joined)
            spares = [one for one in spares if one[1] != plan.joined] + ([left] if left[0] >= k else [])
    if spares:
        plan.spare_records, plan.spare = max(spares)
    if whole < plan.closed:
        plan.closed, plan.whole, plan.joined = whole, True, -1
        if plan.rest == 0:
            plan.open = whole
            plan.spare = -1
    return plan


def _assigned(hierarchy: Hierarchy, children: Sequence[Sequence[int]], plans: Sequence[_Plan]) -> Climb:
    """Follows the plans from the root down; each node is closed, or leaves its rest to a node above."""
    published = np.arange(len(hierarchy.path), dtype=np.int32)
    lent: list[tuple[int, int, int]] = []
    whole: list[tuple[int, int]] = []
    waiting: list[tuple[int, int]] = [(hierarchy.root, -1)]
    while waiting:
        node, target = waiting.pop()
        plan = plans[node]
        is_open = target >= 0 and plan.rest > 0
        if not is_open and (plan.whole or (node == hierarchy.root and plan.closed == float("inf"))):
            published[hierarchy.first[node] : hierarchy.last[node] + 1] = node
        elif not children[node]:
            published[node] = target if is_open else node
        else:
            above = target if is_open else node
            waiting.extend((child, above) for child in plan.climbing)
            waiting.extend((child, -1) for child in plan.staying)
            if not is_open and plan.joined >= 0:
                if plan.lent:
                    lent.append((plan.joined, node, plan.lent))
                else:
                    whole.append((plan.joined, node))
    for leaf, node in whole:  # last, since the walk comes to the value itself later than to the node it joins
        published[leaf] = node
    return Climb(published, tuple(lent))

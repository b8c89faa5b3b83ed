"""What a hierarchy costs: the loss that brings its column to k-anonymity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tokumei.core.hierarchy import Hierarchy

__all__ = ["loss_at"]


def loss_at(hierarchy: Hierarchy, counts: Sequence[int], k: int) -> float:
    """NCP, weighted by counts, of the column published alone so that every published node has k records.

    `counts` are by leaf. Values with k records stay; the others climb, together with their rare siblings, until k of
    them meet. Rest that reaches the root short of k takes other records along.
    *Cost*: one step for each node.
    """
    total = int(sum(counts))
    if total == 0:
        return 0.0
    rest = np.zeros(len(hierarchy.labels), dtype=np.int64)
    rest[: len(counts)] = counts
    spent = 0.0
    for node in np.argsort(hierarchy.level, kind="stable").tolist():
        waiting = int(rest[node])
        if waiting >= k or node == hierarchy.root:
            short = k - waiting if node == hierarchy.root and 0 < waiting < k else 0
            spent += float(hierarchy.loss[node]) * min(waiting + short, total)
        else:
            rest[hierarchy.parent[node]] += waiting
    return min(spent / total, 1.0)

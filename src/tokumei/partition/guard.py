"""The guard: what every group must keep. Whatever changes a group asks here."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.kernels import ZERO
from tokumei.core.predicates import all_hold

__all__ = ["keeps"]


@njit(cache=True, nogil=True)
def keeps(rows, weight, k, offsets, places, predicates):
    """Whether a group of rows has k records and keeps the predicates; their places are as `Problem` has them."""
    total = ZERO
    for row in rows:
        total += weight[row]
    if total < k or predicates.kind.shape[0] == 0:
        return total >= k
    counts = np.zeros(predicates.starts[-1], np.int64)
    for row in rows:
        for place in range(offsets[row], offsets[row + 1]):
            counts[places[place]] += weight[row]
    return all_hold(counts, total, predicates)

"""Rows cut into a few large pieces, each of which is then partitioned by itself: on another core, or another machine.

The cuts are the first ones of the growth over all rows, so that what is grown of a piece is what would be grown of it
anyway; only the search does not cross the border of two pieces.
"""

from __future__ import annotations

import numpy as np

from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.growth import grow
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.ncp import NCP, BySplits

__all__ = ["cut"]

CROSS_ROWS = 1 << 16


def cut(problem: Problem, apart: Groups, pieces: int) -> Groups:
    """Groups cut further, into about as many pieces of about one size; those that the growth leaves small are put
    together with their neighbours.

    *Promise*: every piece keeps what the guard asks.
    *Cost*: that of the first cuts, O(rows × dimensions² × log pieces).
    """
    most = -(-problem.rows // pieces)
    tokens = tokens_of(problem)
    grown = grow(problem, BySplits(problem, tokens, NCP, CROSS_ROWS), tokens, start=apart, stop_rows=most)
    borders = set(apart.ends.tolist())
    ends: list[int] = []
    low = last = 0
    for end in grown.ends.tolist():
        if end - low > most and last > low:
            ends.append(last)
            low = last
        if end in borders:
            ends.append(end)
            low = end
        last = end
    return Groups(grown.order, np.array(ends if ends and ends[-1] == len(grown.order) else [*ends, len(grown.order)]))

"""The paper's algorithm for sets round by round, as its Figure 6 shows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from part_kernels import whole
from tokumei.partition.dimensions.items import item_rows
from tokumei.partition.problem import Problem
from tokumei.partition.scores import pivots
from tokumei.partition.scores.pivots import NO_PIVOT

__all__ = ["disclosures", "first_pivot"]

counted = whole(pivots._counted)
pivot_of = whole(pivots._pivot)


def first_pivot(problem: Problem, budget: int = 0, rows: npt.NDArray[np.int32] | None = None) -> int:
    """The item of the first set column that a cluster (all rows when not given) is split by, or NO_PIVOT."""
    sets, weight = problem.sets, problem.weight
    cluster = np.arange(problem.rows, dtype=np.int32) if rows is None else rows
    of_row = np.zeros(problem.rows, dtype=np.int64)
    of_row[cluster] = 1
    tally, inner = np.zeros((2, len(sets.owner)), dtype=np.int64)
    found, _ = counted(cluster, weight, sets, tally)
    total = int(weight[cluster].sum())
    refused = np.zeros(len(sets.owner), dtype=np.bool_)
    asked = (problem.k, budget, found, total, tally, inner, refused)
    return int(pivot_of(0, weight, sets, *item_rows(sets), of_row, 1, *asked))


def disclosures(problem: Problem) -> Iterator[list[frozenset[int]]]:
    """Row → items disclosed after each round, for a problem of one set column: the columns of the paper's Figure 6.

    A round discloses one more item in every cluster that can: one that all of its rows share, else the next pivot.
    """
    sets = problem.sets
    items = [frozenset(sets.items[low:high].tolist()) for low, high in pairwise(sets.offsets.tolist())]
    shown: list[frozenset[int]] = [frozenset()] * problem.rows
    clusters = [np.arange(problem.rows, dtype=np.int32)]
    while True:
        before, after = list(shown), []
        for cluster in clusters:
            members = cluster.tolist()
            shared = frozenset.intersection(*(items[row] for row in members)) - shown[members[0]]
            pivot = min(shared, key=lambda item: int(sets.name[item]), default=NO_PIVOT)
            if pivot == NO_PIVOT:
                pivot = first_pivot(problem, 0, cluster)
            with_it = [row for row in members if pivot in items[row]]
            for row in with_it:
                shown[row] |= {pivot}
            rest = [row for row in members if pivot not in items[row]]
            after += [np.array(part, dtype=np.int32) for part in (with_it, rest) if part]
        if shown == before:
            return
        clusters = after
        yield list(shown)

"""What the search starts from: rows grown top-down by a score, an itemset cover, the branches of an item hierarchy.

One set column alone is covered by frequent itemsets (`cover`), in blocks that a growth makes where the table is
large, or specialized along its item hierarchy (`branches`). Everything else is grown over all columns together.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tokumei.partition.blocks import Block, in_blocks
from tokumei.partition.dimensions.item_rows import tree_of
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.efforts import Effort
from tokumei.partition.growth import grow
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.ncp import NCP, BySplits
from tokumei.partition.starts.branches import grow_by_tree
from tokumei.partition.starts.cover import cover
from tokumei.partition.starts.node_search import improve_by_tree

__all__ = ["grown", "least_lost", "one_set", "searched", "specialized"]

COVER_ROWS = 1 << 16
"""A set column alone is covered in blocks of at most so many rows."""
LEAN = 3.0
"""What a set counts for while groups are grown: an item's pivot saves more than is sure when it is chosen. Chosen among
1, 2, 3, 4, 6 and 10 on the made-up receipts: NCP 0.168 against 0.176 with 1 (100,000 records, k = 10), 0.118 against
0.121 (10,000, k = 2), but 0.217 against 0.212 (10,000, k = 10); fewer items are deleted in all three."""
COVER_SWEEPS = (0, 6, 60)
"""How often the search for a cover goes through the rows, by effort; small tables more often, like with `best`."""
SMALL = 1_000_000
"""So many items the sweeps of the default may look at beyond that."""
FEW = 20_000
"""A set column of at most so many items is small enough for the general search too."""
NODE_WORK = (0, 600, 9500)
"""The work of the search under an item hierarchy for each node of a row, by effort; twice as much at k = 10, and up to
three times."""
LARGE_K = 20

Advance = Callable[[int], None] | None


def one_set(problem: Problem) -> bool:
    """Whether there is one set column and nothing else."""
    return not problem.dimensions and len(problem.set_dimensions) == 1 and not problem.judged


def searched(problem: Problem) -> bool:
    """Whether the start has had a search of its own that leaves nothing to the general one.

    In large tables that would only delete items of long sets to keep those of short ones, which lose less by NCP.
    """
    return one_set(problem) and len(problem.sets.items) > FEW


def least_lost(problem: Problem, effort: Effort, advance: Advance = None) -> Groups:
    """Groups that the guard allows, with little loss."""
    if one_set(problem):
        if problem.set_dimensions[0].hierarchy is not None:
            return specialized(problem, 0, effort)
        return _covered(problem, effort, advance)
    return grown(problem, lean=LEAN, cross_rows=effort.cross_rows, advance=advance)


def grown(
    problem: Problem,
    *,
    rule: int = NCP,
    lean: float = 1.0,
    cross_rows: int = 1 << 16,
    stop_rows: int = 0,
    advance: Advance = None,
) -> Groups:
    """Groups grown by the rule NCP or MEDIAN; sets count `lean` times."""
    tokens = tokens_of(problem)
    if tokens is not None:
        tokens = tokens._replace(value=lean * tokens.value, full=lean * tokens.full)
    score = BySplits(problem, tokens, rule, cross_rows)
    return grow(problem, score, tokens, stop_rows=stop_rows, advance=advance)


def _covered(problem: Problem, effort: Effort, advance: Advance) -> Groups:
    most = COVER_SWEEPS[-1] if effort.sweeps else 0
    sweeps = max(COVER_SWEEPS[effort.sweeps], min(most, SMALL // max(len(problem.sets.items), 1)))

    def one(part: Problem, block: Block, effort: Effort) -> Block:
        rows = block[0]
        found = cover(part.part(rows), sweeps=sweeps)
        return rows[found.order], found.ends

    if problem.rows <= COVER_ROWS:
        return cover(problem, sweeps=sweeps, advance=advance)
    blocks = grown(problem, stop_rows=COVER_ROWS // 2)
    return in_blocks(problem, blocks, COVER_ROWS // 2, 0, one, effort, advance)


def specialized(problem: Problem, number: int, effort: Effort) -> Groups:
    """Groups by one set column alone, with an item hierarchy: by specializing, then by unions of near ones."""
    tree = tree_of(problem, number)
    group, groups = grow_by_tree(tree, problem.weight, problem.k)
    # Rows without items, and missing sets that no group can keep, are group 0, and publish nothing whoever is with
    # them. Too few rows with items to be a group go there, and too few without take one group in.
    mass = np.bincount(group, weights=problem.weight, minlength=groups)
    group[mass[group] < problem.k] = 0
    mass = np.bincount(group, weights=problem.weight, minlength=groups)
    if 0 < mass[0] < problem.k and mass[1:].any():
        others = np.where(mass[1:] > 0, mass[1:], np.inf)
        group[group == 1 + np.argmin(others)] = 0
    if work := NODE_WORK[effort.sweeps]:
        work += work * min(problem.k, LARGE_K) // 10
        group = improve_by_tree(tree, problem.weight, group, problem.k, work=work)
    return Groups.from_rows(group)

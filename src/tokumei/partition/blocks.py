"""Runs of groups that are worked on one by one, by the threads.

Groups that stand side by side in the order come from the same branch of the growth, so they are alike; a run of them
is a block.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from tokumei.core.threads import parallel
from tokumei.partition.efforts import Effort
from tokumei.partition.problem import Groups, Problem

__all__ = ["Block", "in_blocks"]

Block = tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]
"""Rows of a block in order, and where its groups end in it."""


def in_blocks(
    problem: Problem,
    groups: Groups,
    rows: int,
    shift: int,
    work: Callable[[Problem, Block, Effort], Block],
    effort: Effort,
    advance: Callable[[int], None] | None,
) -> Groups:
    """Applies `work` to runs of groups that hold about so many rows each."""
    blocks: list[Block] = []
    number_of = (groups.ends - 1 + shift) // rows
    first = 0
    for last in [*np.flatnonzero(np.diff(number_of)).tolist(), groups.count - 1]:
        low = int(groups.ends[first - 1]) if first else 0
        high = int(groups.ends[last])
        blocks.append((groups.order[low:high], groups.ends[first : last + 1] - low))
        first = last + 1

    def one(block: Block) -> Block:
        done = work(problem, block, effort)
        if advance is not None:
            advance(len(block[0]))
        return done

    results = parallel(one, blocks)
    order = np.concatenate([part for part, _ in results])
    sizes = np.cumsum([0, *(len(part) for part, _ in results)])
    ends = [part_ends + size for (_, part_ends), size in zip(results, sizes[:-1], strict=True)]
    return Groups(order, np.concatenate(ends))

"""Lowering the loss of a grown partition: moves between groups, groups split again, and growth with a look ahead.

Groups that stand side by side in the order come from the same branch of the growth, so they are alike; a run of them
is a block, and blocks are refined one by one, by the threads. A second round takes blocks that straddle the first
ones' ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.partition.growth import NCP, grow_slice
from tokumei.algorithms.partition.moves import improve_block
from tokumei.algorithms.partition.pilot import grow_with_pilot
from tokumei.algorithms.partition.problem import Groups, Problem
from tokumei.core.rows import gather
from tokumei.core.threads import parallel

__all__ = ["EFFORTS", "Effort", "refine"]


@dataclass(frozen=True)
class Effort:
    """How long to look for a release that loses less."""

    cross_rows: int
    """Groups of at most so many rows are split by the loss over all columns."""
    pilot_rows: int = 0
    """Blocks of so many rows are grown anew with a look ahead."""
    pilot_tries: int = 0
    """The cuts of a dimension that are tried then; more for large k, where there are fewer groups to try them on."""
    block_rows: int = 0
    """Rows move between the groups of a block of so many rows."""
    rounds: int = 0
    """Rounds of moves in a block."""
    sweeps: int = 0
    """How often all blocks are gone through."""


EFFORTS = {
    "fast": Effort(cross_rows=1 << 16),
    "default": Effort(cross_rows=1 << 16, block_rows=1 << 12, rounds=2, sweeps=1),
    "best": Effort(cross_rows=1 << 20, pilot_rows=1 << 15, pilot_tries=3, block_rows=1 << 15, rounds=12, sweeps=2),
}


def refine(problem: Problem, groups: Groups, effort: Effort, *, advance: Callable[[int], None] | None = None) -> Groups:
    """Groups with at most the loss of the given ones, and the same promises."""
    if effort.pilot_tries and problem.rows:
        groups = _in_blocks(problem, groups, effort.pilot_rows, 0, _pilot, effort, advance)
    for sweep in range(effort.sweeps):
        shift = (effort.block_rows // 2) * (sweep % 2)
        groups = _in_blocks(problem, groups, effort.block_rows, shift, _moves, effort, advance)
    return groups


Block = tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]
"""Rows of a block in order, and where its groups end in it."""


def _in_blocks(
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


def _local(problem: Problem, rows: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The histogram places of some rows, renumbered from 0."""
    if len(problem.predicates.kind) == 0:
        return problem.offsets, problem.places
    return gather(problem.offsets, problem.places, rows)


def _pilot(problem: Problem, block: Block, effort: Effort) -> Block:
    order = np.sort(block[0])
    size = int(problem.dims.start[-1])
    ends = grow_with_pilot(
        problem.cells,
        problem.weight,
        order,
        problem.dims,
        problem.k,
        max(effort.pilot_tries, min(12, problem.k // 8)),
        problem.offsets,
        problem.places,
        problem.predicates,
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int32),
    )
    return order, ends


def _moves(problem: Problem, block: Block, effort: Effort) -> Block:
    rows, ends = block
    cells, weight = problem.cells[rows], problem.weight[rows]
    offsets, places = _local(problem, rows)
    size = int(problem.dims.start[-1])
    marks = (np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int32))
    group = Groups(np.arange(len(rows), dtype=np.int32), ends).of_rows(len(rows))
    for _ in range(2 if effort.rounds > 2 else 1):
        improve_block(
            cells,
            weight,
            group,
            int(group.max()) + 1,
            problem.dims,
            problem.k,
            offsets,
            places,
            problem.predicates,
            effort.rounds,
            True,
        )
        group = _split_again(problem, cells, weight, group, offsets, places, marks)
    moved = Groups.from_rows(group)
    return rows[moved.order], moved.ends


def _split_again(
    problem: Problem,
    cells: npt.NDArray[np.int32],
    weight: npt.NDArray[np.int64],
    group: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    places: npt.NDArray[np.int32],
    marks: tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]],
) -> npt.NDArray[np.int32]:
    """Splits the groups that moves have made large enough for it."""
    groups = Groups.from_rows(group)
    low = 0
    ends: list[npt.NDArray[np.int64]] = []
    for high in groups.ends.tolist():
        part = groups.order[low:high]
        if int(weight[part].sum()) < 2 * problem.k:
            ends.append(np.array([high], dtype=np.int64))
        else:
            found = grow_slice(
                cells,
                weight,
                part,
                problem.dims,
                problem.k,
                NCP,
                len(part),
                offsets,
                places,
                problem.predicates,
                *marks,
            )
            ends.append(low + found)
        low = high
    return Groups(groups.order, np.concatenate(ends)).of_rows(len(group))

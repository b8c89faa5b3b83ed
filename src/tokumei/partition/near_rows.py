"""Which rows are near to each other: they lose little where they are a group.

They are found look by look. In an order by the dimensions, another one every time, near rows often stand side by side;
and who is near to a near row is often near.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import kernel, step
from tokumei.core.threads import parallel
from tokumei.partition.chance import draw
from tokumei.partition.dimensions import ORDERED, TREE, VALUES, Dimensions
from tokumei.partition.dimensions.tokens import Tokens
from tokumei.partition.losses import span_loss, values_loss
from tokumei.partition.problem import Problem

__all__ = ["NEAR", "near_rows"]

NEAR = 16
"""So many near rows are known of a row, at most."""
FEW = 0.01
"""A look that finds nearer rows for so small a share of the places is the last."""
WINDOW = 4
"""So many rows before and after a row in a line are compared with it."""
WIDEST = 8
"""Where few rows have lists, they are compared with up to so many times as many rows."""
SPREAD = 2.0
"""How much chance there is in the order of dimensions: those with few values tend to come first, since to differ in
them costs most."""
FINEST = 3
"""A range is in up to 2 to the power of this parts in a line: where all values differ, an order by one dimension is an
order by that alone."""
HASHES = 4
"""So many orders of tokens are drawn for a line: rows that share many often share the first of theirs."""
AT_ONCE = 1 << 12
"""Rows of a line that a thread takes at a time."""
MOST_PAIRED = 256
"""What pairs lose is known beforehand of hierarchies with at most so many leaves."""
MOST_KEYS = 1 << 62
TWO: Any = np.int64(2)


class Places(NamedTuple):
    """Where every row lies in the dimensions, and what two leaves of a hierarchy lose together."""

    of: npt.NDArray[np.float32]
    """Row × dimension → ORDERED: its place on the range, null far beyond it; else the rank."""
    first: npt.NDArray[np.int64]
    """Dimension → where its first pair stands; −1 where none is known beforehand."""
    pair: npt.NDArray[np.float32]
    """TREE: of the ranks a and b at `first + a * size + b`."""


def near_rows(
    problem: Problem, tokens: Tokens | None, random: np.random.RandomState, *, looks: int, every: int = 1
) -> npt.NDArray[np.int32]:
    """Row × number → a near row, the nearest first; −1 where no more are known. Every so many rows have a list.

    *Cost*: a look takes 2 `WINDOW` + `NEAR` / 2 comparisons a row; memory is 3 `NEAR` numbers a row.
    """
    data = (problem.dims, _places(problem.cells, problem.dims), tokens)
    near = np.full((problem.rows, NEAR), -1, dtype=np.int32)
    cost = np.full((problem.rows, NEAR), np.inf, dtype=np.float32)
    for _ in range(looks):
        # All threads read what was known before: what they find does not depend on their number.
        line, before, seed = _line(problem.cells, problem.dims, tokens, random), near.copy(), random.randint(0, 1 << 31)

        def look(begin: int, line: Any = line, before: Any = before, seed: int = seed) -> None:
            _look_around(*data, line, begin, begin + AT_ONCE, before, every, near, cost, np.uint64(seed))

        parallel(look, range(0, problem.rows, AT_ONCE))
        if np.mean(near[::every] != before[::every]) <= FEW:
            break
    return near


def _line(
    cells: npt.NDArray[np.int32], dims: Dimensions, tokens: Tokens | None, random: np.random.RandomState
) -> npt.NDArray[np.int64]:
    """The rows in an order by the dimensions; of sets, by the first of their tokens in drawn orders."""
    keys = [(cells[:, dim], int(dims.start[dim + 1] - dims.start[dim])) for dim in range(cells.shape[1])]
    for dim in np.flatnonzero(dims.kind == ORDERED):
        (own, size), bins = keys[dim], int(2 ** random.randint(1, FINEST + 1))
        if size > bins:
            keys[dim] = ((own.astype(np.int64) * bins // size).astype(np.int32), bins)
    for _ in range(HASHES):
        if tokens is None:
            break
        place = random.permutation(len(tokens.slot) + 1)
        # A row without tokens reads that of the next row, or the one that is of no row.
        least = np.minimum.reduceat(place[np.append(tokens.token, len(tokens.slot))], tokens.offsets[:-1])
        keys.append((least, len(place)))
    key, used = np.zeros(len(cells), dtype=np.int64), 1
    for number in np.argsort(np.log([size for _, size in keys]) + SPREAD * random.standard_normal(len(keys))):
        own, size = keys[number]
        if used * size < MOST_KEYS:
            key, used = key * size + own, used * size
    return np.argsort(key, kind="stable")


def _places(cells: npt.NDArray[np.int32], dims: Dimensions) -> Places:
    of, first, pairs, used = cells.astype(np.float32), np.full(len(dims.kind), -1, dtype=np.int64), [np.zeros(0)], 0
    for dim, kind in enumerate(dims.kind):
        own = slice(dims.start[dim], dims.start[dim + 1])
        size = own.stop - own.start
        if kind == ORDERED:
            place = dims.place[own].copy()
            if dims.null[dim] >= 0:
                place[dims.null[dim]] = 3.0 * dims.whole[dim]
            of[:, dim] = place[cells[:, dim]]
        elif kind == TREE and size <= MOST_PAIRED:
            pair = np.full((size, size), dims.whole[dim])
            for nodes, costs in zip(dims.path[own].T[::-1], dims.cost[own].T[::-1], strict=True):
                pair = np.where(nodes[:, None] == nodes, costs[:, None], pair)
            np.fill_diagonal(pair, 0.0)
            pairs.append(pair.ravel())
            first[dim], used = used, used + pair.size
    return Places(of, first, np.concatenate(pairs).astype(np.float32))


@kernel
def _look_around(dims, places, tokens, line, begin, stop, before, every, near, cost, seed):
    """Writes for the rows at some places of a line what is nearer than what they know: rows beside them, and those that
    one which they knew `before` knew."""
    random = np.zeros(1, np.uint64)
    random[0] = (seed + np.uint64(begin)) * np.uint64(0xD1342543DE82EF95)
    window = WINDOW * min(every, WIDEST)
    for place in range(begin, min(stop, line.shape[0])):
        row = np.int64(line[place])
        if row % every > 0:
            continue
        for other in range(max(0, place - window), min(line.shape[0], place + window + 1)):
            _note(dims, places, tokens, row, np.int64(line[other]), near, cost)
        known = np.int64(before[row, int(draw(random) * NEAR)])
        if known >= 0:
            for number in range(NEAR // 2):
                if before[known, number] >= 0:
                    _note(dims, places, tokens, row, np.int64(before[known, number]), near, cost)


@step
def _note(dims, places, tokens, row, other, near, cost):
    """Writes another row into the list of a row, which ascends by cost, if it is near enough."""
    if row == other:
        return
    for number in range(NEAR):
        if near[row, number] == other:
            return
    # As exact as what is kept: rows of equal cost would else take each other's places without end.
    more = np.float32(_lost_together(dims, places, tokens, row, other, cost[row, NEAR - 1]))
    if more >= cost[row, NEAR - 1]:
        return
    at = NEAR - 1
    while at > 0 and cost[row, at - 1] > more:
        near[row, at], cost[row, at] = near[row, at - 1], cost[row, at - 1]
        at -= 1
    near[row, at], cost[row, at] = other, more


@step
def _lost_together(dims, places, tokens, one, other, bound):
    """What a record of two rows loses where they are a group; stops as soon as it is at least `bound`."""
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        here, there = places.of[one, dim], places.of[other, dim]
        if here == there:
            continue
        if dims.kind[dim] == ORDERED:
            loss += min(dims.whole[dim], abs(here - there))
        elif dims.kind[dim] == VALUES:
            loss += values_loss(dims, dim, TWO)
        elif places.first[dim] >= 0:
            size = dims.start[dim + 1] - dims.start[dim]
            loss += places.pair[places.first[dim] + np.int64(here) * size + np.int64(there)]
        else:
            loss += span_loss(dims, dim, np.int64(min(here, there)), np.int64(max(here, there)))
        if loss >= bound:
            return loss
    if tokens is not None:
        kept, spot, place = 0.0, tokens.offsets[one], tokens.offsets[other]
        while spot < tokens.offsets[one + 1] and place < tokens.offsets[other + 1]:
            if tokens.token[spot] == tokens.token[place]:
                kept += tokens.value[spot] + tokens.value[place]
                spot += 1
                place += 1
            elif tokens.token[spot] < tokens.token[place]:
                spot += 1
            else:
                place += 1
        loss += (tokens.full[one] + tokens.full[other] - kept) / 2.0
    return loss

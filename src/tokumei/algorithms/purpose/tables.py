"""Hierarchies and rules as the compiled kernels see them: flat arrays over all dimensions, and their queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.algorithms.partition.dimensions import TREE, Dimension
from tokumei.core.rules import Rules, Space, all_bits

__all__ = [
    "RuleTables",
    "Trees",
    "allowed_in",
    "keep_fulfilled",
    "keep_touched",
    "no_rules",
    "rule_tables",
    "trees_of",
]


class Trees(NamedTuple):
    """The hierarchies of all dimensions; node n of dimension d stands at `start[d] + n`, leaf l at `dims.start[d] + l`.

    A *depth* counts real steps from the root, so that a node repeated over several levels has one depth only.
    """

    start: npt.NDArray[np.int64]
    chain: npt.NDArray[np.int32]
    """Rank × depth → node, the leaf repeated below itself; all zero for dimensions without a hierarchy."""
    depth: npt.NDArray[np.int32]
    first: npt.NDArray[np.int32]
    last: npt.NDArray[np.int32]
    climbed: npt.NDArray[np.float64]
    """Node → levels above the leaves / height: what Prec counts."""
    root: npt.NDArray[np.int32]
    """Dimension → its root; −1 where there is no hierarchy."""
    leaves: npt.NDArray[np.int64]
    """Dimension → how many nodes are leaves."""


def trees_of(dimensions: Sequence[Dimension]) -> Trees:
    """The hierarchies side by side."""
    trees = [dimension.hierarchy if dimension.kind == TREE else None for dimension in dimensions]
    nodes = [0 if tree is None else len(tree.labels) for tree in trees]
    start = np.concatenate([[0], np.cumsum(nodes)]).astype(np.int64)
    ranks = np.concatenate([[0], np.cumsum([dimension.size for dimension in dimensions])]).astype(np.int64)
    deepest = max([1, *(tree.height for tree in trees if tree is not None)])
    chain = np.zeros((ranks[-1], deepest + 2), dtype=np.int32)
    depth = np.zeros(start[-1], dtype=np.int32)
    first, last = np.zeros(start[-1], dtype=np.int32), np.zeros(start[-1], dtype=np.int32)
    climbed = np.zeros(start[-1])
    for number, tree in enumerate(trees):
        if tree is None:
            continue
        here = slice(start[number], start[number + 1])
        first[here], last[here] = tree.first, tree.last
        climbed[here] = tree.level / max(tree.height, 1)
        rows = np.arange(len(tree.path))
        place = np.zeros(len(rows), dtype=np.int64)
        own = np.repeat(tree.path[:, [0]], deepest + 2, axis=1)
        own[:, 0] = tree.root
        for level in range(tree.height - 1, -1, -1):
            node = tree.path[:, level]
            place += node != tree.path[:, level + 1]
            own[rows, place] = node
            depth[start[number] + node] = place
        chain[ranks[number] : ranks[number + 1]] = own
    return Trees(
        start=start,
        chain=chain,
        depth=depth,
        first=first,
        last=last,
        climbed=climbed,
        root=np.array([-1 if tree is None else tree.root for tree in trees], dtype=np.int32),
        leaves=np.array([0 if tree is None else len(tree.leaves) for tree in trees], dtype=np.int64),
    )


class RuleTables(NamedTuple):
    """Which rules the ranks of every dimension fulfil; segment s of dimension d stands at `start[d] + s`."""

    weight: npt.NDArray[np.float64]
    full: npt.NDArray[np.uint64]
    """The bits of all rules."""
    start: npt.NDArray[np.int64]
    segment: npt.NDArray[np.int32]
    """Rank (flat, as in Dimensions) → segment, counted over all dimensions."""
    some: npt.NDArray[np.uint64]
    """j × segment × word: rules that allow something in 2^j segments from here on."""
    every: npt.NDArray[np.uint64]
    """j × segment × word: rules that allow all of 2^j segments from here on."""
    edge: npt.NDArray[np.int64]
    """Segment → its first rank, within its dimension."""
    before: npt.NDArray[np.int32]
    """Segment × rule → ranks before the segment that the rule allows."""


def rule_tables(dimensions: Sequence[Dimension], rules: Rules, sizes: Sequence[int]) -> RuleTables:
    """Tables that answer in two look-ups which rules a range of ranks touches or fulfils.

    `sizes` are the numbers of ranks of the dimensions. *Cost*: segments × log segments × words, in time and memory.
    """
    spaces = [_space(dimension, rules, size) for dimension, size in zip(dimensions, sizes, strict=True)]
    start = np.concatenate([[0], np.cumsum([space.segments for space in spaces])]).astype(np.int64)
    longest = max([1, *(space.segments for space in spaces)])
    steps = longest.bit_length()
    some = np.zeros((steps, start[-1], rules.words), dtype=np.uint64)
    every = np.zeros((steps, start[-1], rules.words), dtype=np.uint64)
    edge = np.zeros(start[-1], dtype=np.int64)
    before = np.zeros((start[-1], rules.count), dtype=np.int32)
    for number, space in enumerate(spaces):
        here = slice(start[number], start[number + 1])
        some[0, here] = every[0, here] = space.bits
        for step in range(1, steps):
            reach = max(space.segments - (1 << step) + 1, 0)
            low, half = start[number], 1 << (step - 1)
            one, two = slice(low, low + reach), slice(low + half, low + half + reach)
            some[step, one] = some[step - 1, one] | some[step - 1, two]
            every[step, one] = every[step - 1, one] & every[step - 1, two]
        edge[here] = np.searchsorted(space.segment, np.arange(space.segments))
        width = np.diff(np.append(edge[here], space.ranks))
        bits = np.unpackbits(space.bits.view(np.uint8), axis=1, bitorder="little")[:, : rules.count]
        before[here][1:] = np.cumsum(bits * width[:, None].astype(np.int32), axis=0)[:-1]
    segment = [space.segment + np.int32(low) for space, low in zip(spaces, start[:-1], strict=True)]
    return RuleTables(
        weight=rules.weight,
        full=all_bits(rules.count),
        start=start,
        segment=np.concatenate([*segment, np.zeros(0, dtype=np.int32)]).astype(np.int32),
        some=some,
        every=every,
        edge=edge,
        before=before,
    )


def no_rules(dimensions: Sequence[Dimension], sizes: Sequence[int]) -> RuleTables:
    """The tables of no rules at all, for scores that need none."""
    return rule_tables(dimensions, Rules((), np.zeros(0), {}), sizes)


def _space(dimension: Dimension, rules: Rules, size: int) -> Space:
    found = (rules.leaves if dimension.kind == TREE else rules.codes).get(dimension.column.name)
    return found if found is not None else Space.from_runs(size, rules.count, [])


@njit(cache=True, nogil=True)
def keep_touched(tables, base, low, high, mask):
    """Keeps in `mask` the rules that allow at least one of the ranks low … high."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    step = _step(last - first + 1)
    second = last - (1 << step) + 1
    for word in range(mask.shape[0]):
        mask[word] &= tables.some[step, first, word] | tables.some[step, second, word]


@njit(cache=True, nogil=True)
def keep_fulfilled(tables, base, low, high, mask):
    """Keeps in `mask` the rules that allow all of the ranks low … high."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    step = _step(last - first + 1)
    second = last - (1 << step) + 1
    for word in range(mask.shape[0]):
        mask[word] &= tables.every[step, first, word] & tables.every[step, second, word]


@njit(cache=True, nogil=True)
def _step(length):
    """The largest power of two that fits, as its exponent."""
    step = 0
    while (2 << step) <= length:
        step += 1
    return step


@njit(cache=True, nogil=True)
def allowed_in(tables, base, low, high, rule):
    """How many of the ranks low … high a rule allows."""
    return _allowed_before(tables, base, high + 1, high, rule) - _allowed_before(tables, base, low, low, rule)


@njit(cache=True, nogil=True)
def _allowed_before(tables, base, count, rank, rule):
    """How many of the first `count` ranks a rule allows; `rank` is in the segment where the count ends."""
    segment = tables.segment[base + rank]
    held = tables.before[segment, rule]
    word = tables.every[0, segment, rule >> 6]
    if (word >> np.uint64(rule & 63)) & np.uint64(1) == 1:
        held += count - tables.edge[segment]
    return held

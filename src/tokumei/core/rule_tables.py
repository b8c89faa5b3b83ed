"""Rules over spaces of ranks, laid out so that compiled code sees in two look-ups what a range of ranks says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.core.rules import Rules, Space, all_bits

__all__ = ["RuleTables", "allowed_in", "has_rule", "keep_fulfilled", "keep_touched", "rule_tables", "shares_of"]


class RuleTables(NamedTuple):
    """Which rules the ranks of every space fulfil; segment s of space d stands at `start[d] + s`."""

    weight: npt.NDArray[np.float64]
    full: npt.NDArray[np.uint64]
    """The bits of all rules."""
    start: npt.NDArray[np.int64]
    segment: npt.NDArray[np.int32]
    """Rank, counted over all spaces → segment, counted over all spaces."""
    some: npt.NDArray[np.uint64]
    """j × segment × word: rules that allow something in 2^j segments from here on."""
    every: npt.NDArray[np.uint64]
    """j × segment × word: rules that allow all of 2^j segments from here on."""
    edge: npt.NDArray[np.int64]
    """Segment → its first rank, within its space."""
    before: npt.NDArray[np.int32]
    """Segment × rule → ranks before the segment that the rule allows."""


def rule_tables(spaces: Sequence[Space], rules: Rules) -> RuleTables:
    """The tables of some spaces, side by side.

    *Cost*: segments × log segments × words, in time and memory.
    """
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


@part
def keep_touched(tables, base, low, high, mask):
    """Keeps in `mask` the rules that allow at least one of the ranks low … high."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    step = _step(last - first + 1)
    second = last - (1 << step) + 1
    for word in range(mask.shape[0]):
        mask[word] &= tables.some[step, first, word] | tables.some[step, second, word]


@part
def keep_fulfilled(tables, base, low, high, mask):
    """Keeps in `mask` the rules that allow all of the ranks low … high."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    step = _step(last - first + 1)
    second = last - (1 << step) + 1
    for word in range(mask.shape[0]):
        mask[word] &= tables.every[step, first, word] & tables.every[step, second, word]


@part
def _step(length):
    """The largest power of two that fits, as its exponent."""
    step = 0
    while (2 << step) <= length:
        step += 1
    return step


@part
def allowed_in(tables, base, low, high, rule):
    """How many of the ranks low … high a rule allows."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    held = np.int64(tables.before[last, rule]) - tables.before[first, rule]
    if has_rule(tables.every[0, last], rule):
        held += high + 1 - tables.edge[last]
    if has_rule(tables.every[0, first], rule):
        held -= low - tables.edge[first]
    return held


@part
def shares_of(tables, base, low, high, rules, share):
    """Puts into `share` the part of the ranks low … high that each of some rules allows."""
    first, last = tables.segment[base + low], tables.segment[base + high]
    after, until = high + 1 - tables.edge[last], low - tables.edge[first]
    width = high - low + 1
    for place in range(rules.shape[0]):
        rule = rules[place]
        word, bit = rule >> 6, np.uint64(1) << np.uint64(rule & 63)
        held = np.int64(tables.before[last, rule]) - tables.before[first, rule]
        if tables.every[0, last, word] & bit:
            held += after
        if tables.every[0, first, word] & bit:
            held -= until
        share[place] = held / width


@part
def has_rule(mask, rule):
    """Whether the rule's bit is set in a mask."""
    return (mask[rule >> 6] >> np.uint64(rule & 63)) & np.uint64(1) == 1

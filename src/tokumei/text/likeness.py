"""A tree over the texts of a column: texts that have much in common stand close together.

It is what lets a partition see texts. What a text really loses is counted on what is published.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Texts, code_characters, from_strings
from tokumei.core.columns import CategoryColumn, TextColumn
from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.core.rows import offsets_of
from tokumei.core.text_settings import TextSettings
from tokumei.text.alignment import common, shared, squeezed
from tokumei.text.blocks import WILD, distinct_texts

__all__ = ["LikenessTree", "likeness_of"]

Numbers = npt.NDArray[np.int64]
Symbols = npt.NDArray[np.int32]
Losses = npt.NDArray[np.float64]

NEIGHBOURS = 24
"""Texts after a text, in each order, that are compared with it where there is time for so many."""
WORK = 20_000_000_000
"""Comparisons of two characters: with longer or more texts, fewer neighbours are compared."""
OPEN = 0.5
"""How much of a node's loss is what it leaves open, and not what is masked."""
TAKEN = 0.9
"""The share of the possible pairs that are joined on a level, best first; the others wait for better ones."""


@dataclass(frozen=True, eq=False)
class LikenessTree(Hierarchy):
    """A hierarchy whose nodes lose by what is masked in the texts under them, and not the share of leaves."""

    masked: Losses
    """Node → the mean share of characters that its texts lose where they are published equal; 1 for the root."""

    @cached_property
    def loss(self) -> Losses:
        """Half of it is what is masked; half, how much a node leaves open of which text it is, in bits.

        By masks alone nearly all nodes lose nearly everything, but for the lowest: a partition that divides from above
        would see nothing to gain until other columns have scattered the texts that are alike.
        """
        open_ = np.log(self.covered) / np.log(max(len(self.path), 2))
        return np.append((1 - OPEN) * self.masked[:-1] + OPEN * open_[:-1], 1.0)

    @cached_property
    def error(self) -> Losses:
        """What is masked: a history puts texts together from below, and sees what each pair has in common."""
        return self.masked


@dataclass(frozen=True, slots=True, eq=False)
class _Patterns:
    """The nodes that have no parent yet: what they would publish, and what that would cost."""

    node: Numbers
    offsets: Numbers
    symbols: Symbols
    weight: Losses
    """Records under the node."""
    inverse: Losses
    """Sum over its records of 1 / characters: times the readable characters, what is kept of them."""
    losses: Losses

    def taken(self, rows: Numbers | npt.NDArray[np.bool_]) -> _Patterns:
        """Some of them."""
        chosen = np.arange(len(self.node))[rows]
        lengths = np.diff(self.offsets)[chosen]
        offsets = offsets_of(lengths)
        places = np.arange(offsets[-1]) + np.repeat(self.offsets[:-1][chosen] - offsets[:-1], lengths)
        return _Patterns(
            self.node[chosen], offsets, self.symbols[places], self.weight[chosen], self.inverse[chosen],
            self.losses[chosen],
        )  # fmt: skip

    def readable(self) -> Numbers:
        """How many characters each shows."""
        running = np.concatenate([[0], np.cumsum(self.symbols != WILD)])
        return running[self.offsets[1:]] - running[self.offsets[:-1]]


def likeness_of(column: TextColumn, settings: TextSettings) -> CategoryColumn:
    """A column of texts as one of categories, every different text its own, with a tree of likeness.

    Two nodes are joined where their texts lose least by it, among those that begin or end alike; a missing and an empty
    text stand apart, like texts that have nothing in common with any other. No node loses less than one below it.
    *Cost*: different texts × about 100 comparisons of length²; fewer where that would be too long.
    """
    texts, mask = code_characters(
        [Texts(column.offsets, column.points), from_strings([settings.mask_char])],
        unit=settings.characters,
        whitespace=settings.whitespace,
    )
    symbols = np.where(texts.symbols == mask.symbols[0], np.int32(WILD), texts.symbols).astype(np.int32)
    distinct = distinct_texts(symbols, texts.offsets)
    some = len(distinct.example)
    lengths = texts.lengths[distinct.example]
    weight = distinct.weight.astype(np.float64)
    starts = offsets_of(lengths)
    places = np.arange(starts[-1]) + np.repeat(texts.offsets[distinct.example] - starts[:-1], lengths)
    leaves = _Patterns(
        np.arange(some), starts, symbols[places], weight, weight / np.maximum(lengths, 1), np.zeros(some)
    )
    path, losses = _grown(leaves)
    tree, leaf = _tree(path, losses)
    own = np.append(leaf, [len(leaf), len(leaf) + 1])  # a missing and an empty text come after all others
    number = np.where(distinct.number >= 0, distinct.number, np.where(column.null, some, some + 1))
    return CategoryColumn(
        name=column.name,
        role=column.role,
        codes=own[number].astype(np.int32),
        values=tree.leaves,
        hierarchy=tree,
    )


def _grown(leaves: _Patterns) -> tuple[list[Numbers], Losses]:
    """Level by level, the node that each leaf is under, −1 for the root; and what each node loses."""
    path, losses = [leaves.node], [leaves.losses]
    tops, nodes = _squeezed(leaves), len(leaves.node)
    while True:
        readable = tops.readable() > 0
        above = np.full(nodes, -1, dtype=np.int64)
        above[tops.node] = tops.node
        above[tops.node[~readable]] = -1
        tops = tops.taken(readable)
        pairs = _pairs(tops)
        if not len(pairs):
            break
        joined = _joined(tops, pairs, first=nodes)
        above[tops.node[pairs]] = joined.node[:, None]
        alone = np.ones(len(tops.node), dtype=np.bool_)
        alone[pairs] = False
        losses.append(joined.losses)
        nodes += len(pairs)
        path.append(np.where(path[-1] >= 0, above[path[-1]], -1))
        tops = _beside(tops.taken(alone), joined)
    return path, np.concatenate(losses)


def _beside(one: _Patterns, other: _Patterns) -> _Patterns:
    return _Patterns(
        np.concatenate([one.node, other.node]),
        np.concatenate([one.offsets, other.offsets[1:] + one.offsets[-1]]),
        *(
            np.concatenate([getattr(one, name), getattr(other, name)])
            for name in ("symbols", "weight", "inverse", "losses")
        ),
    )


def _tree(path: list[Numbers], losses: Losses) -> tuple[LikenessTree, Numbers]:
    """The tree with two leaves more, and distinct text → its leaf."""
    order = np.lexsort(path)  # by the uppermost node first, so that the leaves of a node stand side by side
    leaves, levels = len(order), len(path)
    leaf = np.empty(leaves, dtype=np.int64)
    leaf[order] = np.arange(leaves)
    chains = np.empty((leaves + 2, levels + 1), dtype=np.int64)
    chains[:, 0] = np.arange(leaves + 2)
    root = len(losses) + 2
    for level, nodes in enumerate(path[1:], start=1):
        own = nodes[order]
        chains[:leaves, level] = np.where(own < 0, root, np.where(own < leaves, leaf[own % max(leaves, 1)], own + 2))
    chains[leaves:, 1:] = chains[leaves:, :1]
    chains[:, -1] = root
    values = np.concatenate([losses[:leaves][order], [0.0, 0.0], losses[leaves:], [1.0]])
    labels = tuple(map(str, range(root)))
    return LikenessTree((*labels, ROOT), chains.astype(np.int32), values), leaf


def _pairs(patterns: _Patterns) -> Numbers:
    """Which two are joined: the likest of those that were compared, each once."""
    count = len(patterns.node)
    if count < 2:
        return np.zeros((0, 2), dtype=np.int64)
    lengths = np.diff(patterns.offsets)
    reach = int(np.clip(WORK / 8 / max(float((lengths.astype(np.float64) ** 2).sum()), 1.0), 2, NEIGHBOURS))
    forward, backward = _orders(patterns)
    first, second, distance = _compared(
        patterns.symbols, patterns.offsets, patterns.readable(), forward, backward, reach
    )
    order = np.lexsort((second, first, distance))
    chosen = _matching(first[order], second[order], count)
    kept = order[chosen]
    # Two that have nothing in common would lose everything: they wait, and end under the root.
    kept = kept[distance[kept] < 1.0]
    return np.stack([first[kept], second[kept]], axis=1)[: max(int(TAKEN * len(kept)), 1)]


def _orders(patterns: _Patterns) -> tuple[Numbers, Numbers]:
    """Patterns by their beginnings, and by their ends."""
    signs = (patterns.symbols + 1).astype(">u4")
    bounds = patterns.offsets.tolist()
    parts = [signs[low:high] for low, high in pairwise(bounds)]
    forward, backward = [part.tobytes() for part in parts], [part[::-1].tobytes() for part in parts]
    by_start, by_end = (sorted(range(len(keys)), key=keys.__getitem__) for keys in (forward, backward))
    return np.array(by_start, dtype=np.int64), np.array(by_end, dtype=np.int64)


def _squeezed(patterns: _Patterns) -> _Patterns:
    symbols, offsets = _squeeze_all(patterns.symbols, patterns.offsets)
    return _Patterns(patterns.node, offsets, symbols, patterns.weight, patterns.inverse, patterns.losses)


def _joined(patterns: _Patterns, pairs: Numbers, *, first: int) -> _Patterns:
    """The parents of pairs, numbered from `first`."""
    symbols, offsets = _share_all(patterns.symbols, patterns.offsets, pairs)
    weight, inverse = patterns.weight[pairs].sum(axis=1), patterns.inverse[pairs].sum(axis=1)
    joined = _Patterns(first + np.arange(len(pairs)), offsets, symbols, weight, inverse, weight)
    losses = np.maximum(1.0 - joined.readable() * inverse / weight, patterns.losses[pairs].max(axis=1))
    return _Patterns(joined.node, offsets, symbols, weight, inverse, losses)


@njit(cache=True, nogil=True)
def _compared(symbols, offsets, readable, forward, backward, reach):
    """Pairs of neighbours in either order, and what share of their readable characters they would lose together."""
    count = len(forward)
    first = np.empty(2 * count * reach, dtype=np.int64)
    second = np.empty(2 * count * reach, dtype=np.int64)
    distance = np.empty(2 * count * reach, dtype=np.float64)
    used = 0
    for way in range(2):
        order = forward if way == 0 else backward
        for place in range(count):
            one = order[place]
            for step in range(1, reach + 1):
                if place + step >= count:
                    break
                other = order[place + step]
                both = common(symbols[offsets[one] : offsets[one + 1]], symbols[offsets[other] : offsets[other + 1]])
                first[used], second[used] = min(one, other), max(one, other)
                distance[used] = 1.0 - 2.0 * both / (readable[one] + readable[other])
                used += 1
    return first[:used], second[:used], distance[:used]


@njit(cache=True, nogil=True)
def _matching(first, second, count):
    """The places of the pairs that are taken when each may be in one, in the order given."""
    free = np.ones(count, dtype=np.bool_)
    chosen = np.empty(count // 2, dtype=np.int64)
    used = 0
    for place in range(len(first)):
        if free[first[place]] and free[second[place]]:
            free[first[place]] = False
            free[second[place]] = False
            chosen[used] = place
            used += 1
    return chosen[:used]


@njit(cache=True, nogil=True)
def _squeeze_all(symbols, offsets):
    out = np.empty(len(symbols), dtype=np.int32)
    ends = np.zeros(len(offsets), dtype=np.int64)
    for text in range(len(offsets) - 1):
        own = squeezed(symbols[offsets[text] : offsets[text + 1]])
        ends[text + 1] = ends[text] + len(own)
        for place in range(len(own)):
            out[ends[text] + place] = own[place]
    return out[: ends[-1]].copy(), ends


@njit(cache=True, nogil=True)
def _share_all(symbols, offsets, pairs):
    room = 0
    for pair in range(len(pairs)):
        room += 2 * (offsets[pairs[pair, 0] + 1] - offsets[pairs[pair, 0]]) + 1
    out = np.empty(room, dtype=np.int32)
    ends = np.zeros(len(pairs) + 1, dtype=np.int64)
    for pair in range(len(pairs)):
        one, other = pairs[pair, 0], pairs[pair, 1]
        own = shared(symbols[offsets[one] : offsets[one + 1]], symbols[offsets[other] : offsets[other + 1]])
        ends[pair + 1] = ends[pair] + len(own)
        for place in range(len(own)):
            out[ends[pair] + place] = own[place]
    return out[: ends[-1]].copy(), ends

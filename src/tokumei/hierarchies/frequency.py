"""Hierarchies from frequencies alone: the baseline that knows no meaning."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notation import set_label

__all__ = ["frequency"]

SHOWN = 4
"""A node of more values than this is named by its most frequent one and their number."""


def frequency(values: Sequence[str], counts: Sequence[int], *, arity: int = 2) -> Hierarchy:
    """A tree that joins the rarest values first, so that common values need the fewest steps to be hidden in a crowd.

    The `arity` rarest nodes are joined until one is left, as in a Huffman code: rare values end deep, and weights of
    siblings are as even as the counts allow. What the values mean plays no part.
    *Cost*: n log n. The tree is at most about 1.44 · log2(all records) deep, since counts are whole numbers.
    *Reference*: Harada and Sato (CSEC 2010) build trees from frequencies to lose little; this is the same idea in its
    simplest form, for comparison, not their algorithm step by step.
    """
    if len(values) < 2:
        return Hierarchy.flat(values)
    parent: list[int] = [-1] * len(values)
    members: list[list[int]] = [[code] for code in range(len(values))]
    heap = [(max(int(count), 1), code) for code, count in enumerate(counts)]
    heapq.heapify(heap)
    # The first join takes fewer, so that every later one is full and the root has `arity` children.
    take = (len(values) - 2) % (arity - 1) + 2 if arity > 2 else 2
    while len(heap) > 1:
        joined = [heapq.heappop(heap) for _ in range(min(take, len(heap)))]
        node = len(parent)
        parent.append(-1)
        members.append([])
        for _, child in joined:
            parent[child] = node
            members[node] += members[child]
        heapq.heappush(heap, (sum(weight for weight, _ in joined), node))
        take = arity
    root = len(parent) - 1
    names = [*values, *(_name(codes, values, counts) for codes in members[len(values) :])]
    chains = []
    for code in range(len(values)):
        chain, node = [values[code]], parent[code]
        while node != root:
            chain.append(names[node])
            node = parent[node]
        chains.append(chain)
    return Hierarchy.from_chains(chains)


def _name(codes: Sequence[int], values: Sequence[str], counts: Sequence[int]) -> str:
    if len(codes) <= SHOWN:
        return set_label(values[code] for code in codes)
    top = min(codes, key=lambda code: (-counts[code], values[code]))
    return f"{values[top]} + {len(codes) - 1}"

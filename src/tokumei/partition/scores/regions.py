"""What a group publishes, seen by rules: the region over its ranks, and its share of a rule."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part
from tokumei.core.rule_tables import allowed_in, keep_fulfilled, keep_touched
from tokumei.partition.dimensions import VALUES
from tokumei.partition.dimensions.tree import cover

__all__ = ["region_masks", "region_share"]


@part
def region_masks(dims, trees, tables, begin, ranks):
    """The rules that a group touches, and dimension × word: those that it fulfils there throughout."""
    count, words = dims.kind.shape[0], tables.full.shape[0]
    touched = tables.full.copy()
    fulfilled = np.empty((count, words), np.uint64)
    for dim in range(count):
        base = dims.start[dim]
        fulfilled[dim] = tables.full
        own = ranks[begin[dim] : begin[dim + 1]]
        if dims.kind[dim] != VALUES:
            first, last = cover(dims, trees, dim, own[0], own[-1])
            keep_touched(tables, base, first, last, touched)
            keep_fulfilled(tables, base, first, last, fulfilled[dim])
            continue
        for word in range(words):
            some = np.uint64(0)
            for rank in own:
                bits = tables.some[0, tables.segment[base + rank], word]
                some |= bits
                fulfilled[dim, word] &= bits
            touched[word] &= some
    return touched, fulfilled


@part
def region_share(dims, trees, tables, dim, own, rule):
    """The share of what a group publishes in a dimension that a rule allows; `own` are its ranks there."""
    base = dims.start[dim]
    if dims.kind[dim] != VALUES:
        first, last = cover(dims, trees, dim, own[0], own[-1])
        return allowed_in(tables, base, first, last, rule) / (last - first + 1)
    held = 0
    for rank in own:
        held += allowed_in(tables, base, rank, rank, rule)
    return held / own.shape[0]

"""Equal texts: every published text equals at least k − 1 others; a mask stands for one character."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel
from tokumei.errors import Infeasible
from tokumei.text.blocks import WILD, Block, blocks_by_length, distinct_texts

__all__ = ["make_equal", "refuse_too_few"]

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_NEVER = np.iinfo(np.int64).max
_MOST = 20_000
"""Texts that are compared with each other; more of one length are cut into neighbours in the order of their symbols."""


@dataclass(frozen=True, slots=True, eq=False)
class _Clusters:
    """Texts of one length put together: row → cluster, and what each cluster publishes."""

    members: Numbers
    cluster: Numbers
    patterns: npt.NDArray[np.int32]
    weight: Numbers
    free: int
    """Texts without a cluster."""

    def readable(self) -> Numbers:
        """How many readable characters all members of each cluster have together."""
        return (self.patterns >= 0).sum(axis=1) * self.weight


def make_equal(texts: Characters, masked: Flags, *, k: int) -> tuple[Flags, Numbers]:
    """Masks that have grown, and text → published length of a wholly masked text (−1: its own).

    Promise: every text that is not empty equals at least k − 1 others.
    Similar texts of the same length are put together, nearest first, until they are k, and masked where they differ.
    Texts of a length that fewer than k have are masked wholly and published with one length.
    Cost: distinct texts × distinct texts of the same length (at most 20,000), cut short by the first differences.
    Reference: sentence-level k-anonymity after Aramaki et al. 2012, as cited by Maeda et al.
    Departures: places are compared one by one, since a mask here keeps the length; `equal_runs` aligns texts by their
    longest common subsequence, as they do. Theirs chooses k − 1 neighbours for each text by itself, so that its outputs
    need not be equal; ours are.
    """
    refuse_too_few(texts, k)
    symbols = np.where(masked, np.int32(WILD), texts.symbols).astype(np.int32)
    distinct = distinct_texts(symbols, texts.offsets)
    published = np.full(len(symbols), WILD, dtype=np.int32)
    blocks = [part for block in blocks_by_length(symbols, texts.offsets, distinct).values() for part in _cut(block)]
    clustered = parallel(lambda block: _clustered(block, k), blocks)
    starts = texts.offsets[distinct.example]
    length = np.full(len(distinct.example), -1, dtype=np.int64)
    _place_leftovers(clustered, length, k)
    for part in clustered:
        places = starts[part.members][:, None] + np.arange(part.patterns.shape[1])
        joined = part.cluster >= 0
        published[places[joined]] = part.patterns[part.cluster[joined]]
    filled = np.flatnonzero(distinct.number >= 0)
    resized = np.full(len(texts), -1, dtype=np.int64)
    resized[filled] = length[distinct.number[filled]]
    shift = np.zeros(len(texts), dtype=np.int64)
    shift[filled] = starts[distinct.number[filled]] - texts.offsets[filled]
    hidden = (published == WILD)[np.arange(len(symbols)) + np.repeat(shift, texts.lengths)]
    return masked | hidden, resized


def refuse_too_few(texts: Characters, k: int) -> None:
    """Fewer than k texts cannot equal k − 1 others, however much is masked."""
    filled = int((texts.lengths > 0).sum())
    if 0 < filled < k:
        raise Infeasible(f"There are {filled:,} texts, fewer than k = {k}: no text can equal {k - 1} others. Lower k.")


def _cut(block: Block) -> list[Block]:
    parts = max(1, round(len(block.rows) / _MOST))
    bounds = np.linspace(0, len(block.rows), parts + 1).astype(int).tolist()
    return [
        Block(block.rows[low:high], block.members[low:high], block.weight[low:high]) for low, high in pairwise(bounds)
    ]


def _clustered(block: Block, k: int) -> _Clusters:
    cluster, patterns, weight = _grow_clusters(block.rows, block.weight, k)
    return _Clusters(block.members, cluster, patterns, weight, int(block.weight[cluster < 0].sum()))


def _place_leftovers(clustered: list[_Clusters], length: Numbers, k: int) -> None:
    """Give the texts that found no cluster one length; where they are too few, the cheapest cluster joins them."""
    alone = [part for part in clustered if (part.cluster < 0).any()]
    if not alone:
        return
    middle = alone[len(alone) // 2].patterns.shape[1]
    # A length that k texts have tells less than one that few have.
    own = min(
        (part.patterns.shape[1] for part in clustered if len(part.patterns)),
        key=lambda one: abs(one - middle),
        default=middle,
    )
    if sum(part.free for part in alone) < k:
        costs = [part.readable().min(initial=_NEVER) for part in clustered]
        cheapest = clustered[int(np.argmin(costs))]
        cheapest.patterns[int(np.argmin(cheapest.readable()))] = WILD
        own = cheapest.patterns.shape[1]
    for part in alone:
        length[part.members[part.cluster < 0]] = own


@njit(cache=True, nogil=True)
def _grow_clusters(rows, weight, k):
    count, width = rows.shape
    cluster = np.full(count, -1, dtype=np.int64)
    patterns = np.empty((count, width), dtype=np.int32)
    total = np.zeros(count, dtype=np.int64)
    used = 0
    left = np.int64(0)
    for row in range(count):
        if weight[row] >= k:
            cluster[row] = used
            patterns[used] = rows[row]
            total[used] = weight[row]
            used += 1
        else:
            left += weight[row]
    for seed in range(count):
        if cluster[seed] >= 0 or left < k:
            continue
        patterns[used] = rows[seed]
        row = seed
        while True:
            cluster[row] = used
            total[used] += weight[row]
            left -= weight[row]
            _hide_differences(patterns[used], rows[row])
            if total[used] >= k:
                break
            row = _nearest(patterns[used], rows, cluster)
        used += 1
    if used:
        for row in range(count):
            if cluster[row] < 0:
                best = _cheapest(rows[row], weight[row], patterns[:used], total)
                cluster[row] = best
                total[best] += weight[row]
                _hide_differences(patterns[best], rows[row])
    return cluster, patterns[:used].copy(), total[:used].copy()


@njit(cache=True, nogil=True)
def _hide_differences(pattern, row):
    for place in range(len(pattern)):
        if pattern[place] != row[place]:
            pattern[place] = WILD


@njit(cache=True, nogil=True)
def _nearest(pattern, rows, cluster):
    """The free row that hides the fewest characters of the pattern."""
    least = len(pattern) + 1
    best = -1
    for row in range(len(rows)):
        if cluster[row] >= 0:
            continue
        hidden = 0
        for place in range(len(pattern)):
            if pattern[place] >= 0 and pattern[place] != rows[row, place]:
                hidden += 1
                if hidden >= least:
                    break
        if hidden < least:
            least = hidden
            best = row
            if least == 0:
                break
    return best


@njit(cache=True, nogil=True)
def _cheapest(row, weight, patterns, total):
    """The cluster where joining hides the fewest characters, its members' and the row's."""
    least = np.int64(1) << 60
    best = 0
    for number in range(len(patterns)):
        hidden, readable = 0, 0
        for place in range(len(row)):
            if patterns[number, place] >= 0:
                if patterns[number, place] != row[place]:
                    hidden += 1
                else:
                    readable += 1
        cost = hidden * total[number] + (len(row) - readable) * weight
        if cost < least:
            least = cost
            best = number
    return best

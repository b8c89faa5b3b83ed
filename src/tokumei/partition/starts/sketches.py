"""Which rows are near each other under an item hierarchy.

A row is sketched by bits, one for each node above its items; two rows are as far apart as the nodes that only one of
them has, each counted by what is lost above it. Rows are compared with those beside them in two lines, one by their
number of items and one by the coarsest nodes that they have.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.item_tree import ItemTree
from tokumei.core.kernels import kernel
from tokumei.partition.losses import count_bits

__all__ = ["near_by_sketch"]

NEAR = 16
"""So many near rows are kept of each."""
WINDOW = 1000
"""A row is compared with so many on either side."""
COARSE = 3
"""The line by the coarsest nodes goes by so many words of bits."""
WORDS = 16
"""The nodes of a level are told apart by at most so many words of bits."""


def near_by_sketch(tree: ItemTree) -> npt.NDArray[np.int32]:
    """Row × number → a near row, the nearest first; −1 where there are fewer.

    *Cost*: O(rows × window × levels), as a rule far less: whoever is too far is known by the coarse levels.
    """
    rows = len(tree.offsets) - 1
    sketch, value = _sketches(tree, rows)
    near, far = np.full((rows, NEAR), -1, dtype=np.int32), np.full((rows, NEAR), np.inf)
    own = np.diff(tree.offsets)
    for line in (np.argsort(own, kind="stable"), np.lexsort((own, *sketch.T[COARSE::-1]))):
        _compare(line.astype(np.int32), sketch, value, near, far)
    return near


def _sketches(tree: ItemTree, rows: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]]:
    """Row × word → bits, the coarsest level first; word → what one of its nodes counts."""
    row = np.repeat(np.arange(rows), np.diff(tree.offsets))
    sketch, value = [np.zeros((rows, 1), dtype=np.uint64)], [0.0]
    for level in range(tree.path.shape[1] - 2, 0, -1) if len(tree.leaves) else ():
        nodes, above = tree.path[tree.leaves, level], tree.path[tree.leaves, level + 1]
        different, code = np.unique(nodes, return_inverse=True)
        words = min(WORDS, -(-len(different) // 64))
        bits = np.zeros((rows, words), dtype=np.uint64)
        code %= 64 * words
        np.bitwise_or.at(bits, (row, code >> 6), np.uint64(1) << (code & 63).astype(np.uint64))
        sketch.append(bits)
        value += [float(np.mean(tree.loss[above] - tree.loss[nodes]))] * words
    return np.concatenate(sketch, axis=1), np.array(value)


@kernel
def _compare(line, sketch, value, near, far):
    """Compares rows with those beside them in a line, and keeps the nearest."""
    rows, words, last = line.shape[0], sketch.shape[1], near.shape[1] - 1
    for place in range(rows):
        one = line[place]
        for spot in range(max(0, place - WINDOW), min(rows, place + WINDOW + 1)):
            other = line[spot]
            bound, apart = far[one, last], 0.0
            for word in range(words):
                differs = sketch[one, word] ^ sketch[other, word]
                if differs != 0:
                    apart += value[word] * count_bits(differs)
                    if apart >= bound:
                        break
            if apart >= bound or spot == place:
                continue
            known = False
            for number in range(last + 1):
                known = known or near[one, number] == other
            if known:
                continue
            at = last
            while at > 0 and far[one, at - 1] > apart:
                far[one, at], near[one, at] = far[one, at - 1], near[one, at - 1]
                at -= 1
            far[one, at], near[one, at] = apart, other

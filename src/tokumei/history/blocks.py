"""Subjects dealt into blocks whose histories are put together each by itself, where all are too many at once."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

__all__ = ["blocks_needed", "blocks_of"]

RECORDS = 1 << 19
"""Records of a block, about."""
SUBJECTS = 24_000
"""Subjects of a block, about: all of 3,000 in a row are compared with each other, at 36 MB."""
ROOM = 4
"""A block has at least so many times the subjects of a cluster."""

Places = npt.NDArray[np.int64]


def blocks_needed(counts: Places, *, size: int) -> int:
    """Into how many blocks subjects with so many records are best cut, where clusters have at least `size`.

    A block is full by its records or by its subjects; half of both is not.
    """
    wanted = math.ceil(int(counts.sum()) / RECORDS + len(counts) / SUBJECTS - 1)
    return max(1, min(wanted, len(counts) // (ROOM * size)))


def blocks_of(counts: Places, traits: npt.NDArray[np.float64], blocks: int, *, size: int) -> npt.NDArray[np.int32]:
    """Subject → block, from the longest histories to the shortest.

    Subjects with as many records as each other come together first, since what one has beyond the other is removed;
    where a whole stretch has as many, it is cut by the trait (`traits`: subject × trait) that differs most.
    *Promise*: the same subjects in the same order give the same blocks, `blocks` of them unless there are too few
    subjects. All blocks but the last have a multiple of `size` subjects, and each at least that many.
    """
    block = np.zeros(len(counts), dtype=np.int32)
    blocks = max(1, min(blocks, len(counts) // size))
    waiting = [(np.arange(len(counts)), blocks)]
    number = 0
    while waiting:
        subjects, share = waiting.pop()
        if share == 1:
            block[subjects] = number
            number += 1
            continue
        ordered = _ordered(subjects, counts, traits)
        first = share // 2
        load = np.cumsum(counts[ordered] / RECORDS + 1 / SUBJECTS)
        place = int(np.searchsorted(load, load[-1] * first / share))
        # Neither side may have too few subjects for its blocks.
        place = min(max(round(place / size), first), len(ordered) // size - (share - first)) * size
        waiting += [(ordered[place:], share - first), (ordered[:place], first)]
    return block


def _ordered(subjects: Places, counts: Places, traits: npt.NDArray[np.float64]) -> Places:
    """From the most records to the fewest, equals by the trait in which they differ most."""
    if traits.shape[1] == 0:
        return subjects[np.argsort(-counts[subjects], kind="stable")]
    widest = int(np.argmax(traits[subjects].std(axis=0)))
    return subjects[np.lexsort((subjects, traits[subjects, widest], -counts[subjects]))]

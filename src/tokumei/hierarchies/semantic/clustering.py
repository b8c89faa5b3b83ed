"""Without any dictionary: values whose vectors are alike, joined level by level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy
from tokumei.hierarchies.semantic.candidate import Candidate, Placement, Source
from tokumei.hierarchies.semantic.morphemes import Analyser, analyser
from tokumei.hierarchies.semantic.ranking import loss_at
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["clustered"]

_STEP = 0.05
"""A cluster is a level of its own when its values are this much closer to each other than those of the one above."""

Matrix = npt.NDArray[np.float32]


def clustered(
    values: Sequence[str],
    counts: Sequence[int],
    vectors: WordVectors,
    *,
    k: int,
    words: Analyser | None = None,
) -> Candidate:
    """A tree by cutting the values in two, again and again, where their vectors differ most.

    A node is named by its most central value and how many more it has. Values without a vector stand under `*`.
    *Cost*: n · dimensions for each cut, about log2 n cuts deep. Nothing is random.
    """
    split = words or analyser()
    phrases = vectors.phrases([split.morphemes(value) for value in values])
    known = np.flatnonzero(phrases.any(axis=1))
    ways: dict[int, list[str]] = {place: [] for place in range(len(values))}
    waiting: list[tuple[npt.NDArray[np.int64], float, bool]] = [(known, -1.0, True)]
    while waiting:
        members, above, top = waiting.pop()
        if len(members) < 2:
            continue
        closeness = _closeness(phrases[members])
        if closeness > above + _STEP and not top:
            name = _name(members, phrases, values, counts)
            for place in members.tolist():
                ways[place].append(name)
            above = closeness
        waiting.extend((part, max(above, closeness if top else above), False) for part in _halves(members, phrases))
    tree = Hierarchy.from_chains([[value, *reversed(ways[place])] for place, value in enumerate(values)])
    placed = set(known.tolist())
    placements = tuple(
        Placement(value, Source.INFERRED, by="vectors") if place in placed else Placement(value, Source.UNPLACED)
        for place, value in enumerate(values)
    )
    by_leaf = dict(zip(values, counts, strict=True))
    return Candidate(tree, "alike", 0.0, loss_at(tree, [by_leaf[leaf] for leaf in tree.leaves], k), placements)


def _closeness(points: Matrix) -> float:
    """Mean cosine with the middle."""
    middle = points.mean(axis=0)
    return float(np.linalg.norm(middle))


def _halves(members: npt.NDArray[np.int64], phrases: Matrix) -> list[npt.NDArray[np.int64]]:
    """Two parts, each around one of two values far apart."""
    points = phrases[members]
    middle = points.mean(axis=0)
    first = points[int(np.argmin(points @ middle))]
    second = points[int(np.argmin(points @ first))]
    side = np.zeros(len(members), dtype=bool)
    for _ in range(10):
        before = side
        side = points @ first < points @ second
        if side.all() or not side.any():
            half = len(members) // 2  # all alike: any cut is as good
            return [members[:half], members[half:]]
        if np.array_equal(side, before):
            break
        first, second = _unit(points[~side].mean(axis=0)), _unit(points[side].mean(axis=0))
    return [members[~side], members[side]]


def _unit(point: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return point / max(float(np.linalg.norm(point)), 1e-12)


def _name(members: npt.NDArray[np.int64], phrases: Matrix, values: Sequence[str], counts: Sequence[int]) -> str:
    nearness = phrases[members] @ phrases[members].mean(axis=0)
    best = max(range(len(members)), key=lambda one: (round(float(nearness[one]), 4), counts[int(members[one])]))
    return f"{values[int(members[best])]} + {len(members) - 1}"

"""What a search for hierarchies gives: trees, and for each value how it came to its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.hierarchy import Hierarchy

__all__ = ["Candidate", "Placement", "Source", "placed"]


class Source(StrEnum):
    """How a value came to its place."""

    FACT = "fact"
    """The dictionary has it."""
    INFERRED = "inferred"
    """It was put beside, or under, the concept most like it."""
    CORRECTED = "corrected"
    """A person put it there."""
    UNPLACED = "unplaced"
    """Nothing is known of it, or nothing in this direction: it stands directly under `*`."""


@dataclass(frozen=True)
class Placement:
    """The place of one value."""

    value: str
    source: Source
    neighbour: str | None = None
    """Inferred: the concept that it was placed by."""
    similarity: float | None = None
    by: str | None = None
    """Inferred: `vectors`, `morphemes` or `name` (the neighbour's name begins the value's)."""
    known: str | None = None
    """Unplaced: where the dictionaries know it, which is elsewhere, or in several places that share nothing."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A hierarchy in one direction, or the join of several, with what speaks for it."""

    hierarchy: Hierarchy
    direction: str
    """The concepts that all its values share, top first: `food > fruit`; `*` where they share none. Of a join:
    `join of food, colour`."""
    coverage: float
    """The share of the values that the dictionaries place by fact."""
    loss: float
    """NCP, weighted by counts, that brings the column alone to k-anonymity."""
    placements: tuple[Placement, ...]
    """One for each value, in the order of the values."""
    join: bool = False
    """Whether it joins several directions, so that what it publishes does not point one way."""

    def of(self, source: Source) -> Sequence[Placement]:
        """The values placed in one way."""
        return [placement for placement in self.placements if placement.source is source]


def placed(candidate: Candidate, counts: Sequence[int] | npt.NDArray[np.int64], k: int) -> dict[str, Any]:
    """How the values of a hierarchy came to their places, for a report: how many in each way, and which.

    Only values that at least k records have are named; `rare` counts the others.
    """
    named: dict[str, list[dict[str, str]]] = {}
    rare = 0
    for placement, count in zip(candidate.placements, counts, strict=False):
        if placement.source in (Source.FACT, Source.CORRECTED):
            continue
        if count < k:
            rare += 1
            continue
        reasons = {"like": placement.neighbour, "known": placement.known}
        about = {key: reason for key, reason in reasons.items() if reason is not None}
        named.setdefault(placement.source.value, []).append({"value": placement.value, **about})
    return {
        **{source.value: len(candidate.of(source)) for source in Source},
        "direction": candidate.direction,
        "join": candidate.join,
        "values": named,
        "rare": rare,
    }

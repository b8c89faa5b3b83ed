"""The trade of risk against utility over k."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tokumei.core.history import HistoryRecoding, Pseudonyms
from tokumei.core.history_release import published_histories
from tokumei.core.progress import SILENT, Progress
from tokumei.core.threads import pool
from tokumei.evaluation.history.attacks import Attacked, attack
from tokumei.evaluation.history.utility import utility

__all__ = ["HistorySweep", "SweepPoint", "sweep"]


@dataclass(frozen=True, kw_only=True)
class SweepPoint:
    """One k."""

    k: int
    utility: float
    """U, lower is better."""
    columns: dict[str, float]
    removed: float
    """The share of the records that are not published."""
    safety: float
    """1/k."""
    attack: float | None
    """Rate of hits of the attack, where it ran."""
    total: float
    """U + 1/k, as in the paper."""
    seconds: float


@dataclass(frozen=True)
class HistorySweep:
    """All k's, in their order."""

    points: tuple[SweepPoint, ...]

    @property
    def best(self) -> SweepPoint:
        """The point with the lowest total; of equal ones the largest k."""
        return min(self.points, key=lambda point: (point.total, -point.k))

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON and for pictures."""
        return {"best": self.best.k, "points": [asdict(point) for point in self.points]}


def sweep(
    ks: Sequence[int],
    make: Callable[[int], HistoryRecoding],
    *,
    pseudonyms: Callable[[HistoryRecoding], Pseudonyms] | None = None,
    attacks: Sequence[str] = ("assignment",),
    progress: Progress = SILENT,
) -> HistorySweep:
    """Utility, safety and total for each k; `make` anonymizes at a k, several at a time.

    With `pseudonyms`, the attacks are run on each release too, and the highest rate of hits is kept.
    """
    progress.stage("sweep", len(ks))

    def one(k: int) -> SweepPoint:
        started = time.perf_counter()
        recoding = make(k)
        seconds = time.perf_counter() - started
        found = utility(recoding)
        hit = None if pseudonyms is None else _highest(_attacked(recoding, pseudonyms(recoding), k, attacks))
        progress.advance()
        return SweepPoint(
            k=k,
            utility=found.total,
            columns=dict(found.columns),
            removed=found.removed,
            safety=1 / k,
            attack=hit,
            total=found.total + 1 / k,
            seconds=seconds,
        )

    with pool() as executor:
        return HistorySweep(tuple(executor.map(one, ks)))


def _attacked(recoding: HistoryRecoding, names: Pseudonyms, k: int, attacks: Sequence[str]) -> list[Attacked]:
    published = published_histories(recoding, names, removed="mark")
    return attack(recoding.histories, published, subject=names.name, k=k, attacks=attacks, truth=published)


def _highest(found: Sequence[Attacked]) -> float:
    return max(((one.hits or 0) / one.guesses for one in found if one.guesses), default=0.0)

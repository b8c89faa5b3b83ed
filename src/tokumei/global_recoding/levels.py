"""One level a column: the best point of the lattice of levels."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np

from tokumei.errors import Infeasible
from tokumei.global_recoding.axes import Parts
from tokumei.global_recoding.rows import Rows

__all__ = ["LATTICE", "Levels", "best_levels", "start_levels"]

LATTICE = 100_000
"""Lattices up to this size are searched completely."""
SMALL = 2_000
"""Lattices up to this size are searched completely for a start, too."""
TRIALS = 2_000
"""So many points of a larger lattice are judged."""
WORK = 20_000_000
"""Rows times points: of large tables fewer points are judged."""
DRAWS = 0
"""Seed of the search, which is no secret: what it draws is the same in every run."""
Point = tuple[int, ...]


@dataclass(frozen=True)
class Levels:
    """What a search of the lattice found."""

    point: Point
    """Axis → level."""
    partitions: list[Parts]
    complete: bool
    """Whether no other point can lose less."""
    points: int
    """How large the lattice is."""
    tried: int
    """How many points were judged."""


class _Lattice:
    """The lattice, and what is known of it."""

    def __init__(self, rows: Rows, advance: Callable[[int], None]) -> None:
        self.rows = rows
        self.parts = [[axis.at_level(level) for level in range(axis.levels)] for axis in rows.axes]
        self.least: list[list[float]] = []
        """Axis, level → the loss of all records in the axis, were none removed."""
        self.most: list[list[float]] = []
        """Axis, level → the most that a record loses in the axis."""
        for cells, partitions in zip(rows.cells, self.parts, strict=True):
            weight = np.bincount(cells, weights=rows.weight, minlength=partitions[0].size)
            losses = [parts.loss[parts.of] for parts in partitions]
            self.least.append([float(weight @ loss) for loss in losses])
            self.most.append([float(loss[weight > 0].max(initial=0.0)) for loss in losses])
        self.advance = advance
        self.removals: dict[Point, int] = {}
        """Point → records that it removes, of points that were judged."""
        self.losses: dict[Point, float] = {}
        """Point → its loss; infinite where it removes too many records."""
        self.best: Point = tuple(axis.levels - 1 for axis in rows.axes)
        self.judge(self.best)
        if self.loss == math.inf:
            raise Infeasible(
                f"At the coarsest levels that `at_most` allows, {self.removals[self.best]:,} records are in no group "
                f"that keeps the promises, and `suppress` allows the removal of {rows.budget:,}. Allow more, or name "
                "coarser levels."
            )

    @property
    def points(self) -> int:
        """How many points there are."""
        return math.prod(len(parts) for parts in self.parts)

    @property
    def loss(self) -> float:
        """That of the best point."""
        return self.losses[self.best]

    def found(self, *, complete: bool) -> Levels:
        """The best point that was judged."""
        partitions = [parts[level] for parts, level in zip(self.parts, self.best, strict=True)]
        return Levels(self.best, partitions, complete, self.points, len(self.losses))

    def judge(self, point: Point) -> int:
        """How many records a point removes."""
        if point not in self.losses:
            judged = self.rows.judged([parts[level] for parts, level in zip(self.parts, point, strict=True)])
            self.removals[point] = judged.removed
            self.losses[point] = judged.total if judged.removed <= self.rows.budget else math.inf
            self.best = min(self.best, point, key=lambda one: (self.losses[one], one))
            self.advance(1)
        return self.removals[point]

    def loss_of(self, point: Point) -> tuple[float, Point]:
        """What a point loses; of equals the first comes first."""
        self.judge(point)
        return self.losses[point], point

    def around(self, point: Point) -> list[Point]:
        """All neighbours of a point."""
        return [*self.below(point), *self.above(point)]

    def bound(self, point: Point, removed: int) -> float:
        """What a point loses at least, where at least so many records are removed."""
        least = sum(losses[level] for losses, level in zip(self.least, point, strict=True))
        most = sum(losses[level] for losses, level in zip(self.most, point, strict=True))
        return least + removed * (self.rows.width - most)

    def below(self, point: Point) -> list[Point]:
        """The points that are one level finer in one axis."""
        return [(*point[:axis], level - 1, *point[axis + 1 :]) for axis, level in enumerate(point) if level > 0]

    def above(self, point: Point) -> list[Point]:
        """The points that are one level coarser in one axis."""
        return [
            (*point[:axis], level + 1, *point[axis + 1 :])
            for axis, level in enumerate(point)
            if level + 1 < len(self.parts[axis])
        ]


def best_levels(rows: Rows, *, advance: Callable[[int], None] = lambda done: None) -> Levels:
    """The level of each axis with the least loss, removed records at 1 in every column.

    *Promise*: up to LATTICE points no other point loses less; beyond, the search is bounded and says so.
    *Cost*: a judgement of all rows for every point that neither a bound on its loss nor a coarser point rules out.
    *Reference*: F. Kohlmayer et al., 'Flash: efficient, stable and optimal k-anonymity', PASSAT 2012 (ordering the
    points, and what a point tells about those below it).
    *Departures*: a point is ruled out by its loss too, which every record has at least, and which removed ones
    raise; so removals and models beside k need no second algorithm.
    """
    lattice = _Lattice(rows, advance)
    _descend(lattice, lattice.best)
    complete = lattice.points <= LATTICE
    (_all_points if complete else _jump)(lattice)
    return lattice.found(complete=complete)


def start_levels(rows: Rows, *, advance: Callable[[int], None] = lambda done: None) -> Levels:
    """Levels that other searches start from: the best of a small lattice, else what is reached from the coarsest."""
    lattice = _Lattice(rows, advance)
    _descend(lattice, lattice.best)
    complete = lattice.points <= SMALL
    if complete:
        _all_points(lattice)
    return lattice.found(complete=complete)


def _descend(lattice: _Lattice, start: Point) -> None:
    """From a point to its best neighbour, one level finer, coarser, or one of each, as long as that loses less."""
    here = start
    while True:
        lattice.judge(here)
        steps = lattice.around(here)
        best = min([here, *steps], key=lattice.loss_of)
        if best == here:
            best = min([here, *(one for step in steps for one in lattice.around(step))], key=lattice.loss_of)
        if best == here:
            return
        here = best


def _jump(lattice: _Lattice) -> None:
    """Descends again from points that are drawn, some levels above the best, until enough points were judged."""
    rng = np.random.default_rng(DRAWS)
    most = min(TRIALS, WORK // max(len(lattice.rows.weight), 1))
    while len(lattice.losses) < most:
        known = len(lattice.losses)
        tops = np.array([len(parts) - 1 for parts in lattice.parts])
        up = rng.integers(0, np.maximum(tops - lattice.best, 0) + 1) * (rng.random(len(tops)) < 0.5)
        _descend(lattice, tuple((np.array(lattice.best) + up).tolist()))
        if len(lattice.losses) == known:  # nothing new is near: leave it
            most -= 1


def _all_points(lattice: _Lattice) -> None:
    """Every point, coarse ones first: what cannot be better, or cannot be published, is not judged.

    Where promises are monotone, a point removes at least what each point above it removes.
    """
    rows = lattice.rows
    sizes = [range(len(parts)) for parts in lattice.parts]
    gone: dict[Point, int] = {}
    for point in sorted(product(*sizes), key=lambda one: (-sum(one), one)):
        known = lattice.removals.get(point)
        if known is None:
            known = max((gone[above] for above in lattice.above(point)), default=0) if rows.monotone else 0
            if known <= rows.budget and lattice.bound(point, known) < lattice.loss:
                known = lattice.judge(point)
        gone[point] = known

"""Singling out: a few values that exactly one person has."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.fits import ReadColumn
from tokumei.attacks.intervals import interval
from tokumei.attacks.known import Known
from tokumei.attacks.outsiders import OutsiderAttack

__all__ = ["SinglingOut"]

PREDICATES = 500
ATTEMPTS = 5_000
COLUMNS = 3
"""A guess is about so many columns at most."""


class SinglingOut(OutsiderAttack):
    """Draws a value from every published cell, takes a few values that one row alone has, and claims that so does one
    person alone.

    The control is how often such values fit exactly one of the people left out. *Reference*: the multivariate attack of
    Giomi et al.; numbers are compared by equality, not by sides.
    """

    name = "singling-out"
    threat = Threat.IDENTITY
    knows = "nothing"
    remedy = "coarser"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each combination that is unique among the drawn values."""
        others, fits = known.members, known.member_fits
        assert others is not None
        points = np.stack([_drawn(read, random) for read in fits.columns])
        codes = np.stack([read.column.codes for read in fits.columns])
        inside, outside = codes[:, others.member], codes[:, ~others.member]
        alone: list[tuple[bool, bool]] = []
        for _ in range(ATTEMPTS):
            row = int(random.integers(points.shape[1]))
            chosen = random.choice(len(points), min(COLUMNS, len(points)), replace=False)
            wanted = points[chosen, row][:, None]
            if _fitting(points[chosen], wanted) == 1:
                alone.append((_fitting(inside[chosen], wanted) == 1, _fitting(outside[chosen], wanted) == 1))
            if len(alone) == PREDICATES:
                break
        places = np.arange(len(alone))
        right, by_chance = np.array(alone, dtype=bool).reshape(-1, 2).T
        return Claims(
            target=places,
            answer=right.astype(np.int64),
            confidence=np.ones(len(alone)),
            cluster=places,
            tried=len(alone),
            baseline=interval(int(by_chance.sum()), len(alone))[1],
            control=float(by_chance.mean()) if len(alone) else None,
        )


def _drawn(read: ReadColumn, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Row → a code that its label covers; −1 where it covers none."""
    drawn = np.full(len(read.label), -1, dtype=np.int64)
    for label, covers in enumerate(read.covers):
        rows, codes = np.flatnonzero(read.label == label), np.flatnonzero(covers)
        if len(rows) and len(codes):
            drawn[rows] = random.choice(codes, len(rows))
    return drawn


def _fitting(values: npt.NDArray[np.integer], wanted: npt.NDArray[np.integer]) -> int:
    return int((values == wanted).all(axis=0).sum())

"""Singling out: a few published cells that fit exactly one person."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.intervals import interval
from tokumei.attacks.known import Known
from tokumei.attacks.outsiders import OutsiderAttack

__all__ = ["SinglingOut"]

PREDICATES = 500
COLUMNS = 3
"""A guess is about so many columns at most."""


class SinglingOut(OutsiderAttack):
    """Takes cells of a released row in a few columns, and claims that one person alone fits them.

    The control is how often such cells fit exactly one of the people left out. *Reference*: the multivariate attack of
    Giomi et al., with cells in place of values.
    """

    name = "singling-out"
    threat = Threat.IDENTITY
    knows = "nothing"
    remedy = "coarser"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each drawn row."""
        others, fits = known.members, known.member_fits
        assert others is not None
        inside, outside = np.flatnonzero(others.member), np.flatnonzero(~others.member)
        alone = np.zeros((2, PREDICATES), dtype=bool)
        for place in range(PREDICATES):
            row = int(random.integers(others.release.records))
            chosen = random.choice(len(fits.columns), min(COLUMNS, len(fits.columns)), replace=False)
            for side, people in enumerate((inside, outside)):
                fitting = np.ones(len(people), dtype=bool)
                for one in chosen.tolist():
                    read = fits.columns[one]
                    fitting &= read.covers[read.label[row]][read.column.codes[people]]
                alone[side, place] = int(fitting.sum()) == 1
        places = np.arange(PREDICATES)
        return Claims(
            target=places,
            answer=alone[0].astype(np.int64),
            confidence=np.ones(PREDICATES),
            cluster=places,
            tried=PREDICATES,
            baseline=interval(int(alone[1].sum()), PREDICATES)[1],
            control=float(alone[1].mean()),
        )

"""Linkability: two parts of a person's columns lead to the same group."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Threat
from tokumei.attacks.known import Known
from tokumei.attacks.outsiders import OutsiderAttack

__all__ = ["Linkability"]

Ints = npt.NDArray[np.int64]


class Linkability(OutsiderAttack):
    """Has the even and the odd columns of a person in two files, and looks in each for the closest group.

    The closest is the one that the fewest people fit in these columns. *Reference*: Giomi et al., with groups in place
    of nearest rows.
    """

    name = "linkability"
    threat = Threat.CLASS
    remedy = "coarser"

    def success(
        self, known: Known, people: Ints, random: np.random.Generator, column: str | None
    ) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """Who is led to one group by both parts."""
        names = [read.column.name for read in known.member_fits.columns]
        closest = [self._closest(known, people, part) for part in (names[::2], names[1::2])]
        claimed = np.flatnonzero((closest[0] >= 0) & (closest[1] >= 0))
        return claimed, closest[0][claimed] == closest[1][claimed]

    def _closest(self, known: Known, people: Ints, names: list[str]) -> Ints:
        fits = known.member_fits
        person, group = fits.pairs(people, names)
        fitting = np.bincount(group, minlength=fits.groups)
        order = np.lexsort((group, fitting[group], person))
        first = order[np.flatnonzero(np.diff(person[order], prepend=-1))]
        closest = np.full(len(people), -1, dtype=np.int64)
        closest[person[first]] = group[first]
        return closest

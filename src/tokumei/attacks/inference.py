"""Inference: all columns but one lead to the value of that one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Threat
from tokumei.attacks.known import Known
from tokumei.attacks.outsiders import OutsiderAttack

__all__ = ["Inference"]

Ints = npt.NDArray[np.int64]


class Inference(OutsiderAttack):
    """Knows all quasi-identifiers but one, and claims the value that the groups which fit show most narrowly.

    Each group gives its rows in equal parts to the values of its cell. *Reference*: Giomi et al., with groups in place
    of nearest rows.
    """

    name = "inference"
    threat = Threat.ATTRIBUTE
    remedy = "coarser"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every column with single values that makes up groups."""
        return [read.column.name for read in known.member_fits.columns]

    def success(
        self, known: Known, people: Ints, random: np.random.Generator, column: str | None
    ) -> tuple[Ints, npt.NDArray[np.bool_]]:
        """Whose value is told."""
        fits = known.member_fits
        read = next(one for one in fits.columns if one.column.name == column)
        person, group = fits.pairs(people, [one.column.name for one in fits.columns if one is not read])
        covers = read.covers.astype(np.float64)
        covers /= np.maximum(covers.sum(axis=1, keepdims=True), 1)
        label = read.label[fits.rows[fits.starts[:-1]]]
        claimed, told = [], []
        starts = np.searchsorted(person, np.arange(len(people) + 1))
        for place in range(len(people)):
            own = group[starts[place] : starts[place + 1]]
            if len(own):
                belief = fits.sizes[own] @ covers[label[own]]
                claimed.append(place)
                told.append(int(np.argmax(belief)))
        at = np.array(claimed, dtype=np.int64)
        return at, read.column.codes[people[at]] == np.array(told, dtype=np.int64)

"""Attacks that are tried on half of the people, with the other half as the control, as Anonymeter does.

*Reference*: M. Giomi et al., A unified framework for quantifying privacy risk in synthetic data, 2023: the attacks on
people who are not in the data are the control, and what they reach is no leak. The upper end of the control's own
interval is the baseline, so that two draws of the same are not called a leak.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims
from tokumei.attacks.intervals import interval
from tokumei.attacks.known import Known, Truth

__all__ = ["OutsiderAttack", "drawn_people"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
PEOPLE = 1_000
"""So many people of each half are attacked."""


class OutsiderAttack(Attack):
    """Right or wrong is a matter of the person alone, so that the same attack can be tried on people left out."""

    kinds = frozenset({"table"})
    knows = "columns"
    full = True

    def needs(self, known: Known, truth: Truth) -> str | None:
        """People who are not in the data, and two columns with single values."""
        del truth
        if known.members is None:
            return "outsiders"
        return "columns" if len(known.member_fits.columns) < 2 else None

    def success(
        self, known: Known, people: Ints, random: np.random.Generator, column: str | None
    ) -> tuple[Ints, Flags]:
        """The people (places in `people`) of whom something is claimed, and whether it is right."""
        raise NotImplementedError

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims of people in the data, beside the share of right claims of those who are not."""
        inside, outside = drawn_people(known, random)
        claimed, right = self.success(known, inside, random, column)
        _, by_chance = self.success(known, outside, random, column)
        return Claims(
            target=inside[claimed],
            answer=right.astype(np.int64),
            confidence=np.ones(len(claimed)),
            cluster=inside[claimed],
            tried=len(inside),
            baseline=interval(int(by_chance.sum()), len(by_chance))[1],
            control=float(by_chance.mean()) if len(by_chance) else None,
        )

    def right(self, known: Known, truth: Truth, claims: Claims, column: str | None = None) -> Flags | None:
        """What the attack found when it was held against the people."""
        return claims.answer == 1


def drawn_people(known: Known, random: np.random.Generator) -> tuple[Ints, Ints]:
    """Some of those who are in the data, and as many of those who are not."""
    assert known.members is not None
    parts = []
    for flags in (known.members.member, ~known.members.member):
        chosen = np.flatnonzero(flags)
        parts.append(np.sort(random.choice(chosen, min(PEOPLE, len(chosen)), replace=False)))
    return parts[0], parts[1]

"""Lift: a value that is rare elsewhere is much more frequent among those who can be meant."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.attack import Claims
from tokumei.attacks.beliefs import AttributeAttack, beliefs_of
from tokumei.attacks.known import Known

__all__ = ["Lift"]


class Lift(AttributeAttack):
    """Claims the value that gained most against its share in the whole release, where it gained `times` or more."""

    name = "lift"
    remedy = "likeness"

    def __init__(self, times: float = 2.0) -> None:
        self.times = times

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """One value a person, or nothing."""
        assert column is not None
        beliefs = beliefs_of(known, column)
        gained = beliefs.share / np.maximum(beliefs.prior[beliefs.value], 1e-300)
        best = beliefs.best(gained)
        sure = best[gained[best] >= self.times]
        return self.claims(known, beliefs, sure, column, beliefs.share[sure])

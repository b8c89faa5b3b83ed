"""Homogeneity: everybody who can be meant has the same value, or nearly everybody."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.attack import Claims
from tokumei.attacks.beliefs import AttributeAttack, beliefs_of
from tokumei.attacks.known import Known

__all__ = ["Homogeneity"]


class Homogeneity(AttributeAttack):
    """Claims the most frequent value of the rows that a person fits, where its share is large enough."""

    def __init__(self, name: str, share: float) -> None:
        self.name = name
        self.share = share

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """One value a person, or nothing."""
        assert column is not None
        beliefs = beliefs_of(known, column)
        best = beliefs.best(beliefs.share)
        sure = best[beliefs.share[best] >= self.share]
        return self.claims(known, beliefs, sure, column, beliefs.share[sure])

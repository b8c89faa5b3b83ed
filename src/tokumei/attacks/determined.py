"""Determined: two releases of the same people leave fewer values than either."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tokumei.attacks.attack import SURE, Claims
from tokumei.attacks.beliefs import AttributeAttack, beliefs_of
from tokumei.attacks.known import Known, Truth

__all__ = ["Determined"]


class Determined(AttributeAttack):
    """Claims a value that both releases together leave nearly alone, and the first by itself does not.

    What the first says of that value is the baseline.
    """

    name = "determined"
    knows = "both"
    remedy = "ledger"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """A second release with the same columns."""
        missing = super().needs(known, truth)
        if missing is not None:
            return missing
        return "also" if known.second is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Shares of both, multiplied, over the values that stand in both."""
        assert column is not None
        assert known.second is not None
        first, second = beliefs_of(known, column), beliefs_of(known.second, column)
        size = int(max(first.value.max(initial=0), second.value.max(initial=0))) + 1
        keys, own, beside = np.intersect1d(
            first.target * size + first.value,
            second.target * size + second.value,
            assume_unique=True,
            return_indices=True,
        )
        del keys
        both = replace(first, target=first.target[own], value=first.value[own], share=first.share[own])
        product = first.share[own] * second.share[beside]
        total = np.bincount(both.target, weights=product, minlength=first.tried)[both.target]
        share = product / np.maximum(total, 1e-300)
        best = both.best(share)
        sure = best[(share[best] >= SURE) & (both.share[best] < SURE)]
        claims = self.claims(known, both, sure, column, share[sure])
        alone = float(both.share[sure].mean()) if len(sure) else 0.0
        return replace(claims, baseline=alone, promised=None)

"""Ruled out: the attacker knows some values that a person does not have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tokumei.attacks.attack import SURE, Claims
from tokumei.attacks.beliefs import AttributeAttack, beliefs_of
from tokumei.attacks.known import Known
from tokumei.core.columns import SetColumn, TextColumn

__all__ = ["RuledOut"]


class RuledOut(AttributeAttack):
    """Leaves out the m most frequent values that the person does not have; claims what is then nearly alone.

    *Reference*: the knowledge that recursive (c, l)-diversity is made against (Machanavajjhala et al., 2007).
    """

    knows = "quasi-and-not"

    def __init__(self, m: int = 1) -> None:
        self.m = m
        self.name = f"ruled-out-{m}"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """One value a person, or nothing."""
        assert column is not None
        own = known.original[column]
        assert not isinstance(own, (SetColumn, TextColumn))
        beliefs = beliefs_of(known, column)
        share = beliefs.share.copy()
        true = own.codes[known.targets[beliefs.target]]
        for _ in range(self.m):
            wrong = np.where(beliefs.value == true, -1.0, share)
            out = beliefs.best(wrong)
            share[out[wrong[out] > 0]] = 0.0
        left = np.bincount(beliefs.target, weights=share, minlength=beliefs.tried)[beliefs.target]
        share = np.where(left > 0, share / np.maximum(left, 1e-300), 0.0)
        best = beliefs.best(share)
        sure = best[share[best] >= SURE]
        claims = self.claims(known, beliefs, sure, column, share[sure])
        prior = beliefs.prior[beliefs.value[sure]]
        rest = np.maximum(1 - _ruled_out(beliefs.prior, own.codes[claims.target], self.m), 1e-9)
        # Without the groups, the same knowledge leaves the value with this share of the rest.
        baseline = float(np.minimum(prior / rest, 1.0).mean()) if len(sure) else 0.0
        return replace(claims, baseline=baseline, promised=None)


def _ruled_out(prior: np.ndarray, true: np.ndarray, m: int) -> np.ndarray:
    """Target → the share of the m most frequent values that are not his own."""
    order = np.argsort(-prior, kind="stable")[: m + 1]
    shares = np.array([prior[order][order != own][:m].sum() for own in range(len(prior))])
    return shares[np.minimum(true, len(prior) - 1)]

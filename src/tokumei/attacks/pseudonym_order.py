"""Pseudonym order: sorted, pseudonyms stand as their subjects do."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth

__all__ = ["PseudonymOrder"]


class PseudonymOrder(Attack):
    """The i-th pseudonym in sorted order is the i-th of the customers, in the order in which the source names them."""

    name = "pseudonym-order"
    threat = Threat.IDENTITY
    kinds = frozenset({"history"})
    knows = "order"
    remedy = "pseudonyms"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Whose the pseudonyms are."""
        del known
        return "truth" if truth.owner is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """As many pairs as there are pseudonyms; where people are left out, the places are stretched over all."""
        names = known.history.pseudonyms
        order = np.array(sorted(range(len(names)), key=lambda place: (len(names[place]), names[place])), dtype=np.int64)
        assert known.histories is not None
        _, first = np.unique(known.histories.subject, return_index=True)
        subjects = np.argsort(first, kind="stable")
        place = np.arange(len(order)) * len(subjects) // max(len(order), 1)
        return Claims(
            target=subjects[place],
            answer=order,
            confidence=np.ones(len(order)),
            cluster=order,
            tried=len(order),
            baseline=1 / known.k,
            promised=1 / known.k,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whose the pseudonym is."""
        assert truth.owner is not None
        return truth.owner[claims.answer] == claims.target

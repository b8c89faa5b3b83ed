"""Whole set: the published items are all that a person has."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims
from tokumei.attacks.item_labels import item_labels
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.set_rows import SetRowAttack

__all__ = ["WholeSet"]


class WholeSet(SetRowAttack):
    """Claims that nothing was left out of a published set; by chance somebody has exactly these items."""

    name = "whole-set"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each row with items."""
        assert column is not None
        labels = item_labels(known, column)
        drawn = self.drawn(known, random)
        filled = np.array([len(items) > 0 for items in labels.items])
        target = drawn[filled[labels.label[drawn]]]
        exactly = Counter(labels.own(record) for record in range(len(labels.column)))
        chance = np.array([exactly[labels.items[label]] for label in labels.label[target].tolist()], dtype=np.float64)
        chance /= max(len(labels.column), 1)
        return Claims(
            target=target,
            answer=labels.label[target],
            confidence=chance,
            cluster=labels.label[target],
            tried=len(drawn),
            baseline=float(chance.mean()) if len(target) else 0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether the record behind the row has these items and no other."""
        assert column is not None
        labels = item_labels(known, column)
        record = truth.record_of(known.release.records)[claims.target]
        return np.array(
            [
                one >= 0 and labels.own(one) == labels.items[label]
                for one, label in zip(record.tolist(), claims.answer.tolist(), strict=True)
            ],
            dtype=bool,
        )

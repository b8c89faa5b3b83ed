"""Whole set: the published items are all that a person has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.item_labels import item_labels, set_columns
from tokumei.attacks.known import TARGETS, Known, Truth

__all__ = ["WholeSet"]


class WholeSet(Attack):
    """Claims that nothing was left out of a published set; by chance somebody has exactly these items."""

    name = "whole-set"
    threat = Threat.ATTRIBUTE
    kinds = frozenset({"set"})
    knows = "class"
    remedy = "coarser"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every set column."""
        return set_columns(known)

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Whose the rows are."""
        del known
        return "truth" if truth.row_of is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each row with items."""
        assert column is not None
        labels = item_labels(known, column)
        rows = known.rows
        drawn = rows if len(rows) <= TARGETS else np.sort(random.choice(rows, TARGETS, replace=False))
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

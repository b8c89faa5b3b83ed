"""Absence: who publishes L, where L and one item more is published too, does not have that item."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims
from tokumei.attacks.item_labels import item_labels
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.set_rows import SetRowAttack
from tokumei.core.columns import SetColumn

__all__ = ["SetAbsence"]


class SetAbsence(SetRowAttack):
    """Claims of each row the items that would have been published with the others, had the person had them."""

    name = "set-absence"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each row and each such item; by chance it is missing as often as in the whole."""
        assert column is not None
        labels = item_labels(known, column)
        number = {items: place for place, items in enumerate(labels.items) if labels.rows[place]}
        lacking: dict[int, list[int]] = {}
        for items in number:
            for item in items:
                smaller = number.get(items - {item})
                if smaller is not None and len(items) > 1:
                    lacking.setdefault(smaller, []).append(item)
        drawn = self.drawn(known, random)
        pairs = [(row, item) for row in drawn.tolist() for item in lacking.get(int(labels.label[row]), ())]
        target, absent = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        having = np.bincount(labels.column.items, minlength=len(labels.column.values)) / max(len(labels.column), 1)
        return Claims(
            target=target,
            answer=absent,
            confidence=1 - having[absent],
            cluster=labels.label[target],
            tried=max(len(drawn), len(target)),
            baseline=float((1 - having[absent]).mean()) if len(absent) else 1.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether the record behind the row lacks the item."""
        assert column is not None
        own = known.original[column]
        assert isinstance(own, SetColumn)
        record = truth.record_of(known.release.records)[claims.target]
        return np.array(
            [
                one >= 0 and item not in own.items[own.offsets[one] : own.offsets[one + 1]]
                for one, item in zip(record.tolist(), claims.answer.tolist(), strict=True)
            ],
            dtype=bool,
        )

"""Presence: from a few items of a person to others that are published with them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import SURE, Attack, Claims, Threat
from tokumei.attacks.item_labels import item_labels, set_columns
from tokumei.attacks.known import Known, Truth
from tokumei.core.columns import SetColumn

__all__ = ["SetPresence"]


class SetPresence(Attack):
    """Knows m items of a person, looks at the rows that show them, and claims what nearly all of them show besides."""

    threat = Threat.ATTRIBUTE
    kinds = frozenset({"set"})
    knows = "items"
    remedy = "coarser"

    def __init__(self, m: int) -> None:
        self.m = m
        self.name = f"set-presence-{m}"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every set column."""
        return set_columns(known)

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims of each target with more than m items; by chance an item is as frequent as in the whole."""
        assert column is not None
        labels = item_labels(known, column)
        claims: list[tuple[int, int, float]] = []
        tried = 0
        for record in known.targets.tolist():
            own = sorted(labels.own(record))
            if len(own) <= self.m:
                continue
            tried += 1
            known_items = random.choice(own, self.m, replace=False).tolist()
            showing = labels.showing(known_items)
            total = int(labels.rows[showing].sum())
            if total == 0:
                continue
            tally: dict[int, int] = {}
            for label in showing.tolist():
                for item in labels.items[label]:
                    tally[item] = tally.get(item, 0) + int(labels.rows[label])
            claims += [
                (record, item, count / total)
                for item, count in tally.items()
                if count >= SURE * total and item not in known_items
            ]
        record, item = np.array([one[:2] for one in claims], dtype=np.int64).reshape(-1, 2).T
        having = np.bincount(labels.column.items, minlength=len(labels.column.values)) / max(len(labels.column), 1)
        return Claims(
            target=record,
            answer=item,
            confidence=np.array([one[2] for one in claims]),
            cluster=record,
            tried=max(tried, len(record)),
            baseline=float(having[item].mean()) if len(item) else 0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether the person has the item."""
        assert column is not None
        own = known.original[column]
        assert isinstance(own, SetColumn)
        return np.array(
            [
                item in own.items[own.offsets[one] : own.offsets[one + 1]]
                for one, item in zip(claims.target.tolist(), claims.answer.tolist(), strict=True)
            ],
            dtype=bool,
        )

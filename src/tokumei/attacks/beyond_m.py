"""Beyond m: k^m-anonymity says nothing of who knows one item more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.item_labels import item_labels
from tokumei.attacks.known import Known, Truth

__all__ = ["BeyondM"]


class BeyondM(Attack):
    """Knows m + 1 items of a person, and takes one of the rows that show them all."""

    name = "beyond-m"
    threat = Threat.IDENTITY
    kinds = frozenset({"set"})
    knows = "items"
    remedy = "k"

    def columns(self, known: Known) -> Sequence[str | None]:
        """The column under k^m."""
        return [name for name in known.beside if name not in known.settings]

    def needs(self, known: Known, truth: Truth) -> str | None:
        """A column under k^m, and whose the rows are."""
        if known.m is None:
            return "km"
        return None if truth.row_of is not None else "truth"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims where some row shows the items; among those that do, one is drawn."""
        assert column is not None
        assert known.m is not None
        labels = item_labels(known, column)
        by_label = np.argsort(labels.label[known.rows], kind="stable")
        starts = np.concatenate([[0], np.cumsum(labels.rows)])
        claims: list[tuple[int, int, float]] = []
        tried = 0
        for record in known.targets.tolist():
            own = sorted(labels.own(record))
            if len(own) <= known.m:
                continue
            tried += 1
            showing = labels.showing(random.choice(own, known.m + 1, replace=False).tolist())
            total = int(labels.rows[showing].sum())
            if total:
                chosen = int(random.choice(showing, p=labels.rows[showing] / total))
                row = by_label[starts[chosen] + int(random.integers(labels.rows[chosen]))]
                claims.append((record, int(known.rows[row]), 1 / total))
        record, row = np.array([one[:2] for one in claims], dtype=np.int64).reshape(-1, 2).T
        return Claims(
            target=record,
            answer=row,
            confidence=np.array([one[2] for one in claims]),
            cluster=record,
            tried=tried,
            baseline=1 / known.k,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether it is the person's row."""
        assert truth.row_of is not None
        return truth.row_of[claims.target] == claims.answer

"""Row order: the rows of the release stand as the source's records do."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth

__all__ = ["RowOrder"]

Ints = npt.NDArray[np.int64]
MOST = 10_000
"""So many rows are claimed where their places are the records'."""
FIRST = 2_000
"""So many are looked for where records are left out."""
WINDOW = 256
"""How far ahead the next record is looked for."""


class RowOrder(Attack):
    """Row i is record i. Where records are left out, each row is the next record that it can be about.

    *Promise*: needs nothing but the source's order. Where it is not known whose the rows are, a claim counts as right
    when the row can be about the person, and rows drawn by lot are the control.
    """

    name = "row-order"
    threat = Threat.IDENTITY
    kinds = frozenset({"table", "set", "text", "history"})
    knows = "order"
    remedy = "shuffle"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Without the truth, columns that tell whether a row can be about a person."""
        return None if truth.exact or known.grouped else "truth"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Rows, drawn where there are many, with the record at the place of each."""
        if known.release.records == known.original.records:
            rows = known.rows
            answer = rows if len(rows) <= MOST else np.sort(random.choice(rows, MOST, replace=False))
            target, tried = answer, len(answer)
        else:
            answer = known.rows[:FIRST]
            target, tried = _next(known, answer), len(answer)
        people = target if known.histories is None else known.histories.subject[target].astype(np.int64)
        return Claims(
            target=target,
            answer=answer,
            confidence=np.ones(len(target)),
            cluster=people,
            tried=tried,
            baseline=1 / known.k,
            promised=1 / known.k,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whose the row is, where that is known; whether it can be this person's, otherwise."""
        if truth.exact and truth.row_of is not None:
            return truth.row_of[claims.target] == claims.answer
        return known.fits.covers(claims.target, claims.answer)

    def control(self, known: Known, truth: Truth, claims: Claims, random: np.random.Generator) -> float | None:
        """How often a row drawn by lot can be about the person."""
        if truth.exact or len(claims) == 0:
            return None
        lots = random.permutation(claims.answer)
        same = known.release.records == known.original.records
        target = claims.target if same else _next(known, lots)
        return float(known.fits.covers(target, lots).mean())


def _next(known: Known, rows: Ints) -> Ints:
    """Row → the next record that it fits, after that of the row before.

    It looks no further than as many records as were left out. A row that fits none of them is claimed to be the next,
    which is wrong, and passed over.
    """
    records = known.original.records
    spare = max(records - len(known.rows), 0)
    target = np.zeros(len(rows), dtype=np.int64)
    at = 0
    for place, row in enumerate(rows.tolist()):
        window = np.arange(at, min(at + WINDOW, place + spare + 1, records), dtype=np.int64)
        fitting = np.flatnonzero(known.fits.covers(window, np.full(len(window), row)))
        target[place] = window[fitting[0]] if len(fitting) else min(at, records - 1)
        if len(fitting):
            at = int(target[place]) + 1
    return target

"""Rows: a row of a history that is published as it was, and that only one customer has."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_claims import HistoryAttack, Pairs, dealt

__all__ = ["Rows"]


class Rows(HistoryAttack):
    """The customer that most such rows of a class point to."""

    name = "rows"

    def pairs(self, known: HistoryKnowledge, random: np.random.Generator) -> Pairs:
        """Rows without any generalization, looked up in the original."""
        rows = known.rows
        size = np.diff(rows.offsets, axis=1)
        exact = np.ones(int(rows.starts[-1]), dtype=bool)
        for column in range(len(rows.low)):
            exact &= rows.low[column] == rows.high[column]
        for column in range(len(rows.label)):
            shown = rows.label[column]
            exact &= (size[column][shown] == 1) & ~rows.any_label[column][shown]
        chosen = np.flatnonzero(exact)
        codes = [rows.codes[column][rows.offsets[column][rows.label[column][chosen]]] for column in range(len(size))]
        published = np.column_stack([*rows.low[:, chosen], *codes]) if len(chosen) else np.zeros((0, 1))
        owners: dict[bytes, set[int]] = {}
        original = np.column_stack([*known.numbers, *known.categories]).astype(np.float64)
        subject = np.repeat(np.arange(known.histories.subjects), np.diff(known.record_starts))
        for record, owner in zip(original, subject.tolist(), strict=True):
            owners.setdefault(record.tobytes(), set()).add(owner)
        group = np.searchsorted(rows.starts, chosen, side="right") - 1
        votes: dict[int, dict[int, int]] = {}
        for row, own in zip(published.astype(np.float64), group.tolist(), strict=True):
            having = owners.get(np.ascontiguousarray(row).tobytes(), set())
            if len(having) == 1:
                tally = votes.setdefault(own, {})
                (owner,) = having
                tally[owner] = tally.get(owner, 0) + 1
        ranked = {own: sorted(tally, key=lambda owner: (-tally[owner], owner)) for own, tally in votes.items()}
        return dealt(known, ranked, random)

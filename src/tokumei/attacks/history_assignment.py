"""Assignment: everybody at once, by all columns."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_claims import FAR, HistoryAttack, Pairs, matrices

__all__ = ["Assignment"]


class Assignment(HistoryAttack):
    """The pairing of pseudonyms with customers that leaves the fewest published rows unexplained."""

    name = "assignment"

    def pairs(self, known: HistoryKnowledge, random: np.random.Generator) -> Pairs:
        """The fewest unexplained rows, then the fewest records that no row shows."""
        from tokumei.core.assignment import assign

        missing, unused = matrices(known, numbers=True, most=FAR)
        records = np.diff(known.record_starts)[:, None]
        cost = (missing + 0.1 * unused / np.maximum(records, 1)).astype(np.float32)
        order = random.permutation(len(known.class_of))
        by_pseudonym = np.ascontiguousarray(cost[:, known.class_of[order]].T)
        if by_pseudonym.shape[0] > by_pseudonym.shape[1]:
            by_pseudonym = by_pseudonym[: by_pseudonym.shape[1]]
        subjects = assign(by_pseudonym)
        return [(int(order[place]), int(subject)) for place, subject in enumerate(subjects.tolist())]

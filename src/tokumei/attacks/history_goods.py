"""Goods: elimination by categories alone, until one class is left for a customer."""

from __future__ import annotations

import numpy as np

from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_claims import HistoryAttack, Pairs, dealt, matrices

__all__ = ["Goods"]


class Goods(HistoryAttack):
    """Who bought nothing that fits a published row is not behind it; claims where one class is left."""

    name = "goods"

    def pairs(self, known: HistoryKnowledge, random: np.random.Generator) -> Pairs:
        """Customers with a single possible class, looked for again each time a class is full."""
        missing, _ = matrices(known, numbers=False, most=0)
        possible = missing == 0
        room = known.class_sizes.copy()
        settled: dict[int, list[int]] = {}
        open_ = np.ones(len(possible), dtype=bool)
        while True:
            single = np.flatnonzero(open_ & (possible.sum(axis=1) == 1))
            if len(single) == 0:
                break
            for subject in single.tolist():
                own = int(np.argmax(possible[subject]))
                open_[subject] = False
                if room[own] > 0 and possible[subject, own]:
                    settled.setdefault(own, []).append(subject)
                    room[own] -= 1
                    if room[own] == 0:
                        possible[open_, own] = False
        return dealt(known, settled, random)

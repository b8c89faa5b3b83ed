"""What attacks on published sets share that know which row is a person's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Threat
from tokumei.attacks.item_labels import set_columns
from tokumei.attacks.known import TARGETS, Known, Truth

__all__ = ["SetRowAttack"]


class SetRowAttack(Attack):
    """Knows a person's row, and claims what the set in it tells."""

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

    def drawn(self, known: Known, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """The rows that are attacked, drawn where there are many."""
        rows = known.rows
        return rows if len(rows) <= TARGETS else np.sort(random.choice(rows, TARGETS, replace=False))

"""Dictionaries: values in the metadata of the written file that no row of it has."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth

__all__ = ["Dictionaries"]


class Dictionaries(Attack):
    """Claims that each such value is one of the source's: a removed record's, or one that was generalized away."""

    name = "dictionaries"
    threat = Threat.ATTRIBUTE
    kinds = frozenset({"table", "set", "text", "history"})
    knows = "nothing"
    remedy = "dictionary"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Columns whose dictionary is longer than its use; all together where there is none."""
        return [name for name, unused in known.unused.items() if unused] or (None,)

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each value that is in no row."""
        unused = np.arange(0 if column is None else known.unused[column], dtype=np.int64)
        return Claims(
            target=unused,
            answer=unused,
            confidence=np.ones(len(unused)),
            cluster=unused,
            tried=max(len(known.unused), len(unused), 1),
            baseline=0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """A dictionary comes from the data."""
        return np.ones(len(claims), dtype=bool)

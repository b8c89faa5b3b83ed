"""Newcomers: what a second release has more is about those who came since."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.core.columns import SetColumn, TextColumn

__all__ = ["Newcomers"]


class Newcomers(Attack):
    """Where fewer than k people came (or left) between two releases, the difference of their totals is theirs alone.

    Claims the values that the larger release has more often. It abstains where both came and left: then some value is
    rarer in the larger one.
    """

    name = "newcomers"
    threat = Threat.ATTRIBUTE
    kinds = frozenset({"table"})
    knows = "both"
    remedy = "ledger"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every sensitive column with single values."""
        return [name for name in known.sensitive if not isinstance(known.original[name], (SetColumn, TextColumn))]

    def needs(self, known: Known, truth: Truth) -> str | None:
        """A second release, and something to learn."""
        del truth
        if known.second is None:
            return "also"
        return None if self.columns(known) else "sensitive"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each of the people who make the difference."""
        assert column is not None
        assert known.second is not None
        one, other = known.shown(column), known.second.shown(column)
        size = known.original[column].size  # type: ignore[union-attr]
        here, there = (np.bincount(codes[codes >= 0], minlength=size) for codes in (one, other))
        more = here - there if len(one) >= len(other) else there - here
        few = abs(len(one) - len(other))
        if not 0 < few < known.k or (more < 0).any():
            return Claims.none(few, 0.0)
        values = np.repeat(np.arange(size), more)
        return Claims(
            target=np.arange(len(values)),
            answer=values,
            confidence=np.ones(len(values)),
            cluster=np.arange(len(values)),
            tried=few,
            certain=True,
            baseline=float((here / max(len(one), 1))[values].mean()) if len(values) else 0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """The difference of two counts is what it is."""
        return np.ones(len(claims), dtype=bool)

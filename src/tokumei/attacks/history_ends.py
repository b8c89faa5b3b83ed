"""Ends of ranges: the low end of a line's range is the value of one of its people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.core.columns import DateColumn, NumberColumn

__all__ = ["RangeEnds"]

MOST = 5_000
"""So many rows are claimed, drawn where there are more."""


class RangeEnds(Attack):
    """Who is found in a row is claimed to have the lowest value of its range."""

    name = "range-ends"
    threat = Threat.ATTRIBUTE
    kinds = frozenset({"history"})
    knows = "class"
    remedy = "hierarchies"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Numbers and dates that are published as ranges."""
        return [
            column.name
            for column in known.original.quasi
            if isinstance(column, (NumberColumn, DateColumn)) and column.hierarchy is None
        ]

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Whose the rows are, and a range."""
        if not self.columns(known):
            return "ranges"
        return "truth" if truth.row_of is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each row with a range; by chance it is as any value inside, as the release's people have them."""
        assert column is not None
        own = known.original[column]
        assert isinstance(own, (NumberColumn, DateColumn))
        read = next(one for one in known.fits.columns if one.column.name == column)
        wide = np.array([meaning is not None and len(meaning.codes) > 1 for meaning in read.meanings])
        wide &= np.array([meaning is not None and meaning.ends is not None for meaning in read.meanings])
        rows = known.rows[wide[read.label[known.rows]]]
        if len(rows) > MOST:
            rows = np.sort(random.choice(rows, MOST, replace=False))
        counts = np.bincount(own.codes, minlength=own.size).astype(np.float64)
        total = np.concatenate([[0.0], np.cumsum(counts)])
        low = np.array([0 if meaning is None else next(iter(meaning.codes), 0) for meaning in read.meanings])
        high = np.array(
            [0 if meaning is None or not len(meaning.codes) else meaning.codes[-1] for meaning in read.meanings]
        )
        chance = counts[low] / np.maximum(total[high + 1] - total[low], 1)
        label = read.label[rows]
        return Claims(
            target=rows,
            answer=low[label],
            confidence=chance[label],
            cluster=label,
            tried=len(known.rows) if len(known.rows) <= MOST else len(rows),
            baseline=float(chance[label].mean()) if len(rows) else 0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """What the record behind the row says."""
        assert column is not None
        own = known.original[column]
        assert isinstance(own, (NumberColumn, DateColumn))
        record = truth.record_of(known.release.records)[claims.target]
        return (record >= 0) & (own.codes[record] == claims.answer)

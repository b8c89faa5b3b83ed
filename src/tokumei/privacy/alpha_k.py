"""(α, k)-anonymity: no sensitive value makes up more than a share α of a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind
from tokumei.core.predicates import SHARE
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import Infeasible, JobError
from tokumei.privacy.diversity import counts_in, levelled, refuse_set, refuse_text, remainder, rounded_up
from tokumei.privacy.model import MET, Bound, ModelSettings, promise_of
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["AlphaK"]


@dataclass(frozen=True, slots=True)
class AlphaK(ModelSettings):
    """Every value of a sensitive column occurs in at most a share α of a group's records, beside k.

    *Promise*: whoever finds a person's group and names its most frequent value is right in at most α of all cases.

    *Caveats*: A value that is rare in the whole may still become much more likely in a group (β-likeness bounds that).
    Likeness between values is not seen. A missing value counts as one.

    *People*: where the job names a `person`, the share is that of the people who have the value in the group: naming it
    is right for each of them, whatever else she has.

    *Reference*: R. Wong et al., (α, k)-anonymity, 2006, in its general form: for every value.
    """

    kind: ClassVar[str] = "alpha"
    title: ClassVar[str] = "(α, k)-anonymity"
    column: str
    alpha: float

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise JobError(f"(α, k)-anonymity of {self.column!r}: α must be a number between 0 and 1.")

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts and sets."""
        refuse_text(self.column, self.title, kind)
        refuse_set(self.column, self.title, kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible where the most even rest of the table has a value that is too frequent."""
        counts = levelled(counts_in(table, self.column), spare)
        least = float(counts.max(initial=0) / max(counts.sum(), 1))
        if least > self.alpha * (1 + MET):
            raise Infeasible(
                f"Column {self.column!r} is promised (α, k)-anonymity with α = {self.alpha:g}, but {remainder(spare)} "
                f"has a value with a share of {rounded_up(least)}: α must be no smaller than that."
            )

    def bound(self, column: Column) -> Bound:
        """The most frequent value's share is at most α."""
        del column
        return Bound(SHARE, self.alpha)

    def largest_share(self, prior: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The largest share that a value may have in a group, whatever it has in the whole."""
        return np.full(len(prior), self.alpha)

    def check(self, groups: ReleasedGroups) -> Promise:
        """The largest share that a value has in a group."""
        seen = groups.occurrences(self.column)
        most = float((seen.having / seen.sizes[seen.group]).max())
        return promise_of(self, self.alpha, most, most <= self.alpha + MET)

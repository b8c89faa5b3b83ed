"""Recursive (c, l)-diversity: the most frequent sensitive value of a group is not too frequent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind
from tokumei.core.predicates import MARGIN, RECURSIVE
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import Infeasible, JobError
from tokumei.privacy.diversity import (
    counts_in,
    levelled,
    refuse_few_values,
    refuse_set,
    refuse_text,
    remainder,
    rounded_up,
)
from tokumei.privacy.model import STRICT, Bound, ModelSettings, check_whole, promise_of
from tokumei.privacy.occurrences import Occurrences, ReleasedGroups

__all__ = ["RecursiveDiversity"]


@dataclass(frozen=True, slots=True)
class RecursiveDiversity(ModelSettings):
    """The most frequent sensitive value of a group occurs less than c times as often as the l-th and all rarer ones.

    *Promise*: with the counts of a group in falling order r₁ ≥ r₂ ≥ …: r₁ < c · (r_l + r_{l+1} + …). After an
    attacker rules out l − 2 values, the most frequent one left is still no more than c times as frequent as the rest.

    *Caveats*: A large c allows a dominant value; c below 1 asks for very even groups. As for the other diversities,
    likeness between values is not seen.

    *People*: where the job names a `person`, everybody weighs the same, spread evenly over the values that she has in
    the group.

    *Reference*: A. Machanavajjhala et al., 2007, definition 4.2.
    """

    kind: ClassVar[str] = "recursive"
    column: str
    c: float
    l: int  # noqa: E741

    def __post_init__(self) -> None:
        if not 0 < self.c < float("inf"):
            raise JobError(f"Recursive (c, l)-diversity of {self.column!r}: c must be a number above 0.")
        check_whole("l", self.l, 2, "with l = 1 the most frequent value is compared with itself")

    @property
    def name(self) -> str:
        """Its English name."""
        return f"recursive (c, {self.l})-diversity of {self.column}"

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts and sets."""
        refuse_text(self.column, f"recursive (c, {self.l})-diversity", kind)
        refuse_set(self.column, f"recursive (c, {self.l})-diversity", kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible where the most even rest of the table needs a larger c."""
        asked = f"Column {self.column!r} is promised recursive ({self.c:g}, {self.l})-diversity"
        counts = counts_in(table, self.column)
        refuse_few_values(asked, self.column, self.l, counts)
        falling = np.sort(levelled(counts, spare))[::-1]
        least = int(falling[0]) / int(falling[self.l - 1 :].sum())
        if not least * (1 + MARGIN) < self.c:
            raise Infeasible(
                f"{asked}, but even {remainder(spare)} needs a c above {rounded_up(least)} with l = {self.l}. "
                "Choose a larger c or a smaller l."
            )

    def bound(self, column: Column) -> Bound:
        """The most frequent value, divided by the tail, is below c."""
        del column
        return Bound(RECURSIVE, self.c, self.l)

    def largest_share(self, prior: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The largest share that a value may have in a group, whatever it has in the whole."""
        return np.full(len(prior), self.c / (1 + self.c))

    def check(self, groups: ReleasedGroups) -> Promise:
        """The largest ratio of a group; None where a group has fewer than l values, so that no c would do."""
        ratio = float(_ratios(groups.occurrences(self.column), self.l).max())
        return promise_of(self, self.c, ratio if np.isfinite(ratio) else None, ratio * (1 + STRICT) < self.c)


def _ratios(seen: Occurrences, l: int) -> npt.NDArray[np.float64]:  # noqa: E741
    """Group → its most frequent value's count, divided by those of the l-th and all after it."""
    order = np.lexsort((-seen.count, seen.group))
    group, count = seen.group[order], seen.count[order]
    starts = np.searchsorted(group, np.arange(len(seen.sizes)))
    rank = np.arange(len(group)) - starts[group]
    tail = np.bincount(group, weights=np.where(rank >= l - 1, count, 0), minlength=len(seen.sizes))
    with np.errstate(divide="ignore"):
        return count[starts] / tail

"""Entropy l-diversity: the sensitive values of every group are as diverse as l equally frequent ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind
from tokumei.core.predicates import ENTROPY, TOLERANCE
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import Infeasible, JobError
from tokumei.privacy.diversity import counts_in, levelled, refuse_set, refuse_text, remainder, rounded_down
from tokumei.privacy.model import MET, Bound, ModelSettings, promise_of
from tokumei.privacy.occurrences import Occurrences, ReleasedGroups

__all__ = ["EntropyDiversity", "largest_entropy_size"]


@dataclass(frozen=True, slots=True)
class EntropyDiversity(ModelSettings):
    """The sensitive values of every group are at least as diverse as l equally frequent ones.

    *Promise*: e to the entropy of the group's sensitive values is at least l; at least l values occur, and no single
    one dominates. Every group is so diverse only if the whole table is, which bounds l from above.

    *Caveats*: Strict where one value is common and harmless ("no finding"): the whole table may fail, and the error
    says how far one can go. l need not be a whole number. Likeness between values is not seen; for that there is
    t-closeness.

    *People*: where the job names a `person`, everybody weighs the same, spread evenly over the values that she has in
    the group.

    *Reference*: A. Machanavajjhala et al., 2007, definition 4.1.
    """

    kind: ClassVar[str] = "entropy"
    title: ClassVar[str] = "entropy l-diversity"
    column: str
    l: float  # noqa: E741

    def __post_init__(self) -> None:
        if not 1 < self.l < float("inf"):
            raise JobError(f"Entropy l-diversity of {self.column!r}: l must be a number above 1.")

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts and sets."""
        refuse_text(self.column, "entropy l-diversity", kind)
        refuse_set(self.column, "entropy l-diversity", kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible where the most even rest of the table is less diverse."""
        best = largest_entropy_size(counts_in(table, self.column), spare)
        if best < self.l * (1 - TOLERANCE):
            raise Infeasible(
                f"Column {self.column!r} is promised entropy l-diversity with l = {self.l:g}, but even "
                f"{remainder(spare)} reaches only {rounded_down(best)}: that is the largest possible l."
            )

    def bound(self, column: Column) -> Bound:
        """e to the entropy is at least l."""
        del column
        return Bound(ENTROPY, self.l)

    def check(self, groups: ReleasedGroups) -> Promise:
        """e to the lowest entropy of a group."""
        least = float(_entropy_sizes(groups.occurrences(self.column)).min())
        return promise_of(self, self.l, least, least >= self.l * (1 - MET))


def _entropy_sizes(seen: Occurrences) -> npt.NDArray[np.float64]:
    """Group → e to its entropy."""
    share = seen.count / seen.sizes[seen.group]
    return np.exp(np.bincount(seen.group, weights=-share * np.log(share), minlength=len(seen.sizes)))


def largest_entropy_size(counts: npt.NDArray[np.int64], spare: int) -> float:
    """e to the largest entropy: the counts levelled, and some of the tallest cut by one more where that helps."""
    level = levelled(counts, spare)
    top = int(level.max(initial=0))
    if top == 0:
        return 1.0
    further = min(spare - int((counts - level).sum()), int((level == top).sum()) - 1) if top > 1 else 0
    cut = np.arange(further + 1)
    weighted = float((level * np.log(np.maximum(level, 1))).sum())
    saved = top * np.log(top) - (top - 1) * np.log(max(top - 1, 1))
    total = level.sum() - cut
    return float(np.exp(np.log(total) - (weighted - cut * saved) / total).max())

"""Distinct l-diversity: every group has at least l different sensitive values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tokumei.core.columns import Column, Kind
from tokumei.core.predicates import DISTINCT
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.privacy.diversity import counts_in, refuse_few_values, refuse_text
from tokumei.privacy.model import Bound, ModelSettings, check_whole, promise_of
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["DistinctDiversity"]


@dataclass(frozen=True, slots=True)
class DistinctDiversity(ModelSettings):
    """Every group has at least l different values in a sensitive column.

    *Promise*: someone who finds a person's group cannot rule out all values but l − 1 of them.

    *Caveats*: The l values can be very unequal: with l = 2 one record in a thousand may differ, and a guess is right
    999 times. Different values can mean the same (two names of one disease). What the attacker knows besides ("she
    does not smoke") takes values away. A missing value counts as one.

    *Sets*: For a sensitive column of sets, the items that occur in the group count: at least l different items. A
    group whose members all have the same l items keeps this, and tells all of them; records without items add
    nothing.

    *People*: a value counts when somebody who has it is in the group. Several records of one person can bring several
    values; k people are beside her.

    *Reference*: A. Machanavajjhala et al., l-diversity: privacy beyond k-anonymity, 2007, section 4.
    """

    kind: ClassVar[str] = "distinct"
    title: ClassVar[str] = "distinct l-diversity"
    column: str
    l: int  # noqa: E741

    def __post_init__(self) -> None:
        check_whole("l", self.l, 2, "with l = 1 a group may have a single sensitive value")

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts."""
        refuse_text(self.column, "distinct l-diversity", kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible where the whole table has fewer than l values; removals do not add any."""
        del spare
        asked = f"Column {self.column!r} is promised distinct l-diversity with l = {self.l:g}"
        refuse_few_values(asked, self.column, self.l, counts_in(table, self.column))

    def bound(self, column: Column) -> Bound:
        """At least l different values."""
        del column
        return Bound(DISTINCT, self.l)

    def check(self, groups: ReleasedGroups) -> Promise:
        """The fewest values that a group has."""
        seen = groups.occurrences(self.column)
        fewest = int(np.bincount(seen.group, minlength=len(seen.sizes)).min())
        return promise_of(self, self.l, fewest, fewest >= self.l)

"""k-anonymity: every record is one of at least k that publish the same quasi-identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tokumei.core.columns import Column, Kind
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.privacy.model import Bound, ModelSettings, check_whole, promise_of
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["KAnonymity"]


@dataclass(frozen=True, slots=True)
class KAnonymity(ModelSettings):
    """Every released record shares its published quasi-identifiers with at least k − 1 others.

    *Promise*: someone who knows the quasi-identifiers of a person in the table, and nothing else, finds at least k
    records that could be this person's.

    *Caveats*: It says nothing about what the k records have in common. If all of them have the same disease, the
    attacker learns it without finding the record: that is what diversity and closeness are for. It holds for the
    columns that were declared as quasi-identifiers; what an attacker knows besides (a column published as it is, an
    order of rows, another release of the same people) is not covered. One record is taken to be one person, unless the
    job names a `person`: then at least k different people are in every group, and the figure is the fewest of them.
    Who knows several records of one person is a stronger attacker: for him the job needs `subject`.

    *Reference*: L. Sweeney, k-anonymity: a model for protecting privacy, 2002; P. Samarati, 2001.
    """

    kind: ClassVar[str] = "k"
    title: ClassVar[str] = "k-anonymity"
    column: ClassVar[None] = None
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 every record may be unique")

    def refuse_type(self, kind: Kind) -> None:
        """It names no column, so that none has the wrong type."""

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """Raises Infeasible where there are fewer than k records."""
        del spare  # fewer records do not help
        if self.k > table.total:
            raise Infeasible(
                f"k = {self.k:,}, but the table has {table.total:,} records; the largest possible k is {table.total:,}."
            )

    def bound(self, column: Column) -> Bound | None:
        """None: every algorithm counts records anyway."""
        del column
        return None

    def check(self, groups: ReleasedGroups) -> Promise:
        """The smallest group, in records or in people."""
        smallest = int(groups.sizes.min())
        return promise_of(self, self.k, smallest, smallest >= self.k)

"""β-likeness: no sensitive value is much more likely in a group than in the whole release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Kind
from tokumei.core.predicates import LIKENESS
from tokumei.core.promise import Promise
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.privacy.diversity import refuse_set, refuse_text
from tokumei.privacy.model import MET, Bound, ModelSettings, promise_of
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["BetaLikeness"]


@dataclass(frozen=True, slots=True)
class BetaLikeness(ModelSettings):
    """The share of a value in a group exceeds its share p in the whole release by at most min(β, −ln p) times p.

    *Promise*: someone who finds a person's group believes no value more than 1 + β times as much as before. A frequent
    value, which could reach certainty by less, is held to the smaller −ln p. Values that become less likely are free.

    *Caveats*: What the whole release tells is not hidden. Likeness between values is not seen. The whole is the
    *released* records. One group of all records gains nothing, so that no β is impossible by itself; a rare value in a
    small group is a large gain, so that a small β makes groups large.

    *People*: where the job names a `person`, everybody weighs the same in a group, spread evenly over the values that
    she has there, and in the whole release likewise.

    *Reference*: J. Cao and P. Karras, Publishing microdata with a robust privacy guarantee, 2012: enhanced β-likeness.
    """

    kind: ClassVar[str] = "likeness"
    title: ClassVar[str] = "β-likeness"
    column: str
    beta: float

    def __post_init__(self) -> None:
        if not 0 < self.beta < float("inf"):
            raise JobError(f"β-likeness of {self.column!r}: β must be a number above 0.")

    def refuse_type(self, kind: Kind) -> None:
        """Raises JobError for texts and sets."""
        refuse_text(self.column, self.title, kind)
        refuse_set(self.column, self.title, kind)

    def refuse_impossible(self, table: Table, *, spare: int) -> None:
        """It is never impossible: in one group of all records nothing is gained."""

    def bound(self, column: Column) -> Bound:
        """The gain on the whole table's shares is at most β."""
        del column
        return Bound(LIKENESS, self.beta)

    def largest_share(self, prior: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The largest share that a value of some share in the whole may have in a group."""
        return np.minimum(prior * (1 + np.minimum(self.beta, -np.log(np.maximum(prior, 1e-300)))), 1.0)

    def check(self, groups: ReleasedGroups) -> Promise:
        """The largest gain of a group; that of a frequent value is stretched as its own bound is smaller than β."""
        seen = groups.occurrences(self.column)
        prior = seen.shares[seen.value]
        gain = seen.count / seen.sizes[seen.group] / prior - 1
        allowed = np.minimum(self.beta, -np.log(prior))
        stretched = np.where(allowed > 0, gain * self.beta / np.maximum(allowed, 1e-300), 0.0)
        most = max(float(stretched.max()), 0.0)
        return promise_of(self, self.beta, most, bool((gain <= allowed + MET / prior).all()))

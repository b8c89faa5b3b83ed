"""δ-presence: nobody of a population is in the data with more than a given probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.promise import Promise
from tokumei.errors import JobError
from tokumei.privacy.model import MET, ModelSettings, promise_of

__all__ = ["Presence"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(ModelSettings):
    """The records of a group are at most a share δ of the people of a population who fit it.

    *Promise*: whoever knows the quasi-identifiers of everybody in the population, and that a person fits a group, is
    right to say that the person is in the data in at most δ of all cases.

    *Caveats*: It is about the population of the file, and as good as the file: people who are missing from it are not
    counted. Only the upper side is promised: that somebody who fits no group is absent can still be seen. Groups are
    judged one by one; where they overlap, a person may fit several. Ends of ranges that are somebody's values can prove
    more (`ends: round`).

    *Reference*: M. Nergiz, M. Atzori, C. Clifton, Hiding the presence of individuals from shared databases, 2007, with
    δ_min = 0.
    """

    kind: ClassVar[str] = "presence"
    title: ClassVar[str] = "δ-presence"
    column: ClassVar[None] = None
    population: str
    at_most: float

    def __post_init__(self) -> None:
        if not 0 < self.at_most < 1:
            raise JobError("δ-presence: `at_most` must be a number between 0 and 1.")

    def check(self, sizes: Counts, fitting: Counts) -> Promise:
        """The largest share; `fitting` are the people of the population who fit each group of `sizes` records."""
        shares = sizes / np.maximum(fitting, 1)
        most = float(shares.max(initial=0.0))
        return promise_of(self, self.at_most, most, most <= self.at_most + MET)

"""k-map: every group can be about at least k people of a population."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.promise import Promise
from tokumei.privacy.model import ModelSettings, check_whole, promise_of

__all__ = ["KMap"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class KMap(ModelSettings):
    """At least k people of a population fit every released group.

    *Promise*: whoever knows the quasi-identifiers of everybody in the population, but not who is in the data, has k
    people or more to choose from for every released record.

    *Caveats*: It is about the population of the file, and as good as the file. Someone who knows that a person is in
    the data has only the group's records to choose from: the job's own k, which is promised beside it, is for them.

    *Reference*: L. Sweeney, Computational disclosure control, 2001; named in Sweeney, k-anonymity, 2002.
    """

    kind: ClassVar[str] = "map"
    title: ClassVar[str] = "k-map"
    column: ClassVar[None] = None
    population: str
    k: int

    def __post_init__(self) -> None:
        check_whole("`privacy.k_map.k`", self.k, 2, "with k = 1 somebody may be the only one")

    def check(self, sizes: Counts, fitting: Counts) -> Promise:
        """The fewest people of the population who fit a group."""
        del sizes
        fewest = int(fitting.min(initial=np.iinfo(np.int64).max))
        return promise_of(self, self.k, fewest, fewest >= self.k)

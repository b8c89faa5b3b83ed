"""A column as `init` sees it: how many values, how often, and a sample of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind

__all__ = ["SAMPLE", "Profile"]

SAMPLE = 5_000
"""How many distinct values are looked at; enough for a guess, and bounded for columns that are all different."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Profile:
    """What is known of a column without judging it."""

    name: str
    codes: npt.NDArray[np.int32]
    """Record → number of its value; the empty field has a number of its own."""
    distinct: int
    """Different values, the empty field not counted."""
    filled: int
    """Records that have a value."""
    values: tuple[str, ...]
    """Distinct values as texts, at most `SAMPLE` of them."""
    counts: tuple[int, ...]
    """How often each of `values` occurs."""
    kind: Kind
    """The type that the values can be read as."""
    separator: str | None = None
    """Between the items of a set."""

    @property
    def records(self) -> int:
        """All records."""
        return len(self.codes)

    @property
    def share(self) -> float:
        """Different values for each filled record: 1 where every value is different."""
        return self.distinct / self.filled if self.filled else 0.0

    @property
    def commonest(self) -> int:
        """How often the most frequent value occurs, an empty field counted as a value."""
        return int(np.bincount(self.codes).max()) if len(self.codes) else 0

"""A column as `init` sees it: how many values, how often, and a sample of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind

__all__ = ["LABELS", "SAMPLE", "Profile"]

SAMPLE = 5_000
"""How many distinct values are looked at; enough for a guess, and bounded for columns that are all different."""

LABELS = 50_000
"""A column with more different values gets no hierarchy and no table from a draft."""


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
    labels: tuple[str, ...] = ()
    """Number of a value → the value, where there are no more than `LABELS` and they are single ones; else empty."""
    numbers: npt.NDArray[np.float64] | None = None
    """Number of a value → the value, NaN for the empty field; None where they are no numbers."""
    whole: bool = False
    """Whether all numbers are whole."""
    format: str | None = None
    """How dates are written, where the reader found it out; None where they are dates already, or of an era."""
    months: int = 0
    """How many months dates span; 0 for times without a day, and for what is no date."""
    has_times: bool = False
    """Whether dates come with the time of the day, as a type of their own and not as texts."""
    inside: Mapping[str, int] = field(default_factory=dict)
    """What names people inside the texts → how many cells hold it."""

    @property
    def records(self) -> int:
        """All records."""
        return len(self.codes)

    @property
    def tally(self) -> npt.NDArray[np.int64]:
        """Number of a value → how many records have it."""
        return np.bincount(self.codes, minlength=self.distinct + 1)[: self.distinct]

    @property
    def share(self) -> float:
        """Different values for each filled record: 1 where every value is different."""
        return self.distinct / self.filled if self.filled else 0.0

    @property
    def commonest(self) -> int:
        """How often the most frequent value occurs, an empty field counted as a value."""
        return int(np.bincount(self.codes).max()) if len(self.codes) else 0

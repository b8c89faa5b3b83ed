"""Rare values: every value that is published in a column is shared by enough records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.promise import Promise
from tokumei.core.published import PublishedColumn
from tokumei.privacy.model import check_whole, promise_of

__all__ = ["RareValues"]


@dataclass(frozen=True, slots=True)
class RareValues:
    """Every value of a column that is published as it is stands in at least so many released records.

    *Promise*: whoever knows a person's value in this column, and nothing else, finds at least `below` records with it;
    of sets this holds for each item. An empty field is no value.

    *Caveats*: It is about one column: together with others a common value can lead to few records. Values that were
    left out or put together are not named anywhere, but a reader can tell that there were some.

    *Reference*: A. Hundepool et al., Statistical Disclosure Control, 2012, chapter 3 (thresholds of frequency).
    """

    column: str
    below: int
    separator: str | None = None
    """Between the items of a set; None for single values."""

    def __post_init__(self) -> None:
        check_whole("`below`", self.below, 2, "a value that one record has is the rarest there is")

    @property
    def kind(self) -> str:
        """The key of the report's words."""
        return "rare"

    @property
    def name(self) -> str:
        """Its English name."""
        return f"rare values of {self.column}"

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What was asked."""
        return {"below": self.below}

    def check(self, published: PublishedColumn, rows: npt.NDArray[np.bool_]) -> Promise:
        """How many released records have the rarest value; None where the column is empty."""
        codes = published.codes[rows]
        counts: dict[str, int] = {}
        for label, count in zip(
            published.labels, np.bincount(codes[codes >= 0], minlength=len(published.labels)).tolist(), strict=True
        ):
            values = {label} if self.separator is None else {item.strip() for item in label.split(self.separator)}
            for value in values - {""} if count else ():
                counts[value] = counts.get(value, 0) + count
        fewest = min(counts.values(), default=None)
        return promise_of(self, self.below, fewest, fewest is None or fewest >= self.below)

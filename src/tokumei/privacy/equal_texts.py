"""Equal texts: every published text is the same as at least k − 1 others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tokumei.core.promise import Promise
from tokumei.privacy.model import ModelSettings, check_whole, promise_of
from tokumei.privacy.texts import PublishedTexts

__all__ = ["EqualTexts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EqualTexts(ModelSettings):
    """Every published text equals at least k − 1 other published texts.

    *Promise*: a text that is known in full, before masking and after, still has k records to choose from; in a history,
    of k people.

    *Caveats*: What the k have in common is shown. The texts are a column among others: what stands beside them is not
    covered.

    *Reference*: sentence-level k-anonymity after Aramaki et al. 2012, as cited by Maeda et al.
    """

    kind: ClassVar[str] = "equal"
    title: ClassVar[str] = "equal texts"
    column: str
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 every text may be unique")

    def check(self, texts: PublishedTexts) -> Promise:
        """The fewest texts that are the same, or people who have them; None without texts."""
        smallest = min(texts.counts(texts.strings, np.arange(len(texts.strings))).values(), default=None)
        return replace(promise_of(self, self.k, smallest, smallest is None or smallest >= self.k), unit=texts.unit)

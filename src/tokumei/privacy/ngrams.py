"""k-anonymity of n-grams: what stays readable of a text is common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from tokumei.core.promise import RECORDS, Promise
from tokumei.privacy.model import ModelSettings, check_whole, promise_of
from tokumei.privacy.text_support import smallest_support
from tokumei.privacy.texts import PublishedTexts

__all__ = ["NgramAnonymity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NgramAnonymity(ModelSettings):
    """Each n-gram without a mask, and (unless `short` is pass) each text shorter than n, stands in k published texts.

    *Promise*: no run of n characters that can be read points to fewer than k of the texts, in a history of the people.

    *Caveats*: Two texts can be told apart although all their n-grams are common: that is what the registry and equal
    texts are for. What stands between two masks and is shorter than n is not counted. Characters of kept phrases are
    exempt. With a fixed number of passes masking stops before the promise holds: it is judged then, and promises
    nothing.

    *Reference*: Maeda et al.
    """

    kind: ClassVar[str] = "ngrams"
    column: str
    n: int
    k: int
    passes: int = 0
    """How often is masked; 0: until nothing changes."""
    short: Literal["mask", "pass"] = "mask"
    """Whether texts shorter than n are bound too."""

    def __post_init__(self) -> None:
        check_whole("n", self.n, 1, "it is the length of the n-grams")
        check_whole("k", self.k, 2, "with k = 1 every n-gram may be unique")

    @property
    def name(self) -> str:
        """Its English name."""
        return f"{self.n}-gram k-anonymity of {self.column}"

    def check(self, texts: PublishedTexts) -> Promise:
        """In how many texts the rarest n-gram stands that can be read, or of how many people; None without any."""
        return self.check_pieces([texts])

    def check_pieces(self, pieces: Iterable[PublishedTexts]) -> Promise:
        """The same of texts in several pieces, which have one alphabet and can be gone through more than once."""
        symbols, unit, short = 0, RECORDS, _ShortTexts(self.n)
        for texts in pieces:
            symbols = max(symbols, int(texts.characters.symbols.max(initial=-1)) + 1)
            unit = texts.unit
            if self.short == "mask":
                short.add(texts)
        smallest = [smallest_support(pieces, self.n, symbols), short.smallest()]
        achieved = min((count for count in smallest if count is not None), default=None)
        holds = achieved is None or achieved >= self.k
        return replace(promise_of(self, self.k, achieved, holds, "passes" if self.passes else None), unit=unit)


class _ShortTexts:
    """How many texts equal each that is shorter than n and has no mask, or how many people have it."""

    def __init__(self, n: int) -> None:
        self._n = n
        self._counts: Counter[Hashable] = Counter()
        self._bound: set[bytes] = set()

    def add(self, texts: PublishedTexts) -> None:
        """Those of one piece."""
        symbols, offsets, lengths = texts.characters.symbols, texts.characters.offsets, texts.characters.lengths
        short = np.flatnonzero((lengths > 0) & (lengths < self._n))
        short = short[[not texts.wild[offsets[text] : offsets[text + 1]].any() for text in short.tolist()]]
        parts = [slice(offsets[text], offsets[text + 1]) for text in short.tolist()]
        phrases = [symbols[part].tobytes() for part in parts]
        self._bound |= {phrase for phrase, part in zip(phrases, parts, strict=True) if not texts.kept[part].all()}
        self._counts.update(texts.counts(phrases, short))

    def smallest(self) -> int | None:
        """Of the rarest that is not made of kept phrases."""
        return min((self._counts[phrase] for phrase in self._bound), default=None)

"""Registry k-anonymity of texts: whoever looks a published text up in the full list finds at least k entries."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from tokumei.core.promise import Promise
from tokumei.privacy.model import ModelSettings, check_whole, promise_of
from tokumei.privacy.texts import PublishedTexts

__all__ = ["RegistryAnonymity", "ReleasedRegistryAnonymity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryAnonymity(ModelSettings):
    """Every published text as a pattern, a mask standing for any character, matches at least k texts of a registry; and
    every text of the column fits at least k published ones.

    *Promise*: someone who has the full list of such texts cannot tell which of at least k a masked one was, and someone
    who knows a text cannot tell which of at least k rows is its own.

    *Caveats*: The registry is taken to be complete and to be what the attacker has. It is about the texts before
    masking: from a release alone it can be proved, by looking the texts up among each other and by counting equal ones,
    but not refuted.

    *Reference*: Maeda et al., whose re-identification by a list of names it prevents; the two directions are the (1,k)
    and (k,1) of A. Gionis, A. Mazza, T. Tassa, k-anonymization revisited, ICDE 2008.
    """

    kind: ClassVar[str] = "registry"
    title: ClassVar[str] = "registry k-anonymity"
    both: ClassVar[bool] = True
    """Whether both directions are promised."""
    column: str
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 a text may match a single entry")

    def check(self, texts: PublishedTexts) -> Promise | None:
        """The fewest entries that a text matches, or published texts that one fits, searched no further than k; None
        where the texts before masking are not at hand and the published ones alone do not prove it."""
        found = [self._entries(texts)]
        if self.both:
            found.append(self._rows(texts))
        counts = [one.fewest for one in found if one.fewest is not None]
        fewest = min(counts, default=None)
        holds = fewest is None or fewest >= self.k
        certain = holds or any(one.certain and one.fewest is not None and one.fewest < self.k for one in found)
        return promise_of(self, self.k, fewest, holds) if certain else None

    def _entries(self, texts: PublishedTexts) -> _Fewest:
        """The fewest entries of the registry that a published text matches."""
        from tokumei.privacy.text_matching import match_counts

        names = texts.characters if texts.registry is None else texts.registry
        counts = match_counts(texts.characters, texts.wild, names, limit=self.k, runs=texts.reading.merge)
        fewest = int(counts[counts >= 0].min()) if (counts >= 0).any() else None
        return _Fewest(fewest, texts.registry is not None)

    def _rows(self, texts: PublishedTexts) -> _Fewest:
        """The fewest published texts that a text of the column fits; sets of k equal ones prove it without a look."""
        from tokumei.privacy.text_matching import fit_counts

        equal = min(Counter(texts.strings).values(), default=self.k)
        if equal >= self.k or texts.originals is None:
            return _Fewest(min(equal, self.k), equal >= self.k)
        counts = fit_counts(texts.characters, texts.wild, texts.originals, limit=self.k, runs=texts.reading.merge)
        return _Fewest(int(counts.min(initial=self.k)), True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedRegistryAnonymity(RegistryAnonymity):
    """Every published text as a pattern matches at least k texts of a registry: the first direction alone.

    *Promise*: someone who has the full list of such texts cannot tell which of at least k a masked one was.

    *Caveats*: It is not promised that a text that is known fits more than one published text, which is then its own.

    *Reference*: the (1,k) of Gionis et al., as above.
    """

    kind: ClassVar[str] = "registry_released"
    title: ClassVar[str] = "registry k-anonymity of released texts"
    both: ClassVar[bool] = False


class _Fewest(NamedTuple):
    fewest: int | None
    certain: bool
    """Whether everything that the promise is about was at hand."""

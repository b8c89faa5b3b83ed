"""Registry k-anonymity of texts: whoever looks a published text up in the full list finds at least k entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tokumei.core.promise import Promise
from tokumei.privacy.model import ModelSettings, check_whole, promise_of
from tokumei.privacy.texts import PublishedTexts

__all__ = ["RegistryAnonymity"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryAnonymity(ModelSettings):
    """Every published text as a pattern, a mask standing for any character, matches at least k texts of a registry.

    *Promise*: someone who has the full list of such texts cannot tell which of at least k a masked one was.

    *Caveats*: The registry is taken to be complete and to be what the attacker has. It is about the texts before
    masking: from a release alone it can be proved, by looking the texts up among each other, but not refuted.

    *Reference*: Maeda et al., whose re-identification by a list of names it prevents.
    """

    kind: ClassVar[str] = "registry"
    title: ClassVar[str] = "registry k-anonymity"
    column: str
    k: int

    def __post_init__(self) -> None:
        check_whole("k", self.k, 2, "with k = 1 a text may match a single entry")

    def check(self, texts: PublishedTexts) -> Promise | None:
        """The fewest entries that a text matches, searched no further than k; None where no registry is at hand and
        the published texts alone do not prove it."""
        from tokumei.privacy.text_matching import match_counts

        names = texts.characters if texts.registry is None else texts.registry
        counts = match_counts(texts.characters, texts.wild, names, limit=self.k, runs=texts.reading.merge)
        fewest = int(counts[counts >= 0].min()) if (counts >= 0).any() else None
        holds = fewest is None or fewest >= self.k
        return promise_of(self, self.k, fewest, holds) if holds or texts.registry is not None else None

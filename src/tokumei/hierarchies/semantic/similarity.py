"""The most similar concept: by vectors of phrases, then by shared morphemes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.hierarchies.semantic.morphemes import Analyser, analyser, stems
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["Match", "Similarity"]

_BLOCK = 256
_TIED = 1e-4
"""Vectors are stored in few bits, and words may share a row: closer than this is a tie."""
_LEAST_COSINE = 0.2
"""Below this, two phrases have nothing to do with each other, and a neighbour would be chance."""

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Match:
    """The concept name that is nearest to a value."""

    name: int
    """Place of the name in the list that was searched."""
    similarity: float
    """Cosine, or the share of the morphemes that are common."""
    by: str
    """`vectors` or `morphemes`."""


class Similarity:
    """Names that can be searched for the one most like a value.

    *Cost*: names are split and their vectors made once; a search is a product of matrices in blocks, no index.
    *Reference*: Okada and Hasegawa, section 2.2.1: vectors of morphemes first, shared morphemes second.
    *Departures*: ties between vectors are broken by shared morphemes; a cosine below 0.2 counts as no vector.
    """

    def __init__(
        self, names: Sequence[str], *, vectors: WordVectors | None = None, words: Analyser | None = None
    ) -> None:
        self.names = names
        self.vectors = vectors
        self.words = words or analyser()
        self._phrases = [self.words.morphemes(name) for name in names]

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [stems(phrase) for phrase in self._phrases]

    @cached_property
    def _matrix(self) -> npt.NDArray[np.float32]:
        assert self.vectors is not None
        return self.vectors.phrases(self._phrases)

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """Stem → the names that have it."""
        having: dict[str, list[int]] = defaultdict(list)
        for number, own in enumerate(self._stems):
            for stem in own:
                having[stem].append(number)
        return having

    def nearest(self, values: Sequence[str], among: Mask | None = None) -> list[Match | None]:
        """For each value the name that is most like it, among those allowed; None where nothing is."""
        phrases = [self.words.morphemes(value) for value in values]
        found: list[Match | None] = [None] * len(values)
        if self.vectors is not None and len(self.names):
            self._by_vectors(phrases, among, found)
        for place, match in enumerate(found):
            if match is None:
                found[place] = self._by_morphemes(stems(phrases[place]), among)
        return found

    def _by_vectors(self, phrases: Sequence[Sequence[str]], among: Mask | None, found: list[Match | None]) -> None:
        assert self.vectors is not None
        rows = np.arange(len(self.names)) if among is None else np.flatnonzero(among)
        names = self._matrix if among is None else self._matrix[rows]
        if not len(rows):
            return
        asked = self.vectors.phrases(phrases)
        places = np.flatnonzero(asked.any(axis=1))
        for start in range(0, len(places), _BLOCK):
            block = places[start : start + _BLOCK]
            cosine = asked[block] @ names.T
            best = cosine.max(axis=1)
            tied = cosine >= (best - _TIED)[:, None]
            for place, top, row in zip(block.tolist(), best.tolist(), tied, strict=True):
                if top >= _LEAST_COSINE:
                    name = self._first_of(stems(phrases[place]), rows[np.flatnonzero(row)])
                    found[place] = Match(name, round(float(min(top, 1.0)), 4), "vectors")

    def _first_of(self, own: frozenset[str], tied: npt.NDArray[np.int64]) -> int:
        """Of names that tie, the one that shares most morphemes, or the first."""
        if len(tied) == 1:
            return int(tied[0])
        names = set(tied.tolist())
        sharing = {name for stem in own for name in self._having.get(stem, ()) if name in names}
        return max(sharing, key=lambda one: self._shared(own, one)) if sharing else min(names)

    def _by_morphemes(self, own: frozenset[str], among: Mask | None) -> Match | None:
        counts: dict[int, int] = defaultdict(int)
        for stem in own:
            for name in self._having.get(stem, ()):
                if among is None or among[name]:
                    counts[name] += 1
        if not counts:
            return None
        name = max(counts, key=lambda one: self._shared(own, one))
        return Match(name, round(self._shared(own, name)[1], 4), "morphemes")

    def _shared(self, own: frozenset[str], name: int) -> tuple[int, float, int]:
        """How many morphemes are shared, their share of both phrases; then the name that comes first."""
        other = self._stems[name]
        common = len(own & other)
        return common, common / max(len(own | other), 1), -name

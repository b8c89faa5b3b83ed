"""The most similar concept: by vectors of phrases, then by shared morphemes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.hierarchies.semantic.letters import letter_vectors
from tokumei.hierarchies.semantic.morphemes import Analyser, analyser, stems
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["Match", "Similarity"]

_BLOCK = 256
_TIED = 1e-4
"""Vectors are stored in few bits, and words may share a row: closer than this is a tie."""
_LEAST = 0.2
"""Below this, two phrases have nothing to do with each other, and a neighbour would be chance."""
_LETTERS = 0.6
_PARENT = 0.7
_COMMON = 500
"""A morpheme that more names have says little: it is looked at only where nothing rarer is shared."""
_MANY = 300_000_000
"""Comparisons above which a rough search in few dimensions comes first."""
_ROUGH_DIMENSIONS = 64
_ROUGH_MARGIN = 0.15
_ROUGH_MOST = 200

Mask = npt.NDArray[np.bool_]
Matrix = npt.NDArray[np.float32]


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

    *Cost*: names are split and their vectors made once; a search is a product of matrices in blocks, no index. Above
    300 million comparisons, 64 main directions choose the names that are compared in full.
    *Reference*: Okada and Hasegawa, section 2.2.1: vectors of morphemes first, shared morphemes second.
    *Departures*: unless `plain`, a phrase's vector also carries its letters (weight 0.6), and a name's that of the name
    above it (0.7), which says what a short name is about; words have length 1 before the mean. Always: ties go by
    shared morphemes, and a cosine below 0.2 counts as no vector.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        above: Sequence[int] | None = None,
        vectors: WordVectors | None = None,
        words: Analyser | None = None,
        plain: bool = False,
    ) -> None:
        """`above` gives for each name the place of its parent's name, −1 where there is none."""
        self.names = names
        self.vectors = vectors
        self.words = words or analyser()
        self.plain = plain
        self._above = above
        self._phrases = [self.words.morphemes(name) for name in names]

    def nearest(self, values: Sequence[str], among: Mask | None = None) -> list[Match | None]:
        """For each value the name that is most like it, among those allowed; None where nothing is."""
        phrases = [self.words.morphemes(value) for value in values]
        found: list[Match | None] = [None] * len(values)
        if self.vectors is not None and len(self.names):
            self._by_vectors(values, phrases, among, found)
        for place, match in enumerate(found):
            if match is None:
                found[place] = self._by_morphemes(stems(phrases[place]), among)
        return found

    @cached_property
    def _stems(self) -> list[frozenset[str]]:
        return [stems(phrase) for phrase in self._phrases]

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """Stem → the names that have it."""
        having: dict[str, list[int]] = defaultdict(list)
        for number, own in enumerate(self._stems):
            for stem in own:
                having[stem].append(number)
        return having

    @cached_property
    def _matrix(self) -> Matrix:
        own = self._vectors_of(self.names, self._phrases)
        if self.plain or self._above is None:
            return own
        above = np.asarray(self._above)
        known = own.any(axis=1)
        has = np.flatnonzero((above >= 0) & known)
        mixed = own.copy()
        for start in range(0, len(has), 1 << 14):
            part = has[start : start + (1 << 14)]
            mixed[part] += _PARENT * own[above[part]]
        return _unit(mixed)

    def _vectors_of(self, texts: Sequence[str], phrases: Sequence[Sequence[str]]) -> Matrix:
        assert self.vectors is not None
        words = self.vectors.phrases(phrases, unit=not self.plain)
        if self.plain or not len(texts):
            return words
        letters = letter_vectors(texts)
        letters[~words.any(axis=1)] = 0
        return _unit(np.concatenate([words, _LETTERS * letters], axis=1))

    def _by_vectors(
        self, values: Sequence[str], phrases: Sequence[Sequence[str]], among: Mask | None, found: list[Match | None]
    ) -> None:
        rows = np.arange(len(self.names)) if among is None else np.flatnonzero(among)
        if not len(rows):
            return
        names = self._matrix if among is None else self._matrix[rows]
        asked = self._vectors_of(values, phrases)
        places = np.flatnonzero(asked.any(axis=1))
        rough = _main_directions(names) if len(places) * len(rows) > _MANY else None
        roughly = names @ rough if rough is not None else None
        for start in range(0, len(places), _BLOCK):
            block = places[start : start + _BLOCK]
            if rough is None or roughly is None:
                cosine = asked[block] @ names.T
                best = cosine.max(axis=1)
                tied = [np.flatnonzero(row) for row in cosine >= (best - _TIED)[:, None]]
            else:
                best, tied = _shortlisted(asked[block], names, asked[block] @ rough, roughly)
            for place, top, ties in zip(block.tolist(), best.tolist(), tied, strict=True):
                if top >= _LEAST:
                    name = self._first_of(stems(phrases[place]), rows[ties])
                    found[place] = Match(name, round(float(min(top, 1.0)), 4), "vectors")

    def _first_of(self, own: frozenset[str], tied: npt.NDArray[np.int64]) -> int:
        """Of names that tie, the one that shares most morphemes, or the first."""
        if len(tied) == 1:
            return int(tied[0])
        names = set(tied.tolist())
        sharing = {name for stem in own for name in self._having.get(stem, ()) if name in names}
        return max(sharing, key=lambda one: self._shared(own, one)) if sharing else min(names)

    def _by_morphemes(self, own: frozenset[str], among: Mask | None) -> Match | None:
        sharing: set[int] = set()
        for having in sorted((self._having.get(stem, []) for stem in own), key=len):
            if len(having) <= _COMMON or not sharing:
                allowed = having if among is None else [name for name in having if among[name]]
                sharing.update(allowed[:_COMMON])
        if not sharing:
            return None
        name = max(sharing, key=lambda one: self._shared(own, one))
        return Match(name, round(self._shared(own, name)[1], 4), "morphemes")

    def _shared(self, own: frozenset[str], name: int) -> tuple[int, float, int]:
        """How many morphemes are shared, their share of both phrases; then the name that comes first."""
        other = self._stems[name]
        common = len(own & other)
        return common, common / max(len(own | other), 1), -name


def _main_directions(names: Matrix) -> Matrix:
    """The directions in which the names differ most, nearly: powers of a random start, from a sample."""
    sample = names[:: max(len(names) // 5_000, 1)]
    product = sample.T @ sample
    size = min(_ROUGH_DIMENSIONS, len(product))
    directions = np.random.default_rng(0).standard_normal((len(product), size)).astype(np.float32)
    for _ in range(4):
        directions = np.linalg.qr(product @ directions)[0]
    return np.ascontiguousarray(directions, dtype=np.float32)


def _shortlisted(
    asked: Matrix, names: Matrix, asked_roughly: Matrix, roughly: Matrix
) -> tuple[Matrix, list[npt.NDArray[np.int64]]]:
    """The best of the names that are near the best in the main directions."""
    estimate = asked_roughly @ roughly.T
    near = estimate >= (estimate.max(axis=1) - _ROUGH_MARGIN)[:, None]
    best = np.empty(len(asked), dtype=np.float32)
    tied: list[npt.NDArray[np.int64]] = []
    for row, mask in enumerate(near):
        list_ = np.flatnonzero(mask)
        if len(list_) > _ROUGH_MOST:
            list_ = list_[np.argpartition(-estimate[row, list_], _ROUGH_MOST)[:_ROUGH_MOST]]
        cosine = names[list_] @ asked[row]
        best[row] = cosine.max()
        tied.append(list_[cosine >= best[row] - _TIED])
    return best, tied


def _unit(vectors: Matrix) -> Matrix:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, length, out=vectors, where=length > 0)

"""Phase 1: every chain of the dictionaries that has a value, and chains made for values that are in none.

*Reference*: Okada and Hasegawa, Algorithm 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.hierarchies.semantic.graph import Dictionary
from tokumei.hierarchies.semantic.morphemes import Analyser
from tokumei.hierarchies.semantic.normal import is_japanese, normalized
from tokumei.hierarchies.semantic.similarity import Match, Similarity
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["Evidence", "Library", "Way", "extracted"]

Way = tuple[str, ...]
"""Concepts above a value, top first, in the form in which they are compared."""

_SHORTEST_PREFIX = 2
_CODE = re.compile(r"[A-Z]{1,3}|[A-Z]*[0-9][A-Z0-9.\-]*")
"""Codes have neighbours by their digits, not by what they mean."""


@dataclass(frozen=True)
class Evidence:
    """What the dictionaries say of a value: the ways up from it, and what they were inferred from."""

    ways: tuple[Way, ...] = ()
    fact: bool = False
    neighbour: str | None = None
    similarity: float | None = None
    by: str | None = None


@dataclass(eq=False)
class Library:
    """All dictionaries of a search as one: what a name stands for, which concepts are like it."""

    dictionaries: Sequence[Dictionary]
    vectors: WordVectors | None = None
    words: Analyser | None = None
    values: Sequence[str] = ()
    """The column's values: concepts are searched by the names in their language."""
    paper: bool = False
    """Compare by plain means of vectors, and always place a value beside its neighbour, as the paper does. Otherwise a
    value whose neighbour has others under it goes under it."""
    display: dict[str, str] = field(default_factory=dict)
    """Concept as it is compared → as it is shown."""

    def facts(self, value: str) -> tuple[Way, ...]:
        """Every chain that contains the value, cut above it."""
        key = normalized(value)
        ways = [
            self._way(dictionary, chain[:-1])
            for dictionary in self.dictionaries
            for node in dictionary.index.get(key, ())
            for chain in dictionary.chains(node)
        ]
        return tuple(dict.fromkeys(ways))

    def inferred(self, values: Sequence[str], direction: Way = ()) -> list[Evidence]:
        """For each value the ways of the concept most like it, within one direction."""
        found: list[Evidence] = [self._by_name(value, direction) for value in values]
        open_ = [place for place, evidence in enumerate(found) if not evidence.ways]
        if not open_:
            return found
        among = self._within(direction)
        matches = self._similarity.nearest([values[place] for place in open_], among)
        for place, match in zip(open_, matches, strict=True):
            if match is not None:
                found[place] = self._evidence(match, direction)
        return found

    def _evidence(self, match: Match, direction: Way) -> Evidence:
        """Every chain with the concept's name, those of the concept itself first."""
        label, own, first = self._searchable[match.name]
        key = normalized(label)
        same = [(number, node) for number, one in enumerate(self.dictionaries) for node in one.index.get(key, ())]
        ways: list[Way] = []
        for number, node in [(own, first), *same]:
            dictionary = self.dictionaries[number]
            below = not self.paper and bool(dictionary.children[node])
            ways += [self._way(dictionary, chain if below else chain[:-1]) for chain in dictionary.chains(node)]
        ways = [way for way in ways if way[: len(direction)] == direction]
        return Evidence(tuple(dict.fromkeys(ways)), False, label, match.similarity, match.by)

    def _by_name(self, value: str, direction: Way) -> Evidence:
        """A value that begins with the name of a place or a code, the longest there is, lies under it."""
        key = normalized(value)
        for end in range(len(key) - 1, _SHORTEST_PREFIX - 1, -1):
            for dictionary in self.dictionaries:
                nodes = dictionary.index.get(key[:end], []) if dictionary.nests else []
                ways = [self._way(dictionary, chain) for node in nodes for chain in dictionary.chains(node)]
                ways = [way for way in ways if way[: len(direction)] == direction]
                if ways:
                    label = dictionary.labels[nodes[0]]
                    return Evidence(tuple(dict.fromkeys(ways)), False, label, end / len(key), "name")
        return Evidence()

    def _way(self, dictionary: Dictionary, chain: Sequence[int]) -> Way:
        way: list[str] = []
        for node in chain:
            label = dictionary.labels[node]
            key = normalized(label)
            if key not in way:
                way.append(key)
                self.display.setdefault(key, label)
        return tuple(way)

    def _within(self, direction: Way) -> npt.NDArray[np.bool_] | None:
        """The names of concepts at or below the direction's lowest concept."""
        if not direction:
            return None
        inside = [dictionary.under(dictionary.index.get(direction[-1], ())) for dictionary in self.dictionaries]
        return np.array([node in inside[number] for _, number, node in self._searchable], dtype=bool)

    @cached_property
    def _searchable(self) -> list[tuple[str, int, int]]:
        """Names that can be neighbours: name, dictionary, concept."""
        names = [
            (label, number, node)
            for number, dictionary in enumerate(self.dictionaries)
            if dictionary.searchable
            for node, label in (*enumerate(dictionary.labels), *dictionary.others)
            if label and not _CODE.fullmatch(label)
        ]
        # Names in another language have no place in these vectors, and would be neighbours by chance.
        japanese = 2 * sum(is_japanese(value) for value in self.values) >= max(len(self.values), 1)
        return [entry for entry in names if is_japanese(entry[0]) == japanese] or names

    @cached_property
    def _similarity(self) -> Similarity:
        names = self._searchable
        place: dict[tuple[int, int], int] = {}
        for entry, (_, number, node) in enumerate(names):
            place.setdefault((number, node), entry)
        above = [
            next((place.get((number, parent), -1) for parent in self.dictionaries[number].parents[node]), -1)
            for _, number, node in names
        ]
        return Similarity(
            [name for name, _, _ in names], above=above, vectors=self.vectors, words=self.words, plain=self.paper
        )


def extracted(values: Sequence[str], library: Library) -> list[Evidence]:
    """What is known of each value: facts where there are any, the most similar concept's chains where not."""
    evidence = [Evidence(ways, fact=True) if (ways := library.facts(value)) else Evidence() for value in values]
    missing = [place for place, one in enumerate(evidence) if not one.ways]
    if missing:
        for place, found in zip(missing, library.inferred([values[place] for place in missing]), strict=True):
            evidence[place] = found
    return evidence

"""A dictionary of generalization chains, as a graph of concepts.

A concept is a node with one or more names and any number of parents. Tables of chains become a tree of their own (a
concept is then the same only where everything above it is), edge lists a graph over names, thesauri one over their own
identifiers. Cycles and many parents are allowed; `chains` cuts and bounds them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tokumei.errors import JobError
from tokumei.hierarchies.semantic.normal import normalized

__all__ = ["MOST_CONCEPTS", "MOST_EDGES", "Chain", "Dictionary", "GraphBuilder"]

MOST_EDGES = 2_000_000
MOST_CONCEPTS = 1_000_000
DEEPEST = 24
MOST_CHAINS = 24
_FAN = 64
"""Parents of a concept that are followed."""

Chain = tuple[int, ...]
"""Concepts from the top one down to the one asked for."""


@dataclass(frozen=True, eq=False)
class Dictionary:
    """A graph of concepts, read from one source."""

    name: str
    labels: tuple[str, ...]
    """Concept → the name it is shown by."""
    parents: tuple[tuple[int, ...], ...]
    others: tuple[tuple[int, str], ...] = ()
    """Further names of concepts: spellings, codes, synonyms."""
    leading: frozenset[str] = frozenset()
    """Names, as they are compared, that have under them what begins with them: a city its streets, a code its parts."""
    searchable: bool = True
    """Whether names say what a concept is. Places and codes with like names have nothing in common: they are not found
    by similarity, and of several of one name none is chosen."""

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def index(self) -> dict[str, list[int]]:
        """Name as it is compared → concepts."""
        index: dict[str, list[int]] = {}
        for node, label in enumerate(self.labels):
            index.setdefault(normalized(label), []).append(node)
        for node, label in self.others:
            nodes = index.setdefault(normalized(label), [])
            if node not in nodes:
                nodes.append(node)
        index.pop("", None)
        return index

    @cached_property
    def children(self) -> list[list[int]]:
        """Concept → the concepts directly under it."""
        children: list[list[int]] = [[] for _ in self.labels]
        for node, above in enumerate(self.parents):
            for parent in above:
                children[parent].append(node)
        return children

    def under(self, tops: Iterable[int]) -> set[int]:
        """All concepts at or below the given ones."""
        found = set(tops)
        waiting = list(found)
        while waiting:
            for child in self.children[waiting.pop()]:
                if child not in found:
                    found.add(child)
                    waiting.append(child)
        return found

    def chains(self, node: int, *, deepest: int = DEEPEST, most: int = MOST_CHAINS) -> list[Chain]:
        """The ways from the top down to a concept, shortest first.

        *Promise*: no concept stands twice in a chain; at most `most` chains of at most `deepest` concepts.
        *Cost*: at most 4 · most · deepest steps. A way that is cut short by a bound or a cycle starts where it was cut.
        """
        done: list[Chain] = []
        waiting: deque[Chain] = deque([(node,)])
        steps = 4 * most * deepest
        while waiting and len(done) < most and steps > 0:
            way = waiting.popleft()
            steps -= 1
            above = [parent for parent in self.parents[way[0]][:_FAN] if parent not in way]
            if not above or len(way) >= deepest:
                done.append(way)
            else:
                waiting.extend((parent, *way) for parent in above)
        while waiting and len(done) < most:
            done.append(waiting.popleft())
        return done


@dataclass
class GraphBuilder:
    """Collects concepts and links within bounds, then gives the Dictionary."""

    name: str
    labels: list[str] = field(default_factory=list)
    parents: list[list[int]] = field(default_factory=list)
    others: list[tuple[int, str]] = field(default_factory=list)
    leading: set[str] = field(default_factory=set)
    numbers: dict[object, int] = field(default_factory=dict)
    edges: int = 0

    def concept(self, identity: object, label: str) -> int:
        """The number of a concept, new or known."""
        number = self.numbers.get(identity)
        if number is None:
            number = self.numbers[identity] = len(self.labels)
            if number >= MOST_CONCEPTS:
                raise JobError(
                    f"The dictionary {self.name!r} has more than {MOST_CONCEPTS:,} concepts. "
                    "Cut it down to the part that the column needs."
                )
            self.labels.append(label)
            self.parents.append([])
        return number

    def named(self, label: str) -> int:
        """The concept that a name stands for, where names are all there is."""
        return self.concept(normalized(label), label.strip())

    def link(self, child: int, parent: int) -> None:
        """Puts a concept under another; a link to itself is passed over."""
        if child != parent and parent not in self.parents[child]:
            self.edges += 1
            if self.edges > MOST_EDGES:
                raise JobError(
                    f"The dictionary {self.name!r} has more than {MOST_EDGES:,} links. "
                    "Cut it down to the part that the column needs."
                )
            self.parents[child].append(parent)

    def chain(self, labels: Sequence[str], others: Sequence[str] = (), leading: Sequence[str] = ()) -> int | None:
        """Adds a chain, top concept first; a concept repeated in it counts once. Gives its lowest concept.

        `others` are further names of the lowest concept, `leading` those that have under them what begins with them.
        """
        path: tuple[str, ...] = ()
        above: int | None = None
        for label in labels:
            key = normalized(label)
            if not key or key == "*" or key in path:
                continue
            path = (*path, key)
            node = self.concept(path, label.strip())
            if above is not None:
                self.link(node, above)
            above = node
        if above is not None:
            self.others.extend((above, other) for other in (*others, *leading))
            self.leading.update(normalized(name) for name in leading)
        return above

    def done(self, *, searchable: bool = True) -> Dictionary:
        """The dictionary; an empty one is an error."""
        if not self.labels:
            raise JobError(f"The dictionary {self.name!r} holds no concepts.")
        parents = tuple(tuple(above) for above in self.parents)
        return Dictionary(
            self.name, tuple(self.labels), parents, tuple(self.others), frozenset(self.leading), searchable
        )

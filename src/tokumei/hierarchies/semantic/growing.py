"""From one chain a value to a tree: single children collapsed, labels told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.hierarchies.semantic.extraction import Way

__all__ = ["Tree", "grown"]


class Tree:
    """Concepts and values under construction; a concept is known by all that stands above it."""

    def __init__(self, ways: Mapping[str, Way], display: Mapping[str, str]) -> None:
        self.display = display
        self.ways = dict(ways)

    def collapsed(self, keep: frozenset[str] = frozenset()) -> dict[str, Way]:
        """Ways without the concepts that have a single child; of a run of them the lowest stays.

        Concepts in `keep` stay whatever they have under them.
        """
        children: dict[Way, set[str]] = {}
        values: Counter[Way] = Counter()
        for way in self.ways.values():
            for depth in range(len(way)):
                children.setdefault(way[:depth], set()).add(way[depth])
            values[way] += 1
        needless = {
            node
            for node in {way[:depth] for way in self.ways.values() for depth in range(1, len(way) + 1)}
            if len(children.get(node, ())) + values[node] == 1 and node[-1] not in keep
        }
        return {
            value: tuple(way[depth - 1] for depth in range(1, len(way) + 1) if way[:depth] not in needless)
            for value, way in self.ways.items()
        }


def grown(
    values: Sequence[str],
    ways: Mapping[str, Way],
    display: Mapping[str, str],
    keys: Mapping[str, str],
    *,
    keep: frozenset[str] = frozenset(),
) -> Hierarchy:
    """The tree over all values; those without a way stand directly under the root.

    A value that is also a concept with others under it becomes one of them. Labels of nodes are distinct: a concept
    that is called like a value gets `(all)`, one called like another concept its parent's name.
    *Promise*: every value is a leaf, has one parent, and reaches the root.
    """
    inner = {way[:depth] for way in ways.values() for depth in range(1, len(way) + 1)}
    placed = {value: (*way, keys[value]) if (*way, keys[value]) in inner else way for value, way in ways.items()}
    short = Tree(placed, display).collapsed(keep)
    nodes = sorted({way[:depth] for way in short.values() for depth in range(1, len(way) + 1)})
    names = _names(nodes, display, set(values))
    chains = []
    for value in values:
        way = short.get(value, ())
        chains.append([value, *(names[way[:depth]] for depth in range(len(way), 0, -1))])
    return Hierarchy.from_chains(chains)


def _names(nodes: Sequence[Way], display: Mapping[str, str], taken: set[str]) -> dict[Way, str]:
    plain = {node: display.get(node[-1], node[-1]) or node[-1] for node in nodes}
    often = Counter(plain.values())
    used = {*taken, ROOT, ""}
    names: dict[Way, str] = {}
    for node in nodes:
        label = plain[node]
        if often[label] > 1 and len(node) > 1:
            label = f"{label} ({display.get(node[-2], node[-2])})"
        if label in used:
            label = f"{plain[node]} (all)"
        number = 2
        while label in used:
            label = f"{plain[node]} ({number})"
            number += 1
        used.add(label)
        names[node] = label
    return names

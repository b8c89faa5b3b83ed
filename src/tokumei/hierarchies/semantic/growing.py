"""From one chain a value to a tree: single children collapsed, nodes told apart by their path."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.hierarchies.semantic.extraction import Way

__all__ = ["grown"]


def grown(
    values: Sequence[str],
    ways: Mapping[str, Way],
    display: Mapping[str, str],
    keys: Mapping[str, str],
    *,
    keep: frozenset[str] = frozenset(),
) -> Hierarchy:
    """The tree over all values; those without a way stand directly under the root.

    A value that is also a concept with others under it becomes one of them. A node is known by its path: accessories
    of clothing and accessories of electronics are two. Labels of nodes are distinct: a concept that is called like a
    value gets `(all)`, one called like another concept the names above it that tell them apart.
    *Promise*: every value is a leaf, has one parent, and reaches the root.
    """
    inner = {way[:depth] for way in ways.values() for depth in range(1, len(way) + 1)}
    placed = {value: (*way, keys[value]) if (*way, keys[value]) in inner else way for value, way in ways.items()}
    short = _collapsed(placed, keep)
    names = _names(sorted({node for nodes in short.values() for node in nodes}), display, set(values))
    return Hierarchy.from_chains(
        [[value, *(names[node] for node in reversed(short.get(value, ())))] for value in values]
    )


def _collapsed(ways: Mapping[str, Way], keep: frozenset[str]) -> dict[str, list[Way]]:
    """Value → the nodes above it, top first, without those that have a single child; of a run of them the lowest stays.

    Where a value would be left with nothing between it and the root, the lowest concept over it stays: it says more
    than `*`. Concepts in `keep` stay whatever they have under them.
    """
    children: dict[Way, set[str]] = defaultdict(set)
    values: Counter[Way] = Counter(ways.values())
    for way in ways.values():
        for depth in range(len(way)):
            children[way[:depth]].add(way[depth])
    short: dict[str, list[Way]] = {}
    for value, way in ways.items():
        nodes = [way[:depth] for depth in range(1, len(way) + 1)]
        needed = [node for node in nodes if node[-1] in keep or len(children[node]) + values[node] > 1]
        short[value] = needed or nodes[-1:]
    return short


def _names(nodes: Sequence[Way], display: Mapping[str, str], taken: set[str]) -> dict[Way, str]:
    """Node → its label, distinct from those of the others, the values and the root."""
    plain = {node: display.get(node[-1], node[-1]) or node[-1] for node in nodes}
    alike: dict[str, list[Way]] = defaultdict(list)
    for node, label in plain.items():
        alike[label].append(node)
    used = {*taken, ROOT, ""}
    names: dict[Way, str] = {}
    for node in nodes:
        label = _told_apart(node, alike[plain[node]], plain[node], display)
        if label in used:
            label = f"{plain[node]} (all)"
        number = 2
        while label in used:
            label = f"{plain[node]} ({number})"
            number += 1
        used.add(label)
        names[node] = label
    return names


def _told_apart(node: Way, alike: Sequence[Way], plain: str, display: Mapping[str, str]) -> str:
    """The concept's name, with as many of the names above it as no other node of that name has."""
    if len(alike) == 1:
        return plain
    for count in range(1, len(node)):
        above = node[-1 - count : -1]
        if sum(other[-1 - count : -1] == above for other in alike) == 1:
            return f"{plain} ({' > '.join(display.get(key, key) for key in above)})"
    return plain

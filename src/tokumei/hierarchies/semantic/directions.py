"""Phase 2: the directions in which the chains point, and one tree for each.

*Reference*: Okada and Hasegawa, Algorithm 2.
*Departures*: the paper's loop, read to the letter, ends with every chain alone. Here a group of chains is parted only
while one of its parts still covers nearly all of the group's values, which is what the paper's text and its Figure 6
describe.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tokumei.hierarchies.semantic.extraction import Evidence, Way

__all__ = ["Direction", "chosen_ways", "directions"]

Ways = Mapping[int, Sequence[Way]]
"""Value → its ways in a group."""

_MOST = 16
"""Directions that are followed; a dictionary can have more readings than anyone looks at."""
_MOST_MINOR = 4


@dataclass(frozen=True, eq=False)
class Direction:
    """Chains that share their upper concepts."""

    top: Way
    """The concepts that all chains begin with."""
    ways: Ways


def directions(evidence: Sequence[Evidence], keys: Sequence[str], *, nearly: float = 0.9) -> list[Direction]:
    """The groups of chains that generalize (nearly) all their values one way; then those that cover fewer.

    `keys` are the values as they are compared: a value that is itself a concept on the way counts where it stands. A
    smaller part beside a direction is one too, of lower rank: orange as a colour, where all values are fruit.
    """
    start = Direction((), {value: one.ways for value, one in enumerate(evidence) if one.ways})
    found: list[Direction] = []
    minor: list[Direction] = []
    waiting = [start] if start.ways else []
    while waiting:
        group = waiting.pop(0)
        parts = _parts(group, keys)
        enough = max(nearly * len(group.ways), 1)
        large = [part for part in parts if len(part.ways) >= enough]
        if large:
            waiting += large[: max(_MOST - len(waiting) - len(found), 1)]
            minor += [part for part in parts if len(part.ways) < enough and _elsewhere(part, large)]
        else:
            found.append(group)
    minor.sort(key=lambda direction: -len(direction.ways))
    return found + minor[:_MOST_MINOR]


def _parts(group: Direction, keys: Sequence[str]) -> list[Direction]:
    """The group's chains by their next concept."""
    depth = len(group.top)
    parts: dict[str, dict[int, list[Way]]] = defaultdict(lambda: defaultdict(list))
    for value, ways in group.ways.items():
        for way in ways:
            if len(way) > depth:
                parts[way[depth]][value].append(way)
    for value, ways in group.ways.items():
        for way in ways:
            if len(way) == depth and keys[value] in parts:
                parts[keys[value]][value].append(way)
    return [Direction((*group.top, concept), ways) for concept, ways in parts.items()]


def _elsewhere(part: Direction, large: Sequence[Direction]) -> bool:
    """Whether every value of the part is also in a large one: another reading of it, not a value of its own."""
    return all(any(value in direction.ways for direction in large) for value in part.ways)


def chosen_ways(ways: Ways, *, rounds: int = 4) -> dict[int, Way]:
    """One way for each value: the one whose concepts it shares with most other values; ties: the shorter one.

    Sharing is measured as the mean part of the way that is common with the other values. The first round counts all
    ways of the others, the next ones only those chosen, until nothing changes.
    """
    options = {value: tuple(dict.fromkeys(own)) for value, own in ways.items()}
    counted: Mapping[int, Sequence[Way]] = options
    chosen: dict[int, Way] = {}
    for _ in range(rounds):
        sharing: Counter[Way] = Counter()
        for own in counted.values():
            sharing.update({way[:depth] for way in own for depth in range(1, len(way) + 1)})
        before, chosen = chosen, {value: _best(own, sharing) for value, own in options.items()}
        if chosen == before:
            break
        counted = {value: (way,) for value, way in chosen.items()}
    return chosen


def _best(own: Sequence[Way], sharing: Mapping[Way, int]) -> Way:
    def merit(way: Way) -> tuple[float, int]:
        common = sum(sharing.get(way[:depth], 0) for depth in range(1, len(way) + 1))
        return common / (len(way) + 1), -len(way)

    return max(own, key=merit) if len(own) > 1 else own[0]

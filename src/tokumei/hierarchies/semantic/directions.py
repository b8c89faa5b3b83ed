"""Phase 2: the directions in which the chains point, and one tree for each.

*Reference*: Okada and Hasegawa, Algorithm 2.
*Departures*: the paper's loop, read to the letter, ends with every chain alone. Here the chains are parted at the first
level where no concept has all values, if values stand in several parts there: orange under food and under colour. Each
part is a direction, and all of them together are offered as their join. Where nearly all values stand in one part only,
the parts are branches of one tree, and the few others homonyms. Further down, a part is a direction only where it has
all values, which is what the paper's Figure 6 shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from tokumei.hierarchies.semantic.extraction import Way

__all__ = ["Direction", "chosen_ways", "directions"]

Ways = Mapping[int, Sequence[Way]]
"""Value → its ways in a group."""

_MOST = 16
"""Directions that are followed; a dictionary can have more readings than anyone looks at."""
_MOST_MINOR = 4
_EXACT = 1e-9
"""What a share may miss by rounding."""


@dataclass(frozen=True, eq=False)
class Direction:
    """Chains that share their upper concepts."""

    top: Way
    """The concepts that all chains begin with."""
    ways: Ways
    parts: tuple[Way, ...] = ()
    """Of a join: the tops of the directions that it joins."""


def directions(ways: Ways, facts: AbstractSet[int], keys: Sequence[str], *, nearly: float = 0.9) -> list[Direction]:
    """The groups of chains that generalize their values one way; then readings that cover fewer; then their join.

    `facts` are the values whose ways are not guesses by likeness. A guess makes no direction; where the facts are at
    least half of the values and all in one part, guesses elsewhere do not keep it from being one. `keys` are the values
    as they are compared: a value that is itself a concept on the way counts where it stands. `nearly` is the share that
    counts as all: of the values, for a part that goes on alone; of the facts that stand in one part only, for parts
    that are branches of one tree.
    """
    found: list[Direction] = []
    minor: list[Direction] = []
    joins: list[Direction] = []
    waiting = [(Direction((), ways), True)] if ways else []
    while waiting:
        group, may_part = waiting.pop(0)
        known = group.ways.keys() & facts
        every = sorted(_parts(group, keys), key=lambda part: (-len(part.ways.keys() & facts), -len(part.ways)))
        parts = [part for part in every if part.ways.keys() & facts] if known else every
        large = [part for part in parts if len(part.ways) >= max(nearly * len(group.ways) - _EXACT, 1)]
        homonyms = _in_several(parts) & known
        room = max(_MOST - len(waiting) - len(found), 1)
        if any(known <= part.ways.keys() for part in large):
            waiting += [(part, may_part) for part in large[:room]]
            minor += [part for part in parts if part not in large]
        elif may_part and (_agreed(parts, known, group) or len(homonyms) > (1 - nearly) * len(known) + _EXACT):
            waiting += [(part, False) for part in parts[:room]]
            joins.append(Direction(group.top, group.ways, tuple(part.top for part in every)))
        else:
            found.append(group)
            minor += [part for part in parts if known and part.ways.keys() & facts <= homonyms]
    minor.sort(key=lambda direction: -len(direction.ways))
    return found + minor[:_MOST_MINOR] + joins


def _agreed(parts: Sequence[Direction], known: AbstractSet[int], group: Direction) -> bool:
    """Whether the facts are at least half of the values, and one part has them all."""
    return 0 < len(group.ways) <= 2 * len(known) and any(known <= part.ways.keys() for part in parts)


def _in_several(parts: Sequence[Direction]) -> set[int]:
    """The values that stand in more than one part."""
    often = Counter(value for part in parts for value in part.ways)
    return {value for value, count in often.items() if count > 1}


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

"""A hierarchy that is edited: rows from the values up to the top, in which a node is renamed, moved or pinned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["Row", "moved", "nodes_of", "pinned", "renamed", "walk"]

Row = list[str]
ROOT = "*"


def nodes_of(rows: Sequence[Row]) -> list[tuple[int, str, int]]:
    """Every node above the values but the root: its level, its label, and how many values it covers."""
    counts: dict[tuple[int, str], int] = {}
    for row in rows:
        for level in range(1, len(row) - 1):
            if row[level] != row[level - 1]:
                counts[(level, row[level])] = counts.get((level, row[level]), 0) + 1
            elif (level, row[level]) in counts:
                counts[(level, row[level])] += 1
    return [(level, label, count) for (level, label), count in sorted(counts.items(), key=lambda one: -one[0][0])]


def renamed(rows: Sequence[Row], level: int, label: str, name: str) -> list[Row]:
    """The rows with another name for a node; a value keeps its own."""
    if level < 1 or not name or name == ROOT:
        return [list(row) for row in rows]
    return [[name if place == level and cell == label else cell for place, cell in enumerate(row)] for row in rows]


def moved(rows: Sequence[Row], level: int, label: str, target: str) -> list[Row]:
    """The rows with a value or a node under a node of the next level; what is above that follows.

    A target that no row has is a new node, in the place of the one above.
    """
    if level < 0 or not target or target == ROOT or any(level + 2 >= len(row) for row in rows):
        return [list(row) for row in rows]
    above = next((row[level + 2 :] for row in rows if row[level + 1] == target), None)
    return [
        [*row[: level + 1], target, *(row[level + 2 :] if above is None else above)]
        if row[level] == label
        else list(row)
        for row in rows
    ]


def pinned(rows: Sequence[Row], level: int, label: str) -> list[Row]:
    """The rows with a value or a node straight under the root: it stands for itself up to there."""
    return [
        [*row[: level + 1], *[label] * (len(row) - level - 2), row[-1]]
        if level < len(row) - 1 and row[level] == label
        else list(row)
        for row in rows
    ]


def walk(rows: Sequence[Row]) -> Iterator[dict[str, Any] | None]:
    """The tree as steps: a node that opens, a value, None where the last open node closes.

    A label that is repeated upwards is shown once.
    """
    opened: list[str] = []
    for row in sorted(rows, key=lambda one: list(reversed(one[1:-1]))):
        chain = [row[place] for place in range(len(row) - 2, 0, -1) if row[place] != row[place - 1]]
        common = next(
            (place for place, pair in enumerate(zip(opened, chain, strict=False)) if pair[0] != pair[1]), None
        )
        common = min(len(opened), len(chain)) if common is None else common
        yield from [None] * (len(opened) - common)
        for place in range(common, len(chain)):
            yield {"label": chain[place]}
        opened = chain
        yield {"value": row[0]}
    yield from [None] * len(opened)

"""Distinct texts, with how often they occur, side by side with those of the same length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["WILD", "Block", "Distinct", "blocks_by_length", "distinct_texts"]

WILD = -1
"""The symbol of a masked character."""

Symbols = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Distinct:
    """Distinct texts that are not empty."""

    number: Numbers
    """Text → number of its distinct text; −1 for an empty one."""
    example: Numbers
    """Distinct text → one text that equals it."""
    weight: Numbers
    """Distinct text → how many texts equal it."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """All distinct texts of one length."""

    rows: Symbols
    """Text × place → symbol, or WILD."""
    members: Numbers
    """Row → number of the distinct text."""
    weight: Numbers


def distinct_texts(symbols: Symbols, offsets: Numbers) -> Distinct:
    """Which texts are equal."""
    numbers: dict[bytes, int] = {}
    number = np.full(len(offsets) - 1, -1, dtype=np.int64)
    example: list[int] = []
    ends = offsets.tolist()
    for text in range(len(number)):
        if ends[text] == ends[text + 1]:
            continue
        known = len(numbers)
        place = numbers.setdefault(symbols[ends[text] : ends[text + 1]].tobytes(), known)
        if place == known:
            example.append(text)
        number[text] = place
    weight = np.bincount(number[number >= 0], minlength=len(example)).astype(np.int64)
    return Distinct(number, np.array(example, dtype=np.int64), weight)


def blocks_by_length(symbols: Symbols, offsets: Numbers, distinct: Distinct) -> dict[int, Block]:
    """Length → the distinct texts of that length, in the order of their symbols."""
    starts = offsets[distinct.example]
    lengths = offsets[distinct.example + 1] - starts
    blocks: dict[int, Block] = {}
    for length in np.unique(lengths).tolist():
        members = np.flatnonzero(lengths == length)
        rows = symbols[starts[members][:, None] + np.arange(length)]
        order = np.lexsort(rows.T[::-1])
        members = members[order]
        blocks[length] = Block(np.ascontiguousarray(rows[order]), members, distinct.weight[members])
    return blocks

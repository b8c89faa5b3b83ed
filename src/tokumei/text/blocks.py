"""Distinct texts, with how often they occur, side by side with those of the same length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.rows import distinct_rows, offsets_of

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


def distinct_texts(symbols: Symbols, offsets: Numbers, whole: Symbols | None = None) -> Distinct:
    """Which texts are equal; distinct texts are sorted by their symbols.

    With `whole`, the texts before masking, the example of equal texts is the one whose whole text is the first in that
    order: what is read off it does not depend on which text came first.
    """
    row, example, weight = _distinct(symbols, offsets)
    first = example.astype(np.int64)
    if whole is not None:
        order = np.lexsort((_distinct(whole, offsets)[0], row))
        first = order[offsets_of(weight)[:-1]]
    empty = int(len(first) > 0 and offsets[first[0]] == offsets[first[0] + 1])  # the empty text sorts before all others
    return Distinct(row.astype(np.int64) - empty, first[empty:], weight[empty:])


def _distinct(symbols: Symbols, offsets: Numbers) -> tuple[Symbols, Symbols, Numbers]:
    return distinct_rows(np.zeros((len(offsets) - 1, 0), dtype=np.int32), offsets, symbols)


def blocks_by_length(symbols: Symbols, offsets: Numbers, distinct: Distinct) -> dict[int, Block]:
    """Length → the distinct texts of that length, in the order of their symbols."""
    starts = offsets[distinct.example]
    lengths = offsets[distinct.example + 1] - starts
    blocks: dict[int, Block] = {}
    for length in np.unique(lengths).tolist():
        members = np.flatnonzero(lengths == length)
        rows = symbols[starts[members][:, None] + np.arange(length)]
        blocks[length] = Block(rows, members, distinct.weight[members])
    return blocks

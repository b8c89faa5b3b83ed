"""Texts within groups: all texts of a group are published as one pattern."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import TextColumn
from tokumei.core.rows import offsets_of
from tokumei.core.text_settings import TextSettings
from tokumei.text.alignment import shared, show, squeezed
from tokumei.text.blocks import WILD, distinct_texts
from tokumei.text.masked import MaskedTexts, MaskingFacts

__all__ = ["mask_within"]

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


def mask_within(column: TextColumn, settings: TextSettings, group: npt.NDArray[np.int32]) -> MaskedTexts:
    """What the texts of every group have in common, in order, with one mask for all that lies between; −1 is removed.

    *Promise*: all records of a group publish the same, and every text of a group matches what it publishes, each mask
    standing for one character or more. Where a group has missing or empty texts beside others, all of them publish a
    single mask, which there stands for anything at all. A text is thus one more label of its group: who knows it is
    left with the whole group, and every n-gram that can be read stands in all texts of the group, for every n.
    *Cost*: for each group, its different texts × length × the length of what they have in common.
    *Departures*: the characters that all texts of a group share are found text by text, as the longest common
    subsequence of the pattern so far and the next text, in the order of the texts; the longest one of all together is a
    hard problem (Maier 1978).
    """
    texts, mask = code_characters(
        [Texts(column.offsets, column.points), from_strings([settings.mask_char])],
        unit=settings.characters,
        whitespace=settings.whitespace,
    )
    literal = texts.symbols == mask.symbols[0]
    symbols = np.where(literal, np.int32(WILD), texts.symbols).astype(np.int32)
    removed = group < 0
    groups = int(group.max(initial=-1)) + 1
    hidden, resized = _hidden(texts, symbols, column.null, group.astype(np.int64), groups)
    return MaskedTexts(
        column,
        texts,
        hidden & ~literal,
        literal,
        resized,
        mask_char=settings.mask_char,
        merge=True,
        facts=MaskingFacts(resized_texts=int((resized >= 0).sum())),
        removed=removed if removed.any() else None,
    )


def _hidden(
    texts: Characters, symbols: npt.NDArray[np.int32], null: Flags, group: Numbers, groups: int
) -> tuple[Flags, Numbers]:
    """Character → whether it is hidden, and record → one mask where it has nothing and others of its group have."""
    distinct = distinct_texts(symbols, texts.offsets)
    kind = np.where(distinct.number >= 0, distinct.number + 2, np.where(null, 0, 1))
    inside = np.flatnonzero(group >= 0)
    pairs = np.unique(group[inside] * (len(distinct.example) + 2) + kind[inside])
    owner, member = pairs // (len(distinct.example) + 2), pairs % (len(distinct.example) + 2)
    nothing, several = np.zeros(groups, dtype=np.bool_), np.bincount(owner, minlength=groups) > 1
    nothing[owner[member < 2]] = True
    mixed = nothing & several
    filled = (member >= 2) & ~mixed[owner]
    hidden = np.ones(len(symbols), dtype=np.bool_)
    order = inside[np.argsort(group[inside], kind="stable")]
    order = order[~mixed[group[order]] & (texts.lengths[order] > 0)]
    _hide(
        symbols, texts.offsets, distinct.example[member[filled] - 2],
        offsets_of(np.bincount(owner[filled], minlength=groups)), order,
        offsets_of(np.bincount(group[order], minlength=groups)), hidden,
    )  # fmt: skip
    resized = np.full(len(texts), -1, dtype=np.int64)
    resized[inside[mixed[group[inside]] & (texts.lengths[inside] == 0)]] = 1
    return hidden, resized


@njit(cache=True, nogil=True)
def _hide(symbols, offsets, examples, example_starts, records, record_starts, hidden):
    """Clears `hidden` where a character is in the pattern of its group.

    Group g has the different texts `examples[example_starts[g]:example_starts[g + 1]]`, in their order, and the records
    `records[record_starts[g]:record_starts[g + 1]]`.
    """
    for group in range(len(record_starts) - 1):
        if record_starts[group] == record_starts[group + 1]:
            continue
        first = examples[example_starts[group]]
        pattern = squeezed(symbols[offsets[first] : offsets[first + 1]])
        for place in range(example_starts[group] + 1, example_starts[group + 1]):
            # The pattern matches all texts up to here; once it is a mask alone, it matches all others too.
            if len(pattern) == 1 and pattern[0] == WILD:
                break
            text = examples[place]
            pattern = shared(pattern, symbols[offsets[text] : offsets[text + 1]])
        for place in range(record_starts[group], record_starts[group + 1]):
            record = records[place]
            low, high = offsets[record], offsets[record + 1]
            show(pattern, symbols[low:high], hidden[low:high])

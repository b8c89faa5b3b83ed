"""A text column as it is published: which characters are masked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.characters import Characters, Texts, to_strings
from tokumei.core.columns import TextColumn
from tokumei.core.rows import gather, offsets_of

__all__ = ["MaskedTexts", "MaskingFacts", "without_texts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingFacts:
    """What happened on the way to a release of texts."""

    rounds: int = 0
    """Passes of counting and masking that changed something."""
    revealed_texts: int = 0
    """Texts in which kept phrases left characters readable that stand in a rare n-gram."""
    revealed_characters: int = 0
    """Characters that are readable only because they belong to a kept phrase."""
    kept_lost: int = 0
    """Characters of kept phrases that had to be masked for registry-k or for equal texts."""
    widened_texts: int = 0
    """Texts that registry-k masked further."""
    resized_texts: int = 0
    """Wholly masked texts whose length was changed, since too few texts have their own."""


@dataclass(frozen=True, slots=False, eq=False)
class MaskedTexts:
    """Texts with masked characters; one entry a record. Conforms to `core.recoding.Recoded`."""

    column: TextColumn
    texts: Characters
    masked: npt.NDArray[np.bool_]
    """Character → whether it is masked; a mask character that the source had is not."""
    literal: npt.NDArray[np.bool_]
    """Characters that were the mask character before anything was masked: readers take them for masks."""
    resized: npt.NDArray[np.int64]
    """Text → the number of mask characters published for a wholly masked text in place of its own, or −1. A missing or
    empty text that has one is published as a mask, like the texts that it is made equal to."""
    mask_char: str = "*"
    merge: bool = False
    facts: MaskingFacts = MaskingFacts()
    removed: npt.NDArray[np.bool_] | None = None
    """Records that are not published at all; None where all are."""

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name

    @cached_property
    def entry(self) -> npt.NDArray[np.int32]:
        """Record → entry: each its own; −1 for a removed record."""
        own = np.arange(len(self.texts), dtype=np.int32)
        return own if self.removed is None else np.where(self.removed, np.int32(-1), own)

    def strings(self) -> list[str | None]:
        """What is published, record by record; None where the source had nothing."""
        strings: list[str | None] = list(to_strings(self._published()))
        for record in np.flatnonzero(self.column.null & (self.resized < 0)).tolist():
            strings[record] = None
        return strings

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """Each distinct published text once."""
        numbers: dict[str | None, int] = {}
        place = [numbers.setdefault(string, len(numbers)) for string in self.strings()]
        return list(numbers), np.array(place, dtype=np.int32)

    def losses(self) -> npt.NDArray[np.float64]:
        """Masked characters / characters of the record; 1 for a removed record.

        A record without characters loses 0, or 1 where it is published as a mask.
        """
        share = self.masked_characters() / np.maximum(self.texts.lengths, 1)
        share = np.where((self.texts.lengths == 0) & (self.resized >= 0), 1.0, share)
        return share if self.removed is None else np.where(self.removed, 1.0, share)

    def masked_characters(self) -> npt.NDArray[np.int64]:
        """How many characters of each text are masked."""
        return _sums(self.masked, self.texts.offsets)

    def own_characters(self) -> npt.NDArray[np.int64]:
        """How many characters of each text could be masked: all but the source's own mask characters."""
        return self.texts.lengths - _sums(self.literal, self.texts.offsets)

    def originals(self) -> list[str | None]:
        """The texts before masking, without what was removed: what the masks stand over."""
        starts = self.texts.starts
        offsets = self.texts.offsets if starts is None else starts[self.texts.offsets]
        strings: list[str | None] = list(to_strings(Texts(offsets, self.texts.points)))
        for record in np.flatnonzero(self.column.null).tolist():
            strings[record] = None
        return strings

    def _published(self) -> Texts:
        starts = self.texts.starts
        if starts is None:
            starts = np.empty(0, dtype=np.int64)
        offsets, points = _write(
            self.texts.offsets, starts, self.texts.points, self.masked, self.literal,
            self.resized, np.uint32(ord(self.mask_char)), self.merge,
        )  # fmt: skip
        return Texts(offsets, points)


def without_texts(column: TextColumn, removed: npt.NDArray[np.bool_]) -> TextColumn:
    """The column with nothing in the place of removed records."""
    _, points = gather(column.offsets, column.points, ~removed)
    offsets = offsets_of(np.where(removed, 0, np.diff(column.offsets)))
    return replace(column, offsets=offsets, points=points, null=column.null | removed)


def _sums(flags: npt.NDArray[np.bool_], offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    running = np.zeros(len(flags) + 1, dtype=np.int64)
    np.cumsum(flags, out=running[1:])
    return running[offsets[1:]] - running[offsets[:-1]]


@njit(cache=True, nogil=True)
def _write(offsets, starts, points, masked, literal, resized, mask, merge):
    """Code points of the release: written once to measure, once to fill."""
    ends = np.zeros(len(offsets), dtype=np.int64)
    out = np.empty(0, dtype=np.uint32)
    for filling in range(2):
        size = 0
        for text in range(len(offsets) - 1):
            if resized[text] >= 0:
                if filling:
                    out[size : size + resized[text]] = mask
                size += resized[text]
                ends[text + 1] = size
                continue
            in_mask = False
            for place in range(offsets[text], offsets[text + 1]):
                if masked[place] or literal[place]:
                    if not (merge and in_mask):
                        if filling:
                            out[size] = mask
                        size += 1
                    in_mask = True
                    continue
                in_mask = False
                first = starts[place] if len(starts) else place
                last = starts[place + 1] if len(starts) else place + 1
                for point in range(first, last):
                    if filling:
                        out[size] = points[point]
                    size += 1
            ends[text + 1] = size
        if not filling:
            out = np.empty(size, dtype=np.uint32)
    return ends, out

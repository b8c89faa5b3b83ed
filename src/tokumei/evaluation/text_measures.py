"""How much of the texts is masked, and how many can still be told apart: the paper's measures and ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import TextColumn
from tokumei.core.published import PublishedColumn
from tokumei.core.text_settings import TextSettings

__all__ = ["MaskCounts", "TextMeasures", "masked_shares", "measure_masks", "readable_characters"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextMeasures:
    """Measures of a release of texts; shares are of the texts that are not empty."""

    texts: int
    """Texts that are not empty."""
    empty: int
    """Missing or empty texts: nothing in them can be masked."""
    characters: int
    """Characters of the texts, without mask characters that were there before."""
    masked_characters: int
    not_masked: float
    """Share of texts without a mask (非匿名化率)."""
    fully_masked: float
    """Share of texts all masked (完全匿名化率)."""
    masking_rate: float
    """1 − (not masked + fully masked) (匿名化率)."""
    character_masking_rate: float
    """Masked characters / characters (文字匿名化率)."""
    unique: float
    """Share of published texts that equal no other."""
    smallest_equal: int
    """The size of the smallest set of equal published texts."""

    def as_dict(self) -> dict[str, float | int]:
        """Plain data, for a report."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskCounts:
    """What can be counted of some texts of a release, and adds up."""

    texts: int = 0
    empty: int = 0
    characters: int = 0
    masked_characters: int = 0
    not_masked: int = 0
    """Texts without a mask."""
    fully_masked: int = 0
    """Texts all masked."""

    @classmethod
    def of(cls, own: Counts, masked: Counts, published: Sequence[str | None]) -> MaskCounts:
        """From the characters of each text that could be masked, those that are, and what is published."""
        filled = np.array([bool(text) for text in published], dtype=np.bool_)
        return cls(
            texts=int(filled.sum()),
            empty=len(published) - int(filled.sum()),
            characters=int(own.sum()),
            masked_characters=int(masked.sum()),
            not_masked=int((masked[filled] == 0).sum()),
            fully_masked=int(((masked[filled] == own[filled]) & (masked[filled] > 0)).sum()),
        )

    def __add__(self, other: MaskCounts) -> MaskCounts:
        return MaskCounts(**{one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)})

    def measures(self, *, unique: int, smallest: int) -> TextMeasures:
        """The measures; `unique` published texts equal no other, and `smallest` is the smallest set of equal ones."""
        texts = max(self.texts, 1)
        none, full = self.not_masked / texts, self.fully_masked / texts
        return TextMeasures(
            texts=self.texts,
            empty=self.empty,
            characters=self.characters,
            masked_characters=self.masked_characters,
            not_masked=none,
            fully_masked=full,
            masking_rate=1.0 - (none + full) if self.texts else 0.0,
            character_masking_rate=self.masked_characters / max(self.characters, 1),
            unique=unique / texts,
            smallest_equal=smallest,
        )


def measure_masks(own: Counts, masked: Counts, published: Sequence[str | None]) -> TextMeasures:
    """Measures from counts: the characters of each text that could be masked, those that are, and what is published."""
    sizes = Counter(text for text in published if text).values()
    return MaskCounts.of(own, masked, published).measures(
        unique=sum(1 for size in sizes if size == 1), smallest=min(sizes, default=0)
    )


def masked_shares(
    column: TextColumn, published: PublishedColumn, settings: TextSettings
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Record → the share of its characters that cannot be read any more, and whether more can be read than it has.

    Row i of the release is record i of the column. A mask character that the original has is not lost.
    """
    (length, own), (_, shown) = readable_characters(
        [Texts(column.offsets, column.points), from_strings([*published.labels, None])], settings
    )
    left = shown[published.codes]
    share = np.maximum(own - left, 0) / np.maximum(length, 1)
    masks = np.array([bool(label) for label in published.labels] + [False])[published.codes]
    share = np.where((length == 0) & masks, 1.0, share)  # nothing is said any more, not even that there is nothing
    return share, left > own


def readable_characters(groups: Sequence[Texts], settings: TextSettings) -> list[tuple[Counts, Counts]]:
    """For each group of texts: text → its characters, and text → those that are not the mask character."""
    *coded, mask = code_characters(
        [*groups, from_strings([settings.mask_char])], unit=settings.characters, whitespace=settings.whitespace
    )
    return [(texts.lengths, _readable(texts, mask.symbols[0])) for texts in coded]


def _readable(texts: Characters, mask: np.int32) -> Counts:
    running = np.zeros(len(texts.symbols) + 1, dtype=np.int64)
    np.cumsum(texts.symbols != mask, out=running[1:])
    return running[texts.offsets[1:]] - running[texts.offsets[:-1]]

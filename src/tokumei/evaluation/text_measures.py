"""How much of the texts is masked, and how many can still be told apart: the paper's measures and ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters, code_characters, from_strings
from tokumei.errors import DataError

__all__ = ["TextMeasures", "measure_masks", "measure_texts"]

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


def measure_masks(own: Counts, masked: Counts, published: Sequence[str | None]) -> TextMeasures:
    """Measures from counts: the characters of each text that could be masked, those that are, and what is published."""
    filled = np.array([bool(text) for text in published], dtype=np.bool_)
    texts = max(int(filled.sum()), 1)
    none = int((masked[filled] == 0).sum()) / texts
    full = int(((masked[filled] == own[filled]) & (masked[filled] > 0)).sum()) / texts
    sizes = Counter(text for text in published if text)
    return TextMeasures(
        texts=int(filled.sum()),
        empty=len(published) - int(filled.sum()),
        characters=int(own.sum()),
        masked_characters=int(masked.sum()),
        not_masked=none,
        fully_masked=full,
        masking_rate=1.0 - (none + full) if filled.any() else 0.0,
        character_masking_rate=int(masked.sum()) / max(int(own.sum()), 1),
        unique=sum(1 for size in sizes.values() if size == 1) / texts,
        smallest_equal=min(sizes.values(), default=0),
    )


def measure_texts(
    originals: Sequence[str | None],
    published: Sequence[str | None],
    *,
    mask_char: str = "*",
    characters: Literal["graphemes", "points"] = "graphemes",
    whitespace: Literal["remove", "keep"] = "remove",
) -> TextMeasures:
    """Measures from texts row by row, whoever masked them; adjacent masks may be merged.

    What is not readable any more counts as masked: the characters of a text, without its own mask characters, less the
    readable ones of its release.
    """
    if len(originals) != len(published):
        raise DataError(
            f"There are {len(originals):,} original, {len(published):,} published texts: they are compared row by row."
        )
    before, after, mask = code_characters(
        [from_strings(originals), from_strings(published), from_strings([mask_char])],
        unit=characters,
        whitespace=whitespace,
    )
    own, shown = _readable(before, mask.symbols[0]), _readable(after, mask.symbols[0])
    if (shown > own).any():
        row = int(np.flatnonzero(shown > own)[0]) + 1
        raise DataError(
            f"The published text in row {row:,} has more readable characters than its original: the rows do not belong "
            "together. Measure a release whose order was kept."
        )
    return measure_masks(own, own - shown, published)


def _readable(texts: Characters, mask: np.int32) -> Counts:
    """How many characters of each text are not the mask character."""
    running = np.zeros(len(texts.symbols) + 1, dtype=np.int64)
    np.cumsum(texts.symbols != mask, out=running[1:])
    return running[texts.offsets[1:]] - running[texts.offsets[:-1]]

"""One pass over some of the texts of a column, wherever they are: for texts that lie on many machines.

What goes between the machines are n-grams with the number of texts that have them. Between two passes a text is what
would be published of it: a mask in it and one that the source had are the same to every later pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters, Texts, code_characters, from_strings
from tokumei.core.columns import TextColumn
from tokumei.core.text_settings import TextSettings
from tokumei.text.counting import Batch, count_grams
from tokumei.text.masked import MaskedTexts
from tokumei.text.masking import mask_once, short_phrases

__all__ = ["TextPass"]

_FIRST = np.uint32(1 << 31)
"""Beside a code point: a character begins with it."""

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class TextPass:
    """Counts and masks a batch as `mask_rare` does all of them; without kept phrases.

    *Promise*: where all batches are counted, what fewer than k texts have is masked in all, and that is repeated until
    nothing is rare, every text is what `mask_texts` makes of it.
    """

    settings: TextSettings

    def count(self, column: TextColumn) -> dict[bytes, int]:
        """N-gram without a mask, or shorter text, → how many of these texts have it; under b"" how many are filled."""
        texts, batch = self._batch(column)
        common = count_grams([batch], n=self.settings.n, k=1)
        common.rename(batch)
        keys = self._keys(texts, batch, len(common.counts))
        found = dict(zip(keys, common.counts.tolist(), strict=True))
        return {b"": int((texts.lengths > 0).sum()), **found, **Counter(self._short(texts, batch).values())}

    def mask(self, column: TextColumn, rare: Collection[bytes]) -> list[str | None]:
        """What is left when n-grams and shorter texts are masked that are rare in all batches."""
        texts, batch = self._batch(column)
        short = self._short(texts, batch)
        common = count_grams([batch], n=self.settings.n, k=1)
        common.rename(batch)
        keys = self._keys(texts, batch, len(common.counts))
        mask_once(batch, np.array([key in rare for key in keys], dtype=np.bool_), self.settings)
        for text, key in short.items():
            if key in rare:
                batch.masked[texts.offsets[text] : texts.offsets[text + 1]] = True
        return self._masked(column, texts, batch.masked, merge=False).strings()

    def end(self, column: TextColumn, state: TextColumn) -> MaskedTexts:
        """The texts of the source as they are published, where the passes left `state` of them."""
        (texts, before), (_, after) = self._batch(column), self._batch(state)
        return self._masked(column, texts, after.masked & ~before.masked, merge=self.settings.merge, own=before.masked)

    def _batch(self, column: TextColumn) -> tuple[Characters, Batch]:
        texts, mask = code_characters(
            [Texts(column.offsets, column.points), from_strings([self.settings.mask_char])],
            unit=self.settings.characters,
            whitespace=self.settings.whitespace,
        )
        masked = texts.symbols == mask.symbols[0]
        return texts, Batch.of(texts, masked, np.zeros(len(masked), dtype=np.bool_))

    def _keys(self, texts: Characters, batch: Batch, count: int) -> list[bytes]:
        """Number → the n-gram that has it."""
        place = np.zeros(count, dtype=np.int64)
        there = np.flatnonzero(batch.ids >= 0)
        place[batch.ids[there]] = there
        return _phrases(texts, place, place + self.settings.n)

    def _short(self, texts: Characters, batch: Batch) -> dict[int, bytes]:
        """Text → what it is, for those that are shorter than n and have no mask."""
        if self.settings.short == "pass":
            return {}
        short = np.array(list(short_phrases(batch, self.settings.n)), dtype=np.int64)
        return dict(zip(short.tolist(), _phrases(texts, texts.offsets[short], texts.offsets[short + 1]), strict=True))

    def _masked(
        self, column: TextColumn, texts: Characters, masked: Flags, *, merge: bool, own: Flags | None = None
    ) -> MaskedTexts:
        """With `own`, the masks that the source had itself."""
        literal = np.zeros(len(masked), dtype=np.bool_) if own is None else own
        resized = np.full(len(texts), -1, dtype=np.int64)
        return MaskedTexts(column, texts, masked, literal, resized, mask_char=self.settings.mask_char, merge=merge)


def _phrases(texts: Characters, first: npt.NDArray[np.int64], last: npt.NDArray[np.int64]) -> list[bytes]:
    """Stretches of characters as bytes: two are the same exactly where their characters are."""
    starts = np.arange(len(texts.points) + 1, dtype=np.int64) if texts.starts is None else texts.starts
    marked = texts.points.copy()
    marked[starts[:-1]] |= _FIRST
    content = marked.tobytes()
    bounds = zip((4 * starts[first]).tolist(), (4 * starts[last]).tolist(), strict=True)
    return [content[low:high] for low, high in bounds]

"""The texts of people: what one person wrote counts once, in however many of her texts it stands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters
from tokumei.core.rows import offsets_of

__all__ = ["Joined", "joined"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """All texts of a person one after another, as one text, with a character between two that is always masked.

    No n-gram without a mask goes from one text to the next, so that counting and masking these is counting people.
    """

    texts: Characters
    place: npt.NDArray[np.int64]
    """Character of the single texts → where it stands here."""

    def spread(self, flags: Flags, *, between: bool) -> Flags:
        """What is known of the characters, here; `between` is said of those that stand between texts."""
        spread = np.full(len(self.texts.symbols), between, dtype=np.bool_)
        spread[self.place] = flags
        return spread


def joined(texts: Characters, person: npt.NDArray[np.int64]) -> Joined:
    """The texts by person; `person` says whose each is."""
    order = np.argsort(person, kind="stable")
    sizes = texts.lengths + 1
    starts = np.empty(len(texts), dtype=np.int64)
    starts[order] = offsets_of(sizes[order])[:-1]
    place = np.arange(len(texts.symbols)) + np.repeat(starts - texts.offsets[:-1], texts.lengths)
    symbols = np.zeros(len(texts.symbols) + len(texts), dtype=np.int32)
    symbols[place] = texts.symbols
    own = np.unique(person, return_inverse=True)[1]
    offsets = offsets_of(np.bincount(own, weights=sizes).astype(np.int64))
    return Joined(Characters(offsets, symbols, texts.points, None), place)

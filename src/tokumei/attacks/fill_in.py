"""Can it be guessed? A character language model fills the masks, as the volunteers of the paper did.

The model is our own: n-grams of characters of up to five, the longer ones interpolated with the shorter by Witten and
Bell's weights. It reads the masks of a text from left to right, keeps the best few fillings, and lets the readable
characters after a mask vote too. It must be trained on text that is not what it attacks.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import log
from typing import Literal

from tokumei.core.characters import Characters, code_characters, from_strings
from tokumei.errors import DataError

__all__ = ["CharacterModel", "Guesses", "guess_masks"]

_START, _END = -1, -2
_BEAM = 12
_CANDIDATES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Guesses:
    """What an attacker restored."""

    texts: int
    """Texts with a mask that were attacked."""
    masked_characters: int
    restored_characters: int
    masks: int
    """Runs of adjacent masks."""
    restored_masks: int
    """Runs of which every character was restored."""
    restored_texts: int
    baseline_characters: int
    """Characters that are restored by always guessing the most frequent one."""
    training_texts: int

    @property
    def character_rate(self) -> float:
        """Restored characters / masked characters (文字特定率)."""
        return self.restored_characters / max(self.masked_characters, 1)

    @property
    def mask_rate(self) -> float:
        """Wholly restored runs / runs."""
        return self.restored_masks / max(self.masks, 1)

    @property
    def baseline_rate(self) -> float:
        """What always guessing the most frequent character restores."""
        return self.baseline_characters / max(self.masked_characters, 1)

    def as_dict(self) -> dict[str, float | int]:
        """Plain data, for a report."""
        return {
            **asdict(self),
            "character_rate": self.character_rate,
            "mask_rate": self.mask_rate,
            "baseline_rate": self.baseline_rate,
        }


class CharacterModel:
    """Interpolated n-grams of characters (symbols).

    Reference: Witten and Bell 1991, for the weights.
    """

    def __init__(self, texts: Sequence[Sequence[int]], *, order: int = 5) -> None:
        self.order = order
        self._after: dict[tuple[int, ...], Counter[int]] = {}
        self._sums: dict[tuple[int, ...], int] = {}
        for text in texts:
            signs = (_START, *text, _END)
            for place in range(1, len(signs)):
                for length in range(min(order - 1, place) + 1):
                    self._after.setdefault(signs[place - length : place], Counter())[signs[place]] += 1
        for context, counts in self._after.items():
            self._sums[context] = sum(counts.values())
        everything = self._after.get((), Counter())
        self._alphabet = len(everything) + 1
        self._common = [sign for sign, _ in everything.most_common(_CANDIDATES + 1) if sign != _END][:_CANDIDATES]
        self._likely: dict[tuple[int, ...], list[int]] = {}

    @property
    def most_frequent(self) -> int | None:
        """The most frequent character."""
        return self._common[0] if self._common else None

    def probability(self, sign: int, context: tuple[int, ...]) -> float:
        """Of a character after those before it."""
        chance = 1.0 / self._alphabet
        for length in range(min(self.order - 1, len(context)) + 1):
            part = context[len(context) - length :]
            counts = self._after.get(part)
            if counts is None:
                break
            seen, kinds = self._sums[part], len(counts)
            chance = (counts[sign] + kinds * chance) / (seen + kinds)
        return chance

    def likely(self, context: tuple[int, ...]) -> list[int]:
        """Characters worth trying: those that followed the longest contexts, and the most frequent of all."""
        context = context[-(self.order - 1) :] if self.order > 1 else ()
        known = self._likely.get(context)
        if known is None:
            found: dict[int, None] = {}
            for length in range(len(context), 0, -1):
                after = self._after.get(context[len(context) - length :])
                if after is not None:
                    found.update(dict.fromkeys(sign for sign, _ in after.most_common(_CANDIDATES) if sign != _END))
                if len(found) >= _CANDIDATES:
                    break
            found.update(dict.fromkeys(self._common))
            known = self._likely[context] = list(found)
        return known

    def fill(self, pattern: Sequence[int | None]) -> list[int]:
        """The most likely filling of a text in which None is masked; a beam search.

        Fillings that end alike for as far as the model looks back have the same future: only the best of them is kept,
        and while there is just one, readable characters need no score.
        """
        back = self.order - 1
        beams: list[tuple[float, tuple[int, ...]]] = [(0.0, (_START,))]
        for sign in (*pattern, _END):
            if sign is not None and len(beams) == 1:
                beams = [(0.0, (*beams[0][1], sign))]
                continue
            best: dict[tuple[int, ...], tuple[float, tuple[int, ...]]] = {}
            for score, text in beams:
                context = text[-back:] if back else ()
                for one in self.likely(context) if sign is None else (sign,):
                    longer = (*text, one)
                    chance = score + log(self.probability(one, context))
                    end = longer[-back:] if back else ()
                    if end not in best or best[end][0] < chance:
                        best[end] = (chance, longer)
            beams = heapq.nlargest(_BEAM, best.values())
        return list(max(beams)[1][1:-1])


def guess_masks(
    originals: Sequence[str | None],
    published: Sequence[str | None],
    *,
    training: Sequence[str | None] | None = None,
    mask_char: str = "*",
    characters: Literal["graphemes", "points"] = "graphemes",
    whitespace: Literal["remove", "keep"] = "remove",
    most: int = 1000,
    order: int = 5,
    seed: int = 0,
) -> Guesses:
    """Fill the masks of published texts, row by row with their originals, and count what was restored.

    Without `training`, half of the originals, drawn by `seed`, train the model, and masks of the other half are filled.
    At most `most` texts are attacked. Masks must not be merged, and texts whose length was changed are left out.
    """
    if len(originals) != len(published):
        raise DataError(
            f"There are {len(originals):,} original, {len(published):,} published texts: they are compared row by row."
        )
    rows = list(range(len(originals)))
    random.Random(seed).shuffle(rows)
    if training is None:
        half = len(rows) // 2
        training, rows = [originals[row] for row in rows[:half]], rows[half:]
    before, after, known, mask = (
        _lists(part)
        for part in code_characters(
            [
                from_strings([originals[row] for row in rows]),
                from_strings([published[row] for row in rows]),
                from_strings(training),
                from_strings([mask_char]),
            ],
            unit=characters,
            whitespace=whitespace,
        )
    )
    star = mask[0][0]
    model = CharacterModel(known, order=order)
    tally: Counter[str] = Counter()
    for old, new in zip(before, after, strict=True):
        hidden = [own != star and seen == star for own, seen in zip(old, new, strict=False)]
        if len(old) != len(new) or not any(hidden):
            continue
        _count(tally, model, old, hidden)
        if tally["texts"] >= most:
            break
    return Guesses(
        texts=tally["texts"],
        masked_characters=tally["characters"],
        restored_characters=tally["restored"],
        masks=tally["masks"],
        restored_masks=tally["whole"],
        restored_texts=tally["complete"],
        baseline_characters=tally["baseline"],
        training_texts=sum(1 for text in known if text),
    )


def _count(tally: Counter[str], model: CharacterModel, old: list[int], hidden: list[bool]) -> None:
    filled = model.fill([None if masked else own for own, masked in zip(old, hidden, strict=True)])
    right = [guess == own for guess, own in zip(filled, old, strict=True)]
    tally["texts"] += 1
    tally["complete"] += all(right)
    place = 0
    while place < len(old):
        end = place + 1
        if hidden[place]:
            while end < len(old) and hidden[end]:
                end += 1
            tally["characters"] += end - place
            tally["restored"] += sum(right[place:end])
            tally["baseline"] += sum(own == model.most_frequent for own in old[place:end])
            tally["masks"] += 1
            tally["whole"] += all(right[place:end])
        place = end


def _lists(texts: Characters) -> list[list[int]]:
    symbols, ends = texts.symbols.tolist(), texts.offsets.tolist()
    return [symbols[start:end] for start, end in pairwise(ends)]

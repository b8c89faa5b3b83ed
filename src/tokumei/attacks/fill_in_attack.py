"""Fill-in: masked characters are guessed from what stands around them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.fill_in import CharacterModel
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.known_text import TextAttack
from tokumei.attacks.text_patterns import text_patterns

__all__ = ["FillIn"]

TEXTS = 300
"""So many texts are filled in."""


class FillIn(TextAttack):
    """Learns from what can be read in the release, and fills in its masks; the most frequent character is chance."""

    name = "fill-in"
    threat = Threat.ATTRIBUTE
    knows = "nothing"
    remedy = "mask"
    full = True

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Masks of one character each, beside their texts."""
        if any(settings.merge for settings in known.settings.values()):
            return "masks"
        return super().needs(known, truth)

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each masked character, by its row and its place in it."""
        assert column is not None
        texts = text_patterns(known, column)
        rows = random.permutation(known.rows[texts.label[known.rows] >= 0])
        read = [run for pattern in texts.patterns for run in pattern.split(texts.mask) if run]
        model = CharacterModel([[ord(sign) for sign in run] for run in read])
        claims: list[tuple[int, int, int]] = []
        attacked = 0
        for row in rows.tolist():
            pattern = texts.patterns[int(texts.label[row])]
            if texts.mask not in pattern:
                continue
            filled = model.fill([None if sign == texts.mask else ord(sign) for sign in pattern])
            claims += [(row, place, filled[place]) for place, sign in enumerate(pattern) if sign == texts.mask]
            attacked += 1
            if attacked == TEXTS:
                break
        row, place, sign = np.array(claims, dtype=np.int64).reshape(-1, 3).T
        everything = "".join(texts.texts)
        most = max((everything.count(one) for one in set(everything)), default=0)
        return Claims(
            target=row,
            answer=place << 32 | sign,
            confidence=np.ones(len(row)),
            cluster=row,
            tried=len(row),
            baseline=most / max(len(everything), 1),
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """What the text behind the row says there."""
        assert column is not None
        texts = text_patterns(known, column)
        record = truth.record_of(known.release.records)[claims.target]
        places, signs = claims.answer >> 32, claims.answer & 0xFFFFFFFF
        return np.array(
            [
                one >= 0 and place < len(texts.texts[one]) and ord(texts.texts[one][place]) == sign
                for one, place, sign in zip(record.tolist(), places.tolist(), signs.tolist(), strict=True)
            ],
            dtype=bool,
        )

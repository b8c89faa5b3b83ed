"""Simulation: the program is public, so who has a list of texts can see how each would be masked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.known_text import TEXTS, TextAttack
from tokumei.attacks.text_patterns import TextPatterns, text_patterns

__all__ = ["Simulation"]

RUNS = 4
"""So often the attacker masks half of the list, drawn anew."""
Ints = npt.NDArray[np.int64]


class Simulation(TextAttack):
    """Has a list, half of which is in the data, masks halves of it, and claims the text that alone came out like a row.

    It is tried on a release of half of the records by the same job, so that the list has texts that are not in it. A
    text that fits a row as a pattern, but is never masked like it, is ruled out: a look-up cannot do that.
    """

    name = "simulation"
    threat = Threat.ATTRIBUTE
    knows = "list"
    remedy = "registry"
    full = True

    def needs(self, known: Known, truth: Truth) -> str | None:
        """A program that can be run on half of the records."""
        del truth
        return "outsiders" if known.again is None or known.again(_half(known, 0)) is None else None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims of masked texts; by chance a text is as frequent as in the list."""
        assert column is not None
        texts = text_patterns(known, column)
        number = {text: place for place, text in enumerate(texts.different)}
        origin = np.array([number[text] for text in texts.texts], dtype=np.int64)
        sources: dict[str, set[int]] = {}
        for run in range(1, RUNS + 1):
            record, shown = _shown(known, column, run)
            for one, text in zip(record.tolist(), shown, strict=True):
                sources.setdefault(text, set()).add(int(origin[one]))
        record, shown = _shown(known, column, 0)
        mask = known.settings[column].mask_char
        rows = [place for place, text in enumerate(shown) if mask in text]
        if len(rows) > TEXTS:
            rows = np.sort(random.choice(rows, TEXTS, replace=False)).tolist()
        alone = [(int(record[row]), *sources[shown[row]]) for row in rows if len(sources.get(shown[row], ())) == 1]
        target, answer = np.array(alone, dtype=np.int64).reshape(-1, 2).T
        times = np.bincount(origin, minlength=len(number)) / max(len(origin), 1)
        return Claims(
            target=target,
            answer=answer,
            confidence=np.ones(len(target)),
            cluster=target,
            tried=len(rows),
            baseline=float(times[answer].mean()) if len(answer) else 0.0,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether it is the text of the record behind the row."""
        assert column is not None
        texts: TextPatterns = text_patterns(known, column)
        return np.array(
            [
                texts.texts[record] == texts.different[answer]
                for record, answer in zip(claims.target.tolist(), claims.answer.tolist(), strict=True)
            ],
            dtype=bool,
        )


def _half(known: Known, run: int) -> npt.NDArray[np.bool_]:
    """Half of the records, drawn; run 0 is the release."""
    member = np.zeros(known.original.records, dtype=bool)
    drawn = np.random.default_rng([known.seed, run]).permutation(len(member))
    member[drawn[: len(member) // 2]] = True
    return member


def _shown(known: Known, column: str, run: int) -> tuple[Ints, list[str]]:
    """The records of a half that are published with a text, and that text."""
    assert known.again is not None
    made = known.again(_half(known, run))
    if made is None:
        return np.zeros(0, dtype=np.int64), []
    record, published = made
    shown = published.columns[column]
    filled = np.flatnonzero(shown.codes >= 0)
    return record[filled], [shown.labels[code] for code in shown.codes[filled].tolist()]

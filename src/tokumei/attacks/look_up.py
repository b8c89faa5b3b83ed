"""Look-up: a masked text that fits one entry of a list alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.known_text import TEXTS, TextAttack
from tokumei.attacks.text_patterns import text_patterns
from tokumei.core.text_settings import COLLECTION

__all__ = ["LookUp"]


class LookUp(TextAttack):
    """Has the list of all texts, and claims the whole text of each row that fits one entry alone."""

    name = "look-up"
    threat = Threat.ATTRIBUTE
    knows = "list"
    remedy = "registry"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Claims of masked texts; by chance a text is as frequent as in the list."""
        assert column is not None
        texts = text_patterns(known, column)
        rows = known.rows[texts.label[known.rows] >= 0]
        masked = np.array([texts.mask in pattern for pattern in texts.patterns], dtype=bool)
        rows = rows[masked[texts.label[rows]]]
        if len(rows) > TEXTS:
            rows = np.sort(random.choice(rows, TEXTS, replace=False))
        alone: dict[int, int] = {}
        for label in np.unique(texts.label[rows]).tolist():
            fitting = texts.texts_for(label)
            if len(fitting) == 1:
                alone[label] = int(fitting[0])
        target = rows[np.isin(texts.label[rows], list(alone))]
        answer = np.array([alone[label] for label in texts.label[target].tolist()], dtype=np.int64)
        times = np.unique(np.array(texts.texts, dtype=object), return_counts=True)[1] / max(len(texts.texts), 1)
        promised = 1 / known.settings[column].k if known.settings[column].listed == COLLECTION else None
        return Claims(
            target=target,
            answer=answer,
            confidence=np.ones(len(target)),
            cluster=texts.label[target],
            tried=len(rows),
            baseline=float(times[answer].mean()) if len(answer) else 0.0,
            promised=promised,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether it is the text of the record behind the row."""
        assert column is not None
        texts = text_patterns(known, column)
        record = truth.record_of(known.release.records)[claims.target]
        return np.array(
            [
                one >= 0 and texts.texts[one] == texts.different[place]
                for one, place in zip(record.tolist(), claims.answer.tolist(), strict=True)
            ],
            dtype=bool,
        )

"""Known text: who knows one text looks for its row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.known import Known, Truth
from tokumei.attacks.text_patterns import text_patterns

__all__ = ["KnownText", "TextAttack"]

TEXTS = 500
"""So many texts are attacked, drawn where there are more."""


class TextAttack(Attack):
    """On columns of texts, where it is known whose the rows are."""

    threat = Threat.IDENTITY
    kinds = frozenset({"text"})

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every text column."""
        return list(known.settings)

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Whose the rows are."""
        del known
        return "truth" if truth.row_of is None else None


class KnownText(TextAttack):
    """Takes the rows whose text can come from the known one, of these those that read most like it, and draws one."""

    name = "known-text"
    knows = "text"
    remedy = "registry"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each text that some row fits."""
        assert column is not None
        texts = text_patterns(known, column)
        label = texts.label[known.rows]
        order = np.argsort(label, kind="stable")
        starts = np.searchsorted(label[order], np.arange(len(texts.patterns) + 1))
        targets = known.targets
        if len(targets) > TEXTS:
            targets = np.sort(random.choice(targets, TEXTS, replace=False))
        claims: list[tuple[int, int, float]] = []
        for record in targets.tolist():
            fitting = texts.labels_for(texts.texts[record], anything=column in known.within)
            fitting = fitting[texts.rows[fitting] > 0]
            if not len(fitting):
                continue
            read = np.array([texts.readable(one) for one in fitting.tolist()])
            near = fitting[read == read.max()]
            total = int(texts.rows[near].sum())
            chosen = int(random.choice(near, p=texts.rows[near] / total))
            place = order[starts[chosen] + int(random.integers(texts.rows[chosen]))]
            claims.append((record, int(known.rows[place]), 1 / total))
        target, answer = np.array([one[:2] for one in claims], dtype=np.int64).reshape(-1, 2).T
        return Claims(
            target=target,
            answer=answer,
            confidence=np.array([one[2] for one in claims]),
            cluster=target,
            tried=len(targets),
            baseline=1 / known.settings[column].k,
            promised=1 / known.settings[column].k if known.settings[column].hides_rows else None,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether it is the row of that text's record."""
        assert truth.row_of is not None
        return truth.row_of[claims.target] == claims.answer

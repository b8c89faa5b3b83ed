"""What attacks on histories share: claims that a pseudonym is a subject.

Pseudonyms that publish the same rows are one *class* and cannot be told apart by any attack; among them the guess is
drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.known import Known, Truth

__all__ = ["FAR", "HistoryAttack", "Pairs", "dealt", "matrices", "members_of", "sides"]

Pairs = list[tuple[int, int]]
"""Guesses: pseudonym, subject."""
FAR = 1 << 20
Ints = npt.NDArray[np.int64]


class HistoryAttack(Attack):
    """Has the original histories, or some records of them, and claims which pseudonym is whose."""

    threat = Threat.IDENTITY
    kinds = frozenset({"history"})
    knows = "records"
    remedy = "k"

    def pairs(self, known: HistoryKnowledge, random: np.random.Generator) -> Pairs:
        """Pairs of pseudonym and subject; no pseudonym twice, unless each guess is an attack of its own."""
        raise NotImplementedError

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """The pairs as claims; those of one class stand and fall together."""
        history = known.history
        pairs = np.array(self.pairs(history, random), dtype=np.int64).reshape(-1, 2)
        own = history.class_of[pairs[:, 0]]
        return Claims(
            target=pairs[:, 1],
            answer=pairs[:, 0],
            confidence=1 / history.class_sizes[own],
            cluster=own,
            tried=history.histories.subjects,
            baseline=1 / known.k,
            promised=1 / known.k,
        )

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whose the pseudonym is."""
        return None if truth.owner is None else truth.owner[claims.answer] == claims.target


def matrices(known: HistoryKnowledge, *, numbers: bool, most: int) -> tuple[Ints, Ints]:
    """Subject × class: rows that no record explains, and records that no row shows."""
    from tokumei.attacks.coverage import uncovered

    shape = known.histories.subjects, known.classes
    missing, unused = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    for subject in range(shape[0]):
        own = known.of(subject)
        uncovered(
            *sides(known, np.arange(own.start, own.stop), numbers=numbers),
            True,
            most,
            missing[subject],
            unused[subject],
        )
    return missing, unused


def sides(known: HistoryKnowledge, records: Ints, *, numbers: bool) -> tuple[Any, Any, int]:
    """A customer's records, the released rows and the size of the index, for the kernel; categories alone if asked."""
    rows = known.rows
    own = known.numbers[:, records] if numbers else np.zeros((0, len(records)))
    low, high = (rows.low, rows.high) if numbers else (rows.low[:0], rows.high[:0])
    sets = rows.label, rows.offsets, rows.codes, rows.any_label
    categories = np.ascontiguousarray(known.categories[:, records])
    return (np.ascontiguousarray(own), categories), (low, high, *sets, rows.starts), known.index_size


def members_of(known: HistoryKnowledge) -> list[Ints]:
    """Class → its pseudonyms."""
    order = np.argsort(known.class_of, kind="stable")
    return np.split(order, np.cumsum(known.class_sizes)[:-1])


def dealt(known: HistoryKnowledge, chosen: Mapping[int, Sequence[int]], random: np.random.Generator) -> Pairs:
    """Subjects chosen for a class, as many as it has room for, dealt to its pseudonyms."""
    members = members_of(known)
    pairs: Pairs = []
    for own, subjects in sorted(chosen.items()):
        names = random.permutation(members[own])
        pairs += [(int(name), int(subject)) for name, subject in zip(names, subjects, strict=False)]
    return pairs

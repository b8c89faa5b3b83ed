"""Known records: some records of a customer, and the pseudonym, or the class, whose rows cover them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Claims, Threat
from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_claims import FAR, HistoryAttack, Pairs, members_of, sides
from tokumei.attacks.known import Known, Truth

__all__ = ["ClassOfRecords", "KnownRecords", "drawn"]

TARGETS = 400
"""So many customers are looked for, drawn where there are more."""


class KnownRecords(HistoryAttack):
    """Knows m random records of a customer; takes a pseudonym whose rows cover as many of them as any."""

    knows = "some-records"

    def __init__(self, m: int) -> None:
        self.m = m
        self.name = f"records-{m}"

    def pairs(self, known: HistoryKnowledge, random: np.random.Generator) -> Pairs:
        """For each customer alone, a pseudonym drawn from those of the best classes."""
        from tokumei.attacks.coverage import uncovered

        missing = np.empty(known.classes, dtype=np.int64)
        unused = np.empty(known.classes, dtype=np.int64)
        sizes = known.class_sizes
        members = members_of(known)
        pairs: Pairs = []
        for subject in drawn(self.subjects(known), random):
            records = self.records(known, subject, random)
            uncovered(*sides(known, records, numbers=True), False, FAR, missing, unused)
            fewest = unused.min()
            near = np.flatnonzero(unused == fewest)
            own_class = random.choice(near, p=sizes[near] / sizes[near].sum())
            pairs.append((int(random.choice(members[own_class])), subject))
        return pairs

    def subjects(self, known: HistoryKnowledge) -> npt.NDArray[np.int64]:
        """Who is looked for."""
        return np.arange(known.histories.subjects)

    def records(self, known: HistoryKnowledge, subject: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """What is known of one of them: their records, in the order of the subjects."""
        own = known.of(subject)
        records = np.arange(own.start, own.stop)
        return random.choice(records, self.m, replace=False) if len(records) > self.m else records

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim a customer."""
        claims = super().guess(known, random, column)
        return replace(claims, tried=len(claims))


class ClassOfRecords(KnownRecords):
    """The same knowledge, and the claim that the customer is one of those who publish these rows."""

    threat = Threat.CLASS
    remedy = "coarser"

    def __init__(self, m: int) -> None:
        super().__init__(m)
        self.name = f"class-{m}"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """By chance a class is right as often as it is large; nothing is promised of it."""
        claims = super().guess(known, random, column)
        sizes = known.history.class_sizes / max(len(known.history.class_of), 1)
        chance = float((sizes**2).sum())
        return replace(claims, baseline=chance, promised=None, cluster=claims.target)

    def right(
        self, known: Known, truth: Truth, claims: Claims, column: str | None = None
    ) -> npt.NDArray[np.bool_] | None:
        """Whether a pseudonym of that class is the customer's."""
        if truth.owner is None:
            return None
        own = np.full(known.history.histories.subjects, -1, dtype=np.int64)
        placed = truth.owner >= 0
        own[truth.owner[placed]] = known.history.class_of[placed]
        return own[claims.target] == known.history.class_of[claims.answer]


def drawn(subjects: npt.NDArray[np.int64], random: np.random.Generator) -> list[int]:
    """So many of these that they can be looked for one by one."""
    if len(subjects) <= TARGETS:
        return [int(subject) for subject in subjects]
    chosen: list[int] = np.sort(random.choice(subjects, TARGETS, replace=False)).tolist()
    return chosen

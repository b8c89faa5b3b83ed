"""Attacks on published histories by someone who has the original: which pseudonym is which customer?

| attack | how it guesses |
|---|---|
| rows | a published row without any generalization that only one customer's original has |
| goods | elimination: who bought nothing that fits a published row is not behind it; guesses where one class is left |
| assignment | all at once: the pairing of pseudonyms with customers that leaves the fewest published rows unexplained |
| records-m | knows m random records of a customer; takes a pseudonym whose rows cover as many of them as any |

Pseudonyms that publish the same rows are one *class* and cannot be told apart by any attack; among them the guess is
drawn. A new attack is a class with `name` and `guess`, and a line in `ATTACKS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tokumei.core.history import Histories
from tokumei.core.published import PublishedTable
from tokumei.evaluation.history.chance import hits_allowed, interval
from tokumei.evaluation.history.knowledge import Knowledge, knowledge_of, true_subjects

__all__ = ["ATTACKS", "Assignment", "Attack", "Attacked", "Goods", "KnownRecords", "Rows", "attack"]

Pairs = list[tuple[int, int]]
"""Guesses: pseudonym, subject."""
_FAR = 1 << 20


class Attack(Protocol):
    """Guesses which pseudonym is which subject."""

    @property
    def name(self) -> str:
        """The name in tables."""

    def guess(self, known: Knowledge, random: np.random.Generator) -> Pairs:
        """Pairs of pseudonym and subject; no pseudonym twice, unless each guess is an attack of its own."""


@dataclass(frozen=True, kw_only=True)
class Attacked:
    """What an attack reached."""

    name: str
    guesses: int
    hits: int | None
    """Right guesses; None where the release does not show whose the rows are."""
    bound: float
    """Hits that an attacker can expect at most: one in the size of its class for each guess."""
    allowed: int
    """R(n) of the contest: as many hits fail the release."""
    chance: float
    """1/k."""
    rate: tuple[float, float]
    """Interval of the rate of hits, at 99 % confidence."""

    @property
    def fails_contest(self) -> bool:
        """Whether the release fails by the contest's rule."""
        return self.hits is not None and self.hits >= self.allowed

    @property
    def succeeds(self) -> bool:
        """Whether the attack breaks the promise: more was hit than 1/k explains."""
        return self.rate[0] > self.chance or (self.hits is None and self.bound > self.chance * self.guesses + 1e-9)


@dataclass(frozen=True)
class Rows:
    """A row that is published as it was, and that only one customer has."""

    name: str = "rows"

    def guess(self, known: Knowledge, random: np.random.Generator) -> Pairs:
        """The customer that most such rows of a class point to."""
        rows = known.rows
        size = np.diff(rows.offsets, axis=1)
        exact = np.ones(int(rows.starts[-1]), dtype=bool)
        for column in range(len(rows.low)):
            exact &= rows.low[column] == rows.high[column]
        for column in range(len(rows.label)):
            shown = rows.label[column]
            exact &= (size[column][shown] == 1) & ~rows.any_label[column][shown]
        chosen = np.flatnonzero(exact)
        codes = [rows.codes[column][rows.offsets[column][rows.label[column][chosen]]] for column in range(len(size))]
        published = np.column_stack([*rows.low[:, chosen], *codes]) if len(chosen) else np.zeros((0, 1))
        owners: dict[bytes, set[int]] = {}
        original = np.column_stack([*known.numbers, *known.categories]).astype(np.float64)
        subject = np.repeat(np.arange(known.histories.subjects), np.diff(known.record_starts))
        for record, owner in zip(original, subject.tolist(), strict=True):
            owners.setdefault(record.tobytes(), set()).add(owner)
        group = np.searchsorted(rows.starts, chosen, side="right") - 1
        votes: dict[int, dict[int, int]] = {}
        for row, own in zip(published.astype(np.float64), group.tolist(), strict=True):
            found = owners.get(np.ascontiguousarray(row).tobytes(), set())
            if len(found) == 1:
                tally = votes.setdefault(own, {})
                (owner,) = found
                tally[owner] = tally.get(owner, 0) + 1
        ranked = {own: sorted(tally, key=lambda owner: (-tally[owner], owner)) for own, tally in votes.items()}
        return _dealt(known, ranked, random)


@dataclass(frozen=True)
class Goods:
    """Elimination by categories alone, until one class is left for a customer."""

    name: str = "goods"

    def guess(self, known: Knowledge, random: np.random.Generator) -> Pairs:
        """Customers with a single possible class, found again each time a class is full."""
        missing, _ = _matrices(known, numbers=False, most=0)
        possible = missing == 0
        room = known.class_sizes.copy()
        settled: dict[int, list[int]] = {}
        open_ = np.ones(len(possible), dtype=bool)
        while True:
            single = np.flatnonzero(open_ & (possible.sum(axis=1) == 1))
            if len(single) == 0:
                break
            for subject in single.tolist():
                own = int(np.argmax(possible[subject]))
                open_[subject] = False
                if room[own] > 0 and possible[subject, own]:
                    settled.setdefault(own, []).append(subject)
                    room[own] -= 1
                    if room[own] == 0:
                        possible[open_, own] = False
        return _dealt(known, settled, random)


@dataclass(frozen=True)
class Assignment:
    """Everybody at once, by all columns."""

    name: str = "assignment"

    def guess(self, known: Knowledge, random: np.random.Generator) -> Pairs:
        """The pairing with the fewest unexplained rows, then the fewest records that no row shows."""
        from tokumei.core.assignment import assign

        missing, unused = _matrices(known, numbers=True, most=_FAR)
        records = np.diff(known.record_starts)[:, None]
        cost = (missing + 0.1 * unused / np.maximum(records, 1)).astype(np.float32)
        order = random.permutation(len(known.class_of))
        by_pseudonym = np.ascontiguousarray(cost[:, known.class_of[order]].T)
        if by_pseudonym.shape[0] > by_pseudonym.shape[1]:
            by_pseudonym = by_pseudonym[: by_pseudonym.shape[1]]
        found = assign(by_pseudonym)
        return [(int(order[place]), int(subject)) for place, subject in enumerate(found.tolist())]


@dataclass(frozen=True)
class KnownRecords:
    """Knows only some records of each target."""

    m: int

    @property
    def name(self) -> str:
        """The name in tables."""
        return f"records-{self.m}"

    def guess(self, known: Knowledge, random: np.random.Generator) -> Pairs:
        """For each customer alone, a pseudonym drawn from those whose rows cover the most of the m records."""
        from tokumei.evaluation.history.coverage import uncovered

        missing = np.empty(known.classes, dtype=np.int64)
        unused = np.empty(known.classes, dtype=np.int64)
        sizes = known.class_sizes
        members = _members(known)
        pairs: Pairs = []
        for subject in range(known.histories.subjects):
            own = known.of(subject)
            records = np.arange(own.start, own.stop)
            if len(records) > self.m:
                records = random.choice(records, self.m, replace=False)
            uncovered(*_sides(known, records, numbers=True), False, _FAR, missing, unused)
            fewest = unused.min()
            near = np.flatnonzero(unused == fewest)
            own_class = random.choice(near, p=sizes[near] / sizes[near].sum())
            pairs.append((int(random.choice(members[own_class])), subject))
        return pairs


ATTACKS: Mapping[str, Attack] = {
    one.name: one for one in (Rows(), Goods(), Assignment(), KnownRecords(1), KnownRecords(3), KnownRecords(10))
}
"""Every attack by its name."""


def attack(
    histories: Histories,
    published: PublishedTable,
    *,
    subject: str,
    k: int,
    attacks: Sequence[str] = tuple(ATTACKS),
    truth: PublishedTable | None = None,
    seed: int | None = 0,
) -> list[Attacked]:
    """Runs attacks on a release and counts their hits.

    `truth` is the release with its rows in the order of the original and removed ones marked: `published` itself in
    the contest's form. Without it hits cannot be counted, and the bound that the classes set stands for them.
    """
    known = knowledge_of(histories, published, subject=subject)
    owner = None
    if truth is not None:
        owner = true_subjects(histories, truth, subject=subject, pseudonyms=known.pseudonyms)
    random = np.random.default_rng(seed)
    return [_judged(ATTACKS[name], known, owner, k, random) for name in attacks]


def _judged(
    one: Attack, known: Knowledge, owner: npt.NDArray[np.int64] | None, k: int, random: np.random.Generator
) -> Attacked:
    pairs = one.guess(known, random)
    hits = None if owner is None else sum(int(owner[pseudonym] == subject) for pseudonym, subject in pairs)
    bound = float(sum(1 / known.class_sizes[known.class_of[pseudonym]] for pseudonym, _ in pairs))
    # guesses inside a class are dealt out like cards: their hits vary k/(k − 1) times as much as independent ones
    spread = k / (k - 1)
    rate = (0.0, 1.0) if hits is None else interval(hits / spread, len(pairs) / spread)
    return Attacked(
        name=one.name,
        guesses=len(pairs),
        hits=hits,
        bound=bound,
        allowed=hits_allowed(len(pairs)),
        chance=1 / k,
        rate=rate,
    )


def _matrices(known: Knowledge, *, numbers: bool, most: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Subject × class: rows that no record explains, and records that no row shows."""
    from tokumei.evaluation.history.coverage import uncovered

    shape = known.histories.subjects, known.classes
    missing, unused = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    for subject in range(shape[0]):
        own = known.of(subject)
        sides = _sides(known, np.arange(own.start, own.stop), numbers=numbers)
        uncovered(*sides, True, most, missing[subject], unused[subject])
    return missing, unused


def _sides(known: Knowledge, records: npt.NDArray[np.int64], *, numbers: bool) -> tuple[Any, Any, int]:
    """A customer's records, the released rows and the size of the index, for the kernel; categories alone if asked."""
    rows = known.rows
    own = known.numbers[:, records] if numbers else np.zeros((0, len(records)))
    low, high = (rows.low, rows.high) if numbers else (rows.low[:0], rows.high[:0])
    sets = rows.label, rows.offsets, rows.codes, rows.any_label
    categories = np.ascontiguousarray(known.categories[:, records])
    return (np.ascontiguousarray(own), categories), (low, high, *sets, rows.starts), known.index_size


def _members(known: Knowledge) -> list[npt.NDArray[np.int64]]:
    """Class → its pseudonyms."""
    order = np.argsort(known.class_of, kind="stable")
    return np.split(order, np.cumsum(known.class_sizes)[:-1])


def _dealt(known: Knowledge, chosen: Mapping[int, Sequence[int]], random: np.random.Generator) -> Pairs:
    """Subjects chosen for a class, as many as it has room for, dealt to its pseudonyms."""
    members = _members(known)
    pairs: Pairs = []
    for own, subjects in sorted(chosen.items()):
        names = random.permutation(members[own])
        pairs += [(int(name), int(subject)) for name, subject in zip(names, subjects, strict=False)]
    return pairs

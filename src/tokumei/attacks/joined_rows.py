"""Joined rows: a record of a person in each of two tables, and a row of each that should both be this person's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.history_records import drawn
from tokumei.attacks.known import Known, Truth

__all__ = ["JoinedRows"]

CANDIDATES = 60
"""So many rows of a table are looked at for a person, drawn where more fit."""
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class JoinedRows(Attack):
    """Takes, of the rows that fit what is known in either table, two that agree in the columns that both publish.

    Where nothing joins the tables, both are right as often as two guesses that know nothing of each other: that is the
    control. A pseudonym that was left in, or a column that both publish as it is, joins them.
    """

    name = "joined"
    threat = Threat.IDENTITY
    kinds = frozenset({"apart"})
    knows = "across"
    remedy = "joining"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """Groups to look in, and whose every row is."""
        if not all(table.grouped for table in known.tables):
            return "groups"
        return None if truth.tables and all(one.exact for one in truth.tables) else "truth"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim a person: two rows, numbered over all tables, as one number."""
        rows = [table.release.records for table in known.tables]
        first = np.cumsum([0, *rows])
        targets: list[int] = []
        answers: list[int] = []
        chances: list[float] = []
        looked: list[tuple[int, int, Ints, Ints]] = []
        records = _records(known)
        several = np.array([person for person, own in records.items() if len(own) > 1], dtype=np.int64)
        people = drawn(several, random)
        for person in people:
            one, other = random.permutation(sorted(records[person]))[:2].tolist()
            sides = [
                _fitting(known.tables[table], int(random.choice(records[person][table])), random)
                for table in (one, other)
            ]
            if not all(len(side) for side in sides):
                continue
            pairs = _agreeing(known.tables[one], known.tables[other], *sides)
            place = int(random.integers(len(pairs)))
            targets.append(person)
            answers.append(int((first[one] + pairs[place, 0]) * first[-1] + first[other] + pairs[place, 1]))
            chances.append(1 / (len(sides[0]) * len(sides[1])))
            looked.append((one, other, sides[0], sides[1]))
        known.memory[(self.name, "looked")] = looked
        return Claims(
            target=np.array(targets, dtype=np.int64),
            answer=np.array(answers, dtype=np.int64),
            confidence=np.array(chances, dtype=np.float64),
            cluster=np.array(targets, dtype=np.int64),
            tried=len(people),
            baseline=float(np.mean(chances)) if chances else 0.0,
        )

    def right(self, known: Known, truth: Truth, claims: Claims, column: str | None = None) -> Flags | None:
        """Whether both rows are this person's."""
        owner = np.concatenate(_owners(known, truth))
        one, other = np.divmod(claims.answer, len(owner))
        return (owner[one] == claims.target) & (owner[other] == claims.target)

    def control(self, known: Known, truth: Truth, claims: Claims, random: np.random.Generator) -> float | None:
        """How often two guesses are both right that know nothing of each other."""
        owners = _owners(known, truth)
        looked: list[tuple[int, int, Ints, Ints]] = known.memory[(self.name, "looked")]
        both = [
            np.mean(owners[one][side] == person) * np.mean(owners[other][beside] == person)
            for person, (one, other, side, beside) in zip(claims.target, looked, strict=True)
        ]
        return float(np.mean(both)) if both else None


def _records(known: Known) -> Mapping[int, dict[int, Ints]]:
    """Person → table → the records there."""
    assert known.person is not None
    start = 0
    found: dict[int, dict[int, Ints]] = {}
    for number, table in enumerate(known.tables):
        own = known.person[start : start + table.original.records]
        start += table.original.records
        order = np.argsort(own, kind="stable")
        cuts = np.flatnonzero(np.diff(own[order])) + 1
        for part in np.split(order, cuts):
            found.setdefault(int(own[part[0]]), {})[number] = part
    return found


def _fitting(known: Known, record: int, random: np.random.Generator) -> Ints:
    """Rows of a table whose group fits a record of the original."""
    _, groups = known.fits.pairs(np.array([record], dtype=np.int64))
    rows = known.rows[np.isin(known.fits.group, groups)]
    return np.sort(random.choice(rows, CANDIDATES, replace=False)) if len(rows) > CANDIDATES else rows


def _agreeing(one: Known, other: Known, rows: Ints, beside: Ints) -> Ints:
    """The pairs of a row of each that agree in as many of the columns that both publish as any."""
    agree = np.zeros((len(rows), len(beside)), dtype=np.int64)
    for name in one.release.columns.keys() & other.release.columns.keys():
        first, second = one.release.columns[name], other.release.columns[name]
        number = {label: place for place, label in enumerate(first.labels)}
        place = np.array([*(number.get(label, -2) for label in second.labels), -1])
        agree += first.codes[rows][:, None] == place[second.codes[beside]][None, :]
    left, right = np.nonzero(agree == agree.max())
    return np.stack([rows[left], beside[right]], axis=1)


def _owners(known: Known, truth: Truth) -> list[Ints]:
    """Table → row → person; −1 for none."""
    assert known.person is not None
    start = 0
    owners: list[Ints] = []
    for table, own in zip(known.tables, truth.tables, strict=True):
        record = own.record_of(table.release.records)
        person = known.person[start : start + table.original.records]
        start += table.original.records
        owners.append(np.where(record >= 0, person[record], -1))
    return owners

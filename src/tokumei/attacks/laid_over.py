"""Laid over: the lines of a history in two releases, and what both leave of a value together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.histories import HistoryKnowledge
from tokumei.attacks.history_claims import sides
from tokumei.attacks.known import Known, Truth
from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn
from tokumei.errors import DataError

__all__ = ["LaidOver"]

SUBJECTS = 400
"""So many customers are looked at, drawn where there are more."""
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Classes = dict[tuple[int, int], list[int]]
"""A class of the one release and one of the other → the customers who stand in both."""


class LaidOver(Attack):
    """Knows whose rows are whose in two releases, and names the value that they leave together where it is one.

    For each line of the release those of the other are taken that can be of the same record, in every column. By chance
    a value is named as often as a guess within the line does.
    """

    name = "laid-over"
    threat = Threat.ATTRIBUTE
    kinds = frozenset({"history"})
    knows = "both"
    remedy = "ledger"

    def columns(self, known: Known) -> Sequence[str | None]:
        """Every column of the histories."""
        return known.grouped

    def needs(self, known: Known, truth: Truth) -> str | None:
        """A second release that can be read with the original."""
        del truth
        if known.second is None:
            return "also"
        try:
            _customers(known)
        except DataError:
            return "readable"
        return None

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """A claim for each line of a customer of which one value is left."""
        assert column is not None
        assert known.second is not None
        place = known.grouped.index(column)
        target, answer, cluster, chance, tried = [], [], [], [], 0
        for (own, other), customers in _customers(known).items():
            lines = _lines(known.history, own)
            if ("laid-over", f"{own} {other}") not in known.memory:
                left = _left(known, lines, _lines(known.second.history, other))
                known.memory["laid-over", f"{own} {other}"] = left
            line, value, wide = known.memory["laid-over", f"{own} {other}"][place]
            tried += int((wide > 1).sum()) * len(customers)
            for customer in customers:
                target += [customer * known.release.records + row for row in lines[line].tolist()]
                answer += value.tolist()
                cluster += [own] * len(line)
                chance += (1 / wide[line]).tolist()
        return Claims(
            target=np.array(target, dtype=np.int64),
            answer=np.array(answer, dtype=np.int64),
            confidence=np.ones(len(target)),
            cluster=np.array(cluster, dtype=np.int64),
            tried=tried,
            baseline=float(np.mean(chance)) if chance else 0.0,
        )

    def right(self, known: Known, truth: Truth, claims: Claims, column: str | None = None) -> Flags | None:
        """Whether the customer's record behind the line has the value.

        Where it is not known which record that is, any of the customer's that fits the line will do: so no claim that
        is right is missed.
        """
        assert column is not None
        own = known.original[column]
        assert isinstance(own, (NumberColumn, DateColumn, CategoryColumn))
        group = known.release.groups(known.release.names_of(known.grouped))
        customers, rows = np.divmod(claims.target, known.release.records)
        flags = np.zeros(len(claims), dtype=bool)
        for number, (customer, row) in enumerate(zip(customers.tolist(), rows.tolist(), strict=True)):
            records = known.history.records(customer)
            records = records[own.codes[records] == claims.answer[number]]
            if truth.row_of is None:
                flags[number] = known.fits.covers(records, np.full(len(records), row)).any()
            else:
                place = truth.row_of[records]
                flags[number] = (group[place[place >= 0]] == group[row]).any()
        return flags


def _customers(known: Known) -> Classes:
    """Those whose classes are found in both releases, by what they publish; drawn where there are many."""
    if ("laid-over", "") not in known.memory:
        assert known.second is not None
        here, there = known.history, known.second.history
        subjects = np.arange(here.histories.subjects)
        if len(subjects) > SUBJECTS:
            subjects = np.sort(np.random.default_rng(known.seed).choice(subjects, SUBJECTS, replace=False))
        classes: Classes = {}
        for subject in subjects.tolist():
            both = _class_of(here, subject), _class_of(there, subject)
            if min(both) >= 0:
                classes.setdefault(both, []).append(subject)
        known.memory["laid-over", ""] = classes
    customers: Classes = known.memory["laid-over", ""]
    return customers


def _class_of(known: HistoryKnowledge, subject: int) -> int:
    """The class whose rows are all explained by records of a customer, and explain most of them; −1 where none is."""
    from tokumei.attacks.coverage import uncovered

    own = known.of(subject)
    missing, unused = (np.empty(known.classes, dtype=np.int64) for _ in range(2))
    uncovered(*sides(known, np.arange(own.start, own.stop), numbers=True), True, 0, missing, unused)
    explained = np.flatnonzero(missing == 0)
    return int(explained[np.argmin(unused[explained])]) if len(explained) else -1


def _lines(known: HistoryKnowledge, own: int) -> Ints:
    """The rows of the release that a class has."""
    return known.rows.place[known.rows.starts[own] : known.rows.starts[own + 1]]


def _left(known: Known, lines: Ints, others: Ints) -> list[tuple[Ints, Ints, Ints]]:
    """For each column, lines of which both releases leave one value, that value, and how many each line covers itself.

    Lines that cover one value by themselves are not looked at.
    """
    assert known.second is not None
    together = np.ones((len(lines), len(others)), dtype=bool)
    shared = []
    for here, there in zip(known.fits.columns, known.second.fits.columns, strict=True):
        own, other = here.covers[here.label[lines]], there.covers[there.label[others]]
        values = np.flatnonzero(own.any(axis=0) & other.any(axis=0))
        shared.append((values, own[:, values].astype(np.float32), other[:, values].astype(np.float32), own.sum(axis=1)))
        together &= shared[-1][1] @ shared[-1][2].T > 0
    said = []
    for values, covered, beside, wide in shared:
        left = (together.astype(np.float32) @ beside > 0) & (covered > 0)
        line = np.flatnonzero((left.sum(axis=1) == 1) & (wide > 1))
        said.append((line, values[left[line].argmax(axis=1)] if len(line) else line, wide))
    return said

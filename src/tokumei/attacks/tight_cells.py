"""Tight cells: the ends of a range, and every value of a set, are somebody's."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from tokumei.attacks.attack import Attack, Claims, Threat
from tokumei.attacks.fits import Fits, ReadColumn
from tokumei.attacks.known import Known, Outsiders, Truth
from tokumei.core.columns import DateColumn, NumberColumn, SetColumn

__all__ = ["Absent", "Membership", "TightCells", "occurring", "proven"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Membership(Attack):
    """Knows the quasi-identifiers of a population, and claims who is in the data, or is not."""

    threat = Threat.MEMBERSHIP
    kinds = frozenset({"table"})
    knows = "population"

    def needs(self, known: Known, truth: Truth) -> str | None:
        """People who are not in the data."""
        del truth
        if all(isinstance(known.original[name], SetColumn) for name in known.grouped):
            return "groups"
        return "outsiders" if known.members is None else None

    def right(self, known: Known, truth: Truth, claims: Claims, column: str | None = None) -> Flags | None:
        """Who is in the data."""
        assert known.members is not None
        return known.members.member[claims.target] == (claims.answer == 1)

    def _claims(self, others: Outsiders, people: Ints, answer: int) -> Claims:
        among = others.member == (answer == 1)
        return Claims(
            target=people,
            answer=np.full(len(people), answer, dtype=np.int64),
            confidence=np.ones(len(people)),
            cluster=people,
            tried=others.people.records,
            baseline=float(among.mean()),
            possible=int(among.sum()),
        )


class TightCells(Membership):
    """Claims who must be in the data, since nobody else can be behind an end of a range or a value of a set.

    The value at an end, or in a set, is one of a member's of the group. Where one person of the population fits the
    group and has that value, it is his. And where as many people fit a group as it has rows, they are all in it.
    *Promise*: wrong about nobody, where the population is complete and the columns' cells are tight.
    """

    name = "tight-cells"
    remedy = "ends"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Everybody who is proven to be in."""
        others = known.members
        assert others is not None
        return self._claims(others, np.flatnonzero(proven(known.member_fits, known.member_pairs, known.tight)), 1)


class Absent(Membership):
    """Claims that who fits no group is not in the data."""

    name = "absent"
    remedy = "coarser"

    def guess(self, known: Known, random: np.random.Generator, column: str | None = None) -> Claims:
        """Everybody who fits nothing."""
        others = known.members
        assert others is not None
        person, _ = known.member_pairs
        there = np.zeros(others.people.records, dtype=bool)
        there[person] = True
        return self._claims(others, np.flatnonzero(~there), 0)


def proven(fits: Fits, pairs: tuple[Ints, Ints], tight: Collection[str]) -> Flags:
    """Person → whether the release proves that he is in it; `pairs` are the people and the groups that they fit.

    *Cost*: one pass over the pairs of a person and a group that he fits, for each tight column.
    """
    person, group = pairs
    there = np.zeros(fits.people, dtype=bool)
    fitting = np.bincount(group, minlength=fits.groups)
    there[person[(fitting <= fits.sizes)[group]]] = True
    first = fits.rows[fits.starts[:-1]]
    for read in fits.columns:
        if read.column.name not in tight:
            continue
        code = read.column.codes[person].astype(np.int64)
        shows = occurring(read)[read.label[first][group], code]
        key = group[shows] * max(read.column.size, 1) + code[shows]
        _, place, times = np.unique(key, return_inverse=True, return_counts=True)
        there[person[shows][times[place] == 1]] = True
    return there


def occurring(read: ReadColumn) -> Flags:
    """Label × code: values that somebody in a group with this label has for sure."""
    column = read.column
    occurs = np.zeros((len(read.meanings), max(column.size, 1)), dtype=bool)
    for number, meaning in enumerate(read.meanings):
        if meaning is None or not len(meaning.codes):
            continue
        if meaning.ends is not None and isinstance(column, (NumberColumn, DateColumn)):
            for code, end in ((meaning.codes[0], meaning.ends[0]), (meaning.codes[-1], meaning.ends[1])):
                occurs[number, code] = code < len(column.values) and float(column.values[code]) == end
        elif meaning.loss < 1 and meaning.values == len(meaning.codes):
            occurs[number, list(meaning.codes)] = True
    return occurs

"""Recency, frequency and monetary value of customers before and after: what shops compute from a purchase log.

After anonymization a range stands for its middle, a cell `*` for the mean of its column, and a removed record is not
there. A customer without published rows has no values; one with several pseudonyms is taken for as many customers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.history import Histories, HistoryRecoding
from tokumei.errors import JobError
from tokumei.evaluation.history.cells import RangeCells, cells_of_recoded

__all__ = ["Change", "Rfm", "RfmChange", "RfmPair", "change_of", "rfm", "rfm_change", "rfm_pair"]

Floats = npt.NDArray[np.float64]
_PARTS = ("recency", "frequency", "monetary")
_CLASSES = 5


@dataclass(frozen=True, eq=False)
class Rfm:
    """Subject → its three values; NaN for a subject that is not published."""

    recency: Floats
    """Grid steps (days) from the last purchase to the last day of the log."""
    frequency: Floats
    """Purchases: records."""
    monetary: Floats
    """Sum of price × quantity."""


@dataclass(frozen=True)
class Change:
    """How one of the three changes."""

    before: float
    """Mean over the subjects."""
    after: float
    """Mean over the published subjects."""
    error: float
    """Mean absolute difference over the published subjects."""
    rank_correlation: float
    """Spearman's, over the published subjects; NaN where one side is constant."""
    same_class: float
    """Share of the subjects that stay in their fifth; one that is not published does not."""


@dataclass(frozen=True)
class RfmChange:
    """RFM before and after."""

    recency: Change
    frequency: Change
    monetary: Change


def rfm(histories: Histories, *, day: str, price: str, quantity: str) -> Rfm:
    """The three values of the original."""
    cells = _original(histories, (day, price, quantity))
    return _values(histories, cells, np.ones(histories.table.records, dtype=bool))


def rfm_change(recoding: HistoryRecoding, *, day: str, price: str, quantity: str) -> RfmChange:
    """RFM of a recoding against its original."""
    return change_of(rfm_pair(recoding, day=day, price=price, quantity=quantity))


@dataclass(frozen=True, eq=False)
class RfmPair:
    """The values of people, and those of their pseudonyms."""

    before: Rfm
    """Of people."""
    after: Rfm
    """Of pseudonyms."""
    whose: npt.NDArray[np.int64]
    """Pseudonym → person."""

    def added(self, other: RfmPair) -> RfmPair:
        """Of both of two parts of the people."""
        before, after = (
            Rfm(*(np.concatenate([getattr(one, part), getattr(two, part)]) for part in _PARTS))
            for one, two in ((self.before, other.before), (self.after, other.after))
        )
        return RfmPair(before, after, np.concatenate([self.whose, other.whose + len(self.before.frequency)]))


def rfm_pair(recoding: HistoryRecoding, *, day: str, price: str, quantity: str) -> RfmPair:
    """The values of a recoding and of its original."""
    histories = recoding.histories
    people = Histories(histories.table, histories.whose, histories.people)
    before = rfm(people, day=day, price=price, quantity=quantity)
    found = [cells_of_recoded(recoding.columns[name]) for name in (day, price, quantity)]
    middles = []
    for cell in found:
        assert isinstance(cell, RangeCells)
        middle = np.where(cell.hidden, cell.grid.mean, (cell.low + cell.high) / 2)
        middles.append((cell, np.where(np.isnan(middle), cell.grid.mean, middle)))
    whose = np.arange(histories.subjects) if histories.person is None else histories.person.astype(np.int64)
    return RfmPair(before, _values(histories, middles, ~recoding.removed), whose)


def change_of(pair: RfmPair) -> RfmChange:
    """How the values change."""
    before, after = pair.before, pair.after
    return RfmChange(**{part: _change(getattr(before, part), pair.whose, getattr(after, part)) for part in _PARTS})


def _original(histories: Histories, names: tuple[str, ...]) -> list[tuple[RangeCells, Floats]]:
    from tokumei.core.columns import DateColumn, NumberColumn
    from tokumei.core.expected_error import Grid

    cells = []
    for name in names:
        column = histories.table[name]
        if not isinstance(column, (NumberColumn, DateColumn)):
            raise JobError(f"RFM needs a day, a price and a quantity; column {name!r} is a {column.kind.value}.")
        grid = Grid.of(column)
        places = np.append(grid.places, np.nan)[column.codes]
        hidden = np.isnan(places)
        cells.append((RangeCells(grid, places, places, places, hidden), np.where(hidden, grid.mean, places)))
    return cells


def _values(histories: Histories, cells: list[tuple[RangeCells, Floats]], shown: npt.NDArray[np.bool_]) -> Rfm:
    days, prices, quantities = cells
    last = float(np.max(days[0].grid.places, initial=-np.inf))
    subject = histories.subject[shown]
    count = np.bincount(subject, minlength=histories.subjects).astype(np.float64)
    latest = np.full(histories.subjects, -np.inf)
    np.maximum.at(latest, subject, days[1][shown])
    amount = _unit(*prices)[shown] * _unit(*quantities)[shown]
    money = np.bincount(subject, weights=amount, minlength=histories.subjects)
    absent = count == 0
    return Rfm(*(np.where(absent, np.nan, values) for values in (last - latest, count, money)))


def _unit(cell: RangeCells, places: Floats) -> Floats:
    return cell.grid.origin + cell.grid.step * places


def _change(person: Floats, whose: npt.NDArray[np.integer[Any]], after: Floats) -> Change:
    """Of people's own values, and those of their pseudonyms (`whose`)."""
    before, shown = person[whose], ~np.isnan(after)
    same = _classes(person)[whose] == _classes(np.where(shown, after, -np.inf))
    return Change(
        before=float(person.mean()),
        after=float(after[shown].mean()) if shown.any() else float("nan"),
        error=float(np.abs(after - before)[shown].mean()) if shown.any() else float("nan"),
        rank_correlation=_spearman(before[shown], after[shown]),
        same_class=float((same & shown).mean()),
    )


def _classes(values: Floats) -> npt.NDArray[np.int64]:
    """Fifths by rank, equal values in the same one."""
    finite = np.sort(values[np.isfinite(values)])
    rank = np.searchsorted(finite, values, side="left")
    return rank * _CLASSES // max(len(finite), 1)


def _spearman(left: Floats, right: Floats) -> float:
    if len(left) < 2:
        return float("nan")
    ranks = []
    for values in (left, right):
        ordered = np.sort(values)
        ranks.append((np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")) / 2)
    deviations = [rank - rank.mean() for rank in ranks]
    scale = float(np.sqrt((deviations[0] ** 2).sum() * (deviations[1] ** 2).sum()))
    return float((deviations[0] * deviations[1]).sum()) / scale if scale > 0 else float("nan")

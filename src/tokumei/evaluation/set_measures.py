"""What sets lose: items deleted and generalized, and which items suffer most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Recoding

__all__ = ["SetLoss", "SetTally", "pooled_sets", "set_losses", "set_tallies", "sets_report"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLoss:
    """The figures of one set column. Items of removed records count as deleted."""

    items: int
    """Items in all records."""
    distinct: int
    deleted: int
    generalized: int
    """Published as a node above them."""
    ncp: float
    """Mean over the records of the mean loss of their items, removed records at 1."""
    item_ncp: float
    """Mean over the items: the figure of He and Naughton."""
    records_without: int
    """Released records that had items and publish none."""
    repeated: int
    """Items that stood twice in a cell and were counted once."""
    suffered: tuple[tuple[str, int, int], ...]
    """Items that lost most: label, records that had it, records in which it was deleted. Only items that at least k
    records had are named."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        figures = asdict(self)
        figures["deleted_share"] = self.deleted / self.items if self.items else 0.0
        figures["suffered"] = [
            {"item": item, "records": records, "deleted": deleted} for item, records, deleted in self.suffered
        ]
        return figures


@dataclass(frozen=True, eq=False)
class SetTally:
    """What the sets of some records lose, as sums: those of parts of a source add up."""

    values: tuple[str, ...]
    had: Counts
    """Item → records that had it."""
    lost: Counts
    """Item → records in which it was deleted."""
    generalized: int
    loss: float
    """Summed over the records."""
    item_loss: float
    """Summed over the items."""
    records: int
    records_without: int
    repeated: int

    def added(self, other: SetTally) -> SetTally:
        """Of both parts of a source; what stood twice in a cell was counted in the whole."""
        return SetTally(
            self.values,
            self.had + other.had,
            self.lost + other.lost,
            self.generalized + other.generalized,
            self.loss + other.loss,
            self.item_loss + other.item_loss,
            self.records + other.records,
            self.records_without + other.records_without,
            self.repeated,
        )

    def figures(self, *, k: int, most: int = 12) -> SetLoss:
        """The figures of a report."""
        nameable = np.flatnonzero((self.had >= k) & (self.lost > 0))
        worst = nameable[np.lexsort((nameable, -self.lost[nameable]))][:most]
        items = int(self.had.sum())
        return SetLoss(
            items=items,
            distinct=len(self.values),
            deleted=int(self.lost.sum()),
            generalized=self.generalized,
            ncp=self.loss / self.records if self.records else 0.0,
            item_ncp=self.item_loss / items if items else 0.0,
            records_without=self.records_without,
            repeated=self.repeated,
            suffered=tuple((self.values[item], int(self.had[item]), int(self.lost[item])) for item in worst.tolist()),
        )


def set_losses(
    recoded: ItemSets | ItemNodes | ItemLevels, *, k: int, most: int = 12, weight: Counts | None = None
) -> SetLoss:
    """The figures of a set column; `weight` says how many records of the source each of its records stands for.

    *Cost*: a few passes over the items; one a level with a hierarchy.
    """
    return _tally(recoded, weight).figures(k=k, most=most)


def _tally(recoded: ItemSets | ItemNodes | ItemLevels, weight: Counts | None) -> SetTally:
    column = recoded.column
    losses = _item_losses(recoded)
    deleted = losses >= 1.0
    size = len(column.values)
    each = np.ones(len(column), dtype=np.int64) if weight is None else weight
    times = np.repeat(each, np.diff(column.offsets))
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    own, gone = np.diff(column.offsets), np.bincount(row[deleted], minlength=len(column))
    return SetTally(
        column.values,
        had=weighed(column.items, times, size),
        lost=weighed(column.items[deleted], times[deleted], size),
        generalized=int(times[(losses > 0) & ~deleted].sum()),
        loss=float(recoded.losses() @ each),
        item_loss=float(losses @ times),
        records=int(each.sum()),
        records_without=int(each[(own > 0) & (gone == own) & (recoded.entry >= 0)].sum()),
        repeated=column.repeated,
    )


def sets_report(recoding: Recoding, *, k: int) -> dict[str, Any]:
    """Column → its figures, for the set columns of a recoding."""
    return pooled_sets([set_tallies(recoding)], k=k)


def set_tallies(recoding: Recoding) -> dict[str, SetTally]:
    """Column → its sums, for the set columns of a recoding."""
    return {
        name: _tally(column, recoding.weight)
        for name, column in recoding.columns.items()
        if isinstance(column, (ItemSets, ItemNodes, ItemLevels))
    }


def pooled_sets(parts: Sequence[Mapping[str, SetTally]], *, k: int) -> dict[str, Any]:
    """Column → the figures of all parts of a source."""
    return {name: reduce(SetTally.added, [part[name] for part in parts]).figures(k=k).to_dict() for name in parts[0]}


def _item_losses(recoded: ItemSets | ItemNodes | ItemLevels) -> npt.NDArray[np.float64]:
    """The loss of every item, 1 for those of removed records."""
    column = recoded.column
    entry = np.repeat(recoded.entry, np.diff(column.offsets)).astype(np.int64)
    if isinstance(recoded, ItemSets):
        size = max(len(column.values), 1)
        owner = np.repeat(np.arange(len(recoded.offsets) - 1, dtype=np.int64), np.diff(recoded.offsets))
        kept = np.isin(entry * size + column.items, owner * size + recoded.items)
        return np.where(kept & (entry >= 0), 0.0, 1.0)
    return np.where(entry >= 0, recoded.item_losses(), 1.0)

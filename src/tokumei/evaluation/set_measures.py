"""What sets lose: items deleted and generalized, and which items suffer most."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Recoding

__all__ = ["SetLoss", "set_losses", "sets_report"]

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


def set_losses(
    recoded: ItemSets | ItemNodes | ItemLevels, *, k: int, most: int = 12, weight: Counts | None = None
) -> SetLoss:
    """The figures of a set column; `weight` says how many records of the source each of its records stands for.

    *Cost*: a few passes over the items; one a level with a hierarchy.
    """
    column = recoded.column
    losses = _item_losses(recoded)
    deleted = losses >= 1.0
    size = len(column.values)
    each = np.ones(len(column), dtype=np.int64) if weight is None else weight
    times = np.repeat(each, np.diff(column.offsets))
    had = weighed(column.items, times, size)
    lost = weighed(column.items[deleted], times[deleted], size)
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    own, gone = np.diff(column.offsets), np.bincount(row[deleted], minlength=len(column))
    nameable = np.flatnonzero((had >= k) & (lost > 0))
    worst = nameable[np.lexsort((nameable, -lost[nameable]))][:most]
    return SetLoss(
        items=int(times.sum()),
        distinct=size,
        deleted=int(times[deleted].sum()),
        generalized=int(times[(losses > 0) & ~deleted].sum()),
        ncp=float(np.average(recoded.losses(), weights=weight)) if len(column) else 0.0,
        item_ncp=float(np.average(losses, weights=None if weight is None else times)) if len(losses) else 0.0,
        records_without=int(each[(own > 0) & (gone == own) & (recoded.entry >= 0)].sum()),
        repeated=column.repeated,
        suffered=tuple((column.values[item], int(had[item]), int(lost[item])) for item in worst.tolist()),
    )


def sets_report(recoding: Recoding, *, k: int) -> dict[str, Any]:
    """Column → its figures, for the set columns of a recoding."""
    return {
        name: set_losses(column, k=k, weight=recoding.weight).to_dict()
        for name, column in recoding.columns.items()
        if isinstance(column, (ItemSets, ItemNodes, ItemLevels))
    }


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

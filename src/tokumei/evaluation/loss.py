"""What a recoding loses, from its codes alone: NCP, Prec, discernibility, and the size of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.recoding import Nodes, Ranges, Recoded, Recoding, ValueSets

__all__ = ["Loss", "discernibility", "loss_of", "mean_loss", "pooled_loss"]

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """The figures of a report."""

    ncp: float
    """Mean over the columns, by their weights."""
    columns: dict[str, float]
    """Column → mean NCP over all records of the source, removed ones at 1."""
    prec: float | None
    """Sweeney's precision, over the columns that publish nodes; None where there are none."""
    discernibility: int
    average_group: float | None
    """Released records / groups."""
    normalized_average_group: float | None
    """The same in units of k: 1 is the best that k allows (C_avg)."""
    groups: int
    smallest_group: int
    released: int
    removed: int

    def to_dict(self) -> dict[str, Any]:
        """As in a report: `loss` with the NCP and its columns, the other figures beside it."""
        figures = asdict(self)
        return {"loss": {"ncp": figures.pop("ncp"), "columns": figures.pop("columns")}, **figures}


def loss_of(
    recoding: Recoding,
    *,
    k: int | None = None,
    weights: Mapping[str, float] | None = None,
    elsewhere: Mapping[str, float] | None = None,
    sizes: Counts | None = None,
) -> Loss:
    """All figures of a recoding; `weights` says how often the loss of a column counts, once where it is not named.

    `elsewhere` has the losses of columns that are not in the recoding, and `sizes` the groups that these make.

    *Cost*: one count of entries for each different `entry` array, then work on entries; sets need their records.
    *Reference*: NCP: J. Xu et al. 2006. Prec: L. Sweeney 2002. Discernibility: R. Bayardo, R. Agrawal 2005. C_avg: K.
    LeFevre et al. 2006.
    """
    records_of = _EntryRecords(recoding.weight)
    columns = {name: _ncp(column, records_of) for name, column in recoding.columns.items()}
    columns |= elsewhere or {}
    sizes = recoding.sizes[recoding.sizes > 0] if sizes is None else sizes
    records = recoding.records
    released = int(sizes.sum())
    average = released / len(sizes) if len(sizes) else None
    return Loss(
        ncp=mean_loss(columns, weights or {}),
        columns=columns,
        prec=_precision(recoding, records_of),
        discernibility=discernibility(sizes, records - released, records),
        average_group=average,
        normalized_average_group=None if average is None or k is None else average / k,
        groups=len(sizes),
        smallest_group=int(sizes.min()) if len(sizes) else 0,
        released=released,
        removed=records - released,
    )


def pooled_loss(parts: Sequence[Loss], *, k: int | None = None, weights: Mapping[str, float] | None = None) -> Loss:
    """The figures of parts of a source, whose groups are their own, as those of the whole."""
    records = [part.released + part.removed for part in parts]
    columns = {
        name: float(np.average([part.columns[name] for part in parts], weights=records)) for name in parts[0].columns
    }
    precise = [part.prec for part in parts if part.prec is not None]
    groups, released, removed = (
        sum(getattr(part, name) for part in parts) for name in ("groups", "released", "removed")
    )
    squares = [part.discernibility - part.removed * own for part, own in zip(parts, records, strict=True)]
    average = released / groups if groups else None
    return Loss(
        ncp=mean_loss(columns, weights or {}),
        columns=columns,
        prec=float(np.average(precise, weights=records)) if precise else None,
        discernibility=sum(squares) + removed * sum(records),
        average_group=average,
        normalized_average_group=None if average is None or k is None else average / k,
        groups=groups,
        smallest_group=min(part.smallest_group for part in parts),
        released=released,
        removed=removed,
    )


def mean_loss(columns: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The mean loss of some columns; a column counts as often as its weight says."""
    counted = [weights.get(name, 1.0) for name in columns] if weights else None
    return float(np.average(list(columns.values()), weights=counted)) if columns else 0.0


def discernibility(sizes: Counts, removed: int, records: int) -> int:
    """Each released record costs the size of its group, each removed one the whole table; whole numbers of any size."""
    distinct, times = np.unique(sizes, return_counts=True)
    squares = sum(size * size * count for size, count in zip(distinct.tolist(), times.tolist(), strict=True))
    return squares + removed * records


class _EntryRecords:
    """How many records publish each entry; columns of one partition share their array, so that it is counted once."""

    def __init__(self, weight: Counts | None) -> None:
        self.weight = weight
        self._seen: dict[int, tuple[npt.NDArray[np.int32], Counts]] = {}

    def of(self, entry: npt.NDArray[np.int32], entries: int) -> Counts:
        """Entry → records; the last place counts the removed ones."""
        known = self._seen.get(id(entry))
        if known is None or len(known[1]) != entries + 1:
            counts = np.roll(weighed(entry.astype(np.int64) + 1, self.weight, entries + 1), -1)
            known = self._seen[id(entry)] = (entry, counts)
        return known[1]


def _ncp(column: Recoded, records_of: _EntryRecords) -> float:
    if len(column.entry) == 0:
        return 0.0
    if not isinstance(column, (Ranges, Nodes, ValueSets)):
        return float(np.average(column.losses(), weights=records_of.weight))
    entries = _entries(column)
    each_once = replace(column, entry=np.append(np.arange(entries, dtype=np.int32), np.int32(-1)))
    records = records_of.of(column.entry, entries)
    return float(each_once.losses() @ records) / int(records.sum())


def _entries(column: Ranges | Nodes | ValueSets) -> int:
    if isinstance(column, Ranges):
        return len(column.low)
    return len(column.node) if isinstance(column, Nodes) else len(column.offsets) - 1


def _precision(recoding: Recoding, records_of: _EntryRecords) -> float | None:
    """1 − mean share of the height that is climbed, over records and columns."""
    climbed: list[float] = []
    for column in recoding.columns.values():
        if isinstance(column, Nodes) and len(column.entry):
            entries = len(column.node)
            each_once = replace(column, entry=np.append(np.arange(entries, dtype=np.int32), np.int32(-1)))
            records = records_of.of(column.entry, entries)
            steps = int(each_once.levels().astype(np.int64) @ records)
            climbed.append(steps / column.hierarchy.height / int(records.sum()))
    return 1.0 - float(np.mean(climbed)) if climbed else None

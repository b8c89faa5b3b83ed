"""The utility U of a release of histories: the mean expected error of a cell, lower is better.

Two ways to the same number: from a recoding (codes), and from any published table whose rows stand in the order of
the original (labels), which is how anyone's contest file is measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.published import PublishedTable
from tokumei.core.text_settings import TextSettings
from tokumei.errors import DataError
from tokumei.evaluation.history.cells import Cells, cells_of_labels, cells_of_recoded

__all__ = ["Utility", "pooled_utility", "utility", "utility_of_labels"]

NO_WEIGHTS: Mapping[str, float] = MappingProxyType({})
NO_TEXTS: Mapping[str, TextSettings] = MappingProxyType({})
_MOSTLY = 0.01
"""The share of rows that may fail to cover their originals before a release is taken for one in another order."""


@dataclass(frozen=True, kw_only=True)
class Utility:
    """U by column and in all."""

    columns: Mapping[str, float]
    """Column → mean error of a cell, removed records at 1."""
    removed: float
    """The share of the records that are not published."""
    outside: int = 0
    """Cells whose published value does not cover the true one; 0 for every release of ours."""

    weights: Mapping[str, float] = field(default_factory=dict)
    """How often a column counts, where it is not once."""

    @property
    def total(self) -> float:
        """The mean over the columns, by their weights."""
        weights = [self.weights.get(name, 1.0) for name in self.columns]
        return float(np.average(list(self.columns.values()), weights=weights))


def utility(recoding: HistoryRecoding, weights: Mapping[str, float] = NO_WEIGHTS) -> Utility:
    """U of a recoding, over all records of the original.

    *Reference*: the utility of PWS Cup 2018; U of the paper's Tables 9 and 14. *Departures*: columns can count more or
    less than once (`weights`); of a set and a text, the error is the share of the record's items or characters that is
    lost.
    """
    return _utility({name: cells_of_recoded(column) for name, column in recoding.columns.items()}, weights)


def pooled_utility(parts: Sequence[Utility], records: Sequence[int]) -> Utility:
    """U of parts of a source, each with so many records, as that of the whole."""
    return Utility(
        columns={
            name: float(np.average([part.columns[name] for part in parts], weights=records))
            for name in parts[0].columns
        },
        removed=float(np.average([part.removed for part in parts], weights=records)),
        outside=sum(part.outside for part in parts),
        weights=parts[0].weights,
    )


def utility_of_labels(
    histories: Histories,
    published: PublishedTable,
    weights: Mapping[str, float] = NO_WEIGHTS,
    texts: Mapping[str, TextSettings] = NO_TEXTS,
) -> Utility:
    """U of a published table whose row i is record i of the original, removed ones marked.

    `texts` says how text columns are masked.
    Raises DataError where the rows are not those of the original: another number, or more than one in a hundred that
    do not cover their original's values (then they stand in another order, and U would mean nothing).
    """
    table = histories.table
    if published.records != table.records:
        raise DataError(
            f"The release has {published.records:,} rows, the original {table.records:,}. U compares row by row: write "
            "the release with `output.order: keep` and `output.removed: mark`, or in the contest's form."
        )
    quasi = table.quasi
    missing = [column.name for column in quasi if column.name not in published.columns]
    if missing:
        raise DataError.missing_columns(missing, list(published.columns))
    removed = published.removed([column.name for column in quasi], markers=True)
    cells = {
        column.name: cells_of_labels(
            column, published.columns[column.name], removed, texts.get(column.name, TextSettings())
        )
        for column in quasi
    }
    off = np.logical_or.reduce([cell.outside() for cell in cells.values()])
    if off.mean() > _MOSTLY:
        raise DataError(
            f"In {int(off.sum()):,} of {len(off):,} rows the release does not cover the values of the original: its "
            "rows stand in another order, or belong to other data. U compares row by row."
        )
    return _utility(cells, weights)


def _utility(cells: Mapping[str, Cells], weights: Mapping[str, float]) -> Utility:
    return Utility(
        columns={name: float(cell.errors().mean()) for name, cell in cells.items()},
        removed=float(np.logical_and.reduce([cell.hidden for cell in cells.values()]).mean()),
        outside=sum(int(cell.outside().sum()) for cell in cells.values()),
        weights=dict(weights),
    )

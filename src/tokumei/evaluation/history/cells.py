"""What a release shows of each record's cells, whether it is seen as codes or read from labels.

Rows of the release stand in the order of the original: cell i is what record i became.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.expected_error import Grid, range_errors, set_errors
from tokumei.core.label_arrays import read_range_labels, read_set_labels
from tokumei.core.labels import items_of
from tokumei.core.notation import ANY, read_range
from tokumei.core.published import PublishedColumn
from tokumei.core.recoding import Nodes, Ranges, Recoded, ValueSets
from tokumei.core.text_settings import TextSettings
from tokumei.evaluation.read_back import nodes_of_labels
from tokumei.evaluation.text_measures import masked_shares

__all__ = ["Cells", "LostCells", "RangeCells", "SetCells", "cells_of_labels", "cells_of_recoded"]

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RangeCells:
    """Ranges of numbers or dates, in grid steps of the original column; NaN for a missing value."""

    grid: Grid
    true: Floats
    low: Floats
    high: Floats
    hidden: Flags
    """Published as `*`, or removed."""

    def errors(self) -> Floats:
        """Record → expected error; outside the range it is the distance to the range's middle."""
        inside = range_errors(self.true, self.low, self.high, self.grid.sigma)
        beyond = np.abs((self.low + self.high) / 2 - self.true) / self.grid.sigma
        errors = np.where(self.outside(), beyond, inside)
        both = np.isnan(self.true) & np.isnan(self.low)
        return np.where(self.hidden, 1.0, np.where(both, 0.0, np.where(np.isnan(errors), 1.0, errors)))

    def outside(self) -> Flags:
        """Which cells do not cover the true value."""
        slack = 1e-6
        off = (self.true < self.low - slack) | (self.true > self.high + slack)
        return (off | (np.isnan(self.true) != np.isnan(self.low))) & ~self.hidden


@dataclass(frozen=True, eq=False)
class SetCells:
    """Sets of categories, by their size."""

    size: npt.NDArray[np.int64]
    covers: Flags
    hidden: Flags

    def errors(self) -> Floats:
        """Record → expected error."""
        return np.where(self.hidden | ~self.covers, 1.0, set_errors(self.size))

    def outside(self) -> Flags:
        """Which cells do not cover the true value."""
        return ~self.covers & ~self.hidden


@dataclass(frozen=True, eq=False)
class LostCells:
    """Sets of items and texts, by how much of them is left."""

    lost: Floats
    """The share of the record's items or characters that is lost; 1 for a missing set that is published as one."""
    covers: Flags
    hidden: Flags

    def errors(self) -> Floats:
        """Record → the share that is lost."""
        return np.where(self.hidden | ~self.covers, 1.0, self.lost)

    def outside(self) -> Flags:
        """Which cells say what the record does not have."""
        return ~self.covers & ~self.hidden


Cells = RangeCells | SetCells | LostCells


def cells_of_recoded(column: Recoded) -> Cells:
    """The cells of a recoded column; a removed record is hidden."""
    entry = column.entry
    if isinstance(column, ValueSets):
        size = np.append(np.diff(column.offsets), 1)[entry]
        return SetCells(size, np.ones(len(entry), dtype=bool), entry < 0)
    if isinstance(column, Nodes):
        tree = column.hierarchy
        size = np.append(tree.last[column.node] - tree.first[column.node] + 1, 1)[entry].astype(np.int64)
        hidden = np.append(column.node == tree.root, True)[entry]
        return SetCells(size, np.ones(len(entry), dtype=bool), hidden)
    if isinstance(column, Ranges):
        grid = Grid.of(column.column)
        null = len(grid.places)
        places = np.append(grid.places, np.nan)
        low, high = (np.append(places[ends], np.nan)[entry] for ends in (column.low, column.high))
        hidden = np.append((column.high == null) & (column.low != null), True)[entry]
        return RangeCells(grid, places[column.column.codes], low, high, hidden)
    return LostCells(column.losses(), np.ones(len(entry), dtype=bool), entry < 0)


def cells_of_labels(column: Column, published: PublishedColumn, removed: Flags, texts: TextSettings) -> Cells:
    """The cells that labels show, each distinct label read once. Raises DataError where one cannot be read.

    Of a text, a `*` is a mask like any other unless its record is `removed`; `texts` says how it is masked.
    """
    if isinstance(column, TextColumn):
        lost, more = masked_shares(column, published, texts)
        return LostCells(lost, ~more, removed)
    if isinstance(column, SetColumn):
        return _item_cells(column, published) if column.hierarchy is None else _node_cells(column, published)
    if isinstance(column, CategoryColumn) or (column.hierarchy is not None and not _are_ranges(published)):
        return _set_cells(column, published)
    assert isinstance(column, (NumberColumn, DateColumn))
    return _range_cells(column, published)


def _are_ranges(published: PublishedColumn) -> bool:
    return any(read_range(label) is not None for label in published.labels)


def _range_cells(column: NumberColumn | DateColumn, published: PublishedColumn) -> RangeCells:
    labels, shown = read_range_labels(column, published), published.codes
    true = np.append(labels.grid.places, np.nan)[column.codes]
    return RangeCells(labels.grid, true, labels.low[shown], labels.high[shown], labels.anything[shown])


def _set_cells(column: SingleColumn, published: PublishedColumn) -> SetCells:
    labels, shown = read_set_labels(column, published), published.codes.astype(np.int64) % (len(published.labels) + 1)
    width = column.size + 1
    number = np.repeat(np.arange(len(labels.size), dtype=np.int64), np.diff(labels.offsets))
    covers = np.isin(shown * width + column.codes, number * width + labels.codes)
    return SetCells(labels.size[shown], covers, labels.anything[shown])


def _item_cells(column: SetColumn, published: PublishedColumn) -> LostCells:
    """Of each record, how many of the items that its label names it has."""
    known = {label: item for item, label in enumerate(column.values)}
    named = [items_of(label, column.separator) for label in published.labels] + [[]]
    label = published.codes.astype(np.int64) % len(named)
    width = len(column.values) + 1
    pairs = np.array(
        [number * width + known[item] for number, items in enumerate(named) for item in items if item in known],
        dtype=np.int64,
    )
    own = np.diff(column.offsets)
    kept = np.isin(np.repeat(label, own) * width + column.items, pairs)
    left = np.bincount(np.repeat(np.arange(len(own)), own), weights=kept, minlength=len(own))
    hidden = np.array([*(label == ANY for label in published.labels), False])[label]
    missing = published.codes < 0
    lost = np.where(column.null, ~missing, (own - left) / np.maximum(own, 1))
    size = np.array([len(set(items)) for items in named])[label]
    return LostCells(lost, (left == size) & (column.null | ~missing), hidden)


def _node_cells(column: SetColumn, published: PublishedColumn) -> LostCells:
    """Of each record, what is lost of its items, and whether each node that its label names stands for one of them."""
    tree = column.hierarchy
    assert tree is not None
    named = [items_of(label, column.separator) for label in published.labels]
    label = np.where(published.codes < 0, len(named), published.codes).astype(np.int64)
    recoded = nodes_of_labels(column, tree, named, label)
    hidden = np.array([*(text == ANY for text in published.labels), False])[label]
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    above = tree.path[recoded.leaf[column.items]]
    nodes = len(tree.labels)
    pairs = np.unique(row[:, None] * nodes + above)
    owner = np.repeat(np.arange(len(recoded.offsets) - 1), np.diff(recoded.offsets))
    stands = np.isin(label[pairs // nodes] * nodes + pairs % nodes, owner * nodes + recoded.nodes)
    met = np.bincount(pairs[stands] // nodes, minlength=len(column))
    size = np.array([*(len(set(items)) for items in named), 0])[label]
    return LostCells(recoded.losses(), (met >= size) & (column.null | (published.codes >= 0)), hidden)

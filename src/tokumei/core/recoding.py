"""What every record publishes in every quasi-identifier.

A recoded column is a list of *entries* and, for each record, the number of its entry: grouped records share theirs.
Entries hold codes; `labels` writes them, and `losses` measures them, so that no measure ever reads a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.columns import CategoryColumn, Column, DateColumn, NumberColumn, SetColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notation import ANY, range_label, set_label
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.rows import distinct_rows

__all__ = ["Ends", "ItemLevels", "ItemNodes", "ItemSets", "Nodes", "Ranges", "Recoded", "Recoding", "ValueSets"]

Entries = npt.NDArray[np.int32]
Losses = npt.NDArray[np.float64]
Lists = tuple[list[list[str] | None], npt.NDArray[np.int32]]
"""Distinct published sets as the labels in them, and for each entry the number of its set; None is an empty field."""


class Recoded(Protocol):
    """One recoded column."""

    @property
    def entry(self) -> Entries:
        """Record → entry; −1 for a removed record."""

    @property
    def name(self) -> str:
        """The column's name."""

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """Distinct published values, and for each entry the number of its value; None is an empty field."""

    def losses(self) -> Losses:
        """NCP of each record, in 0–1; 1 for a removed one."""


class _OfColumn:
    """What is published of a column is called as the column."""

    column: Column

    @property
    def name(self) -> str:
        """The column's name."""
        return self.column.name


class _OfItems(_OfColumn):
    """What is published of a set column: lists, and labels with the column's separator between."""

    column: SetColumn

    def lists(self) -> Lists:
        """Each distinct list once, in the canonical order of its labels, and which of them each entry has."""
        raise NotImplementedError

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """The same as texts."""
        lists, place = self.lists()
        return [None if items is None else self.column.separator.join(items) for items in lists], place


@dataclass(frozen=True, eq=False)
class Ends:
    """How the ends of ranges are written where they are not the column's own values: open, or on a grid."""

    of: npt.NDArray[np.int64]
    """Code → the stretch of values that it lies in."""
    low: Callable[[int], str | None]
    """Stretch → its low end, None where it is open; written when a range begins with it."""
    high: Callable[[int], str | None]
    low_place: npt.NDArray[np.float64]
    """Code → where the low end of its stretch lies on the column's whole range, in 0–1."""
    high_place: npt.NDArray[np.float64]

    def label(self, low: int, high: int) -> str:
        """A range of codes as it is published."""
        first, last = self.low(int(self.of[low])), self.high(int(self.of[high]))
        if first is None and last is None:
            return ANY
        return range_label(first or "", last or "")


@dataclass(frozen=True, eq=False)
class Ranges(_OfColumn):
    """Numbers or dates published as ranges; a range that mixes null with values is `*`."""

    column: NumberColumn | DateColumn
    entry: Entries
    low: npt.NDArray[np.int32]
    high: npt.NDArray[np.int32]
    ends: Ends | None = None
    """How ends are written; None for the column's own values."""

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """Each distinct range once."""
        null = len(self.column.values)
        pairs = self.low.astype(np.int64) * (null + 1) + self.high
        distinct, place = np.unique(pairs, return_inverse=True)
        texts: list[str | None] = []
        for pair in distinct.tolist():
            low, high = divmod(pair, null + 1)
            if low == null:
                texts.append(None)
            elif high == null:
                texts.append(ANY)
            elif self.ends is not None:
                texts.append(self.ends.label(low, high))
            else:
                texts.append(range_label(self.column.label(low), self.column.label(high)))
        return texts, place.astype(np.int32)

    def losses(self) -> Losses:
        """(high − low) / range of the column, of the ends as they are written."""
        null = len(self.column.values)
        places = self.column.positions
        first, last = (places, places) if self.ends is None else (self.ends.low_place, self.ends.high_place)
        width = np.append(last, 0.0)[self.high] - np.append(first, 0.0)[self.low]
        width[(self.high == null) & (self.low != null)] = 1.0
        return _by_record(width, self.entry)


@dataclass(frozen=True, eq=False)
class Nodes(_OfColumn):
    """Values published as nodes of the column's hierarchy."""

    column: NumberColumn | DateColumn | CategoryColumn
    hierarchy: Hierarchy
    entry: Entries
    node: npt.NDArray[np.int32]

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """Each distinct node once."""
        distinct, place = np.unique(self.node, return_inverse=True)
        return [self.hierarchy.labels[node] or None for node in distinct], place.astype(np.int32)

    def losses(self) -> Losses:
        """Leaves under the node / all leaves."""
        return _by_record(self.hierarchy.loss[self.node], self.entry)

    def levels(self) -> npt.NDArray[np.int32]:
        """Levels climbed by each record; the whole height for a removed one (what Prec counts)."""
        climbed = np.append(self.hierarchy.level[self.node], self.hierarchy.height)
        return climbed[self.entry].astype(np.int32)


@dataclass(frozen=True, eq=False)
class ValueSets(_OfColumn):
    """Values published as the set of values that occur in the group: entry e has `codes[offsets[e]:offsets[e + 1]]`."""

    column: NumberColumn | DateColumn | CategoryColumn
    entry: Entries
    offsets: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    domain: int
    """How many values there are in all: of the hierarchy where there is one, of the column otherwise."""

    def labels(self) -> tuple[list[str | None], npt.NDArray[np.int32]]:
        """Each distinct set once."""
        place, members = distinct_sets(self.offsets, self.codes)
        texts = [set_label(self.column.label(code) for code in codes.tolist()) or None for codes in members]
        return texts, place

    def losses(self) -> Losses:
        """Values in the set / all values, 0 for one."""
        size = np.diff(self.offsets)
        return _by_record(np.where(size <= 1, 0.0, size / max(self.domain, 1)), self.entry)


@dataclass(frozen=True, eq=False)
class ItemSets(_OfItems):
    """Sets published as the items that all members of the group share."""

    column: SetColumn
    entry: Entries
    offsets: npt.NDArray[np.int64]
    items: npt.NDArray[np.int32]
    null: npt.NDArray[np.bool_]
    """Entries whose cells are all missing: published as an empty field."""

    def lists(self) -> Lists:
        """The same as lists of their items."""
        place, members = distinct_sets(self.offsets, self.items)
        lists = [sorted(self.column.values[item] for item in items.tolist()) for items in members]
        return [*lists, None], np.where(self.null, len(lists), place).astype(np.int32)

    def losses(self) -> Losses:
        """Deleted items / items of the record; 0 for an empty set, 1 for a missing one that is published as a set."""
        own = np.diff(self.column.offsets)
        kept = np.append(np.diff(self.offsets), 0)[self.entry]
        gone = (self.entry < 0) | _no_longer_missing(self.column, self.entry, self.null)
        return np.where(gone, 1.0, (own - kept) / np.maximum(own, 1))


@dataclass(frozen=True, eq=False)
class ItemNodes(_OfItems):
    """Sets published as nodes of an item hierarchy, each standing for at least one item of every member."""

    column: SetColumn
    hierarchy: Hierarchy
    leaf: npt.NDArray[np.int32]
    """Item → leaf of the hierarchy."""
    entry: Entries
    offsets: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int32]
    """Entry e publishes `nodes[offsets[e]:offsets[e + 1]]`, ascending, none above another."""
    null: npt.NDArray[np.bool_]
    """Entries whose cells are all missing: published as an empty field."""

    def lists(self) -> Lists:
        """The same as lists of the nodes' labels."""
        place, members = distinct_sets(self.offsets, self.nodes)
        lists = [sorted({self.hierarchy.labels[node] for node in nodes}) for nodes in members]
        return [*lists, None], np.where(self.null, len(lists), place).astype(np.int32)

    def item_losses(self) -> Losses:
        """The loss of every item: of the node that stands for it, 1 where none does."""
        entry = np.repeat(self.entry, np.diff(self.column.offsets)).astype(np.int64)
        size = len(self.hierarchy.labels)
        owner = np.repeat(np.arange(len(self.offsets) - 1, dtype=np.int64), np.diff(self.offsets))
        published = owner * size + self.nodes
        losses = np.ones(len(entry))
        leaf = self.leaf[self.column.items]
        for level in range(self.hierarchy.height):
            node = self.hierarchy.path[leaf, level]
            stands = (entry >= 0) & np.isin(entry * size + node, published)
            losses[stands] = self.hierarchy.loss[node[stands]]
        return losses

    def losses(self) -> Losses:
        """Mean loss of the record's items; 0 for an empty set, 1 for a missing one that is published as a set."""
        gone = (self.entry < 0) | _no_longer_missing(self.column, self.entry, self.null)
        return np.where(gone, 1.0, _mean_losses(self.column, self.item_losses()))


@dataclass(frozen=True, eq=False)
class ItemLevels(_OfItems):
    """Sets in which every item of every record is published at a level of its own; the root means that it is not."""

    column: SetColumn
    hierarchy: Hierarchy
    leaf: npt.NDArray[np.int32]
    """Item → leaf of the hierarchy."""
    entry: Entries
    level: npt.NDArray[np.int32]
    """Beside the column's items: the level at which each is published."""

    def lists(self) -> Lists:
        """The same as lists of the nodes' labels."""
        node = self.hierarchy.path[self.leaf[self.column.items], self.level].astype(np.int64)
        row = np.repeat(np.arange(len(self.column), dtype=np.int64), np.diff(self.column.offsets))
        size = len(self.hierarchy.labels)
        shown = node != self.hierarchy.root
        keys = np.unique(row[shown] * size + node[shown])
        offsets = np.searchsorted(keys, np.arange(len(self.column) + 1, dtype=np.int64) * size)
        place, members = distinct_sets(offsets.astype(np.int64), (keys % size).astype(np.int32))
        lists = [sorted({self.hierarchy.labels[one] for one in nodes}) for nodes in members]
        return [*lists, None], np.where(self.column.null, len(lists), place).astype(np.int32)

    def item_losses(self) -> Losses:
        """The loss of every item: of the node that it is published as, 1 where it is not."""
        node = self.hierarchy.path[self.leaf[self.column.items], self.level]
        return np.where(node == self.hierarchy.root, 1.0, self.hierarchy.loss[node])

    def losses(self) -> Losses:
        """Mean loss of the record's items; 0 for an empty set, and for a missing one, which stays missing."""
        return np.where(self.entry < 0, 1.0, _mean_losses(self.column, self.item_losses()))


@dataclass(frozen=True, eq=False)
class Recoding:
    """What every record publishes, and which records are removed."""

    group: npt.NDArray[np.int32]
    """Record → group; −1 for a removed record."""
    columns: Mapping[str, Recoded]
    weight: npt.NDArray[np.int64] | None = None
    """Record → how many of the source it stands for, as in a table with weights; None: one each."""
    part_of: npt.NDArray[np.int64] | None = None
    """Record → which of the table's it is a part of, where records that stand for many were divided between groups, or
    the order is another; None where they are the table's."""

    @cached_property
    def sizes(self) -> npt.NDArray[np.int64]:
        """Group → how many records of the source it has."""
        kept = self.group >= 0
        return weighed(self.group[kept], None if self.weight is None else self.weight[kept])

    @property
    def records(self) -> int:
        """How many records of the source it is about, removed ones included."""
        return len(self.group) if self.weight is None else int(self.weight.sum())

    @property
    def removed(self) -> npt.NDArray[np.bool_]:
        """Which records are not published."""
        return self.group < 0

    def published(self, names: Sequence[str]) -> PublishedTable:
        """What some columns publish, removed records left out, in the order of the records."""
        stays = np.flatnonzero(~self.removed)
        columns: dict[str, PublishedColumn] = {}
        for name in names:
            texts, place = self.columns[name].labels()
            code = place[self.columns[name].entry[stays]]
            empty = np.array([text is None for text in texts], dtype=bool)
            columns[name] = PublishedColumn(
                np.where(empty[code], -1, code).astype(np.int32), tuple(text or "" for text in texts)
            )
        return PublishedTable(columns, len(stays))

    def ncp(self) -> dict[str, float]:
        """Column → mean NCP over all records, removed ones at 1."""
        return {name: float(np.average(column.losses(), weights=self.weight)) for name, column in self.columns.items()}


def distinct_sets(
    offsets: npt.NDArray[np.int64], codes: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], list[npt.NDArray[np.int32]]]:
    """Entry → number of its set among the distinct ones, and the distinct sets; exact, no hashing of contents alone."""
    empty = np.zeros((len(offsets) - 1, 0), dtype=np.int32)
    place, first, _ = distinct_rows(empty, offsets.astype(np.int64), codes.astype(np.int32))
    return place, [codes[offsets[entry] : offsets[entry + 1]] for entry in first.tolist()]


def _no_longer_missing(column: SetColumn, entry: Entries, null: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which records lack their set and publish one: a missing set is a value of its own, and they lose it."""
    return column.null & ~np.append(null, False)[entry]


def _mean_losses(column: SetColumn, losses: Losses) -> Losses:
    """Record → the mean loss of its items, 0 without items."""
    own = np.diff(column.offsets)
    lost = np.bincount(np.repeat(np.arange(len(own)), own), weights=losses, minlength=len(own))
    return lost / np.maximum(own, 1)


def _by_record(values: Losses, entry: Entries) -> Losses:
    return np.append(values, 1.0)[entry]

"""How good a release is for its rules: who would get each offer from it, against who gets it from the original.

From a release, a person gets an offer with the probability p that a point of the published region fulfils the rule:
the product over the columns of the share of the region's values that the rule allows (leaves of a node, values of the
column in a range, values of a set; an item of a set column that is not published is taken as absent). So a rule that a
region decides counts whole, one that it leaves undecided counts with the share. *Reference*: the paper on TF-IDF
Mondrian lists such a figure as future work.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.core.rows import distinct_rows
from tokumei.core.rule_tables import allowed_in, has_rule, keep_fulfilled, keep_touched, rule_tables
from tokumei.core.rules import Rules, Space, all_bits, people_of
from tokumei.core.table import Table
from tokumei.errors import DataError

__all__ = ["Recommendation", "RuleQuality", "recommendation"]


@dataclass(frozen=True, slots=True)
class RuleQuality:
    """One rule, or all together (each person once a rule, rules by their weights)."""

    name: str
    weight: float
    people: float
    """Whom the rule is for, by the original."""
    offered: float
    """Expected offers, by the release."""
    right: float
    """Expected offers to those whom the rule is for."""
    undecided: float
    """Share of the released records whose published region the rule allows in part only."""

    @property
    def precision(self) -> float | None:
        """Right offers / offers; None without offers."""
        return self.right / self.offered if self.offered else None

    @property
    def recall(self) -> float | None:
        """Right offers / those whom the rule is for; None when it is for nobody."""
        return self.right / self.people if self.people else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both; None when the rule is for nobody and offers nothing."""
        return 2 * self.right / (self.offered + self.people) if self.offered + self.people else None

    def to_dict(self, k: int = 1) -> dict[str, Any]:
        """As in a report; fewer than k people are not counted out, since reports travel."""
        few = 0 < self.people < k
        return {
            "name": self.name,
            "weight": self.weight,
            "people": None if few else int(self.people) if self.people.is_integer() else self.people,
            "offered": None if few else round(self.offered, 6),
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "undecided": self.undecided,
        }


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The quality of a release for all rules."""

    rules: tuple[RuleQuality, ...]
    overall: RuleQuality

    def to_dict(self, k: int = 1) -> dict[str, Any]:
        """As in a report; fewer than k people are not counted out."""
        overall = self.overall.to_dict(k)
        del overall["name"], overall["weight"]
        return {"overall": overall, "rules": [rule.to_dict(k) for rule in self.rules]}


def recommendation(table: Table, recoding: Recoding, rules: Rules) -> Recommendation:
    """Precision, recall, F1 and undecided people of a release, by rule and overall; removed records get no offer.

    *Cost*: O(records × words), and O(undecided rules) for each group and each of its records that they are for.
    """
    bits = rules.of_records(table)
    people = people_of(bits, rules.count)
    released = np.flatnonzero(~recoding.removed)
    regions = _regions(recoding, rules)
    row, first, size = distinct_rows(
        np.stack([recoding.columns[name].entry[released] for name in regions.names], axis=1)
    )
    entries = np.stack([recoding.columns[name].entry[released][first] for name in regions.names], axis=1)
    order = released[np.argsort(row, kind="stable")]
    offered, right, undecided = _served(
        regions.tables, regions.kind, regions.base, regions.start, regions.low, regions.high, regions.values,
        regions.item_start, regions.items, entries.astype(np.int64), size, order, bits,
    )  # fmt: skip
    share = undecided / max(len(released), 1)
    each = tuple(
        RuleQuality(name, *map(float, figures))
        for name, *figures in zip(rules.names, rules.weight, people, offered, right, share, strict=True)
    )
    w = rules.weight
    overall = RuleQuality(
        "overall",
        float(w.sum()),
        float(w @ people),
        float(w @ offered),
        float(w @ right),
        float(w @ share / w.sum()) if len(w) else 0.0,
    )
    return Recommendation(each, overall)


SPAN, SET, ITEMS = 0, 1, 2


class _Regions(NamedTuple):
    """What the entries of every column that rules name publish, as ranks."""

    names: list[str]
    tables: Any
    kind: npt.NDArray[np.int64]
    base: npt.NDArray[np.int64]
    """Column → its first rank in the tables."""
    start: npt.NDArray[np.int64]
    """Column → its first entry in low and high."""
    low: npt.NDArray[np.int64]
    """SPAN: the entry's first rank; SET: where its values start."""
    high: npt.NDArray[np.int64]
    """SPAN: the entry's last rank; SET: where its values end."""
    values: npt.NDArray[np.int32]
    item_start: npt.NDArray[np.int64]
    """ITEMS: column → its first row of `items`."""
    items: npt.NDArray[np.uint64]
    """ITEMS: entry × word, the rules that the kept items fulfil."""


def _regions(recoding: Recoding, rules: Rules) -> _Regions:
    names = [name for name in recoding.columns if name in rules.codes or name in rules.items]
    missing = sorted({*rules.codes, *rules.items} - {*names})
    if missing:
        raise DataError.missing_columns(missing, recoding.columns)
    spaces, kinds = [], []
    low: list[npt.NDArray[Any]] = []
    high: list[npt.NDArray[Any]] = []
    values: list[npt.NDArray[np.int32]] = []
    items: list[npt.NDArray[np.uint64]] = []
    held = 0
    for name in names:
        column = recoding.columns[name]
        space = Space.from_runs(1, rules.count, [])
        if isinstance(column, Nodes):
            space = rules.leaves[name]
            low.append(column.hierarchy.first[column.node])
            high.append(column.hierarchy.last[column.node])
            kinds.append(SPAN)
        elif isinstance(column, Ranges):
            space = rules.codes[name]
            mixed = column.high >= len(column.column.values)  # null among values is published as `*`: anything
            low.append(np.where(mixed & (column.low < column.high), 0, column.low))
            high.append(np.minimum(column.high, space.ranks - 1))  # a history says `*` where nothing is missing too
            kinds.append(SPAN)
        elif isinstance(column, ValueSets):
            space = rules.codes[name]
            low.append(column.offsets[:-1] + held)
            high.append(column.offsets[1:] + held)
            values.append(column.codes)
            held += len(column.codes)
            kinds.append(SET)
        elif isinstance(column, (ItemSets, ItemNodes, ItemLevels)):
            items.append(rules.items[name].fulfilled(*_kept_items(column), rules.count))
            low.append(np.zeros(0, dtype=np.int64))
            high.append(np.zeros(0, dtype=np.int64))
            kinds.append(ITEMS)
        else:
            raise DataError(f"Column {name!r} is published in a form that rules cannot be asked about.")
        spaces.append(space)
    item_rows = iter(items)
    item_sizes = [len(next(item_rows)) if kind == ITEMS else 0 for kind in kinds]
    words = len(all_bits(rules.count))
    return _Regions(
        names=names,
        tables=rule_tables(spaces, rules),
        kind=np.array(kinds, dtype=np.int64),
        base=np.cumsum([0, *(space.ranks for space in spaces)], dtype=np.int64),
        start=np.cumsum([0, *(len(part) for part in low)], dtype=np.int64),
        low=np.concatenate([np.zeros(0, dtype=np.int64), *low]).astype(np.int64),
        high=np.concatenate([np.zeros(0, dtype=np.int64), *high]).astype(np.int64),
        values=np.concatenate([np.zeros(0, dtype=np.int32), *values]).astype(np.int32),
        item_start=np.cumsum([0, *item_sizes], dtype=np.int64),
        items=np.concatenate([np.zeros((0, words), dtype=np.uint64), *items]),
    )


def _kept_items(column: ItemSets | ItemNodes | ItemLevels) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The items that each entry publishes as themselves: (offsets, items)."""
    if isinstance(column, ItemSets):
        return column.offsets, column.items
    if isinstance(column, ItemLevels):  # every record is an entry
        offsets, items, kept = column.column.offsets, column.column.items, column.level == 0
    else:
        item_of = np.full(len(column.hierarchy.labels), -1, dtype=np.int32)
        item_of[column.leaf] = np.arange(len(column.leaf), dtype=np.int32)
        offsets, items = column.offsets, item_of[column.nodes]
        kept = items >= 0
    held = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(kept)])
    return held[offsets], items[kept]


@njit(cache=True, nogil=True)
def _served(tables, kind, base, start, low, high, values, item_start, items, entries, size, order, bits):
    """Rule → expected offers, expected right offers, undecided records; `order` holds the records, row by row."""
    rules, words = tables.weight.shape[0], tables.full.shape[0]
    offered, right, undecided = np.zeros(rules), np.zeros(rules), np.zeros(rules)
    fulfilled = np.empty((kind.shape[0], words), np.uint64)
    p = np.zeros(rules)
    reached = 0
    for row in range(entries.shape[0]):
        touched = tables.full.copy()
        throughout = tables.full.copy()
        for column in range(kind.shape[0]):
            entry = entries[row, column]
            fulfilled[column] = tables.full
            if kind[column] == ITEMS:
                fulfilled[column] = items[item_start[column] + entry]
                touched &= fulfilled[column]
            else:
                spot = start[column] + entry
                _see(tables, kind[column], base[column], low[spot], high[spot], values, touched, fulfilled[column])
            throughout &= fulfilled[column]
        for rule in range(rules):
            if touched[rule >> 6] == 0 or not has_rule(touched, rule):
                continue
            share = 1.0
            if not has_rule(throughout, rule):
                undecided[rule] += size[row]
                for column in range(kind.shape[0]):
                    if not has_rule(fulfilled[column], rule):
                        spot = start[column] + entries[row, column]
                        share *= _share(tables, kind[column], base[column], low[spot], high[spot], values, rule)
            p[rule] = share
            offered[rule] += share * size[row]
        for place in range(reached, reached + size[row]):
            for word in range(words):
                left = bits[order[place], word] & touched[word]
                rule = word * 64
                while left != 0:
                    if left & np.uint64(1):
                        right[rule] += p[rule]
                    left >>= np.uint64(1)
                    rule += 1
        reached += size[row]
    return offered, right, undecided


@njit(cache=True, nogil=True)
def _see(tables, kind, base, low, high, values, touched, fulfilled):
    """Keeps the rules that a published region touches, and those that it fulfils throughout."""
    if kind == SPAN:
        keep_touched(tables, base, low, high, touched)
        keep_fulfilled(tables, base, low, high, fulfilled)
        return
    for word in range(touched.shape[0]):
        some = np.uint64(0)
        for place in range(low, high):
            found = tables.some[0, tables.segment[base + values[place]], word]
            some |= found
            fulfilled[word] &= found
        touched[word] &= some


@njit(cache=True, nogil=True)
def _share(tables, kind, base, low, high, values, rule):
    """The share of a published region that a rule allows."""
    if kind == SPAN:
        return allowed_in(tables, base, low, high, rule) / (high - low + 1)
    held = 0
    for place in range(low, high):
        held += allowed_in(tables, base, values[place], values[place], rule)
    return held / (high - low)

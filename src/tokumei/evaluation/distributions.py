"""How each column was distributed before, and how a reader of the release would think it is.

Both are counted over the released records only, from codes and entries: never from labels, never record by record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.recoding import ItemSets, Nodes, Ranges, Recoding, ValueSets
from tokumei.core.rows import distinct_rows, gather, offsets_of
from tokumei.core.table import Table
from tokumei.evaluation.bins import bins_of

__all__ = [
    "Bars",
    "Distribution",
    "GroupSizes",
    "Tally",
    "distributions",
    "group_sizes",
    "pooled_distributions",
    "tallies",
]

Counts = npt.NDArray[np.float64]
Weight = npt.NDArray[np.int64] | None

MOST_BARS = 15
"""Categories and items that get a bar of their own."""
MOST_VALUES = 20
"""Numbers and dates with at most so many distinct values get a bar a value."""
SIZE_CLASSES = 12


class Bars(TypedDict):
    """Records by value, for as many values as may be named."""

    labels: list[str]
    counts: list[float]
    other: float
    """Records behind values that have no bar of their own."""
    missing: float
    """Records without a value."""


class Distribution(TypedDict):
    """A column before and after, with the same labels."""

    before: Bars
    after: Bars
    distinct_before: int
    """Distinct values (items of a set column) of the released records."""
    distinct_after: int
    """Distinct published values (items that are kept somewhere)."""


class GroupSizes(TypedDict):
    """Groups with `low` to `high` records."""

    low: int
    high: int
    groups: int
    records: int


@dataclass(frozen=True, eq=False)
class Rows:
    """Different published values, each as a row of codes: row i is `codes[offsets[i]:offsets[i + 1]]`."""

    offsets: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]

    @classmethod
    def of(cls, offsets: npt.NDArray[np.int64], codes: npt.NDArray[np.int32]) -> Rows:
        """The different ones among rows."""
        _, first, _ = distinct_rows(np.zeros((len(offsets) - 1, 0), dtype=np.int32), offsets, codes)
        return cls(*gather(offsets, codes, first))

    @classmethod
    def single(cls, codes: npt.NDArray[np.integer]) -> Rows:
        """Rows of one code each, which are different."""
        return cls(np.arange(len(codes) + 1, dtype=np.int64), codes.astype(np.int32))

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.offsets) - 1

    def added(self, other: Rows) -> Rows:
        """Those of either."""
        sizes = np.concatenate([np.diff(self.offsets), np.diff(other.offsets)])
        return Rows.of(offsets_of(sizes), np.concatenate([self.codes, other.codes]))


@dataclass(frozen=True, eq=False)
class Tally:
    """A column of some records before and after, as counts: those of parts of a source add up."""

    column: SingleColumn | SetColumn
    before: Counts
    """Code → released records; the last place is for missing values."""
    after: Counts
    published: Rows | None
    """The different published values; None where they are those of the source."""

    def added(self, other: Tally) -> Tally:
        """Of both parts."""
        both = None
        if self.published is not None and other.published is not None:
            both = self.published.added(other.published)
        return Tally(self.column, self.before + other.before, self.after + other.after, both)

    def distribution(self, k: int) -> Distribution:
        """What may be shown of it."""
        own = int(np.count_nonzero(self.before[:-1] if isinstance(self.column, SetColumn) else self.before))
        return {
            **_bars(self.column, self.before, self.after, k),
            "distinct_before": own,
            "distinct_after": own if self.published is None else self.published.count,
        }


def distributions(table: Table, recoding: Recoding, *, k: int) -> dict[str, Distribution]:
    """Column → its distribution in the source and as published.

    A published range, node or set of values spreads its records evenly over the column's own values that it covers
    (not over its width: a reader can do no better without knowing more, and categories and numbers are treated alike).
    Numbers and dates with many values are cut into about 20 round bins, with open ends where the column has far
    outliers; categories and items keep the most frequent ones. Text columns have no distribution.

    *Promise*: no value, and no bin, is named that stands for fewer than k released records before: it is pooled into
    `other`, before and after. Bins have round edges that do not depend on single values; a bin between others that
    is too small has a count of 0, so that it cannot be told from an empty one.
    *Cost*: linear in records, entries and values; a count over the entries is all that touches records.
    """
    return pooled_distributions([tallies(table, recoding)], k=k)


def pooled_distributions(parts: Sequence[Mapping[str, Tally]], *, k: int) -> dict[str, Distribution]:
    """The distributions of all parts of a source."""
    return {name: reduce(Tally.added, [part[name] for part in parts]).distribution(k) for name in parts[0]}


def tallies(table: Table, recoding: Recoding) -> dict[str, Tally]:
    """Column → its counts in the source and as published."""
    removed = recoding.removed
    kept = ~removed if removed.any() else None
    result: dict[str, Tally] = {}
    for column in table:
        if isinstance(column, TextColumn):
            continue
        recoded = recoding.columns.get(column.name)
        count = None if recoded is None else COUNTING.get(type(recoded))
        if recoded is not None and count is None:
            continue
        before = _before(column, kept, table.weight)
        after, published = (before, None) if count is None else count(recoded, table.weight)
        result[column.name] = Tally(column, before, after, published)
    return result


def group_sizes(sizes: npt.NDArray[np.int64]) -> list[GroupSizes]:
    """Groups counted by their size, in at most 13 classes; the last one holds the largest twentieth when it is long."""
    sizes = sizes[sizes > 0]
    if len(sizes) == 0:
        return []
    smallest, largest = int(sizes.min()), int(sizes.max())
    usual = int(np.quantile(sizes, 0.95, method="lower")) if largest - smallest >= SIZE_CLASSES else largest
    width = max(-(-(usual - smallest + 1) // SIZE_CLASSES), 1)
    starts = np.arange(smallest, usual + 1, width)
    place = np.searchsorted(starts, np.minimum(sizes, starts[-1] + width), side="right") - 1
    place[sizes >= starts[-1] + width] = len(starts)
    groups = np.bincount(place, minlength=len(starts) + 1)
    records = np.bincount(place, weights=sizes, minlength=len(starts) + 1)
    lows = [*starts.tolist(), int(starts[-1]) + width]
    highs = [low + width - 1 for low in lows[:-1]] + [largest]
    rows = zip(lows, highs, groups.tolist(), records.tolist(), strict=True)
    classes: list[GroupSizes] = [
        {"low": low, "high": min(high, largest), "groups": count, "records": int(people)}
        for low, high, count, people in rows
    ]
    return classes if classes[-1]["groups"] else classes[:-1]


def _before(column: SingleColumn | SetColumn, kept: npt.NDArray[np.bool_] | None, weight: Weight) -> Counts:
    """Code → released records; the last place is for missing values."""
    own = weight if weight is None or kept is None else weight[kept]
    if isinstance(column, SetColumn):
        sizes = np.diff(column.offsets)
        items = column.items if kept is None else column.items[np.repeat(kept, sizes)]
        each = None if own is None else np.repeat(own, sizes if kept is None else sizes[kept])
        missing = column.null if kept is None else column.null[kept]
        counts = weighed(items, each, len(column.values) + 1).astype(np.float64)
        counts[-1] = np.count_nonzero(missing) if own is None else own[missing].sum()
        return counts
    codes = column.codes if kept is None else column.codes[kept]
    return weighed(codes, own, len(column.values) + 1).astype(np.float64)


def _weights(entry: npt.NDArray[np.int32], entries: int, weight: Weight) -> Counts:
    """Entry → released records that publish it."""
    if len(entry) == 0 or entry.min() >= 0:
        return weighed(entry, weight, entries).astype(np.float64)
    released = entry >= 0
    return weighed(entry[released], None if weight is None else weight[released], entries).astype(np.float64)


def _spread(first: npt.NDArray[Any], last: npt.NDArray[Any], density: Counts, size: int) -> Counts:
    """The sum of `density` over all stretches `first … last`, place by place."""
    change = np.bincount(first, weights=density, minlength=size + 1)
    change -= np.bincount(last + 1, weights=density, minlength=size + 1)
    return np.maximum(np.cumsum(change)[:size], 0.0)


def _ranges(recoded: Ranges, weight: Weight) -> tuple[Counts, Rows]:
    size = len(recoded.column.values) + 1
    weights = _weights(recoded.entry, len(recoded.low), weight)
    density = weights / (recoded.high - recoded.low + 1)
    used = weights > 0
    pairs = np.unique(recoded.low[used].astype(np.int64) * size + recoded.high[used])
    ends = np.stack([pairs // size, pairs % size], axis=1).astype(np.int32)
    rows = Rows(np.arange(len(pairs) + 1, dtype=np.int64) * 2, ends.reshape(-1))
    return _spread(recoded.low, recoded.high, density, size), rows


def _nodes(recoded: Nodes, weight: Weight) -> tuple[Counts, Rows]:
    column, hierarchy = recoded.column, recoded.hierarchy
    entry_weights = _weights(recoded.entry, len(recoded.node), weight)
    weights = np.bincount(recoded.node, weights=entry_weights, minlength=len(hierarchy.labels))
    leaf = np.array([hierarchy.leaf_of.get(column.label(code), -1) for code in range(column.size)], dtype=np.int64)
    occurs = np.zeros(len(hierarchy.path) + 1, dtype=np.int64)
    occurs[1:][leaf[leaf >= 0]] = 1
    until = np.cumsum(occurs)
    covered = until[hierarchy.last + 1] - until[hierarchy.first]
    by_leaf = _spread(hierarchy.first, hierarchy.last, weights / np.maximum(covered, 1), len(hierarchy.path))
    counts = np.zeros(len(column.values) + 1)
    counts[: column.size] = np.where(leaf >= 0, by_leaf[leaf], 0.0)
    return counts, Rows.single(np.flatnonzero(weights))


def _value_sets(recoded: ValueSets, weight: Weight) -> tuple[Counts, Rows]:
    sizes = np.diff(recoded.offsets)
    weights = _weights(recoded.entry, len(sizes), weight)
    values = len(recoded.column.values) + 1
    share = np.repeat(weights / np.maximum(sizes, 1), sizes)
    counts = np.bincount(recoded.codes, weights=share, minlength=values).astype(np.float64)
    return counts, Rows.of(*gather(recoded.offsets.astype(np.int64), recoded.codes, weights > 0))


def _item_sets(recoded: ItemSets, weight: Weight) -> tuple[Counts, Rows]:
    sizes = np.diff(recoded.offsets)
    weights = _weights(recoded.entry, len(sizes), weight)
    counts = np.bincount(
        recoded.items, weights=np.repeat(weights, sizes), minlength=len(recoded.column.values) + 1
    ).astype(np.float64)
    items = np.flatnonzero(counts)
    counts[-1] = weights[recoded.null].sum()
    return counts, Rows.single(items)


COUNTING: dict[type, Callable[[Any, Weight], tuple[Counts, Rows]]] = {
    Ranges: _ranges,
    Nodes: _nodes,
    ValueSets: _value_sets,
    ItemSets: _item_sets,
}
"""Recoded column → records by code (the last place: missing) and the different published values."""


class _BeforeAfter(TypedDict):
    before: Bars
    after: Bars


def _bars(column: SingleColumn | SetColumn, before: Counts, after: Counts, k: int) -> _BeforeAfter:
    """The bars that may be shown; what may not goes to `other`."""
    values = len(column.values)
    if isinstance(column, (NumberColumn, DateColumn)) and values > MOST_VALUES:
        labels, place = bins_of(column, before[:values])
        bar_before = np.bincount(place, weights=before[:values], minlength=len(labels))
        bar_after = np.bincount(place, weights=after[:values], minlength=len(labels))
        shown = np.flatnonzero(bar_before >= k)
        stretch = range(shown[0], shown[-1] + 1) if len(shown) else range(0)
        names = [labels[bar] for bar in stretch]
        bars = np.array(stretch, dtype=np.int64)
        small = bar_before[bars] < k
        heights = [np.where(small, 0.0, counts[bars]) for counts in (bar_before, bar_after)]
    else:
        often = np.flatnonzero(before[:values] >= k)
        if isinstance(column, (CategoryColumn, SetColumn)):
            often = often[np.argsort(-before[often], kind="stable")][:MOST_BARS]
        names = [
            column.values[code] if isinstance(column, SetColumn) else column.label(code) for code in often.tolist()
        ]
        heights = [before[often], after[often]]
    missing = before[values] >= k
    shown_before, shown_after = (
        Bars(
            labels=list(names),
            counts=_rounded(height),
            other=round(float(counts.sum() - height.sum() - missing * counts[values]), 2) + 0.0,
            missing=round(float(missing * counts[values]), 2),
        )
        for height, counts in zip(heights, (before, after), strict=True)
    )
    return {"before": shown_before, "after": shown_after}


def _rounded(counts: Counts) -> list[float]:
    return [round(count, 2) for count in counts.tolist()]

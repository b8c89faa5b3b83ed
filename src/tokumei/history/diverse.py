"""Sensitive values beside a history: every line shows diverse ones, or none.

A line is what the members of a cluster publish as one row; its sensitive cells keep their own values. Who knows all
else of a person finds the line, and sees as many values as it shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import SetColumn, TextColumn
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.predicates import (
    CLOSE_ORDERED,
    DISTINCT,
    ENTROPY,
    RECURSIVE,
    SHARE,
    Predicates,
    all_hold,
    histogram_places,
)
from tokumei.core.rows import gather
from tokumei.errors import Infeasible
from tokumei.history.aligned import Aligned, too_large
from tokumei.history.prepared import Prepared

__all__ = ["Diversity", "hidden_cells", "mended", "values_of"]

Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Diversity:
    """What is promised of the sensitive columns, as predicates on the histogram of a line."""

    together: Predicates
    """Of all sensitive columns of the table, in its order."""
    alone: Mapping[str, Predicates]
    """Column → what is promised of it, on the histogram of this column alone."""

    @property
    def different(self) -> int:
        """So many values a line needs at the least, and so many subjects a cluster."""
        bounds = [_least(self.together, number) for number in range(len(self.together.kind))]
        return max(bounds, default=0)


def _least(predicates: Predicates, number: int) -> int:
    kind, first = int(predicates.kind[number]), float(predicates.first[number])
    if kind in (DISTINCT, ENTROPY):
        return math.ceil(first - 1e-9)
    if kind == RECURSIVE:
        return int(predicates.second[number])
    return math.ceil(1 / first - 1e-9) if kind == SHARE else 2


def values_of(histories: Histories, diversity: Diversity) -> npt.NDArray[np.int64]:
    """Subject → the value of all its records in the first column of a promise; one of its own where they differ."""
    column = histories.table[next(iter(diversity.alone))]
    own = -1 - np.arange(histories.subjects, dtype=np.int64)
    if isinstance(column, (SetColumn, TextColumn)):
        return own
    low = np.full(histories.subjects, column.size, dtype=np.int64)
    high = np.full(histories.subjects, -1, dtype=np.int64)
    np.minimum.at(low, histories.subject, column.codes)
    np.maximum.at(high, histories.subject, column.codes)
    return np.where(low == high, low, own)


def mended(
    prepared: Prepared, clusters: Sequence[Aligned], histories: Histories, diversity: Diversity
) -> list[Aligned]:
    """The clusters with members' records exchanged between lines, where that makes lines diverse at less than the cost
    of hiding their values."""
    from tokumei.history import mending

    offsets, places = histogram_places(histories.table.sensitive)
    offsets, places = gather(offsets, places, prepared.record)
    line_of = np.full(len(prepared.record), -1, dtype=np.int64)
    result: list[Aligned] = []
    for cluster in clusters:
        if too_large(prepared, cluster.members):
            result.append(cluster)
            continue
        lines = cluster.lines.copy()
        first, last = prepared.offsets[cluster.members], prepared.offsets[cluster.members + 1]
        error = mending.mend(prepared.records, lines, first, last, offsets, places, diversity.together, line_of)
        result.append(cluster if error < 0 else Aligned(cluster.members, lines, float(error)))
    return result


def hidden_cells(recoding: HistoryRecoding, diversity: Diversity) -> dict[str, Flags]:
    """Column → records whose sensitive cell is published as `*`: all of a line, or none.

    *Promise*: the lines that show values keep what is promised, held against all values that are shown where it is held
    against a whole. So would the values that a cluster hides, as one line: were only lines without diversity hidden, a
    `*` would tell that all have the value that most people have. So lines that could be shown are hidden with them,
    those first that differ most; and where whole clusters are hidden, so are others beside them. Raises Infeasible
    where no line can show a value.
    """
    found: dict[str, Flags] = {}
    line = recoding.line
    for name, predicates in diversity.alone.items():
        hidden = _Lines(recoding, name, predicates).hidden()
        if hidden.all():
            raise Infeasible(
                f"No line of the histories shows values of column {name!r} that keep what is promised of it: a line "
                "has as many as a cluster has subjects. Raise `privacy.k`, ask for less, or leave the promise out."
            )
        found[name] = (line >= 0) & hidden[line]
    return found


class _Lines:
    """The lines of a release with the values of one sensitive column."""

    def __init__(self, recoding: HistoryRecoding, name: str, predicates: Predicates) -> None:
        line = recoding.line
        records = np.flatnonzero(line >= 0)
        self._records = records[np.argsort(line[records], kind="stable")]
        self._count = int(line.max(initial=-1)) + 1
        self._starts = np.searchsorted(line[self._records], np.arange(self._count + 1)).astype(np.int64)
        self._offsets, self._places = histogram_places([recoding.histories.table[name]])
        self._predicates = predicates
        first = self._records[self._starts[:-1]]
        self._cluster = recoding.cluster[recoding.histories.subject[first]]

    def hidden(self) -> Flags:
        """Line → whether its values are hidden."""
        from tokumei.history import mending

        hidden = np.zeros(self._count, dtype=bool)
        holds = np.empty(self._count, dtype=bool)
        while True:
            counts, shown = self._histogram(np.flatnonzero(~hidden))
            against = _against(self._predicates, counts, shown)
            mending.lines_hold(self._records, self._starts, self._offsets, self._places, against, holds)
            after = self._with_company(hidden | ~holds, against)
            if np.array_equal(after, hidden):
                return hidden
            hidden = after

    def _with_company(self, hidden: Flags, predicates: Predicates) -> Flags:
        """The hidden lines, and others beside them until those of each cluster, taken together, are diverse.

        Clusters that are hidden whole are taken together.
        """
        after = hidden.copy()
        for cluster in np.unique(self._cluster[hidden]).tolist():
            own = np.flatnonzero(self._cluster == cluster)
            if not self._fill(after, [own[~hidden[own]]], own[hidden[own]], predicates):
                after[own] = True
        shown = np.unique(self._cluster[~after])
        whole = np.flatnonzero(~np.isin(self._cluster, shown))
        if len(whole):
            company = [np.flatnonzero((self._cluster == cluster) & ~after) for cluster in shown.tolist()]
            self._fill(after, [*company, np.zeros(0, dtype=np.int64)], whole, predicates)
        return after

    def _fill(self, hidden: Flags, company: Sequence[Places], lines: Places, predicates: Predicates) -> bool:
        """Hides lines out of the first of `company` one by one, then all of the next ones, until they are diverse."""
        counts, total = self._histogram(lines)
        if all_hold(counts, total, predicates):
            return True
        most = int(np.argmax(counts))
        single = len(company) == 1
        parts = [np.array([line]) for line in company[0].tolist()] if single else list(company)
        histograms = [self._histogram(part) for part in parts]
        unlike = [own - int(part[most]) for part, own in histograms]
        for place in sorted(range(len(parts)), key=lambda number: (-unlike[number], number)):
            hidden[parts[place]] = True
            counts, total = counts + histograms[place][0], total + histograms[place][1]
            if all_hold(counts, total, predicates):
                return True
        return False

    def _histogram(self, lines: Places) -> tuple[npt.NDArray[np.int64], int]:
        """How often each value occurs in some lines, and how many records they have."""
        _, records = gather(self._starts, self._records, lines)
        places = gather(self._offsets, self._places, records)[1]
        return np.bincount(places, minlength=int(self._predicates.starts[-1])).astype(np.int64), len(records)


def _against(predicates: Predicates, counts: npt.NDArray[np.int64], total: int) -> Predicates:
    """The predicates, held against the values that are shown."""
    order, second = predicates.order.copy(), predicates.second.copy()
    for number in np.flatnonzero(predicates.kind == CLOSE_ORDERED).tolist():
        start, size = int(predicates.order_start[number]), int(predicates.second[number])
        codes = predicates.order[start : start + size]
        there = codes[counts[codes] > 0]
        order[start : start + len(there)] = there
        second[number] = len(there)
    return predicates._replace(overall=counts / max(total, 1), order=order, second=second)

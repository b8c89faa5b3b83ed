"""What an attacker has: the original histories, and a release read as rows that cover records."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, SingleColumn
from tokumei.core.history import Histories
from tokumei.core.label_arrays import RangeLabels, SetLabels, read_range_labels, read_set_labels
from tokumei.core.notation import ANY, range_label
from tokumei.core.published import PublishedColumn, PublishedTable, bounds_of
from tokumei.errors import DataError

__all__ = ["HistoryKnowledge", "ReleasedRows", "knowledge_of", "true_subjects"]

_NULL = -1e18
"""The place of a missing number: below all others, so that only `*` and an empty field cover it."""

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ReleasedRows:
    """Rows of classes: pseudonyms that publish the same rows are one class, and its rows stand here once."""

    low: npt.NDArray[np.float64]
    """Number column × row → lowest place covered."""
    high: npt.NDArray[np.float64]
    label: npt.NDArray[np.int32]
    """Category column × row → label."""
    offsets: npt.NDArray[np.int64]
    """Category column × label → first of its codes, one more for the end."""
    codes: npt.NDArray[np.int32]
    any_label: npt.NDArray[np.bool_]
    starts: Ints
    """Class → first row, one more for the end."""
    place: Ints
    """Row → where it stands in the release."""


@dataclass(frozen=True, eq=False)
class HistoryKnowledge:
    """Both sides."""

    histories: Histories
    numbers: npt.NDArray[np.float64]
    """Number column × record, records in the order of their subjects."""
    categories: npt.NDArray[np.int32]
    """Category column × record; the column with the most values first."""
    index_size: int
    """How many codes the first category column has."""
    record_starts: Ints
    """Subject → its first record, one more for the end."""
    rows: ReleasedRows
    class_of: Ints
    """Pseudonym → class."""
    pseudonyms: tuple[str, ...]

    @property
    def classes(self) -> int:
        """How many different histories are published."""
        return len(self.rows.starts) - 1

    @property
    def class_sizes(self) -> Ints:
        """Class → number of its pseudonyms."""
        return np.bincount(self.class_of, minlength=self.classes).astype(np.int64)

    @cached_property
    def _order(self) -> Ints:
        return np.argsort(self.histories.subject, kind="stable")

    def records(self, subject: int) -> Ints:
        """The records of a subject, as the table numbers them."""
        return self._order[self.of(subject)]

    def of(self, subject: int) -> slice:
        """The records of a subject, in the order of the subjects."""
        return slice(int(self.record_starts[subject]), int(self.record_starts[subject + 1]))


def knowledge_of(histories: Histories, published: PublishedTable, *, subject: str) -> HistoryKnowledge:
    """The original and the release, coded alike. The order of the published rows is not used."""
    columns = [
        column for column in histories.table.quasi if isinstance(column, (NumberColumn, DateColumn, CategoryColumn))
    ]
    published = _with_ranges(published, [column.name for column in columns])
    missing = [name for name in (subject, *(column.name for column in columns)) if name not in published.columns]
    if missing:
        raise DataError.missing_columns(missing, list(published.columns))
    order = np.argsort(histories.subject, kind="stable")
    record_starts = np.concatenate([[0], np.cumsum(histories.counts)]).astype(np.int64)
    ranged = [column for column in columns if not _by_sets(column)]
    listed = sorted((column for column in columns if _by_sets(column)), key=lambda column: -column.size)
    kept, class_of, names, starts = _classes(published, subject, [column.name for column in columns])
    numbers = np.empty((len(ranged), len(order)))
    low, high = (np.empty((len(ranged), len(kept))) for _ in range(2))
    for number, column in enumerate(ranged):
        assert isinstance(column, (NumberColumn, DateColumn))
        shown = read_range_labels(column, published.columns[column.name])
        numbers[number] = np.append(shown.grid.places, _NULL)[column.codes][order]
        low[number], high[number] = _ends(shown, published.columns[column.name].codes[kept])
    sets = [read_set_labels(column, published.columns[column.name]) for column in listed]
    offsets, codes, anything = _stacked(sets)
    label = np.empty((len(listed), len(kept)), dtype=np.int32)
    for number, column in enumerate(listed):
        shown_codes = published.columns[column.name].codes[kept]
        label[number] = np.where(shown_codes < 0, len(published.columns[column.name].labels), shown_codes)
    categories = np.array([column.codes[order] for column in listed], dtype=np.int32).reshape(len(listed), len(order))
    rows = ReleasedRows(low, high, label, offsets, codes, anything, starts, kept)
    size = listed[0].size if listed else 1
    return HistoryKnowledge(histories, numbers, categories, size, record_starts, rows, class_of, names)


def true_subjects(histories: Histories, published: PublishedTable, *, subject: str, record: Ints) -> Ints:
    """Pseudonym → subject; `record` is row → the record behind it, −1 for none.

    Raises DataError where a pseudonym stands for two subjects.
    """
    names = published.columns[subject]
    rows = np.flatnonzero(~_anybody(names))
    codes, place = np.unique(names.codes[rows], return_inverse=True)
    own = record[rows]
    place, own = place[own >= 0], own[own >= 0]
    truth = np.full(len(codes), -1, dtype=np.int64)
    truth[place] = histories.subject[own]
    if (truth[place] != histories.subject[own]).any():
        raise DataError("A pseudonym stands beside records of two subjects: the rows are not in the original's order.")
    return truth


def _with_ranges(published: PublishedTable, names: list[str]) -> PublishedTable:
    """Columns that are published as two bounds as one of ranges; two empty bounds stand for anything."""
    more = {}
    for name in names:
        if published.names_of([name]) == [name]:
            continue
        low, high = (published.columns[bound] for bound in bounds_of(name))
        pairs, place = np.unique(np.stack([low.codes, high.codes]), axis=1, return_inverse=True)
        labels = tuple(
            ANY if first < 0 or last < 0 else range_label(low.labels[first], high.labels[last])
            for first, last in pairs.T.tolist()
        )
        more[name] = PublishedColumn(place.reshape(-1).astype(np.int32), labels)
    return PublishedTable({**published.columns, **more}, published.records)


def _anybody(names: PublishedColumn) -> npt.NDArray[np.bool_]:
    """Rows without a pseudonym."""
    return np.array([*(label == ANY for label in names.labels), True])[names.codes]


def _by_sets(column: SingleColumn) -> bool:
    return isinstance(column, CategoryColumn) or column.hierarchy is not None


def _classes(published: PublishedTable, subject: str, columns: list[str]) -> tuple[Ints, Ints, tuple[str, ...], Ints]:
    """Rows of one pseudonym for each class, pseudonym → class, the pseudonyms, and each class's first row."""
    names = published.columns[subject]
    place = np.flatnonzero(~_anybody(names))
    row = published.groups(columns)[place]
    owner = names.codes[place]
    order = np.lexsort((row, owner))
    place, row, owner = place[order], row[order], owner[order]
    cuts = np.concatenate([[0], np.flatnonzero(np.diff(owner)) + 1, [len(owner)]]).astype(np.int64)
    seen: dict[bytes, int] = {}
    chosen: list[npt.NDArray[np.int64]] = []
    class_of: list[int] = []
    for first, last in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        if first == last:
            continue
        run = row[first:last].tobytes()
        if run not in seen:
            seen[run] = len(chosen)
            chosen.append(place[first:last])
        class_of.append(seen[run])
    starts = np.concatenate([[0], np.cumsum([len(part) for part in chosen])]).astype(np.int64)
    kept = np.concatenate(chosen) if chosen else np.zeros(0, dtype=np.int64)
    labels = tuple(names.labels[code] for code in owner[cuts[:-1]].tolist()) if len(owner) else ()
    return kept, np.array(class_of, dtype=np.int64), labels, starts


def _ends(shown: RangeLabels, codes: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    low = np.where(shown.anything, -np.inf, np.nan_to_num(shown.low, nan=_NULL))
    high = np.where(shown.anything, np.inf, np.nan_to_num(shown.high, nan=_NULL))
    return low[codes], high[codes]


def _stacked(
    sets: list[SetLabels],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.bool_]]:
    """Columns of different lengths in one array each."""
    labels = max((len(one.size) for one in sets), default=1)
    members = max((len(one.codes) for one in sets), default=1)
    offsets = np.zeros((len(sets), labels + 1), dtype=np.int64)
    codes = np.zeros((len(sets), max(members, 1)), dtype=np.int32)
    anything = np.zeros((len(sets), labels), dtype=bool)
    for number, one in enumerate(sets):
        offsets[number, : len(one.offsets)] = one.offsets
        offsets[number, len(one.offsets) :] = one.offsets[-1]
        codes[number, : len(one.codes)] = one.codes
        anything[number, : len(one.anything)] = one.anything
    return offsets, codes, anything

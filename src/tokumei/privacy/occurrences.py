"""How often each sensitive value occurs in each group, as far as it occurs."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import ColumnSpec, Kind
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.literals import read_moment, read_number, read_whole
from tokumei.core.published import PublishedTable
from tokumei.core.rows import gather, offsets_of
from tokumei.errors import DataError

__all__ = ["Occurrences", "ReleasedGroups", "items_of", "keys_of", "mapped", "of_people"]

Places = npt.NDArray[np.int64]
Figures = npt.NDArray[np.float64]
Key = float | int | str
WHITE_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
"""What Unicode calls white space, as sets are read; `str.strip` would take off four control characters more."""

NOT_A_NUMBER = ("nan", "+nan", "-nan")


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Pairs of group and value, sorted by group, then by value; values are numbered in the column's order."""

    group: Places
    value: Places
    count: Places | Figures
    """Pair → its records; where people are counted, their weight: each weighs 1, spread evenly over the values that she
    has in the group."""
    sizes: Places
    """Group → its records, or its people."""
    labels: tuple[str, ...]
    """Value → its label; a missing value is one after them, without a label."""
    holders: Places | None = None
    """Pair → the people who have the value; None where records are counted."""
    weights: Figures | None = None
    """Value → its share among all people of the release, each weighing the same; None where records are counted."""

    @property
    def having(self) -> Places | Figures:
        """Pair → how many have the value: records, or people."""
        return self.count if self.holders is None else self.holders

    @property
    def shares(self) -> Figures:
        """Value → its share in the whole release."""
        if self.weights is not None:
            return self.weights
        whole: Figures = np.bincount(self.value, weights=self.count, minlength=self.values) / self.sizes.sum()
        return whole

    @property
    def values(self) -> int:
        """How many values there are, a missing one included when it may occur."""
        return len(self.labels) + 1


@dataclass(frozen=True, eq=False)
class ReleasedGroups:
    """The groups of a release as a reader sees them: their sizes, and what occurs in them."""

    published: PublishedTable
    rows: npt.NDArray[np.bool_] | None
    """Which rows are released records; None: all."""
    group: Places
    """Released record → group."""
    sizes: Places
    """Group → its records, or its people."""
    specs: Mapping[str, ColumnSpec]
    """How the labels of sensitive columns are read."""
    hierarchies: Mapping[str, Hierarchy]
    person: Places | None = None
    """Released record → whose it is; None where records are counted."""
    weight: Places | None = None
    """Released record → how many of the release it stands for; None: one each."""
    _seen: dict[str, Occurrences] = field(default_factory=dict)

    @classmethod
    def all_in_one(cls, column: str, values: Places, person: Places, size: int) -> ReleasedGroups:
        """All people as one group, with their values of one column: record → value, of so many."""
        group, people = np.zeros(len(person), dtype=np.int64), np.array([len(np.unique(person))])
        seen = of_people(group, values, person, people, tuple(str(value) for value in range(size - 1)))
        return cls(PublishedTable({}, len(person)), None, group, people, {}, {}, person, None, {column: seen})

    def spec(self, column: str) -> ColumnSpec:
        """How a sensitive column is read."""
        if column not in self.specs:
            raise DataError(f"A promise names the column {column!r}, of which the type is not known.")
        return self.specs[column]

    def hierarchy(self, column: str) -> Hierarchy | None:
        """The hierarchy that a sensitive column has in the job."""
        return self.hierarchies.get(column)

    def occurrences(self, column: str) -> Occurrences:
        """What occurs in a sensitive column; counted once, however many promises ask."""
        if column not in self._seen:
            spec, labels = self.spec(column), self.published.columns[column]
            codes = labels.codes if self.rows is None else labels.codes[self.rows]
            if spec.kind is Kind.SET:  # of items it only matters which occur: that is the same for people
                self._seen[column] = _item_occurrences(self.group, self.weight, self.sizes, codes, labels.labels, spec)
            else:
                value, ordered = _values(codes, labels.labels, spec)
                self._seen[column] = (
                    counted(self.group, value, self.weight, self.sizes, ordered)
                    if self.person is None
                    else of_people(self.group, value, self.person, self.sizes, ordered)
                )
        return self._seen[column]


def items_of(label: str, separator: str) -> set[str]:
    """The items of a published set: a text with a separator, or the JSON array that a list is written as."""
    parts = _array(label)
    if parts is None:
        parts = label.split(separator)
    return {item for item in (part.strip(WHITE_SPACE) for part in parts) if item}


def _array(label: str) -> list[str] | None:
    if not (label.startswith("[") and label.endswith("]")):
        return None
    try:
        parts = json.loads(label)
    except ValueError:
        return None
    if any(isinstance(part, (list, dict)) for part in parts):
        return None
    return [part if isinstance(part, str) else json.dumps(part) for part in parts if part is not None]


def _values(codes: npt.NDArray[np.int32], labels: tuple[str, ...], spec: ColumnSpec) -> tuple[Places, tuple[str, ...]]:
    """Record → place of its value, and a label for each place: numbers and dates are the same when they are equal,
    however they are written."""
    used = np.flatnonzero(np.bincount(codes.astype(np.int64) + 1, minlength=len(labels) + 1)[1:])  # no marks' `*`
    place = np.zeros(len(labels) + 1, dtype=np.int64)
    place[used], ordered = _ordered(tuple(labels[code] for code in used.tolist()), spec)
    place[-1] = len(ordered)
    return place[codes], ordered  # code −1, an empty field, takes the last place


def _item_occurrences(
    group: Places,
    weight: Places | None,
    sizes: Places,
    codes: npt.NDArray[np.int32],
    labels: tuple[str, ...],
    spec: ColumnSpec,
) -> Occurrences:
    """Of the items of sets; a record without items occurs nowhere."""
    cells = counted(group, codes.astype(np.int64) + 1, weight, sizes, labels)
    split = [set[str](), *(items_of(label, spec.separator) for label in labels)]
    items = sorted({item for cell in split for item in cell})
    number = {item: place for place, item in enumerate(items)}
    members = [sorted(number[item] for item in cell) for cell in split]
    lengths = np.array([len(cell) for cell in members], dtype=np.int64)
    flat = np.array([item for cell in members for item in cell], dtype=np.int64)
    times = lengths[cells.value]
    _, value = gather(offsets_of(lengths), flat, cells.value)
    counts = np.repeat(cells.count.astype(np.int64), times)
    return counted(np.repeat(cells.group, times), value, counts, sizes, tuple(items))


def of_people(group: Places, value: Places, person: Places, sizes: Places, labels: tuple[str, ...]) -> Occurrences:
    """What people have in each group: pairs with their holders, and with the holders' weight.

    A group's `sizes` are people. *Cost*: a few sorts of the records.
    """
    width = len(labels) + 1
    pairs, pair, weight = _weights(group, value, person, width)
    shares = np.zeros(width)
    everywhere, place, parts = _weights(np.zeros_like(group), value, person, width)
    shares[everywhere] = np.bincount(place, weights=parts) / max(len(np.unique(person)), 1)
    return Occurrences(
        pairs // width,
        pairs % width,
        np.bincount(pair, weights=weight, minlength=len(pairs)),
        sizes,
        labels,
        np.bincount(pair, minlength=len(pairs)),
        shares,
    )


def _weights(group: Places, value: Places, person: Places, width: int) -> tuple[Places, Places, Figures]:
    """The pairs of group and value that occur, as numbers; then, for everybody who has one: which, and her weight."""
    pairs, pair = np.unique(group * width + value, return_inverse=True)
    count = int(person.max(initial=0)) + 1
    held = np.unique(pair * count + person)
    pair, who = held // count, held % count
    _, owner, different = np.unique((pairs // width)[pair] * count + who, return_inverse=True, return_counts=True)
    return pairs, pair, 1.0 / different[owner]


def mapped(seen: Occurrences, place: Places, labels: tuple[str, ...]) -> Occurrences:
    """The same with other values: `place` says which of `labels` a value becomes."""
    found = counted(seen.group, place[seen.value], seen.count, seen.sizes, labels)
    if seen.weights is None:
        return found
    weights = np.bincount(place, weights=seen.weights, minlength=len(labels) + 1)
    return replace(found, weights=weights.astype(np.float64))


def counted(
    group: Places, value: Places, weight: Places | Figures | None, sizes: Places, labels: tuple[str, ...]
) -> Occurrences:
    """Equal pairs put together."""
    width = len(labels) + 1
    key = group * width + value
    if weight is None:
        key.sort()
        weight = np.ones(len(key), dtype=np.int64)
    else:
        order = np.argsort(key, kind="stable")
        key, weight = key[order], weight[order]
    first = np.flatnonzero(np.diff(key, prepend=-1))
    count = np.add.reduceat(weight, first) if len(first) else np.zeros(0, dtype=np.int64)
    pairs = key[first]
    return Occurrences(pairs // width, pairs % width, count, sizes, labels)


def _ordered(labels: tuple[str, ...], spec: ColumnSpec) -> tuple[Places, tuple[str, ...]]:
    """Label → place in the column's order, and a label for each place; equal numbers and equal dates share one.

    Labels that say that nothing is there have the place after the last.
    """
    filled = [label for label in labels if not _is_missing(label, spec)]
    keys = dict(zip(filled, keys_of(filled, spec), strict=True))
    unread = sum(key is None for key in keys.values())
    if unread:
        raise DataError(
            f"Column {spec.name!r} is declared as {spec.kind.value}, but {unread:,} of its {len(labels):,} different "
            "values in the release cannot be read as one. Is the release verified against the wrong job?"
        )
    label_of = {key: label for label, key in reversed(keys.items())}
    order = sorted(label_of)  # type: ignore[type-var]
    place = {key: number for number, key in enumerate(order)}
    places = [place[keys[label]] if label in keys else len(order) for label in labels]
    return np.array(places, dtype=np.int64), tuple(label_of[key] for key in order)


def keys_of(labels: Sequence[str], spec: ColumnSpec) -> list[Key | None]:
    """What the labels of a column mean: numbers, moments, or themselves; None where one cannot be read as its type.

    As in a source, numbers are whole ones where all are, and so told apart where a float would round them.
    """
    if spec.kind is Kind.DATE:
        return [read_moment(label, spec.format) for label in labels]
    if spec.kind is not Kind.NUMBER:
        return list(labels)
    marks = (spec.decimal,) if spec.decimal else (".", ",")
    wholes = [_first(read_whole, label, marks) for label in labels]
    return [_first(read_number, label, marks) for label in labels] if None in wholes else [*wholes]


def _first(read: Callable[[str, str], float | None], label: str, marks: Sequence[str]) -> float | None:
    """A number with the first decimal mark that reads it."""
    return next((number for mark in marks if (number := read(label, mark)) is not None), None)


def _is_missing(label: str, spec: ColumnSpec) -> bool:
    """Whether a label is read as a missing value: blanks in place of a number or a date, and a number `nan`."""
    if spec.kind not in (Kind.NUMBER, Kind.DATE):
        return False
    text = label.strip(WHITE_SPACE)
    return not text or (spec.kind is Kind.NUMBER and text.lower() in NOT_A_NUMBER)

"""Whom a published group can be about: which people fit it, in every column at once.

Every distinct label is read once. For each column there is a matrix of bits, code × group; a person fits the groups
that are set in the rows of all of his codes. A label that cannot be read fits everybody
unless that is asked otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.labels import Meaning, bounds_reader, items_of, label_reader
from tokumei.core.published import PublishedTable, bounds_of
from tokumei.core.rows import gather, offsets_of
from tokumei.core.table import Table
from tokumei.errors import DataError

__all__ = ["Fits", "ReadColumn", "fits_of", "read_column"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Bits = npt.NDArray[np.uint8]
_BLOCK = 1 << 24
"""Bytes that are unpacked at a time."""


@dataclass(frozen=True, eq=False)
class ReadColumn:
    """The labels of a column of single values: which of them each row has, and what each means."""

    column: SingleColumn
    meanings: tuple[Meaning | None, ...]
    label: Ints
    """Row → label."""
    unread: bool = True
    """Whether a label that cannot be read fits everybody, or nobody."""

    @cached_property
    def covers(self) -> Flags:
        """Label × code."""
        matrix = np.zeros((len(self.meanings), max(self.column.size, 1)), dtype=bool)
        for number, meaning in enumerate(self.meanings):
            if meaning is None:
                matrix[number] = self.unread
            else:
                matrix[number, list(meaning.codes)] = True
        return matrix


def read_column(column: SingleColumn, release: PublishedTable) -> ReadColumn:
    """A column's labels, or its two bounds, read back."""
    if column.name in release.columns:
        published = release.columns[column.name]
        read = label_reader(column, by_range=True, strangers=True)
        meanings = tuple(read(label) for label in (*published.labels, None))
        return ReadColumn(column, meanings, np.where(published.codes < 0, len(published.labels), published.codes))
    low, high = bounds_of(column.name)
    if low not in release.columns or high not in release.columns or not isinstance(column, (NumberColumn, DateColumn)):
        raise DataError(
            f"The release has no column {column.name!r}, which the job calls a quasi-identifier: is it the release of "
            "another job?"
        )
    pairs, place = np.unique(
        np.stack([release.columns[low].codes, release.columns[high].codes]), axis=1, return_inverse=True
    )
    both = bounds_reader(column, by_range=True)
    ends = [
        [None if code < 0 else release.columns[name].labels[code] for code in codes.tolist()]
        for name, codes in zip((low, high), pairs, strict=True)
    ]
    return ReadColumn(
        column, tuple(both(*pair) for pair in zip(*ends, strict=True)), place.reshape(-1).astype(np.int64)
    )


@dataclass(frozen=True, eq=False)
class Fits:
    """People and the groups of a release."""

    group: Ints
    """Released row → group."""
    rows: Ints
    """Rows of the release by group: those of group g are `rows[starts[g]:starts[g + 1]]`."""
    starts: Ints
    people: int
    columns: tuple[ReadColumn, ...]
    _values: tuple[Callable[[Ints], Bits], ...]
    """For each of them, from some people to their bits, a bit a group."""
    _items: tuple[Callable[[Ints], Bits], ...]
    """The same for columns of sets."""

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return len(self.starts) - 1

    @property
    def sizes(self) -> Ints:
        """Group → its rows."""
        return np.diff(self.starts)

    def pairs(self, people: Ints, columns: Collection[str] | None = None) -> tuple[Ints, Ints]:
        """Place in `people`, and a group that this person fits; sorted. *Cost*: people × groups bits a column.

        With `columns`, in these alone, which have single values.
        """
        values = [
            bits
            for read, bits in zip(self.columns, self._values, strict=True)
            if columns is None or read.column.name in columns
        ]
        chosen_bits = [*values, *(self._items if columns is None else ())]
        width = max((self.groups + 7) // 8, 1)
        step = max(_BLOCK // (8 * width), 1)
        persons, groups = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for start in range(0, len(people), step):
            chosen = people[start : start + step]
            bits = np.full((len(chosen), width), 255, dtype=np.uint8)
            for column in chosen_bits:
                bits &= column(chosen)
            person, group = np.nonzero(np.unpackbits(bits, axis=1, count=self.groups))
            persons.append(person + start)
            groups.append(group)
        return np.concatenate(persons), np.concatenate(groups)

    def covers(self, people: Ints, rows: Ints) -> Flags:
        """Pair by pair: whether a row of the release can be about a person."""
        fits = np.ones(len(people), dtype=bool)
        for column in self.columns:
            fits &= column.covers[column.label[rows], column.column.codes[people]]
        if self._items:
            place = np.full(int(self.rows.max(initial=-1)) + 1, -1, dtype=np.int64)
            place[self.rows] = np.repeat(np.arange(self.groups), self.sizes)
            left = np.flatnonzero(fits)
            group = place[rows[left]]
            for bits in self._items:
                for start in range(0, len(left), 1024):
                    part = slice(start, start + 1024)
                    own = bits(people[left[part]])
                    byte = own[np.arange(len(own)), group[part] >> 3]
                    fits[left[part]] &= (byte >> (7 - (group[part] & 7)) & 1).astype(bool)
        return fits


def fits_of(release: PublishedTable, people: Table, names: Sequence[str], rows: Flags, *, unread: bool = True) -> Fits:
    """The groups that the records `rows` of a release make in the columns `names`, and who of `people` fits them.

    A label that cannot be read fits everybody, or, without `unread`, nobody.
    """
    chosen = np.flatnonzero(rows)
    group = release.groups(release.names_of(names), rows) if names else np.zeros(len(chosen), dtype=np.int64)
    order = np.argsort(group, kind="stable")
    starts = offsets_of(np.bincount(group))
    first = chosen[order[starts[:-1]]]
    read: list[ReadColumn] = []
    values: list[Callable[[Ints], Bits]] = []
    items: list[Callable[[Ints], Bits]] = []
    for name in names:
        column = people[name]
        if isinstance(column, TextColumn):
            raise DataError(f"Column {name!r} is free text, which makes up no groups.")
        if isinstance(column, SetColumn):
            items.append(_of_items(column, release, first))
        else:
            read.append(replace(read_column(column, release), unread=unread))
            values.append(_of_values(read[-1], first))
    return Fits(group, chosen[order], starts, people.records, tuple(read), tuple(values), tuple(items))


def _of_values(read: ReadColumn, first: Ints) -> Callable[[Ints], Bits]:
    """Built when it is first asked for: who looks at single rows does not need it."""
    made: list[Bits] = []
    codes = read.column.codes

    def bits(people: Ints) -> Bits:
        if not made:
            made.append(_matrix(read, read.label[first]))
        return made[0][codes[people]]

    return bits


def _matrix(read: ReadColumn, label: Ints) -> Bits:
    """Code × group, a bit each."""
    covers = np.ascontiguousarray(read.covers.T)
    step = max(_BLOCK // max(len(label), 1), 1)
    parts = [np.packbits(covers[start : start + step][:, label], axis=1) for start in range(0, len(covers), step)]
    return np.concatenate(parts)


def _of_items(column: SetColumn, release: PublishedTable, first: Ints) -> Callable[[Ints], Bits]:
    """A published set fits whoever has an item under each of its items or nodes; a missing one, who has none."""
    published = release.columns[column.name]
    label = np.where(published.codes < 0, len(published.labels), published.codes)[first]
    cells = [items_of(text, column.separator) for text in published.labels]
    tokens = {token: number for number, token in enumerate(sorted({token for cell in cells for token in cell}))}
    holds = _holds(column, tokens)
    offsets = offsets_of(np.array([len(cell) for cell in cells], dtype=np.int64))
    flat = np.array([tokens[token] for cell in cells for token in cell], dtype=np.int64)
    owner = np.repeat(np.arange(len(cells)), np.diff(offsets))

    def bits(people: Ints) -> Bits:
        starts, items = gather(column.offsets, column.items, people)
        packed = np.empty((len(people), max((len(first) + 7) // 8, 1)), dtype=np.uint8)
        for place in range(len(people)):
            has = np.any(holds[:, items[starts[place] : starts[place + 1]]], axis=1, keepdims=True)[:, 0]
            lacking = np.bincount(owner[~has[flat]], minlength=len(cells))
            fits = np.append(lacking == 0, column.null[people[place]])
            packed[place] = np.packbits(fits[label])
        return packed

    return bits


def _holds(column: SetColumn, tokens: dict[str, int]) -> Flags:
    """Token × item: whether the item is the token, or lies under it in the hierarchy."""
    holds = np.zeros((len(tokens), max(len(column.values), 1)), dtype=bool)
    tree = column.hierarchy
    for item, value in enumerate(column.values):
        if value in tokens:
            holds[tokens[value], item] = True
        leaf = -1 if tree is None else tree.leaf_of.get(value, -1)
        if tree is not None and leaf >= 0:
            for node in tree.path[leaf].tolist():
                if tree.labels[node] in tokens:
                    holds[tokens[tree.labels[node]], item] = True
    return holds

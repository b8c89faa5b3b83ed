"""How often each sensitive value occurs in each group, as far as it occurs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import ColumnSpec, Kind
from tokumei.core.literals import read_moment, read_number
from tokumei.core.rows import gather, offsets_of
from tokumei.errors import DataError

__all__ = ["Occurrences", "counted", "item_occurrences", "value_occurrences"]

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Occurrences:
    """Pairs of group and value, sorted by group, then by value; values are numbered in the column's order."""

    group: Places
    value: Places
    count: Places
    sizes: Places
    """Group → its records."""
    labels: tuple[str, ...]
    """Value → its label; a missing value is one after them, without a label."""

    @property
    def values(self) -> int:
        """How many values there are, a missing one included when it may occur."""
        return len(self.labels) + 1


def value_occurrences(
    group: Places, sizes: Places, codes: npt.NDArray[np.int32], labels: tuple[str, ...], spec: ColumnSpec
) -> Occurrences:
    """Of single values: numbers and dates are the same when they are equal, however they are written."""
    used = np.flatnonzero(np.bincount(codes.astype(np.int64) + 1, minlength=len(labels) + 1)[1:])  # no marks' `*`
    place = np.zeros(len(labels) + 1, dtype=np.int64)
    place[used], ordered = _ordered(tuple(labels[code] for code in used.tolist()), spec)
    place[-1] = len(ordered)
    value = place[codes]  # code −1, an empty field, takes the last place
    return counted(group, value, None, sizes, ordered)


def item_occurrences(
    group: Places, sizes: Places, codes: npt.NDArray[np.int32], labels: tuple[str, ...], spec: ColumnSpec
) -> Occurrences:
    """Of the items of sets; a record without items occurs nowhere."""
    cells = counted(group, codes.astype(np.int64) + 1, None, sizes, labels)
    split = [[], *([item for item in map(str.strip, label.split(spec.separator)) if item] for label in labels)]
    items = sorted({item for cell in split for item in cell})
    number = {item: place for place, item in enumerate(items)}
    members = [sorted({number[item] for item in cell}) for cell in split]
    lengths = np.array([len(cell) for cell in members], dtype=np.int64)
    flat = np.array([item for cell in members for item in cell], dtype=np.int64)
    times = lengths[cells.value]
    _, value = gather(offsets_of(lengths), flat, cells.value)
    return counted(np.repeat(cells.group, times), value, np.repeat(cells.count, times), sizes, tuple(items))


def counted(group: Places, value: Places, weight: Places | None, sizes: Places, labels: tuple[str, ...]) -> Occurrences:
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
    """Label → place in the column's order, and a label for each place; equal numbers and equal dates share one."""
    if spec.kind not in (Kind.NUMBER, Kind.DATE):
        keys: list[float | int | str | None] = list(labels)
    elif spec.kind is Kind.NUMBER:
        keys = [read_number(label, spec.decimal) if spec.decimal else _number(label) for label in labels]
    else:
        keys = [read_moment(label, spec.format) for label in labels]
    unread = sum(key is None for key in keys)
    if unread:
        raise DataError(
            f"Column {spec.name!r} is declared as {spec.kind.value}, but {unread:,} of its {len(labels):,} different "
            "values in the release cannot be read as one. Is the release verified against the wrong job?"
        )
    label_of = dict(zip(reversed(keys), reversed(labels), strict=True))
    order = sorted(label_of)  # type: ignore[type-var]
    place = {key: number for number, key in enumerate(order)}
    return np.array([place[key] for key in keys], dtype=np.int64), tuple(label_of[key] for key in order)


def _number(label: str) -> float | None:
    point = read_number(label)
    return read_number(label, ",") if point is None else point

"""What a published label means: the values of the original that it covers, and what it loses.

Tokumei's own losses are taken from codes. Here are the labels of any release, whoever made it, read back into codes
once for each distinct label, so that the same loss can be taken. What cannot be read is None: measures count it and
say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from tokumei.core.binding import leaves_of
from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, SingleColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.label_ranges import Ends, read_ends
from tokumei.core.literals import read_moment, read_number
from tokumei.core.notation import ANY, read_range, read_set

__all__ = ["BoundsReader", "Meaning", "Reader", "bounds_reader", "items_of", "label_reader"]

_SET_SEPARATORS = (";", ",", "|", "、")
_DAY = 86_400_000_000


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a label stands for."""

    loss: float
    """NCP of a record that publishes it, in 0–1."""
    codes: Sequence[int]
    """The values of the original that it covers; none where it names something that the original does not have."""
    level: int | None = None
    """The level of the hierarchy's node that it is; None where it is no node."""
    node: int | None = None
    """That node."""
    values: int = 1
    """How many values it names, those that the original does not have included; 1 for a range, which names none."""
    ends: tuple[float, float] | None = None
    """The lowest and the highest value of the range that it is, in the column's unit; None where it is no range."""


Reader = Callable[[str | None], Meaning | None]
BoundsReader = Callable[[str | None, str | None], Meaning | None]


def label_reader(column: SingleColumn, *, by_range: bool = False, strangers: bool = False) -> Reader:
    """A reader of a column's labels; None is the empty field.

    The loss is that of the recoding that publishes such labels: with a hierarchy leaves covered / all leaves; without
    one the width of a range / the column's range, or values covered / all values. `by_range` measures numbers and
    dates by their range although they have a hierarchy, as a job with `publish: ranges` does. With `strangers`, a set
    of categories may name values that the original does not have, as the contest allows; else it cannot be read. A
    label that two nodes have is taken for the larger of them.
    """
    if isinstance(column, CategoryColumn):
        return _CategoryReader(column, strangers=strangers)
    return _OrderedReader(column, by_range=by_range)


def bounds_reader(column: NumberColumn | DateColumn, *, by_range: bool = False) -> BoundsReader:
    """A reader of two fields `name_low` and `name_high`; two empty ones stand for anything, or for nothing there."""
    reader = _OrderedReader(column, by_range=by_range)

    def read(low: str | None, high: str | None) -> Meaning | None:
        if (low is None and high is None) or low == ANY or high == ANY:
            return reader(ANY)
        first = None if low is None else reader.value(low)
        last = None if high is None else reader.value(high)
        if (low is not None and first is None) or (high is not None and last is None):
            return None
        return reader.span(Ends(first, last))

    return read


class _Tree:
    """A hierarchy, seen from the labels of its nodes and from the column's codes."""

    def __init__(self, column: SingleColumn, hierarchy: Hierarchy) -> None:
        self.hierarchy = hierarchy
        self.size = len(hierarchy.path)
        by_size = np.argsort(hierarchy.covered, kind="stable")
        self.nodes = {hierarchy.labels[node]: node for node in by_size.tolist()}
        self.spans = {(int(hierarchy.first[node]), int(hierarchy.last[node])): node for node in by_size[::-1].tolist()}
        leaf = leaves_of(column, hierarchy)
        self._order = np.argsort(leaf, kind="stable")
        self._leaves = leaf[self._order]
        starts = np.searchsorted(self._leaves, np.arange(self.size + 1)).tolist()
        self._under = [self._order[first:last].tolist() for first, last in pairwise(starts)]

    def node(self, node: int) -> Meaning:
        """The meaning of a node."""
        first, last = int(self.hierarchy.first[node]), int(self.hierarchy.last[node])
        codes = tuple(self._order[slice(*np.searchsorted(self._leaves, [first, last + 1]))].tolist())
        return Meaning(float(self.hierarchy.loss[node]), codes, int(self.hierarchy.level[node]), node, last - first + 1)

    def leaves(self, leaves: Iterable[int]) -> Meaning:
        """The meaning of a set of leaves."""
        chosen = sorted(set(leaves))
        codes = tuple(code for leaf in chosen for code in self._under[leaf])
        span = (chosen[0], chosen[-1]) if chosen else (0, -1)
        node = self.spans.get(span) if span[1] - span[0] + 1 == len(chosen) else None
        level = None if node is None else int(self.hierarchy.level[node])
        return Meaning(0.0 if len(chosen) <= 1 else len(chosen) / self.size, codes, level, node, max(len(chosen), 1))

    def under(self, label: str) -> range | None:
        """The leaves under a node or value; None for an unknown label."""
        node = self.nodes.get(label)
        return None if node is None else range(int(self.hierarchy.first[node]), int(self.hierarchy.last[node]) + 1)


class _CategoryReader:
    """Categories: values, nodes, sets of them, and patterns with stars."""

    def __init__(self, column: CategoryColumn, *, strangers: bool) -> None:
        self._column = column
        self._strangers = strangers
        self._tree = None if column.hierarchy is None else _Tree(column, column.hierarchy)
        self._code = {column.label(code): code for code in range(column.size)}

    def __call__(self, label: str | None) -> Meaning | None:
        text = label or ""
        single = self._single(text)
        if single is not None:
            return single
        parts = split_set(text, self._known)
        if parts is not None:
            return self._several(parts)
        members = set(read_set(text) or ()) if self._strangers else set()
        known = sorted(filter(self._known, members))
        if known:
            return self._widened(self._several(known), len(members) - len(known))
        return self._several(matching(text, self._values())) if ANY in text else None

    def _single(self, text: str) -> Meaning | None:
        if self._tree is not None and text in self._tree.nodes:
            return self._tree.node(self._tree.nodes[text])
        if text == ANY:
            return Meaning(1.0, range(self._column.size))
        if text in self._code:
            return Meaning(0.0, (self._code[text],))
        return Meaning(0.0, ()) if text == "" else None

    def _several(self, parts: Sequence[str]) -> Meaning | None:
        if not parts:
            return None
        if self._tree is not None:
            return self._tree.leaves(leaf for part in parts for leaf in self._tree.under(part) or ())
        codes = tuple(sorted({self._code[part] for part in parts}))
        loss = 0.0 if len(codes) <= 1 else len(codes) / max(self._column.size, 1)
        return Meaning(loss, codes, values=len(codes))

    def _widened(self, meaning: Meaning | None, strange: int) -> Meaning | None:
        """A set that names values that the original does not have, too."""
        if meaning is None:
            return None
        size = max(self._column.size, 1) if self._tree is None else self._tree.size
        values = meaning.values + strange
        return Meaning(min(values / size, 1.0), meaning.codes, values=values)

    def _known(self, part: str) -> bool:
        return part in self._code if self._tree is None else part in self._tree.nodes

    def _values(self) -> Iterable[str]:
        return self._code if self._tree is None else self._tree.hierarchy.leaves


class _OrderedReader:
    """Numbers and dates: values, ranges, nodes, sets of values, and digits hidden by stars."""

    def __init__(self, column: NumberColumn | DateColumn, *, by_range: bool) -> None:
        self._column = column
        self._values = column.values
        self._whole = isinstance(column, NumberColumn) and column.values.dtype.kind == "i"
        self._own = {} if isinstance(column, NumberColumn) else dict(zip(column.labels, column.values, strict=True))
        self._tree = None if column.hierarchy is None else _Tree(column, column.hierarchy)
        self._by_range = by_range or self._tree is None
        places = [] if self._tree is None else [self.value(leaf) for leaf in self._tree.hierarchy.leaves]
        self._leaf_values = np.array([np.nan if place is None else place for place in places])

    def value(self, text: str) -> float | None:
        """A single number or moment."""
        if isinstance(self._column, NumberColumn):
            return read_number(text)
        own = self._own.get(text)
        return read_moment(text, self._column.format) if own is None else int(own)

    def span(self, ends: Ends) -> Meaning:
        """A range, by its width or by the leaves inside."""
        lowest, highest = (float(self._values[0]), float(self._values[-1])) if len(self._values) else (0.0, 0.0)
        low = lowest if ends.low is None else ends.low
        high = highest if ends.high is None else ends.high
        included = self._whole or ends.low_included, self._whole or ends.high_included
        if self._whole:
            low += not ends.low_included
            high -= not ends.high_included
        if not self._by_range and self._tree is not None:
            inside = (self._leaf_values >= low) if included[0] else (self._leaf_values > low)
            inside &= (self._leaf_values <= high) if included[1] else (self._leaf_values < high)
            return self._tree.leaves(np.flatnonzero(inside).tolist())
        first = int(np.searchsorted(self._values, low, "left" if included[0] else "right"))
        stop = int(np.searchsorted(self._values, high, "right" if included[1] else "left"))
        width = min(high, highest) - max(low, lowest)
        loss = min(max(width, 0.0) / (highest - lowest), 1.0) if highest > lowest else 0.0
        return Meaning(loss, range(first, max(first, stop)), ends=(low, high))

    def __call__(self, label: str | None) -> Meaning | None:
        text = label or ""
        if self._tree is not None and text in self._tree.nodes:
            meaning = self._tree.node(self._tree.nodes[text])
            return self._as_range(meaning, self._tree.under(text) or range(0)) if self._by_range else meaning
        if text == ANY:
            return Meaning(1.0, range(self._column.size))
        if text == "":
            return Meaning(0.0, (len(self._values),) if self._column.has_null else ())
        own = self._own_range(text)
        if own is not None:
            return self.span(own)
        period = None if isinstance(self._column, NumberColumn) or text in self._own else _period(text, self._column)
        if period is not None:
            return self.span(period)
        value = self.value(text)
        if value is not None:
            return self.span(Ends(value, value))
        ends = read_ends(text, self.value) or _hidden_digits(text)
        return self._set(text) if ends is None else self.span(ends)

    def _own_range(self, text: str) -> Ends | None:
        """`[a;b]` of two values, read before other tools' ways are tried: releases have many of them."""
        both = read_range(text)
        if both is None or not all(both):
            return None
        low, high = self.value(both[0]), self.value(both[1])
        return None if low is None or high is None or low > high else Ends(low, high)

    def _as_range(self, meaning: Meaning, leaves: range) -> Meaning:
        places = self._leaf_values[leaves.start : leaves.stop]
        if len(leaves) == 1 or np.isnan(places).all():
            return meaning
        if np.isnan(places).any():  # a missing value among the leaves: the range is published as anything
            return replace(meaning, loss=1.0)
        spanned = self.span(Ends(float(places.min()), float(places.max())))
        return replace(meaning, loss=spanned.loss, ends=spanned.ends)

    def _set(self, text: str) -> Meaning | None:
        """A set of values, a missing one among them as the empty text."""
        if text[:1] in "[](":  # brackets say that a range was meant
            return None
        parts = split_set(text, lambda part: part == "" or self.value(part) is not None)
        if not parts or not any(parts):
            return None
        members = [self(part) for part in parts]
        codes = tuple(sorted({code for member in members if member is not None for code in member.codes}))
        if self._tree is not None and not self._by_range:
            return self._tree.leaves(leaf for part in parts for leaf in self._tree.under(part) or ())
        loss = 0.0 if len(parts) <= 1 else min(len(parts) / max(self._column.size, 1), 1.0)
        return Meaning(loss, codes, values=len(parts))


def items_of(label: str, separator: str) -> list[str]:
    """The items that a label of a set shows, without the white space around them."""
    return [item for item in map(str.strip, label.split(separator)) if item]


def split_set(text: str, known: Callable[[str], bool]) -> list[str] | None:
    """The members of `{a;b}`, `{a, b}`, `[a, b]`, `(a|b)` or `a,b`, where all are known; None otherwise."""
    exact = read_set(text)
    if exact is not None and all(known(part) for part in exact):
        return exact
    inside = text.strip()
    if len(inside) > 1 and inside[0] in "{[(" and inside[-1] in "}])":
        inside = inside[1:-1]
    for separator in _SET_SEPARATORS:
        parts = [part.strip().strip("'\"") for part in inside.split(separator)]
        if len(parts) > 1 and all(known(part) for part in parts):
            return parts
    return None


def matching(pattern: str, values: Iterable[str]) -> list[str]:
    """The values that a pattern stands for: a star is one character; at the end any, where no value has that length."""
    exact = re.compile("^" + "".join("." if mark == ANY else re.escape(mark) for mark in pattern) + "$", re.DOTALL)
    candidates = list(values)
    found = [value for value in candidates if exact.match(value)]
    stem = pattern.rstrip(ANY)
    if found or ANY in stem or not stem:
        return found
    return [value for value in candidates if value.startswith(stem)]


def _hidden_digits(text: str) -> Ends | None:
    """`130**` as the range from 13000 to 13099."""
    if not re.fullmatch(r"-?[0-9]+\*+", text):
        return None
    near, far = float(text.replace(ANY, "0")), float(text.replace(ANY, "9"))
    return Ends(min(near, far), max(near, far))


def _period(text: str, column: DateColumn) -> Ends | None:
    """A month `2011-03` or a year `2011` of a column with finer dates, as the days that it covers."""
    match = re.fullmatch(r"([0-9]{4})(?:[-/]([0-9]{2}))?", text)
    if not match or (match[2] is None and "%m" not in column.format) or ("%d" not in column.format and match[2]):
        return None
    year, month = int(match[1]), int(match[2] or 1)
    if not 1 <= month <= 12:
        return None
    following = np.datetime64(f"{year + (month == 12 or not match[2]):04}-{month % 12 + 1 if match[2] else 1:02}", "us")
    start = np.datetime64(f"{year:04}-{month:02}", "us")
    step = 1 if "%H" in column.format else _DAY
    return Ends(int(start.astype(np.int64)), int(following.astype(np.int64)) - step)

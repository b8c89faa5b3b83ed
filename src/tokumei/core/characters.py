"""Texts as sequences of characters: what a reader sees as one character is one symbol.

Symbols are small integers without gaps; two characters have the same symbol exactly when their code points are the
same. Groups of texts that are to be compared (a collection, a registry, phrases) are coded together.

User-perceived characters follow the extended grapheme clusters of UAX 29, with these departures. A mark that extends
always joins what stands before it, even a control character, so that replacing characters by a mask never changes where
the other characters begin. Prepended marks and Indic conjuncts are not joined. A low surrogate joins a high one.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import numpy.typing as npt

__all__ = ["Alphabet", "Characters", "Texts", "code_characters", "from_strings", "stands_alone", "to_strings"]

Offsets = npt.NDArray[np.int64]
Points = npt.NDArray[np.uint32]
Unit = Literal["graphemes", "points"]
Whitespace = Literal["remove", "keep"]

_LAST_SPACE = 0x3000
_OTHER, _EXTEND, _ZWJ, _FLAG, _L, _V, _T, _LV, _LVT, _CR, _LF, _HIGH, _LOW, _PICTURE = range(14)
# What Unicode counts as extending although its general category is not a mark.
_EXTENDING = {0x200C, 0xFF9E, 0xFF9F, 0x0E33, 0x0EB3, *range(0xE0020, 0xE0080), *range(0x1F3FB, 0x1F400)}
_PICTURES = (
    (0xA9, 0xA9),
    (0xAE, 0xAE),
    (0x203C, 0x203C),
    (0x2049, 0x2049),
    (0x2122, 0x2122),
    (0x2139, 0x2139),
    (0x2194, 0x21AA),
    (0x231A, 0x23FF),
    (0x24C2, 0x24C2),
    (0x25AA, 0x25FE),
    (0x2600, 0x27BF),
    (0x2934, 0x2935),
    (0x2B05, 0x2B55),
    (0x3030, 0x3030),
    (0x303D, 0x303D),
    (0x3297, 0x3299),
    (0x1F000, 0x1F1E5),
    (0x1F200, 0x1FAFF),
)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts as code points: text i is `points[offsets[i]:offsets[i + 1]]`."""

    offsets: Offsets
    points: Points

    def __len__(self) -> int:
        return len(self.offsets) - 1


@dataclass(frozen=True, slots=True, eq=False)
class Characters:
    """Texts as symbols: the characters of text i are `symbols[offsets[i]:offsets[i + 1]]`."""

    offsets: Offsets
    symbols: npt.NDArray[np.int32]
    points: Points
    """The code points, without what was removed."""
    starts: Offsets | None
    """Character → where its code points start, with the end of the last; None: every character is one code point."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> Offsets:
        """How many characters each text has."""
        return np.diff(self.offsets)


def from_strings(strings: Iterable[str | None]) -> Texts:
    """Code points of strings, lone surrogates included; None has none."""
    known = [string or "" for string in strings]
    offsets = np.zeros(len(known) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, known), dtype=np.int64, count=len(known)), out=offsets[1:])
    points = np.frombuffer("".join(known).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return Texts(offsets, points)


def to_strings(texts: Texts) -> list[str]:
    """Strings of code points."""
    joined = texts.points.tobytes().decode("utf-32-le", "surrogatepass")
    ends = texts.offsets.tolist()
    return [joined[start:end] for start, end in itertools.pairwise(ends)]


def stands_alone(character: str) -> bool:
    """Whether a code point never joins its neighbours, so that it can serve as a mask."""
    return (
        len(character) == 1
        and _point_class(ord(character)) == _OTHER
        and unicodedata.category(character) not in ("Cc", "Cf")
    )


def code_characters(groups: Sequence[Texts], *, unit: Unit, whitespace: Whitespace) -> list[Characters]:
    """Groups of texts as symbols of one alphabet.

    Cost: linear; memory of a few bytes for each code point.
    """
    return Alphabet(unit=unit, whitespace=whitespace).code(groups)


class Alphabet:
    """Symbols that stay the same for texts that are coded part after part.

    Those of the first part are in the order of their code points, with characters of several code points after the
    others; what a later part has more comes behind.
    """

    def __init__(self, *, unit: Unit, whitespace: Whitespace) -> None:
        self.size = 0
        """How many symbols there are."""
        self._unit, self._whitespace = unit, whitespace
        self._rank = np.empty(0, dtype=np.int32)
        self._clusters: dict[tuple[int, ...], int] = {}

    def code(self, groups: Sequence[Texts]) -> list[Characters]:
        """Groups of texts as symbols."""
        offsets, points = _joined(groups)
        if self._whitespace == "remove":
            offsets, points = _without_whitespace(offsets, points)
        seen = np.zeros(int(points.max(initial=0)) + 1, dtype=np.bool_)
        seen[points] = True
        self._learn(seen)
        starts = _starts(offsets, points, seen) if self._unit == "graphemes" else None
        if starts is None:
            symbols = self._rank[points]
        else:
            symbols = self._cluster_symbols(points, starts)
            offsets = np.searchsorted(starts, offsets).astype(np.int64)
        return _parted(groups, Characters(offsets, symbols, points, starts))

    def _learn(self, seen: npt.NDArray[np.bool_]) -> None:
        """Symbols for code points that are new."""
        unknown = np.full(max(len(seen) - len(self._rank), 0), -1, dtype=np.int32)
        self._rank = np.append(self._rank, unknown)
        new = np.flatnonzero(seen & (self._rank[: len(seen)] < 0))
        self._rank[new] = np.arange(self.size, self.size + len(new), dtype=np.int32)
        self.size += len(new)

    def _cluster_symbols(self, points: Points, starts: Offsets) -> npt.NDArray[np.int32]:
        """Characters of one code point by its rank, those of several by their place among them."""
        symbols = self._rank[points[starts[:-1]]]
        several = np.flatnonzero(np.diff(starts) > 1)
        keys = [tuple(points[starts[place] : starts[place + 1]].tolist()) for place in several.tolist()]
        for key in sorted(set(keys) - self._clusters.keys()):
            self._clusters[key] = self.size
            self.size += 1
        symbols[several] = [self._clusters[key] for key in keys]
        return symbols


def _joined(groups: Sequence[Texts]) -> tuple[Offsets, Points]:
    if len(groups) == 1:
        return groups[0].offsets, groups[0].points
    points = np.concatenate([group.points[group.offsets[0] : group.offsets[-1]] for group in groups])
    lengths = np.concatenate([np.diff(group.offsets) for group in groups])
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int64), points


def _parted(groups: Sequence[Texts], coded: Characters) -> list[Characters]:
    parts: list[Characters] = []
    first = 0
    for group in groups:
        offsets = coded.offsets[first : first + len(group) + 1]
        low, high = int(offsets[0]), int(offsets[-1])
        starts = coded.starts[low : high + 1] if coded.starts is not None else None
        points = coded.points[low:high] if starts is None else coded.points[starts[0] : starts[-1]]
        starts = None if starts is None else starts - starts[0]
        parts.append(Characters(offsets - low, coded.symbols[low:high], points, starts))
        first += len(group)
    return parts


def _without_whitespace(offsets: Offsets, points: Points) -> tuple[Offsets, Points]:
    drop = np.flatnonzero(_spaces()[np.minimum(points, _LAST_SPACE + 1)])
    if len(drop) == 0:
        return offsets, points
    return offsets - np.searchsorted(drop, offsets), np.delete(points, drop)


@cache
def _spaces() -> npt.NDArray[np.bool_]:
    """Code point → whether it is white space, up to the last that is, and one more."""
    return np.array([chr(point).isspace() for point in range(_LAST_SPACE + 2)])


@cache
def _point_class(point: int) -> int:
    if point == 0x200D:
        return _ZWJ
    if point in _EXTENDING or unicodedata.category(chr(point)) in ("Mn", "Me", "Mc"):
        return _EXTEND
    for first, last, kind in _BLOCKS:
        if first <= point <= last:
            return kind
    if 0xAC00 <= point <= 0xD7A3:
        return _LV if (point - 0xAC00) % 28 == 0 else _LVT
    return _PICTURE if any(first <= point <= last for first, last in _PICTURES) else _OTHER


_BLOCKS = (
    (0x0D, 0x0D, _CR),
    (0x0A, 0x0A, _LF),
    (0x1F1E6, 0x1F1FF, _FLAG),
    (0x1100, 0x115F, _L),
    (0xA960, 0xA97C, _L),
    (0x1160, 0x11A7, _V),
    (0xD7B0, 0xD7C6, _V),
    (0x11A8, 0x11FF, _T),
    (0xD7CB, 0xD7FB, _T),
    (0xD800, 0xDBFF, _HIGH),
    (0xDC00, 0xDFFF, _LOW),
)


def _starts(offsets: Offsets, points: Points, seen: npt.NDArray[np.bool_]) -> Offsets | None:
    """Where characters start; None when every code point is a character."""
    present = np.flatnonzero(seen)
    kinds = np.array([_point_class(point) for point in present.tolist()], dtype=np.uint8)
    if not np.isin(kinds, (_EXTEND, _ZWJ, _FLAG, _V, _T, _LF, _LOW, _L)).any():
        return None
    table = np.zeros(len(seen), dtype=np.uint8)
    table[present] = kinds
    kind = table[points]
    first = np.zeros(len(points) + 1, dtype=np.bool_)
    first[offsets] = True
    starts = first[:-1] | ~_joins_previous(kind)
    _split_flags(kind, starts)
    _join_pictures(kind, starts, first[:-1])
    return np.append(np.flatnonzero(starts), len(points)).astype(np.int64)


def _joins_previous(kind: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """What its own class and the one before it decide; two flags are taken as joined here."""
    pairs = np.zeros((14, 14), dtype=np.bool_)
    pairs[:, (_EXTEND, _ZWJ)] = True
    pairs[_L, (_L, _V, _LV, _LVT)] = True
    pairs[(_LV, _V), _V] = True
    pairs[(_LV, _V, _LVT, _T), _T] = True
    pairs[_CR, _LF] = True
    pairs[_HIGH, _LOW] = True
    pairs[_FLAG, _FLAG] = True
    joins = np.zeros(len(kind), dtype=np.bool_)
    joins[1:] = pairs[kind[:-1], kind[1:]]
    joins[:1] = pairs[0, kind[:1]]
    return joins


def _split_flags(kind: npt.NDArray[np.uint8], starts: npt.NDArray[np.bool_]) -> None:
    """A flag is two regional indicators: in a run of them, every second one starts a character."""
    flags = np.flatnonzero(kind == _FLAG)
    if len(flags):
        heads = np.flatnonzero(starts[flags])
        place = np.arange(len(flags)) - np.repeat(heads, np.diff(np.append(heads, len(flags))))
        starts[flags[place % 2 == 0]] = True


def _join_pictures(kind: npt.NDArray[np.uint8], starts: npt.NDArray[np.bool_], first: npt.NDArray[np.bool_]) -> None:
    """A picture after a joiner belongs to the picture before it."""
    after = np.flatnonzero((kind[1:] == _PICTURE) & (kind[:-1] == _ZWJ)) + 1
    for place in after.tolist():
        base = place - 1
        while not first[base] and kind[base] in (_EXTEND, _ZWJ):
            base -= 1
        if kind[base] == _PICTURE and not first[place]:
            starts[place] = False

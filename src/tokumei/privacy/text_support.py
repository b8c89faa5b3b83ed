"""In how many texts each readable n-gram stands, by sorting: another way than the one that masks.

The texts are taken in runs, so that memory stays small. An n-gram is a number in a positional system; where that would
grow too large, it is first replaced by its place among all that occur, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Characters
from tokumei.core.threads import parallel, workers
from tokumei.privacy.texts import PublishedTexts

__all__ = ["smallest_support"]

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

_RUN = 1 << 19
"""Characters that are looked at together."""
_TEXTS = 1 << 16
"""Texts that are looked at together, at most."""
_LARGEST = 1 << 62
_PENDING = 1 << 20
"""Counts that wait to be added up."""


def smallest_support(parts: Iterable[PublishedTexts], n: int, base: int) -> int | None:
    """In how many texts the rarest n-gram stands that has no mask and is not made of kept phrases; None without any.

    The parts are coded with one alphabet of `base` symbols, and can be gone through more than once. Where these texts
    are people's, of how many people these are; they are one part then.
    """
    for texts in parts:
        if texts.person is not None:
            return _smallest_of_people(texts.characters, texts.wild, texts.kept, n, texts.person)
        break
    tables: list[tuple[int, Numbers]] = []
    width, size = 1, base
    while width < n:
        if size * base * _TEXTS >= _LARGEST:
            known = np.zeros(0, dtype=np.int64)
            for runs in _some(parts, n):
                known = _merged([known, *parallel(partial(_different, width, base, tables), runs)])
            tables.append((width, known))
            size = len(known)
        width += 1
        size *= base
    supports = _Supports()
    for runs in _some(parts, n):
        for found in parallel(lambda run: run.support(run.numbers(n, base, tables)), runs):
            supports.add(*found)
    return supports.smallest()


def _different(width: int, base: int, tables: list[tuple[int, Numbers]], run: _Run) -> Numbers:
    """The different numbers of a run's grams of a width."""
    return np.unique(run.numbers(width, base, tables))


def _some(parts: Iterable[PublishedTexts], n: int) -> Iterator[list[_Run]]:
    """Runs of all parts, as many at a time as there are threads."""
    runs = (run for texts in parts for run in _runs(texts.characters, texts.wild, texts.kept, n))
    while some := list(islice(runs, workers())):
        yield some


class _Supports:
    """Distinct n-grams with the number of texts that have each, and whether the promise is bound to it, added up."""

    def __init__(self) -> None:
        self._parts: list[tuple[Numbers, Numbers, Flags]] = []
        self._pending = 0

    def add(self, distinct: Numbers, support: Numbers, bound: Flags) -> None:
        """What one run has, in the order of the n-grams."""
        self._parts.append((distinct, support, bound))
        self._pending += len(distinct)
        if self._pending > max(_PENDING, len(self._parts[0][0])):
            self._add_up()

    def _add_up(self) -> None:
        distinct, support, bound = (np.concatenate(arrays) for arrays in zip(*self._parts, strict=True))
        order = np.argsort(distinct, kind="stable")
        heads = np.flatnonzero(_heads(distinct[order]))
        self._parts = [
            (
                distinct[order][heads],
                np.add.reduceat(support[order], heads),
                np.logical_or.reduceat(bound[order], heads),
            )
        ]
        self._pending = 0

    def smallest(self) -> int | None:
        """The support of the rarest n-gram that the promise is bound to."""
        if not self._parts:
            return None
        self._add_up()
        _, support, bound = self._parts[0]
        return int(support[bound].min()) if bound.any() else None


def _smallest_of_people(texts: Characters, wild: Flags, kept: Flags, n: int, person: Numbers) -> int | None:
    """The same counted by people: each n-gram by the place of its characters in a table of all that occur."""
    room = np.arange(len(texts.symbols)) + n <= np.repeat(texts.offsets[1:], texts.lengths)
    starts = np.flatnonzero(room & (_window_sums(wild, n) == 0))
    if not len(starts):
        return None
    gram = texts.symbols[starts].astype(np.int64)
    for ahead in range(1, n):
        pairs = gram * (int(texts.symbols.max()) + 1) + texts.symbols[starts + ahead]
        gram = np.unique(pairs, return_inverse=True)[1].astype(np.int64)
    gram = np.unique(gram, return_inverse=True)[1].astype(np.int64)
    whose = np.unique(np.repeat(person, texts.lengths)[starts], return_inverse=True)[1]
    support = np.bincount(np.unique(gram * (int(whose.max()) + 1) + whose) // (int(whose.max()) + 1))
    bound = np.unique(gram[_window_sums(kept, n)[starts] < n])
    return int(support[bound].min()) if len(bound) else None


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """A run of texts and the places where their readable n-grams start."""

    symbols: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]
    owners: npt.NDArray[np.int64]
    exempt: Flags
    texts: int

    def numbers(self, width: int, base: int, tables: list[tuple[int, Numbers]]) -> Numbers:
        """The first `width` characters of each n-gram as one number."""
        numbers = self.symbols[self.starts].astype(np.int64)
        known = dict(tables)
        for ahead in range(1, width):
            if ahead in known:
                numbers = np.searchsorted(known[ahead], numbers)
            numbers = numbers * base + self.symbols[self.starts + ahead]
        return numbers

    def support(self, grams: Numbers) -> tuple[Numbers, Numbers, Flags]:
        """Distinct n-grams, the number of texts that have each, and whether the promise is bound to it."""
        pairs = np.sort(grams * self.texts + self.owners)
        own = pairs[_heads(pairs)] // self.texts
        heads = np.flatnonzero(_heads(own))
        distinct = own[heads]
        bound = np.ones(len(distinct), dtype=np.bool_)
        if self.exempt.any():
            bound = np.isin(distinct, grams[~self.exempt])
        return distinct, np.diff(np.append(heads, len(own))), bound


def _runs(texts: Characters, wild: Flags, kept: Flags, n: int) -> Iterator[_Run]:
    first = 0
    while first < len(texts):
        last = int(np.searchsorted(texts.offsets, texts.offsets[first] + _RUN, side="right")) - 1
        last = min(max(last, first + 1), first + _TEXTS, len(texts))
        part = slice(int(texts.offsets[first]), int(texts.offsets[last]))
        offsets = texts.offsets[first : last + 1] - part.start
        room = np.arange(part.stop - part.start) + n <= np.repeat(offsets[1:], np.diff(offsets))
        starts = np.flatnonzero(room & (_window_sums(wild[part], n) == 0))
        if len(starts):
            owners = np.searchsorted(offsets, starts, side="right").astype(np.int64) - 1
            exempt = _window_sums(kept[part], n)[starts] == n
            yield _Run(texts.symbols[part], starts, owners, exempt, last - first)
        first = last


def _window_sums(flags: Flags, n: int) -> Numbers:
    """How many of the n characters from each one on are flagged; windows past the end are cut."""
    running = np.zeros(len(flags) + 1, dtype=np.int64)
    np.cumsum(flags, out=running[1:])
    last = np.minimum(np.arange(len(flags)) + n, len(flags))
    return running[last] - running[:-1]


def _heads(ordered: Numbers) -> Flags:
    """Where a new value begins."""
    heads = np.ones(len(ordered), dtype=np.bool_)
    heads[1:] = ordered[1:] != ordered[:-1]
    return heads


def _merged(parts: list[Numbers]) -> Numbers:
    return np.unique(np.concatenate(parts))

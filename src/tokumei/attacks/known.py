"""What attackers have, and what only the judge has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.fits import Fits, fits_of
from tokumei.attacks.histories import HistoryKnowledge, knowledge_of
from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.history import Histories
from tokumei.core.labels import label_reader
from tokumei.core.published import PublishedTable
from tokumei.core.table import Table
from tokumei.core.text_settings import TextSettings

__all__ = ["TARGETS", "Also", "Known", "Outsiders", "Truth"]

TARGETS = 2_000
"""So many people are attacked where an attack looks at them one by one; drawn, where there are more."""
Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Outsiders:
    """A release of some people of a population, and the population: what membership is judged on."""

    people: Table
    """The quasi-identifiers of everybody, in the codes of one dictionary."""
    member: Flags
    """Who is in the data."""
    release: PublishedTable


@dataclass(frozen=True, eq=False)
class Also:
    """A second release of (partly) the same people, or the report of one."""

    release: PublishedTable | None = None
    marked: Flags | None = None
    """Its rows that mark removed records."""
    report: Mapping[str, Any] | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Known:
    """The release, the job, and the original: each attack says how much of the original its attacker knows."""

    kinds: frozenset[str]
    k: int
    original: Table
    """The quasi-identifiers and the sensitive columns, coded."""
    release: PublishedTable
    marked: Flags
    """Rows of the release that mark removed records."""
    grouped: tuple[str, ...] = ()
    """The quasi-identifiers that make up groups."""
    within: tuple[str, ...] = ()
    """Texts that are published equal in every group."""
    beside: tuple[str, ...] = ()
    """Quasi-identifiers with a promise of their own: texts, a set under k^m."""
    sensitive: tuple[str, ...] = ()
    """Columns that are published as they are and that nobody should learn."""
    tight: frozenset[str] = frozenset()
    """Columns of which every published end or value is somebody's."""
    m: int | None = None
    """Of k^m."""
    settings: Mapping[str, TextSettings] = field(default_factory=dict)
    """Text column → how it is masked."""
    bounds: Mapping[str, Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]] = field(default_factory=dict)
    """Sensitive column → from a value's share in the release to the largest that a promise allows in a group."""
    person: Ints | None = None
    """Record → person, where an identifier shows that people have several records."""
    people_promised: bool = True
    """Whether k counts people."""
    subject: str | None = None
    histories: Histories | None = None
    customers: tuple[str, ...] = ()
    """Subject → the name that the source gives it."""
    tables: tuple[Known, ...] = ()
    """The same attacker before each of several tables; `person` is then of their records, one table after another."""
    outsiders: Callable[[], Outsiders | None] | None = None
    """Re-runs the mechanism on a part of the people, or reads a population."""
    again: Callable[[Flags], tuple[Ints, PublishedTable] | None] | None = None
    """Runs the program on some records: those of them that it publishes, and what they publish."""
    also: Also | None = None
    report: Mapping[str, Any] | None = None
    source_sha256: str | None = None
    """Of the original's file."""
    unused: Mapping[str, int] = field(default_factory=dict)
    """Column → values in the dictionary of the written file that no row has."""
    seed: int = 0
    memory: dict[tuple[str, str], Any] = field(default_factory=dict)
    """What attacks worked out and others can use."""

    @cached_property
    def rows(self) -> Ints:
        """The rows of the release that are records."""
        return np.flatnonzero(~self.marked)

    @cached_property
    def fits(self) -> Fits:
        """Which groups of the release every record of the original fits."""
        return fits_of(self.release, self.original, self.grouped, ~self.marked)

    @cached_property
    def targets(self) -> Ints:
        """The records that are attacked one by one, drawn."""
        records = self.original.records
        if records <= TARGETS:
            return np.arange(records, dtype=np.int64)
        return np.sort(np.random.default_rng(self.seed).choice(records, TARGETS, replace=False)).astype(np.int64)

    @cached_property
    def target_groups(self) -> tuple[Ints, Ints]:
        """Pairs of a target (its place in `targets`) and a group of the release that it fits."""
        return self.fits.pairs(self.targets)

    @cached_property
    def members(self) -> Outsiders | None:
        """A population with people who are not in the data, made once."""
        return None if self.outsiders is None else self.outsiders()

    @cached_property
    def member_fits(self) -> Fits:
        """Which groups everybody of that population fits."""
        assert self.members is not None
        release = self.members.release
        return fits_of(release, self.members.people, self.grouped, np.ones(release.records, dtype=bool))

    @cached_property
    def member_pairs(self) -> tuple[Ints, Ints]:
        """Pairs of a person of that population and a group that he fits."""
        return self.member_fits.pairs(np.arange(self.member_fits.people))

    @cached_property
    def history(self) -> HistoryKnowledge:
        """The two sides of a history."""
        assert self.histories is not None
        assert self.subject is not None
        return knowledge_of(self.histories, self.release, subject=self.subject)

    @cached_property
    def second(self) -> Known | None:
        """The same attacker before the second release; None where there is none."""
        if self.also is None or self.also.release is None:
            return None
        marked = self.also.marked
        if marked is None:
            marked = np.zeros(self.also.release.records, dtype=bool)
        return replace(self, release=self.also.release, marked=marked, also=None, memory={})

    def shown(self, name: str) -> Ints:
        """Released record (as in `rows`) → code of its published single value; −1 where the original has none such."""
        column = self.original[name]
        assert not isinstance(column, (SetColumn, TextColumn))
        return _codes(column, self.release)[self.rows]


def _codes(column: Column, release: PublishedTable) -> Ints:
    assert not isinstance(column, (SetColumn, TextColumn))
    published = release.columns[column.name]
    read = label_reader(column)
    codes = np.full(len(published.labels) + 1, -1, dtype=np.int64)
    for number, label in enumerate((*published.labels, None)):
        meaning = read(label)
        if meaning is not None and len(meaning.codes) == 1:
            codes[number] = meaning.codes[0]
    return codes[published.codes]


@dataclass(frozen=True, kw_only=True, eq=False)
class Truth:
    """What the judge knows."""

    row_of: Ints | None = None
    """Record → a row that publishes it; −1 for a removed one. None where that is not known."""
    exact: bool = False
    """Whether it is the very row, or one that looks the same."""
    owner: Ints | None = None
    """Pseudonym of a history, as attackers number them → subject; None where that is not known."""
    tables: tuple[Truth, ...] = ()
    """Of each of several tables."""

    def record_of(self, rows: int) -> Ints:
        """Row → the record behind it; −1 for none."""
        assert self.row_of is not None
        record = np.full(rows, -1, dtype=np.int64)
        placed = np.flatnonzero(self.row_of >= 0)
        record[self.row_of[placed]] = placed
        return record

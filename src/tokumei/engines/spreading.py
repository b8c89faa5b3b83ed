"""What every counted record becomes: the way back from the different records to all of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from tokumei.errors import SourceError

__all__ = ["CarriedTexts", "ClusterTexts", "Dealer", "Spread", "changed_source"]

Places = npt.NDArray[np.int64]


class ClusterTexts(Protocol):
    """What workers do with some of the texts of a column; goes to them by pickling."""

    def count(self, texts: Sequence[str | None]) -> Mapping[bytes, int]:
        """N-gram → how many of these texts have it; under an empty one, how many are not empty."""

    def mask(self, texts: Sequence[str | None], rare: Collection[bytes]) -> list[str | None]:
        """The texts with the n-grams masked that are rare in all of them."""

    def end(self, texts: Sequence[str | None], state: Sequence[str | None]) -> tuple[list[str | None], Any]:
        """What texts of the source publish of which the passes left `state`, and figures of them."""


class CarriedTexts(Protocol):
    """A column of texts that is masked on its way: what is rare is known only when all of them were seen.

    On one machine batches of texts are given, then all are masked, then each batch is taken back. On a cluster its
    workers count and mask, and tell what the report needs.
    """

    def begin(self, folder: Path) -> None:
        """Where it may put what it has to remember."""

    def add(self, texts: Any) -> None:
        """A batch of the released records' texts, as they stand in the source: a column of a frame."""

    def mask(self) -> None:
        """All were given."""

    def take(self, texts: Any) -> list[str | None]:
        """What the next batch publishes; they come again in the order in which they were given."""

    @property
    def work(self) -> ClusterTexts:
        """For workers."""

    @property
    def k(self) -> int:
        """How many texts must have an n-gram."""

    @property
    def passes(self) -> int:
        """How often is masked; 0: until nothing is rare."""

    def check(self, filled: int) -> None:
        """Raises Infeasible where so many texts that are not empty are too few."""

    def settle(self, rounds: int, figures: Sequence[Any]) -> None:
        """How many passes there were, and what workers told of all batches."""


@dataclass(frozen=True, eq=False)
class Spread:
    """Counted record → what its records publish.

    Those of one may be divided between groups: then the counted record has several parts, each for so many records.
    """

    keys: Any
    """The counted records as they stand in the source: a frame, a row for each."""
    first: Places
    """Counted record → its first part; −1 where none of its records is read or released."""
    count: Places
    """Counted record → how many parts it has."""
    mass: Places
    """Part → how many records it is for."""
    row: Places
    """Part → its row of `published`; −1 for removed records."""
    published: Any
    """What parts publish, in the columns that were counted: a frame."""
    carried: Sequence[str]
    """Columns that are published as they are in the source."""
    names: Sequence[str]
    """All published columns, in their order."""
    seed: int | None
    """The job's; without one the order of the rows is secret."""
    person: Places | None = None
    """Part → whose its records are, where promises are about people; what is released does not say it."""
    texts: Mapping[str, CarriedTexts] = field(default_factory=dict)
    """Those of the carried columns that are not published as they are, but masked."""

    @classmethod
    def of(cls, place: Places, *, keys: Any, mass: Places, row: Places, person: Places | None, **more: Any) -> Spread:
        """From parts in any order, of which `place` says whose they are."""
        order = np.argsort(place, kind="stable")
        count = np.bincount(place, minlength=keys.height).astype(np.int64)
        first = np.where(count > 0, np.cumsum(count) - count, -1)
        whose = None if person is None else person[order]
        return cls(keys=keys, first=first, count=count, mass=mass[order], row=row[order], person=whose, **more)

    @property
    def released(self) -> int:
        """How many records are published."""
        return int(self.mass[self.row >= 0].sum())

    @property
    def divided(self) -> bool:
        """Whether the records of some are divided between parts."""
        return bool((self.count > 1).any())


class Dealer:
    """Deals parts out to records: by chance where there are several, and each as often as it is for."""

    def __init__(self, spread: Spread) -> None:
        self._spread = spread
        self._left = spread.mass.copy()
        self._random = np.random.default_rng()

    def deal(self, place: Places) -> Places:
        """Record → its part; −1 where it is not read. `place` is its counted record, −1 where there is none."""
        from tokumei.core.row_kernels import deal  # loaded when it is called

        if (place < 0).any():
            raise changed_source()
        part = np.empty(len(place), dtype=np.int64)
        chance = self._random.random(len(place)) if self._spread.divided else np.zeros(0)
        if not deal(place, self._spread.first, self._spread.count, self._left, chance, part):
            raise changed_source()
        return part

    def finish(self) -> None:
        """Raises where not every part was dealt out as often as it is for."""
        if self._left.any():
            raise changed_source()


def changed_source() -> SourceError:
    """The second look at a source did not find what the first one counted."""
    return SourceError(
        "The source changed while it was read: what was counted is not what stands there now. Nothing was written; run "
        "it again when nobody writes to the source."
    )

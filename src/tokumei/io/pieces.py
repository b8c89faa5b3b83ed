"""Rows of a frame that is too large to hold: a piece at a time, and counted by what they have in common."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.io.buckets import ORDER, Buckets
from tokumei.io.counted import RECORDS

__all__ = ["ROWS", "EqualRows", "equal_rows", "pieces_of", "tallied_in_parts"]

ROWS = 1 << 16
"""Rows that are read at a time, where texts are among them."""
PART = 1 << 19
"""Rows that are counted at a time, about."""


def pieces_of(lazy: pl.LazyFrame, columns: Sequence[str]) -> Iterator[pl.DataFrame]:
    """Some columns, a piece at a time."""
    for batch in lazy.select(columns).collect_batches(chunk_size=ROWS, maintain_order=False, engine="streaming"):
        yield from batch.iter_slices(ROWS)


def tallied_in_parts(lazy: pl.LazyFrame, columns: Sequence[str], rows: int, folder: Path) -> Iterator[pl.DataFrame]:
    """The different rows with their counts, a part at a time: equal ones are in the same part.

    An empty text and a missing one are in the same part too.
    *Cost*: the columns are written to `folder` once, by a hash of their rows.
    """
    buckets = Buckets(folder, max(1, math.ceil(rows / PART)))
    for piece in pieces_of(lazy, columns):
        texts = piece.cast(pl.String)
        buckets.add(texts.with_columns(_as_read(texts).hash_rows().alias(ORDER)))
    for bucket in buckets:
        if bucket.height:
            yield bucket.group_by(columns).agg(pl.len().cast(pl.Int64).alias(RECORDS))


def _as_read(texts: pl.DataFrame) -> pl.DataFrame:
    """Texts as a reader of a file sees them: an empty one is a missing one."""
    return texts.with_columns(pl.col(pl.String).replace("", None))


@dataclass(slots=True)
class EqualRows:
    """How many rows are equal."""

    times: Counter[int] = field(default_factory=Counter)
    """Rows that are equal → how often there are so many; rows without any text too."""
    as_read: Counter[int] = field(default_factory=Counter)
    """The same where an empty text and a missing one are the same."""
    filled: Counter[int] = field(default_factory=Counter)
    """The same of rows that have a text in the first column."""
    most: list[tuple[str, int]] = field(default_factory=list)
    """The texts of the first column that most rows have, with how many; of as many, the first by name."""

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many rows are equal, for every different one."""
        sizes = np.array(sorted(self.times), dtype=np.int64)
        return np.repeat(sizes, [self.times[size] for size in sizes.tolist()])


def equal_rows(tallies: Iterable[pl.DataFrame], column: str, *, shown: int) -> EqualRows:
    """What tallies in parts say; `shown` of the most frequent texts of a column are told."""
    found = EqualRows()
    for tally in tallies:
        filled = tally.filter(pl.col(column) != "")
        read = _as_read(tally).group_by(pl.col(pl.String)).agg(pl.col(RECORDS).sum())
        for counter, rows in ((found.times, tally), (found.as_read, read), (found.filled, filled)):
            counter.update(dict(rows[RECORDS].value_counts().iter_rows()))
        best = filled.sort([RECORDS, column], descending=[True, False]).select(column, RECORDS).head(shown)
        found.most = sorted([*found.most, *best.iter_rows()], key=lambda one: (-one[1], one[0]))[:shown]
    return found

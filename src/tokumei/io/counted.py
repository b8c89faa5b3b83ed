"""Frames in which equal records are counted: each different one once, with a column of how many it stands for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.io.guess import looks_like_text
from tokumei.io.reading import SourceFacts

__all__ = [
    "PERSON",
    "PLACE",
    "RECORDS",
    "Counted",
    "Shown",
    "records_of",
    "shown_in",
    "shown_of",
    "taken_apart",
    "tallied",
]

RECORDS = "\0records"
"""The column of counts: a name that no source has."""
PLACE = "\0place"
"""The column that says which of the different records a row is, whatever is left out later."""
PERSON = "\0person"
"""The column that says whose a row is, in what lies beside a release until it is verified."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is to say of a column that no algorithm sees."""

    different: int
    """Its values, missing ones left out."""
    rare: int = 0
    """Records whose value fewer than k have."""
    free_text: bool = False


@dataclass(frozen=True, eq=False)
class Counted:
    """The different records of a source, as far as some of its columns tell them apart."""

    frame: pl.DataFrame
    """Those columns as they stand in the source, and RECORDS; sorted by nothing but their content."""
    names: Sequence[str]
    """All columns of the source, in its order."""
    facts: SourceFacts
    shown: Mapping[str, Shown]
    """Column that is an identifier or published as it is → what is known of it."""

    @property
    def placed(self) -> pl.DataFrame:
        """The frame with every row's place."""
        return self.frame.with_row_index(PLACE)


def records_of(frame: pl.DataFrame, rows: npt.NDArray[np.bool_] | None = None) -> int:
    """How many records of the source a frame stands for, or those of its rows that are marked."""
    if RECORDS not in frame.columns:
        return frame.height if rows is None else int(np.count_nonzero(rows))
    counts = frame[RECORDS] if rows is None else frame[RECORDS].filter(pl.Series(rows))
    return int(counts.sum())


def shown_of(values: pl.DataFrame, name: str, *, k: int, rows: int) -> Shown:
    """From all values of a column with their counts in `RECORDS`."""
    values = values.filter(pl.col(name).is_not_null())
    if values.schema[name] == pl.String:
        values = values.filter(pl.col(name) != "")
    rare = int(values.filter(pl.col(RECORDS) < k)[RECORDS].sum())
    free = 2 * values.height > rows and looks_like_text(values[name], values.height)
    return Shown(values.height, rare, free)


def shown_in(frame: pl.DataFrame, name: str, weight: npt.NDArray[np.int64], *, k: int) -> Shown:
    """Of a column whose rows stand for several records each."""
    values = frame.select(name).with_columns(pl.Series(RECORDS, weight)).group_by(name).agg(pl.col(RECORDS).sum())
    return shown_of(values, name, k=k, rows=int(weight.sum()))


def tallied(lazy: pl.LazyFrame, columns: Sequence[str]) -> pl.DataFrame:
    """The different rows of a frame, as far as these columns tell them apart, with their counts; without columns, all
    are one."""
    if not columns:
        return lazy.select(pl.len().cast(pl.Int64).alias(RECORDS)).collect(engine="streaming")
    counted = lazy.group_by(columns).agg(pl.len().cast(pl.Int64).alias(RECORDS))
    return counted.collect(engine="streaming")


def taken_apart(
    frame: pl.DataFrame,
) -> tuple[pl.DataFrame, npt.NDArray[np.int64] | None, npt.NDArray[np.int64] | None]:
    """The frame alone, its counts and its places; None where it has neither."""
    if RECORDS not in frame.columns:
        return frame, None, None
    weight = frame[RECORDS].to_numpy().astype(np.int64)
    return frame.drop(RECORDS, PLACE), weight, frame[PLACE].to_numpy().astype(np.int64)

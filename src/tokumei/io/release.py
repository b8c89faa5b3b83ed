"""From a recoding to the frame that is published, and from any frame to its labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.columns import DateColumn
from tokumei.core.notation import ANY
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Ranges, Recoded, Recoding
from tokumei.errors import DataError, JobError
from tokumei.io.distinct import distinct, is_text, joined_lists, narrowed, texts_of

__all__ = ["assemble", "published", "unused_values"]

Rows = npt.NDArray[np.int64]
SETS = (ItemSets, ItemNodes, ItemLevels)
_DAY = 86_400_000_000
_MARK = '["*"]'
"""A list that marks a removed record, as a JSON array."""


def assemble(
    frame: pl.DataFrame,
    recoding: Recoding,
    *,
    names: Sequence[str],
    permutation: npt.NDArray[np.int64] | None = None,
    removed: Literal["drop", "mark"] = "drop",
    numbers: Literal["ranges", "bounds"] = "ranges",
) -> pl.DataFrame:
    """The published frame: recoded columns from the recoding, all others as in `frame`, in the order of `names`.

    Record i of the release is record `permutation[i]` of the source, removed ones left out, or marked with `*` in each
    column. Recoded columns are dictionaries (Enum), and sets that come as lists are lists. A dictionary, be it of a
    recoded column or of a kept one, holds nothing but the values in use. *Cost*: one gather a column.
    """
    gone = recoding.removed
    rows = np.arange(len(gone), dtype=np.int64) if permutation is None else permutation
    if removed == "drop" and gone.any():
        rows = rows[~gone[rows]]
    marked = gone[rows] if removed == "mark" and gone.any() else None
    as_it_was = permutation is None and len(rows) == frame.height
    columns: list[pl.Series] = []
    entries = _Entries(rows)
    for name in names:
        recoded = recoding.columns.get(name)
        if recoded is None:
            if name not in frame.columns:
                raise DataError.missing_columns([name], frame.columns)
            columns.append(_kept(frame[name] if as_it_was else frame[name].gather(rows), marked))
        elif numbers == "bounds" and isinstance(recoded, Ranges):
            columns.extend(_bounds(recoded, entries))
        elif isinstance(recoded, SETS) and isinstance(frame.schema[name], (pl.List, pl.Array)):
            columns.append(_listed(recoded, entries, marked))
        else:
            columns.append(_labelled(recoded, entries, marked))
    _refuse_same_names([column.name for column in columns])
    return pl.DataFrame(columns) if columns else pl.DataFrame(height=len(rows))


class _Entries:
    """The entries of the published records; columns of one partition share their array, so that it is gathered once."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._last: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]] | None = None

    def of(self, recoded: Recoded) -> npt.NDArray[np.int32]:
        """Published record → entry."""
        if self._last is None or self._last[0] is not recoded.entry:
            self._last = (recoded.entry, recoded.entry[self._rows])
        return self._last[1]


def _kept(column: pl.Series, marked: npt.NDArray[np.bool_] | None) -> pl.Series:
    column = narrowed(column)
    if marked is None:
        return column
    if isinstance(column.dtype, (pl.List, pl.Array)) and is_text(column.dtype.inner):  # type: ignore[arg-type]
        mark = pl.Series([[ANY]], dtype=pl.List(pl.String))
        return column.cast(pl.List(pl.String)).zip_with(pl.Series(~marked), mark)
    texts = column.cast(pl.String) if is_text(column.dtype) else texts_of(column)
    return pl.select(pl.when(pl.Series(marked)).then(pl.lit(ANY)).otherwise(texts)).to_series().alias(column.name)


def _labelled(recoded: Recoded, entries: _Entries, marked: npt.NDArray[np.bool_] | None) -> pl.Series:
    texts, place = recoded.labels()
    texts = [*texts, ANY if marked is not None else None]
    label = np.append(place, np.int32(len(texts) - 1))[entries.of(recoded)]
    used = np.unique(label)
    names = sorted({text for text in (texts[number] for number in used.tolist()) if text is not None})
    number_of = {text: number for number, text in enumerate(names)}
    final = np.full(len(texts), len(names), dtype=np.uint32)
    for number in used.tolist():
        text = texts[number]
        if text is not None:
            final[number] = number_of[text]
    dictionary = pl.Series(recoded.name, [*names, None], dtype=pl.Enum(names))
    return dictionary.gather(final[label])


def _listed(
    recoded: ItemSets | ItemNodes | ItemLevels, entries: _Entries, marked: npt.NDArray[np.bool_] | None
) -> pl.Series:
    """Published sets as lists of texts: a missing one is null, an empty one has no items."""
    lists, place = recoded.lists()
    lists = [*lists, [ANY] if marked is not None else None]
    label = np.append(place, np.int32(len(lists) - 1))[entries.of(recoded)]
    return pl.Series(recoded.name, lists, dtype=pl.List(pl.String)).gather(label)


def _bounds(recoded: Ranges, entries: _Entries) -> list[pl.Series]:
    """Two columns with the ends of each range; both are empty where the range is `*` or the value is missing."""
    column = recoded.column
    size = len(column.values)
    some = column.values if size else np.zeros(1, dtype=column.values.dtype)  # all records may miss their value
    low, high = np.append(recoded.low, size), np.append(recoded.high, size)
    open_ended = (low >= size) | (high >= size)
    entry = entries.of(recoded)
    ends: list[pl.Series] = []
    for end, codes in (("low", low), ("high", high)):
        values = pl.Series(f"{column.name}_{end}", some[np.where(open_ended, 0, codes)])
        if isinstance(column, DateColumn):
            values = values.cast(pl.Datetime("us"))
            values = values.dt.date() if not np.any(column.values % _DAY) else values
        ends.append(values.set(pl.Series(open_ended), None).gather(np.where(entry < 0, len(low) - 1, entry)))
    return ends


def _refuse_same_names(names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise JobError(
            f"The release would have two columns named {twice[0]!r}. Rename the source's, "
            "or set `output.numbers: ranges`."
        )


def published(
    frame: pl.DataFrame, names: Sequence[str], *, sets: Mapping[str, str] = MappingProxyType({})
) -> PublishedTable:
    """The labels of a frame, from memory or read back from a file.

    `sets` are set columns with their separators: lists in them are their items with the separator between, and an empty
    text, which counts as an empty field elsewhere, is the empty set. Other lists are JSON arrays.
    """
    missing = [name for name in names if name not in frame.columns]
    if missing:
        raise DataError(
            f"The release does not have {', '.join(map(repr, missing))}, which the job publishes. "
            "Is it the release of another job?"
        )
    columns = {name: _published(frame[name], sets.get(name)) for name in names}
    return PublishedTable(columns, frame.height)


def unused_values(frame: pl.DataFrame) -> dict[str, int]:
    """Column → how many values stand in its dictionary and in no row, for columns that have one."""
    return {
        name: len(dtype.categories) - frame[name].drop_nulls().n_unique()
        for name, dtype in frame.schema.items()
        if isinstance(dtype, pl.Enum)
    }


def _published(series: pl.Series, separator: str | None) -> PublishedColumn:
    if isinstance(series.dtype, (pl.List, pl.Array)):
        series = texts_of(series).replace(_MARK, ANY) if separator is None else joined_lists(series, separator)
    elif isinstance(series.dtype, pl.Struct):
        series = texts_of(series)
    found = distinct(series)
    labels = texts_of(found.values).to_list()
    # Two values may have one label (a time with and without a zone): a reader sees labels only.
    numbers: dict[str, int] = {}
    mapped = np.empty(len(labels), dtype=np.int32)
    for place, label in enumerate(labels):
        mapped[place] = -1 if label == "" and separator is None else numbers.setdefault(label, len(numbers))
    return PublishedColumn(found.spread(mapped, -1), tuple(numbers))

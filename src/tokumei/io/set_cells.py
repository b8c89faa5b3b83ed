"""Sets and texts as offsets and codes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.binding import weighed
from tokumei.core.columns import ColumnSpec, SetColumn, TextColumn
from tokumei.core.notes import Note
from tokumei.core.rows import gather
from tokumei.errors import DataError
from tokumei.io.distinct import distinct, is_text, texts_of

__all__ = ["encode_set", "encode_text"]

_TEXT_ROWS = 500_000


def encode_set(
    series: pl.Series, spec: ColumnSpec, notes: list[Note], weight: npt.NDArray[np.int64] | None = None
) -> SetColumn:
    """A set column from lists, or from texts with a separator; `weight` says what each cell stands for.

    A missing cell is missing; an empty list, and a text without items, is the empty set. Items lose the white space
    around them; an item that stands twice in a cell counts once, and is counted in `repeated`.
    """
    if isinstance(series.dtype, (pl.List, pl.Array)):
        lists = series.cast(pl.List(pl.String)) if isinstance(series.dtype, pl.Array) else series
        row_of_cell = None
    else:
        cells = distinct(series)
        lists = texts_of(cells.values).str.split(spec.separator)
        row_of_cell = cells.codes
    often = weight if row_of_cell is None else weighed(row_of_cell + np.int32(1), weight, len(lists) + 1)[1:]
    offsets, items, names, repeated = _cells(lists, spec, often, listed=row_of_cell is None)
    if row_of_cell is None:
        null = series.is_null().to_numpy()
    else:
        null = row_of_cell < 0
        offsets, items = gather(
            np.append(offsets, offsets[-1]), items, row_of_cell
        )  # −1 is the last cell, an empty one
    if repeated:
        notes.append(Note("repeated_items", {"column": spec.name, "items": repeated}))
    return SetColumn(
        name=spec.name,
        role=spec.role,
        offsets=offsets,
        items=items,
        values=tuple(names),
        null=np.asarray(null, dtype=np.bool_),
        separator=spec.separator,
        repeated=repeated,
    )


def _cells(
    lists: pl.Series, spec: ColumnSpec, weight: npt.NDArray[np.int64] | None, *, listed: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], list[str], int]:
    """Cells as offsets and items, items numbered by frequency among the records, then by name.

    `weight` says how many records have a cell; None: one each. In lists that are `listed` items may hold a separator.
    """
    lengths = lists.list.len().fill_null(0).to_numpy().astype(np.int64)
    inner = lists.drop_nulls().explode(keep_nulls=True, empty_as_null=False)
    texts = texts_of(inner) if not is_text(inner.dtype) else inner.cast(pl.String)
    texts = texts.str.strip_chars()
    found = distinct(texts.replace("", None))
    cell = np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    kept = found.codes >= 0
    size = max(len(found.values), 1)
    pairs, times = np.unique(cell[kept] * size + found.codes[kept], return_counts=True)
    cell, item = pairs // size, pairs % size
    counts = weighed(item, None if weight is None else weight[cell], len(found.values))
    extra = times - 1
    repeated = int(extra.sum() if weight is None else (extra * weight[cell]).sum())
    order = _by_frequency(found.values, counts)
    names = found.values.gather(order)
    if listed:
        _refuse_separators(names, spec)
    number = np.empty(len(order), dtype=np.int64)
    number[order] = np.arange(len(order))
    pairs = np.sort(cell * size + number[item]) if len(item) else pairs
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(np.bincount(cell, minlength=len(lengths)), out=offsets[1:])
    return offsets, (pairs % size).astype(np.int32), names.to_list(), repeated


def _by_frequency(values: pl.Series, counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Places of the values, most frequent first, ties by name."""
    frame = pl.DataFrame({"name": values, "count": counts}).with_row_index("place")
    ordered = frame.sort(["count", "name"], descending=[True, False])
    return ordered["place"].to_numpy().astype(np.int64)


def _refuse_separators(names: pl.Series, spec: ColumnSpec) -> None:
    count = int(names.str.contains(spec.separator, literal=True).sum())
    if count:
        raise DataError(
            f"Column {spec.name!r}: {count:,} of its items contain the separator {spec.separator!r}, so that a "
            "published set could not be read back. Give the column another `separator`."
        )


def encode_text(series: pl.Series, spec: ColumnSpec) -> TextColumn:
    """A text column as code points."""
    texts = series.cast(pl.String) if is_text(series.dtype) else texts_of(series)
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(texts.str.len_chars().fill_null(0).to_numpy(), out=offsets[1:])
    parts = [
        np.frombuffer("".join(part.drop_nulls().to_list()).encode("utf-32-le"), dtype=np.uint32)
        for part in (texts.slice(start, _TEXT_ROWS) for start in range(0, len(texts), _TEXT_ROWS))
    ]
    return TextColumn(
        name=spec.name,
        role=spec.role,
        offsets=offsets,
        points=np.concatenate(parts) if parts else np.empty(0, dtype=np.uint32),
        null=texts.is_null().to_numpy(),
    )

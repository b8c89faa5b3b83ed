"""A frame as coded columns.

Each distinct value is parsed once and the codes are spread over the records, so that the work on texts does not grow
with the number of records. A cell that is empty, or missing, or NaN is null; in set and text columns the empty text is
a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.binding import weighed
from tokumei.core.columns import (
    CategoryColumn,
    Column,
    ColumnSpec,
    DateColumn,
    Kind,
    NumberColumn,
    Role,
)
from tokumei.core.notation import ambiguous
from tokumei.core.notes import Note
from tokumei.core.table import Table
from tokumei.errors import DataError
from tokumei.io.dates import read_dates, strftime_to_polars
from tokumei.io.distinct import Distinct, datetime_format, distinct, number_codes, texts_of
from tokumei.io.numbers import fitting_mark, is_infinite, read_numbers, whole_if_exact
from tokumei.io.set_cells import encode_set, encode_text

__all__ = ["encode", "encode_column"]

Codes = npt.NDArray[np.int32]
Weights = npt.NDArray[np.int64] | None


def encode(
    frame: pl.DataFrame, specs: Sequence[ColumnSpec], *, decimal: str | None = None, weight: Weights = None
) -> tuple[Table, list[Note]]:
    """The columns that take part, coded, and what the report should tell.

    `decimal` is the source's decimal mark; a spec's own goes before it, and without either each column tells its own.
    `weight` says how many records of the source each row of the frame stands for.
    Raises DataError for a column that is not there and for values that are not of the declared type.
    """
    taking_part = [spec for spec in specs if spec.role in (Role.QUASI, Role.SENSITIVE)]
    missing = [spec.name for spec in taking_part if spec.name not in frame.columns]
    if missing:
        raise DataError.missing_columns(missing, frame.columns)
    notes: list[Note] = []
    columns = tuple(
        encode_column(frame[spec.name], spec, decimal=decimal, notes=notes, weight=weight) for spec in taking_part
    )
    return Table(columns, frame.height, weight), notes


def encode_column(
    series: pl.Series, spec: ColumnSpec, *, decimal: str | None = None, notes: list[Note], weight: Weights = None
) -> Column:
    """One column, coded; what is worth telling is added to `notes`."""
    if spec.kind is Kind.SET:
        column = encode_set(series, spec, notes, weight)
        _refuse_ambiguous(column.values, spec)
        return column
    if spec.kind is Kind.TEXT:
        return encode_text(series, spec)
    if isinstance(series.dtype, (pl.List, pl.Array, pl.Struct)) or series.dtype in (pl.Binary, pl.Object):
        raise DataError(
            f"Column {spec.name!r} is declared as {spec.kind}, but its cells hold more than one value each. "
            "Declare `type: set` for lists, or take the values apart."
        )
    mark = spec.decimal or decimal
    if spec.kind is Kind.CATEGORY:
        return _category(series, spec, weight)
    return _number(series, spec, mark, notes) if spec.kind is Kind.NUMBER else _date(series, spec, mark, notes)


def _number(series: pl.Series, spec: ColumnSpec, decimal: str | None, notes: list[Note]) -> NumberColumn:
    if series.dtype == pl.Boolean:
        series = series.cast(pl.Int64)
    if series.dtype.is_decimal():
        series = whole_if_exact(series.cast(pl.Float64))
    if series.dtype.is_integer() or series.dtype.is_float():
        return _number_column(*number_codes(_finite(series, spec, notes)), spec)
    if series.dtype.is_temporal():
        _unreadable(spec, np.ones(len(series), dtype=bool), "Declare `type: date`.")
    found = distinct(series)
    texts = found.values
    mark = fitting_mark(texts, decimal)
    if decimal is not None and mark != decimal:
        notes.append(Note("decimal_of_column", {"column": spec.name, "mark": mark}))
    numbers, not_a_number = read_numbers(texts, mark)
    empty = (texts.str.strip_chars() == "") | not_a_number
    bad = (numbers.is_null() & ~empty).to_numpy()
    if bad.any():
        infinite = bad & is_infinite(texts, mark).to_numpy()
        _refuse_infinite(spec, np.append(infinite, False)[found.codes])
    _check(found, bad, spec, f"The decimal mark was taken to be {mark!r}.")
    values, mapped = number_codes(numbers)
    if not_a_number.any():
        notes.append(Note("nan_missing", {"column": spec.name}))
    return _number_column(values, found.spread(mapped, len(values)), spec)


def _finite(series: pl.Series, spec: ColumnSpec, notes: list[Note]) -> pl.Series:
    """Numbers without NaN; infinite ones are an error; whole ones as int64."""
    if not series.dtype.is_float():
        return series
    _refuse_infinite(spec, series.is_infinite().fill_null(False).to_numpy())
    if series.is_nan().any():
        notes.append(Note("nan_missing", {"column": spec.name}))
        series = series.fill_nan(None)
    return whole_if_exact(series.cast(pl.Float64))


def _refuse_infinite(spec: ColumnSpec, rows: npt.NDArray[np.bool_]) -> None:
    """Infinity has no place in a range and no distance from a number."""
    if rows.any():
        raise DataError(
            f"Column {spec.name!r}: {int(rows.sum()):,} of its numbers are infinite, or too large for a number "
            f"(first in rows {_first(rows)}). Leave them empty, or declare `type: category`."
        )


def _number_column(
    values: npt.NDArray[np.int64] | npt.NDArray[np.float64], codes: Codes, spec: ColumnSpec
) -> NumberColumn:
    if len(values) and not np.isfinite(float(values[-1]) - float(values[0])):
        raise DataError(
            f"Column {spec.name!r}: its numbers are too far apart for their difference to be a number. "
            "Correct the largest, or declare `type: category`."
        )
    return NumberColumn(
        name=spec.name, role=spec.role, codes=codes, values=values, has_null=bool((codes == len(values)).any())
    )


def _date(series: pl.Series, spec: ColumnSpec, decimal: str | None, notes: list[Note]) -> DateColumn:
    dtype = series.dtype
    if dtype in (pl.Date, pl.Datetime, pl.Time):
        return _temporal(series, spec, notes)
    if dtype.is_float() and not whole_if_exact(series.fill_nan(None)).dtype.is_integer():
        _unreadable(spec, series.fill_nan(None).is_not_null().to_numpy(), "Numbers with decimals are no dates.")
    found = distinct(whole_if_exact(series.fill_nan(None)) if dtype.is_float() else series)
    texts = texts_of(found.values)
    filled = texts.filter(texts.str.strip_chars() != "")
    read = read_dates(filled, spec.name, spec.format)
    empty = (texts.str.strip_chars() == "").to_numpy()
    micros = np.zeros(len(texts), dtype=np.int64)
    bad = np.zeros(len(texts), dtype=bool)
    bad[~empty] = read.micros.is_null().to_numpy()
    micros[~empty] = read.micros.fill_null(0).to_numpy()
    _check(found, bad, spec, f"They were read as {read.format}; give the column its `format` if it is another.")
    notes.extend(read.notes)
    series_of_micros = pl.Series(micros).set(pl.Series(empty), None) if empty.any() else pl.Series(micros)
    values, mapped = number_codes(series_of_micros)
    codes = found.spread(mapped, len(values))
    labels = _date_labels(values, mapped, texts, read.format, as_written=read.as_written)
    return DateColumn(
        name=spec.name,
        role=spec.role,
        codes=codes,
        values=values.astype(np.int64),
        labels=labels,
        format=read.format,
        has_null=bool((codes == len(values)).any()),
    )


def _date_labels(
    values: npt.NDArray[np.int64] | npt.NDArray[np.float64],
    mapped: Codes,
    texts: pl.Series,
    form: str,
    *,
    as_written: bool,
) -> tuple[str, ...]:
    """Dates as they were written; where one date was written in two ways, all in the format."""
    filled = mapped < len(values)
    if as_written and int(filled.sum()) == len(values):
        place = np.empty(len(values), dtype=np.int64)
        place[mapped[filled]] = np.flatnonzero(filled)
        return tuple(texts.gather(place).str.strip_chars().to_list())
    moments = pl.Series(values).cast(pl.Datetime("us"))
    return tuple(moments.dt.to_string(strftime_to_polars(form)).to_list())


def _temporal(series: pl.Series, spec: ColumnSpec, notes: list[Note]) -> DateColumn:
    dtype = series.dtype
    if isinstance(dtype, pl.Datetime) and dtype.time_zone is not None:
        series = series.dt.replace_time_zone(None)
        notes.append(Note("zones_ignored", {"column": spec.name}))
    if dtype == pl.Time:
        form = datetime_format(series) if spec.format is None else strftime_to_polars(spec.format)
        series = (series.cast(pl.Int64) // 1000).cast(pl.Datetime("us"))
    else:
        series = series.cast(pl.Datetime("us"))
        form = strftime_to_polars(spec.format) if spec.format else ""
    values, codes = number_codes(series.cast(pl.Int64))
    moments = pl.Series(values.astype(np.int64)).cast(pl.Datetime("us"))
    form = form or datetime_format(moments)
    labels = moments.dt.to_string(form)
    if labels.n_unique() != len(labels):
        return _coarser(labels, codes, form, spec)
    return DateColumn(
        name=spec.name,
        role=spec.role,
        codes=codes,
        values=values.astype(np.int64),
        labels=tuple(labels.to_list()),
        format=form.replace("%.6f", ".%f"),
        has_null=bool((codes == len(values)).any()),
    )


def _coarser(labels: pl.Series, codes: Codes, form: str, spec: ColumnSpec) -> DateColumn:
    """Moments that the column's format does not tell apart are one value: what the format says is what is published."""
    texts = pl.Series(spec.name, [*labels.to_list(), None], dtype=pl.String).gather(codes)
    read_back = ColumnSpec(name=spec.name, role=spec.role, kind=Kind.DATE, format=form.replace("%.6f", ".%f"))
    return _date(texts, read_back, None, [])


def _category(series: pl.Series, spec: ColumnSpec, weight: Weights) -> CategoryColumn:
    found = distinct(series)
    texts = texts_of(found.values)
    counts = found.counts if weight is None else weighed(found.codes + np.int32(1), weight, len(texts) + 1)[1:]
    frame = pl.DataFrame({"name": texts, "count": counts}).with_row_index("place").filter(pl.col("name") != "")
    ordered = frame.sort(["count", "name"], descending=[True, False])
    size = ordered.height
    mapped = np.full(len(texts), size, dtype=np.int32)
    mapped[ordered["place"].to_numpy()] = np.arange(size, dtype=np.int32)
    values = tuple(ordered["name"].to_list())
    _refuse_ambiguous(values, spec)
    codes = found.spread(mapped, size)
    missing = int(found.counts.sum()) < len(codes) or size < len(texts)
    return CategoryColumn(name=spec.name, role=spec.role, codes=codes, values=values, has_null=missing)


def _refuse_ambiguous(values: tuple[str, ...], spec: ColumnSpec) -> None:
    """A source value that looks like `*`, `[a;b]` or `{a;b}` could not be told from a published one."""
    if spec.role is not Role.QUASI:
        return
    count = sum(ambiguous(value) for value in values if value[:1] in ("*", "[", "{"))
    if count:
        raise DataError(
            f"Column {spec.name!r}: {count:,} of its distinct values look like published forms (`*`, `[a;b]`, "
            "`{a;b}`), so that a reader could not tell them apart. Rename them in the source."
        )


def _check(found: Distinct, bad: npt.NDArray[np.bool_], spec: ColumnSpec, hint: str) -> None:
    if bad.any():
        _unreadable(spec, np.append(bad, False)[found.codes], f"{hint} Correct the values, or declare another type.")


def _unreadable(spec: ColumnSpec, rows: npt.NDArray[np.bool_], hint: str) -> NoReturn:
    places = np.flatnonzero(rows)
    first = [int(place) + 1 for place in places[:5]]
    raise DataError.unreadable_values(spec.name, str(spec.kind), first, len(places), hint)


def _first(rows: npt.NDArray[np.bool_]) -> str:
    """The first rows, counted from 1, for a message."""
    places = np.flatnonzero(rows)
    return ", ".join(str(int(place) + 1) for place in places[:5]) + (", …" if len(places) > 5 else "")

"""A column as codes into its distinct values, so that parsing and formatting touch each value once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from tokumei.core.columns import format_number
from tokumei.errors import DataError

__all__ = [
    "SAMPLE_ROWS",
    "Distinct",
    "datetime_format",
    "dictionaries",
    "distinct",
    "fits_64_bits",
    "has_text_form",
    "is_text",
    "joined_lists",
    "list_texts",
    "narrowed",
    "number_codes",
    "texts_of",
]

Codes = npt.NDArray[np.int32]
Values = npt.NDArray[np.int64] | npt.NDArray[np.float64]
SAMPLE_ROWS = 50_000
_FEW = 0.3
_TABLE_LIMIT = 1 << 22


@dataclass(frozen=True, slots=True)
class Distinct:
    """Record → number of its value; −1 where there is none."""

    codes: Codes
    values: pl.Series
    """Each value once, in no particular order; every one occurs."""
    counts: npt.NDArray[np.int64]
    """How often each value occurs."""

    def spread(self, mapped: npt.NDArray[np.int32], missing: int) -> Codes:
        """Codes of all records, from the code of each value and the code of a missing one."""
        table = np.append(mapped, np.int32(missing)).astype(np.int32)
        return table[self.codes]


def is_text(dtype: pl.DataType) -> bool:
    """Whether values of this type are texts, however they are stored."""
    return isinstance(dtype, (pl.String, pl.Categorical, pl.Enum))


def dictionaries(sample: pl.DataFrame) -> dict[str, pl.Categorical]:
    """The text columns that a large source should be read into dictionaries: those whose sample repeats itself."""
    return {
        name: pl.Categorical(pl.Categories.random())
        for name, dtype in sample.schema.items()
        if dtype == pl.String and sample[name].n_unique() <= _FEW * sample.height
    }


def distinct(series: pl.Series) -> Distinct:
    """The distinct values of a column, exactly.

    *Cost*: one pass with a hash table over texts; columns that come as dictionaries (Categorical, Enum) are not
    hashed again.
    """
    dtype = series.dtype
    if dtype == pl.String:
        series = series.cast(pl.Categorical(pl.Categories.random()))
        return _of_dictionary(series)
    if isinstance(dtype, (pl.Categorical, pl.Enum)):
        return _of_dictionary(series)
    if not has_text_form(dtype):
        texts_of(series)
    if dtype == pl.Boolean:
        found = distinct(series.cast(pl.UInt8))
        return Distinct(found.codes, found.values.cast(pl.Boolean), found.counts)
    if dtype == pl.Null:
        return _counted(np.full(len(series), -1, dtype=np.int32), pl.Series(series.name, [], dtype=pl.String))
    if dtype.is_float():
        series = series.fill_nan(None)
    if dtype.is_float() or (dtype.is_integer() and fits_64_bits(series)):
        values, codes = number_codes(series)
        return _counted(_minus_one_for(len(values), codes), pl.Series(series.name, values))
    values_kept = series.drop_nulls().unique().sort()
    if dtype.is_temporal():
        values, codes = number_codes(series.to_physical())
        return _counted(_minus_one_for(len(values), codes), values_kept)
    ranked = series.rank("dense").cast(pl.Int64) - 1
    return _counted(ranked.fill_null(-1).cast(pl.Int32).to_numpy(), values_kept)


def _counted(codes: Codes, values: pl.Series) -> Distinct:
    return Distinct(codes, values, np.bincount(codes + np.int32(1), minlength=len(values) + 1)[1:])


def _minus_one_for(null: int, codes: Codes) -> Codes:
    return np.where(codes == null, np.int32(-1), codes)


def fits_64_bits(series: pl.Series) -> bool:
    """Whether whole numbers have a place in int64; larger ones would become missing values there."""
    if series.dtype not in (pl.UInt64, pl.Int128, pl.UInt128):
        return True
    return series.cast(pl.Int64, strict=False).null_count() == series.null_count()


def number_codes(series: pl.Series) -> tuple[Values, Codes]:
    """Distinct values, ascending, and for each record its place among them; a null has the place after the last.

    Whole numbers beyond 64 bits are taken as floats, as they are when they come as texts.
    """
    if series.dtype.is_integer() and fits_64_bits(series):
        series = series if series.dtype == pl.Int64 else series.cast(pl.Int64, strict=False)
    elif series.dtype != pl.Float64:
        series = series.cast(pl.Float64)
    missing = series.is_null().to_numpy() if series.null_count() else None
    held = series.drop_nulls().to_numpy() if missing is not None else series.to_numpy()
    if held.dtype.kind == "f":
        held = held + 0.0  # −0 and 0 are one value
    values, found = _sorted_codes(held)
    if missing is None:
        return values, found
    codes = np.full(len(series), len(values), dtype=np.int32)
    codes[~missing] = found
    return values, codes


def _sorted_codes(held: Values) -> tuple[Values, Codes]:
    if len(held) == 0:
        return held, np.empty(0, dtype=np.int32)
    if held.dtype.kind == "i":
        low, high = int(held.min()), int(held.max())
        if high - low < max(_TABLE_LIMIT, len(held)):
            shifted = held - low
            present = np.zeros(high - low + 1, dtype=bool)
            present[shifted] = True
            places = (np.cumsum(present) - 1).astype(np.int32)
            return np.flatnonzero(present) + low, places[shifted]
    values = pl.Series(held).unique().sort().to_numpy()
    if len(values) <= 1 << 16:
        return values, np.searchsorted(values, held).astype(np.int32)
    values, inverse = np.unique(held, return_inverse=True)
    return values, inverse.astype(np.int32)


def _of_dictionary(series: pl.Series) -> Distinct:
    """Codes from the dictionary's own; entries of it that no record uses are left out."""
    physical = series.to_physical()
    if series.null_count():
        raw = physical.cast(pl.Int32).fill_null(-1).to_numpy()
    else:
        raw = physical.to_numpy().astype(np.int32, copy=False)
    counts = np.bincount(raw + np.int32(1))[1:]
    used = np.flatnonzero(counts)
    texts = _dictionary(series, used)
    if len(used) == len(counts):
        return Distinct(raw, texts, counts)
    table = np.full(len(counts) + 1, -1, dtype=np.int32)
    table[used] = np.arange(len(used), dtype=np.int32)
    return Distinct(table[raw], texts, counts[used])


def _dictionary(series: pl.Series, used: npt.NDArray[np.int64]) -> pl.Series:
    """The texts behind the dictionary's numbers in `used`."""
    dtype = series.dtype
    if isinstance(dtype, pl.Enum):
        return dtype.categories.gather(used).alias(series.name)
    present = series.drop_nulls().unique()
    order = np.argsort(present.to_physical().to_numpy())
    return present.cast(pl.String).gather(order)


def texts_of(values: pl.Series) -> pl.Series:
    """Values as texts, in the one form that they are published in; nulls stay."""
    dtype = values.dtype
    if dtype == pl.String:
        return values
    if dtype.is_float():
        texts = [None if value is None else format_number(value) for value in values.fill_nan(None).to_list()]
        return pl.Series(values.name, texts, dtype=pl.String)
    if isinstance(dtype, (pl.Datetime, pl.Time)):
        if isinstance(dtype, pl.Datetime) and dtype.time_zone is not None:
            values = values.dt.replace_time_zone(None)
        return values.dt.to_string(datetime_format(values))
    if isinstance(dtype, (pl.List, pl.Array)):
        return list_texts(values)
    if isinstance(dtype, pl.Struct):
        return values.struct.json_encode()
    if dtype == pl.Binary:
        return values.bin.encode("hex")
    if dtype == pl.Duration:
        return values.dt.to_string("iso")
    if not has_text_form(dtype):
        raise DataError(
            f"Column {values.name!r} holds values of the type {type(dtype).__name__.lower()}, which cannot be written "
            "as texts. Turn them into texts or numbers in the source."
        )
    return values.cast(pl.String)


def has_text_form(dtype: pl.DataType) -> bool:
    """Whether values of this type can be published; objects and maps cannot."""
    return (
        is_text(dtype)
        or dtype.is_numeric()
        or dtype.is_temporal()
        or isinstance(dtype, (pl.Boolean, pl.Null, pl.List, pl.Array, pl.Struct, pl.Binary))
    )


def list_texts(values: pl.Series) -> pl.Series:
    """Lists as JSON arrays, which any reader can take apart again."""
    wrapped = values.alias("a").to_frame().to_struct("s").struct.json_encode()
    texts = wrapped.str.strip_prefix('{"a":').str.strip_suffix("}")
    return pl.select(pl.when(values.is_not_null()).then(texts)).to_series().alias(values.name)


def joined_lists(values: pl.Series, separator: str) -> pl.Series:
    """Lists as texts with the separator between their items; missing items are left out, a missing list stays so."""
    dtype = values.dtype
    assert isinstance(dtype, (pl.List, pl.Array))
    inner = dtype.inner
    if inner == pl.Null or inner.is_integer() or is_text(inner):  # type: ignore[arg-type]
        return values.cast(pl.List(pl.String)).list.join(separator)
    cells = [None if cell is None else separator.join(texts_of(cell.drop_nulls())) for cell in values]
    return pl.Series(values.name, cells, dtype=pl.String)


def narrowed(column: pl.Series) -> pl.Series:
    """An Enum column whose dictionary holds only what occurs; any other column as it is.

    Whoever gets the frame, or a Parquet file of it, gets the dictionary with it, and removed values would stand there.
    Inside lists and structs a dictionary becomes plain text.
    """
    dtype = column.dtype
    if not isinstance(dtype, pl.Enum):
        plain = _without_dictionaries(dtype)
        return column if plain == dtype else column.cast(plain)
    used = np.sort(column.to_physical().drop_nulls().unique().to_numpy())
    if len(used) == len(dtype.categories):
        return column
    return column.cast(pl.String).cast(pl.Enum(dtype.categories.gather(used)))


def _without_dictionaries(dtype: pl.DataType) -> pl.DataType:
    """A nested type with texts in place of dictionaries."""
    if isinstance(dtype, pl.Enum):
        return pl.String()
    if isinstance(dtype, pl.List):
        return pl.List(_without_dictionaries(dtype.inner))  # type: ignore[arg-type]
    if isinstance(dtype, pl.Array):
        return pl.Array(_without_dictionaries(dtype.inner), dtype.size)  # type: ignore[arg-type]
    if isinstance(dtype, pl.Struct):
        return pl.Struct({one.name: _without_dictionaries(one.dtype) for one in dtype.fields})  # type: ignore[arg-type]
    return dtype


def datetime_format(values: pl.Series) -> str:
    """The shortest format that loses nothing of the values: a day, a minute, a second or less."""
    counts = values.drop_nulls().cast(pl.Int64)
    dtype = values.dtype
    if isinstance(dtype, pl.Datetime):
        unit = {"ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}[dtype.time_unit]
        forms: tuple[tuple[int, str], ...] = ((86_400, "%Y-%m-%d"), (60, "%Y-%m-%d %H:%M"), (1, "%Y-%m-%d %H:%M:%S"))
    else:
        unit = 1_000_000_000
        forms = ((60, "%H:%M"), (1, "%H:%M:%S"))
    for step, form in forms:
        if not (counts % (step * unit) != 0).any():
            return form
    return forms[-1][1] + "%.6f"

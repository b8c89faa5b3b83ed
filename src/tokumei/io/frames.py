"""Frames of other libraries, in through Arrow and out as the kind they came in."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import polars as pl

from tokumei.errors import DataError, ExtraError, JobError
from tokumei.io.reading import check_names

__all__ = ["FrameKind", "from_frame", "texts_frame", "to_kind"]


@dataclass(frozen=True, slots=True)
class FrameKind:
    """What a frame was before it became a polars frame."""

    library: Literal["polars", "lazy", "pandas", "arrow", "list"]
    dictionaries: frozenset[str] = frozenset()
    """Columns that came as dictionaries (Categorical, Enum, category): only they leave as such."""
    dtypes: Mapping[str, Any] = field(default_factory=dict)
    """pandas: the types of the columns, to give them back to the columns that are published as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class TextsFrame:
    """A list of texts as a frame of one column; its release is a list again."""

    frame: pl.DataFrame


def texts_frame(texts: Sequence[str | None], name: str) -> TextsFrame:
    """A list of texts as a source. Raises DataError where there are none, or where one cannot be written."""
    if not texts:
        raise DataError("There are no texts.")
    try:
        return TextsFrame(pl.DataFrame({name: pl.Series(name, texts, dtype=pl.String)}))
    except (UnicodeEncodeError, pl.exceptions.PolarsError):
        broken = sum(1 for text in texts if text is not None and not _can_be_written(text))
        raise DataError(
            f"{broken:,} texts hold halves of surrogate pairs, which are no characters. Correct them."
        ) from None


def _can_be_written(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def from_frame(obj: object) -> tuple[pl.DataFrame, FrameKind]:
    """A polars frame from polars (eager or lazy), pandas, Arrow, or anything that offers an Arrow stream.

    The index of a pandas frame is not data, and its NaN is a missing value. Nothing is copied where Arrow allows it.
    """
    if isinstance(obj, TextsFrame):
        frame, kind = obj.frame, FrameKind("list")
    elif isinstance(obj, pl.DataFrame):
        frame, kind = obj, FrameKind("polars", _dictionaries(obj))
    elif isinstance(obj, pl.LazyFrame):
        frame = obj.collect()
        kind = FrameKind("lazy", _dictionaries(frame))
    elif _is_pandas(obj):
        frame, kind = _from_pandas(obj)
    elif hasattr(obj, "__arrow_c_stream__"):
        check_names([str(name) for name in getattr(obj, "column_names", [])], "The frame")
        try:
            frame = pl.DataFrame(obj)
        except (pl.exceptions.PolarsError, ValueError, TypeError) as error:
            raise DataError(f"The Arrow table cannot be read: {type(error).__name__}.") from None
        kind = FrameKind("arrow", _dictionaries(frame))
    else:
        raise JobError(
            f"A frame of type {type(obj).__name__!r} is not known. Give a polars, pandas or Arrow frame, or a path."
        )
    if frame.width == 0 or frame.height == 0:
        raise DataError("The frame has no records.")
    check_names(frame.columns, "The frame")
    return frame, kind


def to_kind(frame: pl.DataFrame, kind: FrameKind) -> Any:
    """The frame as the kind that `from_frame` saw; recoded columns leave as plain texts."""
    frame = frame.with_columns(
        pl.col(name).cast(pl.String)
        for name, dtype in frame.schema.items()
        if isinstance(dtype, (pl.Categorical, pl.Enum)) and name not in kind.dictionaries
    )
    if kind.library == "list":
        return frame.to_series(0).to_list()
    if kind.library == "polars":
        return frame
    if kind.library == "lazy":
        return frame.lazy()
    if kind.library == "arrow":
        _needed("pyarrow", "Arrow tables")
        return frame.to_arrow()
    _needed("pyarrow", "pandas frames")
    return _with_dtypes(frame.to_pandas(), frame, kind.dtypes)


def _dictionaries(frame: pl.DataFrame) -> frozenset[str]:
    return frozenset(name for name, dtype in frame.schema.items() if isinstance(dtype, (pl.Categorical, pl.Enum)))


def _is_pandas(obj: object) -> bool:
    """Without importing pandas: whoever has a pandas frame has imported it."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(obj, pandas.DataFrame)


def _from_pandas(obj: Any) -> tuple[pl.DataFrame, FrameKind]:
    _needed("pyarrow", "pandas frames")
    names = [str(name) for name in obj.columns]
    check_names(names, "The frame")
    columns: list[pl.Series] = []
    for place, name in enumerate(names):
        series = obj.iloc[:, place]
        try:
            made: Any = pl.from_pandas(series, nan_to_null=True)
            columns.append(made.alias(name))
        except (pl.exceptions.PolarsError, TypeError, ValueError, OverflowError):  # Arrow's own errors are among them
            raise DataError(
                f"Column {name!r} of the pandas frame holds values of several types. Give it one type, such as str."
            ) from None
    frame = pl.DataFrame(columns)
    dtypes = {name: obj.dtypes.iloc[place] for place, name in enumerate(names)}
    return frame, FrameKind("pandas", _dictionaries(frame), dtypes)


def _with_dtypes(made: Any, frame: pl.DataFrame, dtypes: Mapping[str, Any]) -> Any:
    """Nullable numbers and the like come back as they were; what does not fit any more stays as it is."""
    for name in made.columns:
        dtype = dtypes.get(name)
        if isinstance(frame.schema[name], pl.List):  # pandas would have arrays in place of the lists that came in
            made[name] = type(made[name])(frame[name].to_list(), dtype=object, index=made.index)
        if dtype is None or dtype == made[name].dtype or isinstance(frame.schema[name], (pl.Categorical, pl.Enum)):
            continue
        if hasattr(dtype, "categories"):  # a category's own values would come back with it, released or not
            continue
        if frame.schema[name] == pl.String and getattr(dtype, "kind", "O") not in "OUT":
            continue
        try:
            made[name] = made[name].astype(dtype)
        except (TypeError, ValueError):
            continue
    return made


def _needed(module: str, purpose: str) -> None:
    try:
        importlib.import_module(module)
    except ImportError:
        raise ExtraError.needed("frames", purpose) from None

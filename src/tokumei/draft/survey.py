"""Profiles of the columns of a source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, ColumnSpec, DateColumn, Kind, NumberColumn, Role
from tokumei.core.notes import Note
from tokumei.draft.inside import found_inside
from tokumei.draft.profile import LABELS, SAMPLE, Profile
from tokumei.errors import TokumeiError
from tokumei.io.distinct import distinct, is_text, texts_of
from tokumei.io.encode import encode_column
from tokumei.io.guess import guess_kind, guess_separator

if TYPE_CHECKING:
    from tokumei.io.sources import Reading

__all__ = ["survey"]

_ORDERED = (Kind.NUMBER, Kind.DATE)
_SEVERAL = (Kind.SET, Kind.TEXT)


def survey(reading: Reading) -> list[Profile]:
    """What is known of every column, in the source's order."""
    return [_profile(reading, name) for name in reading.frame.columns]


def _profile(reading: Reading, name: str) -> Profile:
    series = reading.frame[name]
    kind, _ = guess_kind(series, decimal=reading.facts.decimal)
    found = distinct(texts_of(series) if series.dtype.is_nested() else series)
    texts = texts_of(found.values)
    counts = found.counts
    held = np.flatnonzero((texts.str.strip_chars() != "").fill_null(False).to_numpy())
    places = np.full(len(texts) + 1, len(held), dtype=np.int32)
    places[held] = np.arange(len(held), dtype=np.int32)
    looked_at = held[np.linspace(0, len(held) - 1, min(SAMPLE, len(held))).astype(np.int64)] if len(held) else held
    notes: list[Note] = []
    typed = _typed(found.values.gather(held), name, kind, reading.facts.decimal, notes)
    dates = typed if isinstance(typed, DateColumn) else None
    written = is_text(series.dtype)
    return Profile(
        name=name,
        codes=places[found.codes],
        distinct=len(held),
        filled=int(counts[held].sum()),
        values=tuple(texts.gather(looked_at).to_list()),
        counts=tuple(int(count) for count in counts[looked_at]),
        kind=kind,
        separator=(guess_separator(texts) or ",") if kind is Kind.SET else None,
        labels=tuple(texts.gather(held).to_list()) if len(held) <= LABELS and kind not in _SEVERAL else (),
        numbers=_numbers(typed),
        whole=isinstance(typed, NumberColumn) and typed.values.dtype.kind == "i",
        format=dates.format if dates and written and "era_years" not in {note.key for note in notes} else None,
        months=0 if dates is None else _months(dates),
        has_times=dates is not None and not written and "%H" in dates.format,
        inside=found_inside(texts, counts, names=kind in _SEVERAL) if kind not in _ORDERED and written else {},
    )


def _typed(values: Any, name: str, kind: Kind, decimal: str | None, notes: list[Note]) -> Column | None:
    """Distinct numbers and dates as they are read; None where they cannot be, or are something else."""
    if kind not in _ORDERED or not len(values):
        return None
    spec = ColumnSpec(name=name, role=Role.QUASI, kind=kind, decimal=decimal)
    try:
        return encode_column(values, spec, decimal=decimal, notes=notes)
    except TokumeiError:
        return None


def _numbers(column: Column | None) -> npt.NDArray[np.float64] | None:
    if not isinstance(column, NumberColumn):
        return None
    return np.append(np.append(column.values.astype(np.float64), np.nan)[column.codes], np.nan)


def _months(column: DateColumn) -> int:
    if not len(column.values) or not any(mark in column.format for mark in ("%Y", "%y")):
        return 0
    months = column.values.astype("datetime64[us]").astype("datetime64[M]").astype(np.int64)
    return int(months[-1] - months[0]) + 1

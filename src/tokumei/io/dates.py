"""Dates and times in text: Japanese and Western forms, detected from the values."""

from __future__ import annotations

import re
from dataclasses import dataclass

import polars as pl

from tokumei.core.notes import Note
from tokumei.errors import DataError
from tokumei.io.eras import EraDates, read_eras

__all__ = ["ReadDates", "read_dates", "strftime_to_polars"]

_SAMPLE = 2_000
_ZONE = r"(?:Z|UTC|[+-]\d{2}:?\d{2})$"
_DATES = (
    (r"\d{4}-\d{1,2}-\d{1,2}", "%Y-%m-%d"),
    (r"\d{4}/\d{1,2}/\d{1,2}", "%Y/%m/%d"),
    (r"\d{4}\.\d{1,2}\.\d{1,2}", "%Y.%m.%d"),
    (r"\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])", "%Y%m%d"),
    (r"\d{4}年\d{1,2}月\d{1,2}日", "%Y年%m月%d日"),
    (r"\d{4}-\d{1,2}", "%Y-%m"),
    (r"\d{4}/\d{1,2}", "%Y/%m"),
    (r"\d{4}年\d{1,2}月", "%Y年%m月"),
    (r"\d{4}(?:0[1-9]|1[0-2])", "%Y%m"),
    (r"\d{1,2}/\d{1,2}/\d{4}", "%d/%m/%Y"),
    (r"\d{1,2}/\d{1,2}/\d{4}", "%m/%d/%Y"),
    (r"\d{1,2}-\d{1,2}-\d{4}", "%d-%m-%Y"),
    (r"\d{1,2}-\d{1,2}-\d{4}", "%m-%d-%Y"),
    (r"\d{1,2}\.\d{1,2}\.\d{4}", "%d.%m.%Y"),
    (r"\d{1,2} [A-Za-z]{3} \d{4}", "%d %b %Y"),
    (r"\d{1,2} [A-Za-z]{3,} \d{4}", "%d %B %Y"),
    (r"[A-Za-z]{3} \d{1,2}, \d{4}", "%b %d, %Y"),
    (r"[A-Za-z]{3,} \d{1,2}, \d{4}", "%B %d, %Y"),
    (r"\d{1,2}-[A-Za-z]{3}-\d{4}", "%d-%b-%Y"),
    (r"\d{4}年", "%Y年"),
    (r"\d{4}", "%Y"),
)
_TIMES = (
    (r"\d{1,2}:\d{2}", "%H:%M"),
    (r"\d{1,2}:\d{2}:\d{2}", "%H:%M:%S"),
    (r"\d{1,2}:\d{2}:\d{2}\.\d{1,9}", "%H:%M:%S.%f"),
    (r"\d{1,2}:\d{2} ?[AaPp][Mm]", "%I:%M %p"),
    (r"\d{1,2}:\d{2}:\d{2} ?[AaPp][Mm]", "%I:%M:%S %p"),
    (r"\d{1,2}時\d{1,2}分", "%H時%M分"),
    (r"\d{1,2}時\d{1,2}分\d{1,2}秒", "%H時%M分%S秒"),
)
_FORMS = (
    *_DATES,
    *((f"{date}{gap}{time}", date_form + gap + time_form) for date, date_form in _DATES[:5] + _DATES[9:19]
      for gap in (" ", "T", "") for time, time_form in _TIMES if gap or "時" in time_form),
    *_TIMES,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReadDates:
    """Texts read as dates."""

    micros: pl.Series
    """Microseconds since 1970-01-01; null where a text cannot be read."""
    format: str
    """The strftime format."""
    as_written: bool
    """Whether the texts themselves can be published (else: in the format)."""
    notes: tuple[Note, ...] = ()


def read_dates(texts: pl.Series, column: str, format: str | None) -> ReadDates:
    """Dates from distinct texts, in the given format or in the one that reads most of them."""
    clean = texts.str.normalize("NFKC").str.strip_chars()
    notes: list[Note] = []
    if format is None or "%z" in format.lower():
        zoned = clean.str.contains(r"\d{1,2}:\d{2}.*" + _ZONE)
        if zoned.any():
            clean = clean.str.replace(r"\s*" + _ZONE, "") if zoned.all() else _without_zone(clean, zoned)
            notes.append(Note("zones_ignored", {"column": column}))
    if format is not None:
        form = re.sub(r"\s*%[zZ]", "", format)
        return ReadDates(_parse(clean, form), form, not notes, tuple(notes))
    eras = read_eras(clean, column)
    if eras is not None:
        notes.append(Note("era_years", {"column": column}))
        return ReadDates(_beside(eras, column), eras.format, False, tuple(notes))
    form = _detect(clean, column)
    micros = _parse(clean, form)
    if form in ("%H:%M", "%Y") or len(clean) == 0:
        return ReadDates(micros, form, not notes, tuple(notes))
    notes.append(Note("date_format", {"column": column, "format": form}))
    return ReadDates(micros, form, len(notes) == 1, tuple(notes))


def strftime_to_polars(form: str) -> str:
    """A format in Python's words as one in polars' words."""
    return form.replace(".%f", "%.6f").replace("%f", "%6f")


def _detect(texts: pl.Series, column: str) -> str:
    """The form that reads most of the texts; day/month against month/day must be told by some value."""
    sample = texts.head(_SAMPLE)
    matching: list[tuple[int, str]] = []
    for pattern, form in _FORMS:
        count = int(sample.str.contains(f"^{pattern}$").sum())
        if count:
            matching.append((count, form))
    if not matching:
        return "%Y-%m-%d"
    most = max(count for count, _ in matching)
    forms = [form for count, form in matching if count == most]
    if len(forms) == 1:
        return forms[0]
    read = [(form, _parse(texts, form)) for form in forms]
    fewest = min(micros.null_count() for _, micros in read)
    best = [(form, micros) for form, micros in read if micros.null_count() == fewest]
    if any(not micros.equals(best[0][1]) for _, micros in best[1:]):
        raise DataError(
            f"Column {column!r}: its dates can be read as {' or as '.join(form for form, _ in best)}. "
            "Give the column its `format`."
        )
    return best[0][0]


def _parse(texts: pl.Series, form: str) -> pl.Series:
    """Microseconds since 1970; parts that the format lacks are the first of their kind."""
    parts = _parts(form)
    lead = tail = lead_form = tail_form = ""
    if not parts & set("YyGCcDFxs"):
        lead, lead_form = ("1972-", "%Y-") if parts & set("mbBh") else ("1970-01-01 ", "%Y-%m-%d ")
        if parts & set("jde") and not parts & set("mbBh"):
            lead, lead_form = "1972-01 ", "%Y-%m "
    elif not parts & set("jcDFxsU"):
        if not parts & set("mbBh"):
            tail, tail_form = " 01", " %m"
        if not parts & set("de"):
            tail, tail_form = tail + " 01", tail_form + " %d"
    if parts & set("HkIl") and not parts & set("MRTcs"):
        tail, tail_form = tail + " 00", tail_form + " %M"
    elif parts & set("MS") and not parts & set("HkIl"):
        lead, lead_form = lead + "00 ", lead_form + "%H "
    wrapped = texts if not (lead or tail) else pl.select(pl.lit(lead) + texts + pl.lit(tail)).to_series()
    polars_form = lead_form + form.replace(".%f", "%.f").replace("%f", "%6f") + tail_form
    if "T" in form or " " in form:
        wrapped = wrapped.str.replace(r"(\d)([AaPp][Mm])$", "$1 $2")
    try:
        read = wrapped.str.to_datetime(polars_form, strict=False, time_unit="us", exact=True)
    except pl.exceptions.PolarsError:
        return pl.Series(texts.name, [None] * len(texts), dtype=pl.Int64)
    return read.cast(pl.Int64)


def _beside(eras: EraDates, column: str) -> pl.Series:
    """Dates of eras, and beside them those of the common era that are as precise."""
    micros = _parse(eras.texts, eras.format)
    if eras.of_era.all():
        return micros
    others = eras.texts.filter(~eras.of_era)
    form = _detect(others, column)
    if _parts(form) != _parts(eras.format):
        return micros.set(~eras.of_era, None)
    places = (~eras.of_era).arg_true()
    return micros.scatter(places, _parse(others, form))


def _parts(form: str) -> set[str]:
    return set(re.findall(r"%[-_0]?([A-Za-z])", form))


def _without_zone(texts: pl.Series, zoned: pl.Series) -> pl.Series:
    return pl.select(pl.when(zoned).then(texts.str.replace(r"\s*" + _ZONE, "")).otherwise(texts)).to_series()

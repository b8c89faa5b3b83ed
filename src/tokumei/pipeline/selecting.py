"""Before anything is coded: columns derived from others, records that a filter leaves out, one record a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, ColumnSpec, DateColumn, Kind, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.errors import DataError, JobError
from tokumei.io.counted import records_of
from tokumei.io.encode import encode_column
from tokumei.io.guess import guess_kind
from tokumei.io.ordering import content_rank
from tokumei.io.values import prefixed, with_numbers
from tokumei.job import FiscalYearOf, Job, PrefixOf, YearOf, YearsFrom
from tokumei.pipeline.conditions import meets
from tokumei.pipeline.people import whose

__all__ = ["selected"]

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
APRIL = 4
"""The month in which a Japanese fiscal year begins."""


def selected(
    frame: Any, job: Job, decimal: str | None, *, tree: Callable[[Column, Job], Hierarchy | None]
) -> tuple[Any, list[Note]]:
    """The frame with the job's derived columns, and only the records that it reads; notes say how many it does not.

    Columns are derived first, so that filters can name them; then records are filtered; then one a person is chosen.
    `tree` gives the hierarchy of a column, for filters that name a node of it.
    """
    notes: list[Note] = []
    frame = _derived(frame, job, decimal)
    if job.where:
        met = np.ones(frame.height, dtype=bool)
        for name, asked in job.where.items():
            met &= _met(_column(frame, job, name, decimal), asked, job, tree)
        notes.append(Note("left_out_by_filter", {"records": records_of(frame, ~met), "of": records_of(frame)}))
        if not met.any():
            raise DataError("No record meets `where`, so that there is nothing to release. Widen the conditions.")
        frame = frame.filter(met)
    if job.one_per is not None:
        chosen = _one_per(frame, job, decimal)
        notes.append(Note("left_out_by_person", {"records": int((~chosen).sum()), "of": frame.height}))
        frame = frame.filter(chosen)
    return frame, notes


def _met(column: Column, asked: Any, job: Job, tree: Callable[[Column, Job], Hierarchy | None]) -> Flags:
    return meets(column, asked, lambda: tree(column, job) if column.name in job.columns else None)


def _column(frame: Any, job: Job, name: str, decimal: str | None, kind: Kind | None = None) -> Column:
    """A column that a selection asks about, whatever its role, coded for once."""
    if name not in frame.columns:
        raise DataError.missing_columns([name], frame.columns)
    settings = job.columns.get(name)
    kind = kind or (None if settings is None else settings.type) or guess_kind(frame[name], decimal=decimal)[0]
    spec = (
        ColumnSpec(name=name, role=Role.IDENTIFIER, kind=kind, decimal=decimal)
        if settings is None
        else settings.spec(name, kind, decimal)
    )
    return encode_column(frame[name], spec, notes=[])


def _derived(frame: Any, job: Job, decimal: str | None) -> Any:
    for name, way in job.derive.items():
        if name in frame.columns:
            raise DataError(
                f"`derive.{name}`: the source has a column {name!r} already. Give the derived one another name."
            )
        if isinstance(way, PrefixOf):
            if way.source not in frame.columns:
                raise DataError.missing_columns([way.source], frame.columns)
            frame = prefixed(frame, name, way.source, way.length)
            continue
        dates = _column(frame, job, way.source, decimal, Kind.DATE)
        assert isinstance(dates, DateColumn)
        numbers = np.append(_numbers(name, dates, way), 0)
        frame = with_numbers(frame, name, numbers[dates.codes], dates.codes >= len(dates.values))
    return frame


def _numbers(name: str, dates: DateColumn, way: YearsFrom | YearOf | FiscalYearOf) -> Numbers:
    """Distinct date → what is derived from it."""
    days = dates.values.astype("datetime64[us]").astype("datetime64[D]")
    months = days.astype("datetime64[M]").astype(np.int64)
    if isinstance(way, YearOf):
        return months // 12 + 1970
    if isinstance(way, FiscalYearOf):
        return (months - (APRIL - 1)) // 12 + 1970
    at = np.datetime64(way.at, "D")
    late = int((days > at)[dates.codes[dates.codes < len(days)]].sum())
    if late:
        raise DataError(
            f"`derive.{name}`: {late:,} records have a date in {way.source!r} after {way.at.isoformat()}. Set `at` to "
            "a later day, or leave these records out with `where`."
        )
    day = (days - days.astype("datetime64[M]").astype("datetime64[D]")).astype(np.int64)
    end = int(at.astype("datetime64[M]").astype(np.int64))
    # A month that has begun is full from the day of the month on; one born on 29 February turns on 1 March.
    full = end - months - (day >= way.at.day)
    result: Numbers = full // 12
    return result


def _one_per(frame: Any, job: Job, decimal: str | None) -> Flags:
    """Which records are read: of each person one, whatever the order in the source."""
    assert job.one_per is not None
    assert job.person is not None, "the job refuses `one_per` without `person`"
    person = whose(frame, job.person)
    place = content_rank(frame)
    if job.one_per.by is None:
        # A seed draws the same record from the same table, in whatever order its rows stand.
        key = np.random.default_rng(job.seed).permutation(frame.height)[place]
    else:
        order = _column(frame, job, job.one_per.by, decimal)
        if not isinstance(order, (NumberColumn, DateColumn)):
            raise JobError(f"`one_per.by` names {job.one_per.by!r}, a {order.kind} column: it takes numbers or dates.")
        missing = order.codes >= len(order.values)
        ranked = order.codes if job.one_per.person == "first" else -order.codes
        key = np.where(missing, len(order.values) + 1, ranked)  # a record without a value comes after all others
    rows = np.lexsort((place, key, person))
    first = np.append(True, np.diff(person[rows]) != 0)
    chosen = np.zeros(frame.height, dtype=bool)
    chosen[rows[first]] = True
    return chosen

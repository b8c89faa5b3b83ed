"""What all histories have in common, where they are too many for memory: dictionaries, domains, hierarchies.

Each column is coded from its different values, counted, by the ordinary road. The records of a block find their codes
there, so that a value, a range and a loss mean the same in every block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind, counts_of
from tokumei.core.columns import CategoryColumn, Column, DateColumn, NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.expected_error import Grid
from tokumei.core.history import refuse_without_subject
from tokumei.core.notes import Note
from tokumei.core.progress import Progress
from tokumei.core.subsets import take_column
from tokumei.core.table import Table
from tokumei.engines import HistoryEngine, changed_source
from tokumei.errors import DataError
from tokumei.io.counted import PLACE, RECORDS, Counted
from tokumei.io.values import looked_up, with_numbers
from tokumei.job import Job
from tokumei.pipeline.by_engine import without_rows
from tokumei.pipeline.cautions import cautions
from tokumei.pipeline.people import identifier
from tokumei.pipeline.reading import Prepared, dropped_columns, hierarchy_of, models_of, prepare, published_columns
from tokumei.pipeline.selecting import selected
from tokumei.privacy.compilation import sensitive_columns

__all__ = ["Profile", "profile_of"]

STEPS = 1 << 10
"""Places of values, in so many parts of their standard deviation, are whole numbers."""
NOT_OF_ONE = ("all_constant", "dropped_columns")
"""Notes that say something of a job, and not of one of its columns."""


@dataclass(frozen=True, eq=False)
class Coded:
    """The different values of a column."""

    keys: Any
    """The columns of the source that it is made of, a row for each of their different values: a frame."""
    values: Any
    """The column as it is before it is recoded, beside `keys`: where it is derived or rounded, not the source's."""
    column: Column | None
    """The same, coded; None for a column that is published as it is."""

    def places(self, weight: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Row of `keys` → where its value lies among all, in parts of their standard deviation."""
        assert self.column is not None
        values = _line(self.column)
        mean = float(np.average(values, weights=weight))
        spread = float(np.sqrt(np.average((values - mean) ** 2, weights=weight)))
        return np.rint((values - mean) / (spread or 1.0) * STEPS).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Profile:
    """What is known of all records before any is recoded."""

    whole: Prepared
    """The job and its columns, of no record."""
    coded: Mapping[str, Coded]
    subjects: Any
    """The subjects as they stand in the source, with their numbers of records in `RECORDS`: a frame, in an order that
    follows from them."""
    places: Mapping[str, Any]
    """Column → frame of its values in the source and where these lie, for what subjects have in common."""

    @property
    def columns(self) -> list[str]:
        """The columns of the source that blocks are made of."""
        assert self.whole.job.subject is not None
        keys = [name for one in self.coded.values() for name in one.keys.columns]
        kept = [name for name in self.whole.names if name not in self.whole.job.derive]
        return list(dict.fromkeys([self.whole.job.subject, *keys, *kept]))

    def block(self, frame: Any) -> Prepared:
        """Some records of the source, coded as all of them are."""
        subject = self.whole.job.subject
        assert subject is not None
        columns: dict[str, Column] = {}
        shown = frame
        for name, one in self.coded.items():
            rows = looked_up(frame, one.keys)
            if rows.min(initial=0) < 0:
                raise changed_source()
            if one.column is not None:
                columns[name] = take_column(one.column, rows)
            if one.values is not None:
                shown = shown.with_columns(one.values.gather(rows))
        table = Table(tuple(columns[column.name] for column in self.whole.table), frame.height)
        return replace(self.whole, frame=shown, table=table, subject=identifier(frame, subject))


def profile_of(engine: HistoryEngine, job: Job, progress: Progress) -> tuple[HistoryEngine, Profile]:
    """The profile of a source; and the engine as it reads the records that the job does."""
    assert job.subject is not None
    counted = engine.count([job.subject], [], k=job.privacy.k, progress=progress)
    columns = [*counted.names, *job.derive]
    names = published_columns(columns, job)
    notes = [*counted.facts.notes]
    with without_rows():
        if job.where:
            engine = _selected(engine, job, counted, notes)
        notes += dropped_columns(columns, job)
        subjects = (engine.tally([job.subject]) if job.where else counted.frame).sort(job.subject)
        records = int(subjects[RECORDS].sum())
        if records == 0:
            raise DataError("No record meets `where`, so that there is nothing to release. Widen the conditions.")
        known = identifier(subjects, job.subject)
        missing = known.codes >= len(known.values)
        refuse_without_subject(job.subject, int(subjects[RECORDS].to_numpy()[missing].sum()), records)
        progress.stage("code")
        whole = Prepared(
            job, counted.frame.clear(), None, counted.facts, Table((), 0), tuple(names), models_of(job), tuple(notes)
        )
        return engine, _profiled(engine, Profile(whole, {}, subjects, {}), records)


def _selected(engine: HistoryEngine, job: Job, counted: Counted, notes: list[Note]) -> HistoryEngine:
    """The engine as it reads the records that meet every condition of `where`."""
    for name, asked in job.where.items():
        own = job.model_copy(update={"where": {name: asked}, "derive": _derived(job, name), "one_per": None})
        keys = _keys(job, name)
        if keys[0] not in counted.names:
            raise DataError.missing_columns(keys, counted.names)
        met, _ = selected(engine.tally(keys), own, counted.facts.decimal, tree=hierarchy_of)
        engine = engine.only(met.select(keys))
    left, records = int(engine.tally([str(job.subject)])[RECORDS].sum()), counted.facts.rows
    notes.append(Note("left_out_by_filter", {"records": records - left, "of": records}))
    return engine


def _profiled(engine: HistoryEngine, profile: Profile, records: int) -> Profile:
    """With the columns, each coded from its different values."""
    whole, job = profile.whole, profile.whole.job
    needed = {*sensitive_columns(whole.models), *job.named(Role.QUASI)}
    notes = [*whole.notes]
    coded: dict[str, Coded] = {}
    places: dict[str, Any] = {}
    meaning: dict[str, Any] = {}
    for name, settings in job.columns.items():
        if name not in whole.names or name == job.subject:
            continue
        changed = name in job.derive or any(settings.setting(way) is not None for way in ("round", "categories"))
        if name not in needed and not changed:
            shown = engine.shown(name, k=job.privacy.k, rows=records)
            notes += _of_one(cautions(Table((), records), _alone(job, name), {name: shown}))
            continue
        tally = engine.tally(_keys(job, name))
        facts = replace(whole.facts, notes=())
        own = prepare(Counted(tally, _keys(job, name), facts, {}), _alone(job, name))
        notes += _of_one(own.notes)
        meaning |= own.meaning
        keys, weight = tally.drop(RECORDS), own.table.weight
        assert weight is not None
        column = _of_all(next(iter(own.table)), weight) if name in needed else None
        coded[name] = Coded(keys, own.frame[name] if changed else None, column)
        if column is not None and column.role is Role.QUASI:
            where = coded[name].places(weight)
            places[name] = with_numbers(keys, PLACE, where, np.zeros(len(where), dtype=bool))
    nobody = np.zeros(0, dtype=np.int64)
    columns = [take_column(one.column, nobody) for one in coded.values() if one.column is not None]
    whole = replace(whole, table=Table(tuple(columns), 0), notes=tuple(notes), meaning=meaning)
    return Profile(whole, coded, profile.subjects, places)


def _keys(job: Job, name: str) -> list[str]:
    """The columns of the source that a column is made of."""
    return [job.derive[name].source if name in job.derive else name]


def _derived(job: Job, name: str) -> dict[str, Any]:
    return {name: job.derive[name]} if name in job.derive else {}


def _alone(job: Job, name: str) -> Job:
    """The job as far as it is about one column."""
    own = {"columns": {name: job.columns[name]}, "derive": _derived(job, name)}
    return job.model_copy(update={**own, "subject": None, "where": {}, "others": "drop"})


def _of_one(notes: Sequence[Note]) -> list[Note]:
    return [note for note in notes if note.key not in NOT_OF_ONE]


def _of_all(column: Column, weight: npt.NDArray[np.int64]) -> Column:
    """A column of numbers or dates that knows how often each value occurs in all records."""
    if not isinstance(column, (NumberColumn, DateColumn)):
        return column
    return replace(column, whole=counts_of(column, weight)[: len(column.values)])


def _line(column: Column) -> npt.NDArray[np.float64]:
    """Record → where its value lies on a line on which values that are alike are near."""
    assert not isinstance(column, TextColumn), "texts of histories are masked in memory"
    if isinstance(column, SetColumn):
        return np.diff(column.offsets).astype(np.float64)
    if column.hierarchy is not None:
        return bind(column, column.hierarchy)[column.codes].astype(np.float64)
    if isinstance(column, CategoryColumn):
        return column.codes.astype(np.float64)
    grid = Grid.of(column)
    return np.append(grid.places, np.nan_to_num(grid.mean))[column.codes]

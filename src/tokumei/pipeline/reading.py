"""The first step, from a job and a source to a table: columns checked, typed, coded, and given their hierarchies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import counts_of, weighed
from tokumei.core.columns import CategoryColumn, Column, ColumnSpec, Kind, Role, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.subsets import take
from tokumei.core.table import Table
from tokumei.core.text_settings import COLLECTION
from tokumei.errors import DataError, JobError, SourceError
from tokumei.hierarchies import build
from tokumei.io.counted import Counted, taken_apart
from tokumei.io.encode import encode, encode_column
from tokumei.io.frames import FrameKind, from_frame
from tokumei.io.guess import guess_kind
from tokumei.io.reading import Reading, SourceFacts
from tokumei.io.scanning import CSV, PARQUET, Scan, files_in, scan_csv, scan_file, scan_parquet
from tokumei.io.sources import has_header, is_table, read_file
from tokumei.io.sql import read_sql
from tokumei.io.texts import read_lines
from tokumei.io.words import read_words
from tokumei.job import FOLDERS, CsvSource, FileSource, Job, ParquetSource, SqlSource, text_settings
from tokumei.job.hierarchy import CalendarHierarchy, HierarchyJob, IntervalHierarchy, SemanticHierarchy
from tokumei.partition.top_down import WHOLE, Cutting
from tokumei.pipeline.attributes import attribute_facts, attribute_notes
from tokumei.pipeline.categories import categorized
from tokumei.pipeline.cautions import cautions, seen
from tokumei.pipeline.ledger import Earlier, earlier_groups
from tokumei.pipeline.people import whose
from tokumei.pipeline.pseudonyms import with_pseudonyms
from tokumei.pipeline.rare_values import without_rare
from tokumei.pipeline.rounding import rounded
from tokumei.pipeline.selecting import selected
from tokumei.privacy.compilation import sensitive_columns
from tokumei.privacy.model import TableModel
from tokumei.privacy.models import models_from

__all__ = [
    "Prepared",
    "column_specs",
    "dropped_columns",
    "hierarchy_of",
    "models_of",
    "prepare",
    "published_columns",
    "read",
    "registry_of",
    "scan_of",
]

Codes = npt.NDArray[np.int32]
Weights = npt.NDArray[np.int64] | None


@dataclass(frozen=True, eq=False)
class Prepared:
    """A source, read and coded as its job says."""

    job: Job
    frame: Any
    """The source's frame; only `io` looks inside."""
    kind: FrameKind | None
    """What the caller gave, to give it back; None for files and databases."""
    facts: SourceFacts
    table: Table
    names: tuple[str, ...]
    """The columns that are published, in the source's order."""
    models: tuple[TableModel, ...]
    notes: tuple[Note, ...]
    """How it was read, and what to mind."""
    meaning: Mapping[str, Any] = field(default_factory=dict)
    """Column → how the values of its hierarchy by meaning came to their places."""
    subject: CategoryColumn | None = None
    """Whose each record is, in a history job."""
    earlier: Earlier | None = None
    """Where these people stood in earlier releases, where the job keeps a ledger and a release is made."""
    person: Codes | None = None
    """Record → whose it is, where promises are about people."""
    place: npt.NDArray[np.int64] | None = None
    """Record → which of the counted records of the source it is, where these were counted elsewhere."""
    cutting: Cutting = WHOLE
    """Whether groups are made of pieces of the records, each by itself."""

    @cached_property
    def repeated(self) -> Codes | None:
        """Record → whose it is, where somebody has several; None where to count records is to count people."""
        if self.person is None or weighed(self.person, self.table.weight).max(initial=0) <= 1:
            return None
        return self.person

    def part(self, rows: npt.NDArray[np.bool_]) -> Prepared:
        """Some of the records."""
        return replace(
            self,
            table=take(self.table, rows),
            frame=self.frame.filter(rows),
            earlier=None if self.earlier is None else self.earlier.taken(rows),
            person=None if self.person is None else self.person[rows],
            subject=None if self.subject is None else replace(self.subject, codes=self.subject.codes[rows]),
            place=None if self.place is None else self.place[rows],
        )

    def parts(self, recoding: Recoding) -> Prepared:
        """The records as a recoding has them: those that stand for many may be divided between groups."""
        if recoding.part_of is None:
            return self
        assert self.place is not None
        return replace(
            self,
            table=replace(take(self.table, recoding.part_of), weight=recoding.weight),
            frame=self.frame[recoding.part_of],
            place=self.place[recoding.part_of],
            person=None if self.person is None else self.person[recoding.part_of],
        )


def read(source: object, job: Job) -> tuple[Any, FrameKind | None, SourceFacts]:
    """The frame behind a path, a frame, or the job's own source (when `source` is None).

    The settings of the job's source are for the source alone: another file, such as a release, is read as it is found.
    """
    if source is None and job.source is None:
        raise JobError("The job has no `source`, and none was given.")
    if source is None:
        reading = _read_job_source(job)
    elif isinstance(source, (str, Path)) and Path(source).is_dir():
        reading = _read_scan(scan_parquet(files_in(Path(source), PARQUET)))
    elif isinstance(source, (str, Path)):
        own = isinstance(job.source, FileSource) and _same_file(Path(source), job.path(job.source.file))
        given = job.source if own and isinstance(job.source, FileSource) else _found(source, job)
        reading = _read_file(Path(source), given)
    else:
        frame, kind = from_frame(source)
        if frame.height == 0:
            raise DataError("The frame has no records.")
        return frame, kind, SourceFacts(kind="frame", rows=frame.height)
    return reading.frame, None, reading.facts


def prepare(source: object, job: Job, progress: Progress = SILENT, *, ledger: bool = False) -> Prepared:
    """The source, checked against the job and coded; with `ledger`, beside earlier releases of the same people.

    A source can be `Counted`: then records stand for as many as were counted.
    """
    progress.stage("read")
    counted = source if isinstance(source, Counted) else None
    if counted is None and job.engine.name in ("streaming", "spark"):
        raise JobError(
            f"`engine: {job.engine.name}` is for `run` and `verify`, which go from files to files. Here records are "
            "held in memory: set `engine: local`, or leave it out."
        )
    frame, kind, facts = read(source, job) if counted is None else (counted.placed, None, counted.facts)
    frame, left_out = selected(frame, job, facts.decimal, tree=hierarchy_of)
    frame, weight, place = taken_apart(frame)
    if counted is not None:  # texts beside the groups go with their records, also where records were chosen by them
        frame = frame.drop([name for name in job.texts if name not in job.grouped], strict=False)
    columns = frame.columns if counted is None else [*counted.names, *job.derive]
    names = published_columns(columns, job)
    progress.stage("code")
    notes = [*facts.notes, *left_out, *dropped_columns(columns, job)]
    frame = rounded(categorized(frame, job, notes), job, facts.decimal, notes)
    frame = without_rare(frame, job, facts.decimal, notes)
    models = models_of(job)
    needed = {*sensitive_columns(models), *(name for name, column in job.columns.items() if column.role is Role.QUASI)}
    specs = column_specs(frame, job, [name for name in frame.columns if name in needed], facts.decimal, notes)
    table, said = encode(frame, specs, decimal=facts.decimal, weight=weight)
    notes += said + cautions(table, job, seen(frame, job, weight, {} if counted is None else counted.shown))
    earlier = earlier_groups(frame, job) if ledger else None
    person = whose(frame, job.person) if job.by_people and job.person is not None else None
    frame = with_pseudonyms(frame, job, notes)
    progress.stage("hierarchies")
    meaning: dict[str, Any] = {}
    table = replace(table, columns=tuple(_with_hierarchy(column, job, meaning, weight) for column in table))
    notes += _placed(meaning)
    subject = _subject(frame, job)
    notes += [] if subject is None else attribute_notes(attribute_facts(table, subject), job)
    return Prepared(
        job, frame, kind, facts, table, names, models, tuple(notes), meaning, subject, earlier, person, place
    )


def published_columns(columns: Sequence[str], job: Job) -> tuple[str, ...]:
    """The columns that are published, in the source's order; raises where job and source do not name the same ones."""
    missing = [name for name in job.columns if name not in columns]
    if missing:
        # The first line of a file that is no table by its name may be a text, which no message may quote.
        named = not isinstance(job.source, FileSource) or is_table(job.source.file)
        raise DataError.missing_columns(missing, columns if named else ())
    unassigned = [name for name in columns if name not in job.columns]
    if unassigned and job.others == "error":
        raise DataError.unassigned_columns(unassigned)
    if job.output.format is not None:
        return _contest_names(job)
    return tuple(name for name in columns if name == job.subject or (name in job.columns and name not in job.hidden))


def _contest_names(job: Job) -> tuple[str, ...]:
    """The columns of the contest's form: the customer, then day, goods, price and quantity, as the job names them."""
    published = [name for name, column in job.columns.items() if column.role is not Role.IDENTIFIER]
    if job.subject is None or len(published) != 4:
        raise JobError(
            "`output.format: pwscup2018` is for a history job that publishes four columns beside its subject: day, "
            "goods, price, quantity."
        )
    return (job.subject, *published)


def column_specs(
    frame: Any, job: Job, names: Sequence[str], decimal: str | None, notes: list[Note]
) -> list[ColumnSpec]:
    """What a reader has to know of each column; types that the job leaves open are guessed, and said."""
    specs: list[ColumnSpec] = []
    for name in names:
        column = job.columns[name]
        kind = column.type or _kind_by_hierarchy(column.setting("hierarchy"))
        if kind is None:
            kind, why = guess_kind(frame[name], decimal=decimal)
            if kind in (Kind.SET, Kind.TEXT):
                raise JobError(
                    f"Column {name!r} looks like a column of the type {kind}: {why}. Sets and texts have promises of "
                    f"their own, so say which it is: `type: {kind}`, or `type: category`."
                )
            notes.append(Note("guessed_type", {"column": name, "type": str(kind)}))
        specs.append(column.spec(name, kind, decimal))
    return specs


def models_of(job: Job) -> tuple[TableModel, ...]:
    """The promises of a job."""
    privacy = job.privacy
    return models_from(
        k=privacy.k,
        l_diversity=privacy.l_diversity,
        t_closeness=privacy.t_closeness,
        alpha_k=privacy.alpha_k,
        beta_likeness=privacy.beta_likeness,
    )


def registry_of(name: str, job: Job) -> str | list[str | None] | None:
    """The texts that a text column is looked up in; `collection` is the column itself, None nothing."""
    registry = text_settings(job.columns[name], job.privacy.k).listed
    if registry is None or registry == COLLECTION:
        return registry
    return list(read_lines(job.path(registry))) if isinstance(registry, str) else list(registry)


def hierarchy_of(
    column: Column, job: Job, meaning: dict[str, Any] | None = None, weight: Weights = None
) -> Hierarchy | None:
    """The hierarchy that the job gives a column; of one by meaning, `meaning` is told how its values were placed.

    `weight` says how many records of the source each of the column's stands for.
    """
    asked: HierarchyJob | None = job.columns[column.name].setting("hierarchy")
    if asked is None or isinstance(column, TextColumn):
        return None
    options: dict[str, Any] = asked.model_dump(exclude_defaults=True)
    for name in ("file", "corrections"):
        if name in options:
            options[name] = job.path(options[name])
    if isinstance(asked, CalendarHierarchy):
        bounds = [job.columns[column.name].setting(name) for name in ("at_least", "at_most")]
        options["keep"] = next((level for level in bounds if level is not None), None)
    if isinstance(asked, SemanticHierarchy):
        options |= {"k": job.privacy.k, "folder": job.folder, "read_words": read_words}
        if meaning is not None:
            from tokumei.hierarchies.semantic.candidate import placed

            counts = counts_of(column, weight)
            options["tell"] = lambda made: meaning.update({column.name: placed(made, counts, job.privacy.k)})
    return build(column, weight=weight, **options)


def _placed(meaning: Mapping[str, Any]) -> list[Note]:
    """A word on every hierarchy by meaning; a warning where something in it is not a fact."""
    return [
        Note(
            "placed_by_meaning",
            {
                "column": name,
                "fact": told["fact"],
                "inferred": told["inferred"],
                "corrected": told["corrected"],
                "unplaced": told["unplaced"],
            },
            warning=bool(told["inferred"] or told["unplaced"]),
        )
        for name, told in meaning.items()
    ]


def _subject(frame: Any, job: Job) -> CategoryColumn | None:
    if job.subject is None:
        return None
    spec = ColumnSpec(name=job.subject, role=Role.IDENTIFIER, kind=Kind.CATEGORY)
    found = encode_column(frame[job.subject], spec, notes=[])
    assert isinstance(found, CategoryColumn)
    return found


def _with_hierarchy(column: Column, job: Job, meaning: dict[str, Any], weight: Weights) -> Column:
    hierarchy = hierarchy_of(column, job, meaning, weight)
    if hierarchy is None or isinstance(column, TextColumn):
        return column
    return replace(column, hierarchy=hierarchy)


def _kind_by_hierarchy(asked: HierarchyJob | None) -> Kind | None:
    """The type that a column's hierarchy implies."""
    if asked is None:
        return None
    if isinstance(asked, IntervalHierarchy):
        return Kind.NUMBER
    return Kind.DATE if isinstance(asked, CalendarHierarchy) else Kind.CATEGORY


def _read_job_source(job: Job) -> Reading:
    if isinstance(job.source, SqlSource):
        return read_sql(job.source.sql, job.source.query, folder=job.folder)
    if isinstance(job.source, FOLDERS):
        return _read_scan(scan_of(job))
    assert isinstance(job.source, FileSource)
    return _read_file(job.path(job.source.file), job.source)


def _read_scan(scan: Scan) -> Reading:
    """What could be read piece by piece, at once."""
    frame = scan.lazy.collect(engine="streaming")
    if frame.height == 0:
        raise SourceError("The source has no records.")
    return Reading(frame, scan.facts(frame.height))


def scan_of(job: Job) -> Scan:
    """The job's source as it is read piece by piece: a file, or a folder of files."""
    source = job.source
    if isinstance(source, ParquetSource):
        return scan_parquet(files_in(job.path(source.parquet), PARQUET))
    if isinstance(source, CsvSource):
        return scan_csv(files_in(job.path(source.csv), CSV), source.model_dump(exclude={"csv"}))
    assert isinstance(source, FileSource)
    options = source.model_dump(include={"encoding", "delimiter", "decimal", "names", "header", "header_row"})
    return scan_file(job.path(source.file), options)


def _found(path: str | Path, job: Job) -> FileSource:
    """A file that is not the job's source: in the contest's form or as lines when the job writes it so."""
    if job.output.format is None:
        lines = None if is_table(path) else job.lines
        return FileSource(file=str(path), lines=lines, header_row=1 if lines is None and has_header(path) else None)
    return FileSource(file=str(path), delimiter=",", names=_contest_names(job))


def _same_file(one: Path, other: Path) -> bool:
    return one.resolve() == other.resolve()


def _read_file(path: Path, source: FileSource) -> Reading:
    options: Mapping[str, Any] = source.model_dump(exclude={"file"}, exclude_none=True)
    return read_file(path, **options)


def dropped_columns(columns: Sequence[str], job: Job) -> list[Note]:
    """A word on the columns that the job does not name."""
    unassigned = [name for name in columns if name not in job.columns]
    return [Note("dropped_columns", {"columns": unassigned})] if unassigned else []

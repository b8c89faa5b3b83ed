"""A column of data in, hierarchies for its values out: ranked, shown, and written in the ARX form."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tokumei.core.binding import counts_of
from tokumei.core.columns import CategoryColumn, ColumnSpec, Kind, Role, SetColumn
from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.errors import DataError, JobError, OutputError, listing
from tokumei.hierarchies.semantic import Candidate, Source, candidates, direction_of, steps, write_candidates
from tokumei.io.encode import encode_column
from tokumei.io.guess import guess_separator
from tokumei.io.sources import read_file
from tokumei.io.words import read_words
from tokumei.io.writing import Staged, write_text
from tokumei.report.hierarchies import hierarchies_page
from tokumei.report.words import words_in

__all__ = ["Hierarchies", "check_targets", "find_hierarchies", "write_hierarchies"]

PAGE = "report.html"


@dataclass(frozen=True, eq=False, kw_only=True)
class Hierarchies:
    """The hierarchies that were found for the values of a column, best first."""

    column: str
    kind: Kind
    """Category, or set: then the values are its items."""
    k: int
    dictionaries: tuple[str, ...]
    values: tuple[str, ...] = field(repr=False)
    """Most frequent first."""
    counts: tuple[int, ...] = field(repr=False)
    records: int
    """Records with a value."""
    missing: int
    """Records without one; they have a place of their own in every hierarchy."""
    found: tuple[tuple[int, Candidate], ...] = field(repr=False)
    """Rank (as `direction` in a job) and candidate."""
    notes: tuple[Note, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            "column": self.column,
            "type": str(self.kind),
            "k": self.k,
            "dictionaries": list(self.dictionaries),
            "values": len(self.values),
            "records": self.records,
            "missing": self.missing,
            "notes": [note.to_dict() for note in self.notes],
            "candidates": [_plain(rank, candidate) for rank, candidate in self.found],
        }


def find_hierarchies(
    data: str | Path,
    column: str,
    *,
    dictionaries: Sequence[str] = (),
    k: int = 5,
    vectors: str | None = None,
    corrections: str | Path | Mapping[str, Any] | None = None,
    direction: int | None = None,
    paper: bool = False,
    nearly: float = 0.9,
    separator: str | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    progress: Progress | None = None,
) -> Hierarchies:
    """Hierarchies by meaning for a column of a file; of one direction only where that is given.

    Without dictionaries: by the likeness of word vectors, where there are any, and by frequency. A column with a
    `separator`, or of lists, is one of sets: its items are the values.
    """
    if k < 2:
        raise JobError(f"`k` is {k}; it must be at least 2: with k = 1 every value may be unique.")
    listener = progress or SILENT
    listener.stage("read")
    coded, notes = _coded(data, column, separator, encoding, delimiter)
    values, counts = list(coded.values), counts_of(coded)[: len(coded.values)].tolist()
    if not values:
        raise DataError(f"Column {column!r} has no values.")
    listener.stage("hierarchies")
    made = candidates(
        values,
        counts,
        dictionaries,
        k=k,
        vectors=vectors,
        corrections=corrections,
        paper=paper,
        nearly=nearly,
        read_words=read_words,
    )
    found = list(enumerate(made, start=1))
    if direction is not None:
        if not 1 <= direction <= len(found):
            raise JobError(f"Direction {direction} does not exist: there are {len(found)}.")
        found = [found[direction - 1]]
    return Hierarchies(
        column=column,
        kind=coded.kind,
        k=k,
        dictionaries=tuple(str(one) for one in dictionaries),
        values=tuple(values),
        counts=tuple(counts),
        records=len(coded) - _missing(coded),
        missing=_missing(coded),
        found=tuple(found),
        notes=tuple(notes),
    )


def check_targets(folder: Path | None, report: Path | None, *, force: bool) -> None:
    """Refuses places that hold hierarchies already, before any work is done."""
    if folder is not None and folder.is_file():
        raise OutputError(f"The output {str(folder)!r} is a file. Give the name of a folder.")
    if folder is not None and not force and any(folder.glob("[0-9][0-9]-*.csv")):
        raise OutputError(f"The folder {str(folder)!r} holds hierarchies. Use `--force` to write over them.")
    page = report if report is not None else None if folder is None else folder / PAGE
    if page is not None:
        Staged.check(page, force=force)


def write_hierarchies(
    made: Hierarchies,
    folder: str | Path | None = None,
    *,
    report: str | Path | None = None,
    force: bool = False,
    language: str = "en",
) -> list[Path]:
    """Writes `01-….csv`, `02-….csv`, … in the ARX form, best first, and the page; gives the files, the page last.

    *Promise*: all files appear, or none. The page is `report.html` in the folder unless `report` says where, in
    English or in Japanese (`language`).
    """
    shown = [candidate for _, candidate in made.found]
    spoken = words_in(language).language
    if folder is None and report is None:
        return []
    with tempfile.TemporaryDirectory() as space, Staged(force=force) as staged:
        targets = []
        if folder is not None:
            files = write_candidates(shown, space)
            targets = [Path(folder) / file.name for file in files]
            for file, target in zip(files, targets, strict=True):
                shutil.copyfile(file, staged.path(target))
        targets.append(Path(report) if report is not None else Path(folder or "") / PAGE)
        page = hierarchies_page([_drawn(one, spoken) for one in shown], column=made.column, k=made.k, language=spoken)
        write_text(page, staged.path(targets[-1]))
    return targets


def _coded(
    data: str | Path, column: str, separator: str | None, encoding: str | None, delimiter: str | None
) -> tuple[CategoryColumn | SetColumn, list[Note]]:
    reading = read_file(data, encoding=encoding, delimiter=delimiter)
    if column not in reading.frame.columns:
        raise DataError(f"There is no column {column!r}. The columns are {listing(reading.frame.columns)}.")
    series = reading.frame[column]
    lists = type(series.dtype).__name__ in ("List", "Array")
    kind = Kind.SET if separator is not None or lists else Kind.CATEGORY
    spec = ColumnSpec(name=column, role=Role.QUASI, kind=kind, separator=separator or ",")
    notes = list(reading.facts.notes)
    mark = None if kind is Kind.SET else guess_separator(series)
    if mark is not None and mark.strip():
        notes.append(Note("cells_like_sets", {"separator": mark}))
    coded = encode_column(series, spec, notes=notes)
    assert isinstance(coded, (CategoryColumn, SetColumn))
    return coded, notes


def _missing(column: CategoryColumn | SetColumn) -> int:
    if isinstance(column, SetColumn):
        return int(column.null.sum())
    return int((column.codes >= len(column.values)).sum())


def _drawn(candidate: Candidate, language: str) -> dict[str, Any]:
    """What the page shows of a candidate."""
    return {
        "direction": direction_of(candidate, language),
        "loss": candidate.loss,
        "values": len(candidate.hierarchy.leaves),
        **{str(source): len(candidate.of(source)) for source in Source},
        "steps": steps(candidate, language=language),
    }


def _plain(rank: int, candidate: Candidate) -> dict[str, Any]:
    return {
        "rank": rank,
        "direction": candidate.direction,
        "coverage": candidate.coverage,
        "loss": candidate.loss,
        "height": candidate.hierarchy.height,
        **{str(source): len(candidate.of(source)) for source in Source},
        "placements": [
            {key: value for key, value in asdict(placement).items() if value is not None}
            for placement in candidate.placements
        ],
    }

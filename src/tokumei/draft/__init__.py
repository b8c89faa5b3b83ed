"""What `tokumei init` does: a first job file for data, with guesses and the reasons for them.

Promise: the draft is a valid job, and every column can be read as the type it was given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.core.notes import Note
from tokumei.draft.detail import with_detail
from tokumei.draft.guess import Guess, guess, with_a_quasi
from tokumei.draft.profile import Profile
from tokumei.draft.render import job_text
from tokumei.draft.unique import Uniqueness, unique_in_combination
from tokumei.errors import OutputError, TokumeiError
from tokumei.report.words.notes import worded

if TYPE_CHECKING:
    from tokumei.io.sources import Reading

__all__ = ["Draft", "Guess", "draft_job", "draft_of", "write_draft"]

COMBINED = 200_000
"""How many records are compared with each other; more would not change a sentence."""
RETURNING = 0.7
"""An identifier with no larger share of different values may have several records for a person."""
_FORMATS = {"csv": ".csv", "tsv": ".tsv", "parquet": ".parquet", "jsonl": ".jsonl", "xlsx": ".xlsx"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A job file that is not written yet."""

    text: str
    """The YAML."""
    guesses: tuple[Guess, ...]
    """What each column is taken for."""
    remarks: tuple[Note, ...]
    """What is worth telling of the source and its records."""


def draft_job(
    data: str | Path,
    *,
    folder: str | Path = ".",
    k: int = 5,
    encoding: str | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
    query: str | None = None,
) -> Draft:
    """A draft for a file of data, or for a query on a database.

    Paths in it are relative to `folder`, where the job file will lie.
    """
    from tokumei.io.sources import read_file, read_sql

    if query is not None:
        return draft_of(read_sql(str(data), query, folder=Path(folder)), {"sql": str(data), "query": query}, k=k)
    reading = read_file(data, encoding=encoding, delimiter=delimiter, sheet=sheet)
    given = {"encoding": encoding, "delimiter": delimiter, "sheet": sheet}
    source = {"file": _relative(Path(data), Path(folder)), **{name: value for name, value in given.items() if value}}
    return draft_of(reading, source, k=k)


def draft_of(reading: Reading, source: Mapping[str, str], *, k: int = 5) -> Draft:
    """A draft for data that were read; `source` is how the job will name them."""
    from tokumei.draft.survey import survey

    profiles = {profile.name: profile for profile in survey(reading)}
    guesses = with_a_quasi([_readable(reading, profile, guess(profile)) for profile in profiles.values()])
    subject = _subject(guesses, profiles)
    if subject is None:  # a history publishes what its records have in common, and takes no grid
        guesses = [with_detail(one, profiles[one.name]) for one in guesses]
    remarks = [_size(reading, source, profiles), *reading.facts.notes, *_recognisable(guesses, profiles)]
    affordable = max(2, min(k, reading.facts.rows))
    text = job_text(
        opening=[
            "Drafted by `tokumei init`. These are guesses from names and values: read and correct them.",
            *(worded(note, "en") for note in remarks),
        ],
        source=source,
        guesses=guesses,
        k=affordable,
        diverse=_diverse(guesses, profiles),
        output=_output(reading, source, guesses),
        subject=subject,
    )
    return Draft(text=text, guesses=tuple(guesses), remarks=tuple(remarks))


def write_draft(made: Draft, place: str | Path, *, force: bool = False) -> None:
    """The draft as a file, complete or not at all."""
    place = Path(place)
    if place.is_dir():
        raise OutputError(f"{str(place)!r} is a folder; name a file for the job.")
    if place.exists() and not force:
        raise OutputError(f"{str(place)!r} exists. Use `--force` to replace it, or `-o` to write elsewhere.")
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        beside.write_text(made.text, encoding="utf-8")
        beside.replace(place)
    except OSError as error:
        raise OutputError(f"{str(place)!r} cannot be written: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)


def _readable(reading: Reading, profile: Profile, first: Guess) -> Guess:
    """The guess, or the nearest one that the reader accepts: a draft must run as it is."""
    from tokumei.io.encode import encode_column

    if first.role in (Role.IDENTIFIER, Role.KEEP):
        return first
    plain = replace(first, kind=Kind.CATEGORY, settings={})
    attempts = [first, *(_with_formats(first) if first.kind is Kind.DATE else []), plain]
    for attempt in attempts:
        spec = ColumnSpec(
            name=profile.name,
            role=attempt.role,
            kind=attempt.kind,
            format=attempt.settings.get("format"),
            separator=attempt.settings.get("separator", ","),
        )
        try:
            encode_column(reading.frame[profile.name], spec, decimal=reading.facts.decimal, notes=[])
        except TokumeiError:
            continue
        return attempt
    return replace(
        plain,
        role=Role.IDENTIFIER,
        why=f"it cannot be recoded as it is (try `tokumei run` with role quasi): {first.why}",
    )


def _with_formats(first: Guess) -> list[Guess]:
    """Day and month can stand in either order; where the values do not tell, the draft takes one and says so."""
    warning = "CHECK the order of day and month in `format`"
    return [
        replace(first, settings={**first.settings, "format": form}, why=f"{first.why}; {warning}")
        for form in ("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%Y %H:%M", "%d/%m/%Y %H:%M:%S")
    ]


def _size(reading: Reading, source: Mapping[str, str], profiles: Mapping[str, Profile]) -> Note:
    return Note("source_size", {"source": _name(source), "records": reading.facts.rows, "columns": len(profiles)})


def _recognisable(guesses: Sequence[Guess], profiles: Mapping[str, Profile]) -> list[Note]:
    """How many records the quasi-identifiers single out."""
    records = next(iter(profiles.values())).records
    step = -(-records // COMBINED)
    codes = {one.name: profiles[one.name].codes[::step] for one in guesses if one.role is Role.QUASI}
    found = unique_in_combination(codes)
    return [] if found is None else _uniqueness(found, list(codes), sampled=step > 1)


def _uniqueness(found: Uniqueness, columns: list[str], *, sampled: bool) -> list[Note]:
    share = found.together / found.records
    notes = [
        Note(
            "unique_records",
            {"columns": columns, "unique": found.together, "records": found.records, "share": share},
        )
    ]
    if len(found.few) < len(columns):
        notes.append(Note("unique_by_few", {"columns": list(found.few), "share": found.by_few / found.records}))
    if sampled:
        notes.append(Note("sampled", {"records": found.records}))
    return notes


def _subject(guesses: Sequence[Guess], profiles: Mapping[str, Profile]) -> str | None:
    """The identifier that returns in many records: perhaps the person whose records belong together."""
    returning = [
        one.name for one in guesses if one.role is Role.IDENTIFIER and 0 < profiles[one.name].share <= RETURNING
    ]
    return min(returning, key=lambda name: profiles[name].share, default=None)


def _diverse(guesses: Sequence[Guess], profiles: Mapping[str, Profile]) -> dict[str, int]:
    """Sensitive categories whose values leave room for two in every group."""
    return {
        one.name: 2
        for one in guesses
        if one.role is Role.SENSITIVE
        and one.kind is Kind.CATEGORY
        and profiles[one.name].distinct >= 3
        and profiles[one.name].commonest * 2 <= profiles[one.name].records
    }


def _output(reading: Reading, source: Mapping[str, str], guesses: Sequence[Guess]) -> dict[str, str]:
    stem = _name(source).split(".")[0] or "release"
    output = {"data": f"out/{stem}{_FORMATS.get(reading.facts.kind, '.csv')}", "report": f"out/{stem}.report.html"}
    japanese = sum(any("\u3040" <= sign <= "\u9fff" for sign in one.name) for one in guesses)
    return {**output, "language": "ja"} if japanese * 2 > len(guesses) else output


def _name(source: Mapping[str, str]) -> str:
    return Path(source["file"]).name if "file" in source else "database"


def _relative(data: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(data, folder)).as_posix()
    except ValueError:  # another drive
        return data.resolve().as_posix()

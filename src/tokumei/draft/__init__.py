"""What `tokumei init` does: a first job file for data, with guesses and the reasons for them.

Promise: the draft is a valid job, and every column can be read as the type it was given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tokumei.core.columns import ColumnSpec, Kind, Role
from tokumei.core.notes import Note
from tokumei.draft.columns import OTHER, as_nodes, on_a_grid, single_columns
from tokumei.draft.guess import Guess, guess, with_a_quasi
from tokumei.draft.people import People, in_a_history, people_of
from tokumei.draft.profile import Profile
from tokumei.draft.proposal import Proposal
from tokumei.draft.reason import Reason
from tokumei.draft.relations import related
from tokumei.draft.render import Contents, job_text
from tokumei.draft.unique import Uniqueness, unique_in_combination
from tokumei.errors import OutputError, TokumeiError
from tokumei.report.words import LANGUAGES, words_in

if TYPE_CHECKING:
    from tokumei.io.sources import Reading

__all__ = ["Draft", "Guess", "draft_job", "draft_of", "in_role"]

COMBINED = 200_000
"""How many records are compared with each other; more would not change a sentence."""
CLOSE = 0.3
"""How far the numbers of a group may be from all, in a draft."""
_FORMATS = {"csv": ".csv", "tsv": ".tsv", "parquet": ".parquet", "jsonl": ".jsonl"}
_FORMATS |= dict.fromkeys(("xlsx", "xls", "ods"), ".xlsx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A job file that is not written yet."""

    text: str
    """The YAML."""
    k: int
    """The k that the job asks for: no more than there are records."""
    guesses: tuple[Guess, ...]
    """What each column is taken for."""
    remarks: tuple[Note, ...]
    """What is worth telling of the source and its records."""
    proposals: tuple[Reason, ...] = ()
    """What could be better; with `advise` it is done already."""
    advised: bool = False
    """Whether the proposals are in the job."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Name → content of the hierarchies and tables that the job names. They hold values of the data."""

    def write(self, place: str | Path, *, force: bool = False) -> None:
        """The job as a file, and beside it the files that it names; each complete or not at all."""
        place = Path(place)
        if place.is_dir():
            raise OutputError(f"{str(place)!r} is a folder; name a file for the job.")
        texts = {**{place.with_name(name): text for name, text in self.files.items()}, place: self.text}
        for path in texts:
            if path.exists() and not force:
                raise OutputError(f"{str(path)!r} exists. Use `--force` to replace it, or `-o` to write elsewhere.")
        for path, text in texts.items():
            _write(text, path)


def draft_job(
    data: str | Path,
    *,
    folder: str | Path = ".",
    k: int = 5,
    encoding: str | None = None,
    delimiter: str | None = None,
    sheet: str | None = None,
    header: bool = True,
    header_row: int | None = None,
    query: str | None = None,
    advise: bool = False,
    language: str = "en",
) -> Draft:
    """A draft for a file of data, or for a query on a database.

    Paths in it are relative to `folder`, where the job file will lie. With `advise` the proposals are in the job, and
    not only told. Reasons and comments are in `language`: en or ja.
    """
    from tokumei.io.sources import read_file, read_sql

    options: dict[str, Any] = {"k": k, "advise": advise, "language": language}
    if query is not None:
        return draft_of(read_sql(str(data), query, folder=Path(folder)), {"sql": str(data), "query": query}, **options)
    given: dict[str, Any] = {"encoding": encoding, "delimiter": delimiter, "sheet": sheet, "header_row": header_row}
    given = {name: value for name, value in given.items() if value} | ({} if header else {"header": False})
    source = {"file": _relative(Path(data), Path(folder)), **given}
    return draft_of(read_file(data, **given), source, **options)


def draft_of(
    reading: Reading,
    source: Mapping[str, Any],
    *,
    k: int = 5,
    advise: bool = False,
    language: str = "en",
    profiles: Sequence[Profile] | None = None,
) -> Draft:
    """A draft for data that were read; `source` is how the job will name them.

    `profiles` are what `survey` found, where the caller has surveyed the reading already.
    """
    from tokumei.draft.survey import survey

    language = words_in(language).language
    surveyed = survey(reading) if profiles is None else profiles
    return _drafted(reading, source, {one.name: one for one in surveyed}, k=k, advise=advise, language=language)


def in_role(one: Guess, profile: Profile, role: Role, *, k: int, fiscal: bool) -> Guess:
    """The guess as the draft would have it in another role: with the settings that go with that."""
    if role is one.role:
        return one
    kept = {name: value for name, value in one.settings.items() if name in ("format", "separator")}
    if role is Role.SENSITIVE and one.kind not in (Kind.DATE, Kind.SET):
        kept = {}
    changed = replace(one, role=role, settings=kept, alternatives=())
    return as_nodes(on_a_grid(changed, profile, k=k, fiscal=fiscal), profile)


def _drafted(
    reading: Reading,
    source: Mapping[str, Any],
    profiles: Mapping[str, Profile],
    *,
    k: int,
    advise: bool,
    language: str,
) -> Draft:
    guesses = with_a_quasi([_readable(reading, profile, guess(profile)) for profile in profiles.values()])
    affordable = max(2, min(k, reading.facts.rows))
    guesses = [on_a_grid(one, profiles[one.name], k=affordable, fiscal=language == "ja") for one in guesses]
    remarks = [_size(reading, source, profiles), *reading.facts.notes, *_recognisable(guesses, profiles)]
    people = people_of(guesses, profiles)
    advised, proposals = _advised(guesses, profiles, people, k=affordable, stem=_stem(source), language=language)
    history = advise and people is not None and people.history
    chosen = advised if advise else guesses
    if not history:
        chosen = [as_nodes(one, profiles[one.name]) for one in chosen]
    contents = Contents(
        source=source,
        guesses=chosen,
        k=affordable,
        output=_output(reading, source, guesses, language),
        diverse={} if history else _diverse(chosen, profiles),
        close={} if history else _close(chosen, profiles),
        people=people,
        advised=advise,
        remarks=remarks,
        proposals=[one.reason for one in proposals],
    )
    return Draft(
        text=job_text(contents, language),
        k=affordable,
        guesses=tuple(chosen),
        remarks=tuple(remarks),
        proposals=tuple(contents.proposals),
        advised=advise,
        files={name: text for one in proposals for name, text in one.files.items()} if advise else {},
    )


def _advised(
    guesses: Sequence[Guess],
    profiles: Mapping[str, Profile],
    people: People | None,
    *,
    k: int,
    stem: str,
    language: str,
) -> tuple[list[Guess], list[Proposal]]:
    """The guesses with every proposal applied, and the proposals; relations first, since they leave columns out."""
    other = OTHER[LANGUAGES.index(words_in(language).language)]
    proposals = related(guesses, profiles, stem=stem)
    advised = _applied(guesses, proposals)
    if people is not None:
        setting = f"subject: {people.column}" if people.history else f"person: {people.column}"
        values = {"column": [people.column], "people": people.number, "records": people.records, "setting": setting}
        kept = in_a_history if people.history else _as_it_is
        proposals.append(Proposal(Reason("several_records", values), kept))
        advised = [kept(one) for one in advised]
    person = None if people is None else people.column
    single = single_columns(advised, profiles, k=k, stem=stem, other=other, person=person)
    return _applied(advised, single), [*proposals, *single]


def _applied(guesses: Sequence[Guess], proposals: Sequence[Proposal]) -> list[Guess]:
    changed = list(guesses)
    for proposal in proposals:
        changed = [proposal.applied(one) for one in changed]
    return changed


def _as_it_is(one: Guess) -> Guess:
    return one


def _write(text: str, place: Path) -> None:
    beside = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
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
    problem = ""
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
        except TokumeiError as error:
            problem = problem or str(error)
            continue
        if attempt is plain and problem:
            return replace(plain, reasons=first.because("not_read", type=first.kind.value, problem=problem))
        return attempt
    return replace(plain, role=Role.IDENTIFIER, reasons=(Reason("unreadable"), *first.reasons))


def _with_formats(first: Guess) -> list[Guess]:
    """Day and month can stand in either order; where the values do not tell, the draft takes one and says so."""
    return [
        replace(first, settings={**first.settings, "format": form}, reasons=first.because("day_and_month"))
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


def _close(guesses: Sequence[Guess], profiles: Mapping[str, Profile]) -> dict[str, float]:
    """Sensitive numbers: however different they are, their range in a group can tell too much."""
    return {
        one.name: CLOSE
        for one in guesses
        if one.role is Role.SENSITIVE and one.kind is Kind.NUMBER and profiles[one.name].distinct >= 3
    }


def _output(reading: Reading, source: Mapping[str, Any], guesses: Sequence[Guess], language: str) -> dict[str, str]:
    stem = _stem(source)
    output = {"data": f"out/{stem}{_FORMATS.get(reading.facts.kind, '.csv')}", "report": f"out/{stem}.report.html"}
    japanese = sum(any("\u3040" <= sign <= "\u9fff" for sign in one.name) for one in guesses)
    return {**output, "language": "ja"} if language == "ja" or japanese * 2 > len(guesses) else output


def _name(source: Mapping[str, Any]) -> str:
    return Path(source["file"]).name if "file" in source else "database"


def _stem(source: Mapping[str, Any]) -> str:
    return _name(source).split(".")[0] or "release"


def _relative(data: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(data, folder)).as_posix()
    except ValueError:  # another drive
        return data.resolve().as_posix()

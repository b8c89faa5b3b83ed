"""A release put through the attacks: inside a run, where the truth is known, and on files of any tool."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.attacks.known import Also, Known, Outsiders, Truth
from tokumei.attacks.text_patterns import fitting_texts
from tokumei.attacks.trying import try_attacks
from tokumei.core.columns import CategoryColumn, Column, ColumnSpec, Kind, NumberColumn, Role
from tokumei.core.history import Histories
from tokumei.core.published import PublishedTable
from tokumei.core.subsets import take
from tokumei.core.table import Table
from tokumei.errors import DataError, JobError, PromiseError, SourceError, listing
from tokumei.io.encode import encode_column
from tokumei.io.release import unused_values
from tokumei.job import AttackJob, Job, text_settings
from tokumei.pipeline.aligning import histories_of
from tokumei.pipeline.attack_truth import truth_of_file, truth_of_rows
from tokumei.pipeline.attacked import Attacks
from tokumei.pipeline.publishing import labels_of
from tokumei.pipeline.reading import Prepared, prepare, read
from tokumei.pipeline.recoding import recode
from tokumei.privacy.model import TableModel
from tokumei.privacy.policy import grid_step

__all__ = [
    "also_of",
    "attack_files",
    "attack_read",
    "attack_run",
    "beyond_limits",
    "document_of",
    "known_of",
    "refuse_beyond_limits",
    "tried",
    "try_on_order",
]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
POPULATION = 8_000
"""So many people stand for all where membership is tried, drawn where there are more."""
OWN = 0.5
"""Of the records that a release should be about, so many have to fit it: another tool may have changed some."""
RETURNING = 0.9
"""An identifier with no larger share of different values shows people with several records."""
SEED = 0
"""Attackers draw from it; what they draw is no secret."""
LIMITED = {"identity": "identity", "membership": "membership", "inference": "attribute"}
"""Limit of the job → the threat that it is about."""


def attack_run(prepared: Prepared, frame: Any, record: Ints) -> list[dict[str, Any]]:
    """Every attack on a release inside its run, where it is known whose the rows are.

    Raises PromiseError where one tells more of people than the job's limits allow.
    """
    job = prepared.job
    assert job.attack is not None
    labels = labels_of(frame, job)
    known = known_of(prepared, labels, unused=unused_values(frame))
    findings = tried(known, truth_of_rows(prepared, labels, record), full=job.attack.full)
    refuse_beyond_limits(findings, job.attack)
    return findings


def attack_files(original: Any, release: Any, job: Job, *, full: bool, also: Any, report: Any) -> Attacks:
    """Every attack on a release that somebody made of an original."""
    prepared = prepare(original, job)
    frame, _, _ = read(release, job)
    findings = attack_read(prepared, frame, full=full, also=also_of(also, job), report=document_of(report))
    return Attacks(tuple(findings), job.privacy.k, beyond_limits(findings, job.attack), job.output.language)


def attack_read(
    prepared: Prepared, frame: Any, *, full: bool, also: Also | None, report: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """The same of what is read already."""
    job = prepared.job
    labels = labels_of(frame, job)
    known = known_of(prepared, labels, also=also, report=report, unused=unused_values(frame))
    _refuse_other_original(known)
    return tried(known, truth_of_file(prepared, labels), full=full or (job.attack is not None and job.attack.full))


def try_on_order(prepared: Prepared, frame: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """Some attacks on a release whose rows are in the source's order, removed ones marked."""
    labels = labels_of(frame, prepared.job)
    known = known_of(prepared, labels, unused={})
    truth = truth_of_rows(prepared, labels, np.arange(labels.records, dtype=np.int64))
    return tried(known, truth, names=names)


def tried(
    known: Known, truth: Truth, *, full: bool = False, names: Sequence[str] | None = None
) -> list[dict[str, Any]]:
    """What every attack finds, or those of some `names`, as plain data."""
    return [finding.to_dict() for finding in try_attacks(known, truth, full=full, names=names, seed=SEED)]


def beyond_limits(findings: Sequence[Mapping[str, Any]], asked: AttackJob | None) -> str | None:
    """Which limit of the job an attack goes beyond, and how far, as a sentence."""
    if asked is None:
        return None
    for name, threat in LIMITED.items():
        limit = getattr(asked.limits, name)
        leaks = (
            [] if limit is None else [one for one in findings if one["threat"] == threat and (one["leak"] or 0) > limit]
        )
        if leaks:
            worst = max(leaks, key=lambda one: one["leak"])
            about = "" if worst["column"] is None else f" on {worst['column']!r}"
            return (
                f"The release tells more than `attack.limits.{name}: {limit:g}` allows: the attack {worst['name']!r}"
                f"{about} is right about {worst['leak']:.1%} of the people beyond chance"
            )
    return None


def refuse_beyond_limits(findings: Sequence[Mapping[str, Any]], asked: AttackJob | None) -> None:
    """Raises PromiseError where an attack tells more of people than the job's limits allow."""
    beyond = beyond_limits(findings, asked)
    if beyond is not None:
        raise PromiseError(
            f"{beyond}. Nothing was written: raise k, publish less detail (`ends: round`, a hierarchy), or raise the "
            "limit."
        )


def also_of(also: Any, job: Job) -> Also | None:
    """A second release, or the report of one, by its ending."""
    if also is None:
        return None
    if isinstance(also, Mapping) or (isinstance(also, (str, Path)) and Path(also).suffix.lower() == ".json"):
        return Also(report=document_of(also))
    frame, _, _ = read(also, job)
    labels = labels_of(frame, job)
    quasi = job.named(Role.QUASI)
    lacking = _lacking(labels, quasi)
    if lacking:
        raise DataError(
            f"The second release lacks {listing(lacking)}, which the job calls quasi-identifiers: is it the release of "
            "another job?"
        )
    return Also(release=labels, marked=labels.removed(quasi, markers=job.marks))


def _refuse_other_original(known: Known) -> None:
    """Raises DataError where far fewer records of the original fit the release than it has rows of them."""
    fitting = np.unique(known.target_groups[0]) if known.grouped else fitting_texts(known)
    expected = len(known.targets) * min(len(known.rows) / max(known.original.records, 1), 1.0)
    if len(fitting) < OWN * expected:
        raise DataError(
            f"Of {len(known.targets):,} records of the original {len(fitting):,} fit a row of the release, where "
            f"{expected:,.0f} or more should: is it the release of another original?"
        )


def _lacking(labels: PublishedTable, quasi: Sequence[str]) -> list[str]:
    return [name for name in labels.names_of(quasi) if name not in labels.columns]


def document_of(report: Any) -> Mapping[str, Any] | None:
    """A report as data."""
    if report is None or isinstance(report, Mapping):
        return report
    try:
        content = json.loads(Path(report).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise SourceError(
            f"{Path(report).name!r} is no report: give the JSON file that `tokumei run` wrote beside its page."
        )
    return content


def known_of(
    prepared: Prepared,
    labels: PublishedTable,
    *,
    unused: Mapping[str, int],
    report: Mapping[str, Any] | None = None,
    also: Also | None = None,
) -> Known:
    """What attackers on a release have."""
    job = prepared.job
    quasi = job.named(Role.QUASI)
    history = prepared.subject is not None
    marked = labels.removed(quasi, markers=job.marks)
    if labels.records - int(marked.sum()) > prepared.table.records:
        raise DataError(
            f"The release has {labels.records - int(marked.sum()):,} records, the original {prepared.table.records:,}: "
            "a release cannot have more. Is it the release of another original?"
        )
    lacking = _lacking(labels, quasi)
    if lacking:
        raise DataError(
            f"The release lacks {listing(lacking)}, which the job calls quasi-identifiers: is it the release of "
            "another job?"
        )
    histories = histories_of(prepared) if history else None
    grouped = job.valued
    table = _with_sensitive(prepared, labels)
    return Known(
        kinds=_kinds(job),
        k=job.privacy.k,
        original=table,
        release=labels,
        marked=marked,
        grouped=tuple(grouped),
        within=() if history else tuple(name for name in job.grouped if name not in grouped),
        beside=() if history else tuple(name for name in quasi if name not in job.grouped),
        sensitive=tuple(column.name for column in table.sensitive),
        tight=frozenset(name for name in grouped if _is_tight(prepared, name)),
        m=None if job.privacy.km is None else job.privacy.km.m,
        settings={name: text_settings(job.columns[name], job.privacy.k) for name in job.texts},
        bounds={} if job.by_people else _bounds(prepared.models),  # which are of people there, and beliefs of records
        person=None if history else _people(prepared),
        people_promised=job.person is not None,
        subject=job.subject,
        histories=histories,
        customers=() if histories is None else _customers(prepared, histories),
        outsiders=None if history else lambda: _half(prepared),
        again=None if history else lambda rows: _again(prepared, rows, quasi),
        also=also,
        report=report,
        source_sha256=prepared.facts.sha256,
        unused=unused,
        seed=SEED,
    )


def _customers(prepared: Prepared, histories: Histories) -> tuple[str, ...]:
    """Subject → the name that the source gives it."""
    assert prepared.subject is not None
    code = np.empty(histories.subjects, dtype=np.int64)
    code[histories.subject] = prepared.subject.codes
    return tuple(prepared.subject.label(one) for one in code.tolist())


def _kinds(job: Job) -> frozenset[str]:
    if job.subject is not None:
        return frozenset({"history"})
    sets = bool(job.named(Role.QUASI, Kind.SET))
    return frozenset(kind for kind, there in (("table", job.valued), ("set", sets), ("text", job.texts)) if there)


def _with_sensitive(prepared: Prepared, labels: PublishedTable) -> Table:
    """The table with the sensitive columns that no promise names: attackers want them all the same."""
    job, coded = prepared.job, {column.name for column in prepared.table}
    more = [
        encode_column(prepared.frame[name], ColumnSpec(name=name, role=Role.SENSITIVE, kind=Kind.CATEGORY), notes=[])
        for name in job.named(Role.SENSITIVE)
        if name not in coded and name in labels.columns and job.columns[name].type not in (Kind.SET, Kind.TEXT)
    ]
    return Table((*prepared.table.columns, *more), prepared.table.records)


def _is_tight(prepared: Prepared, name: str) -> bool:
    """Whether what a column publishes occurs in the group: ranges and sets of values, unless a policy widens them."""
    settings = prepared.job.columns[name]
    if settings.type is Kind.SET or any(settings.setting(one) is not None for one in ("at_least", "top", "bottom")):
        return False
    publish = settings.setting("publish")
    own = publish in ("ranges", "values") or (publish is None and settings.setting("hierarchy") is None)
    return own and _ends_are_values(prepared.table[name], settings.setting("ends"))


def _ends_are_values(column: Column, ends: object) -> bool:
    """Whether the grid that ends lie on is as fine as the values are, so that it hides none."""
    if ends in (None, "exact") or not isinstance(column, NumberColumn) or len(column.values) < 2:
        return ends in (None, "exact")
    values = column.values
    whole = values.dtype.kind == "i"
    step = grid_step(float(values[-1] - values[0]), whole=whole) if ends == "round" else ends
    return float(step) <= (1.0 if whole else float(np.diff(values).min()))  # type: ignore[arg-type]


def _people(prepared: Prepared) -> Ints | None:
    """Record → person, by the identifier that tells most people apart and still returns; None where none does."""
    job, records = prepared.job, prepared.table.records
    best: CategoryColumn | None = None
    for name in job.named(Role.IDENTIFIER):
        series = prepared.frame[name]
        if series.dtype.is_nested() or job.columns[name].setting("pseudonym") is not None:
            continue
        column = encode_column(series, ColumnSpec(name=name, role=Role.IDENTIFIER, kind=Kind.CATEGORY), notes=[])
        assert isinstance(column, CategoryColumn)
        returns = 1 < column.size <= RETURNING * records
        if name == job.person and column.size < records:
            return column.codes.astype(np.int64)
        if returns and (best is None or column.size > best.size):
            best = column
    return None if best is None else best.codes.astype(np.int64)


def _bounds(models: Sequence[TableModel]) -> dict[str, Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]]:
    """Sensitive column → the largest share that a value of some prior may have in a group, where a promise says so."""
    bounds: dict[str, Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]] = {}
    for model in models:
        largest = getattr(model, "largest_share", None)
        if model.column is not None and largest is not None:
            before = bounds.get(model.column)
            bounds[model.column] = largest if before is None else _least(before, largest)
    return bounds


def _least(
    one: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]],
    other: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]],
) -> Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]]:
    return lambda prior: np.minimum(one(prior), other(prior))


def _half(prepared: Prepared) -> Outsiders | None:
    """A release of half of the people by the same job, and all of them: the other half is not in the data."""
    records = prepared.table.records
    random = np.random.default_rng(SEED)
    drawn = np.zeros(records, dtype=bool)
    drawn[random.permutation(records)[:POPULATION]] = True
    everybody = take(prepared.table, drawn)
    member = np.zeros(everybody.records, dtype=bool)
    member[random.permutation(everybody.records)[: everybody.records // 2]] = True
    inside = drawn.copy()
    inside[np.flatnonzero(drawn)] = member
    made = _again(prepared, inside, prepared.job.valued)
    return None if made is None else Outsiders(everybody, member, made[1])


def _again(prepared: Prepared, rows: Flags, names: Sequence[str]) -> tuple[Ints, PublishedTable] | None:
    """The job on some records: those that are published, and what they publish; None where it cannot be done."""
    try:
        recoding = recode(prepared.part(rows)).recoding
    except (PromiseError, DataError, JobError):
        return None
    made = [name for name in names if name in recoding.columns]
    return np.flatnonzero(rows)[~recoding.removed], recoding.published(made)

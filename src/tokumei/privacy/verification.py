"""Whether a release keeps its promises, seen with nothing but its labels.

This is a second way to the same answers: it shares no code with the predicates that algorithms check splits with, and
sees only what a reader sees. Groups are counted sparsely (a pair of group and value for each that occurs), so that
neither many groups nor many values hurt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import ColumnSpec, Kind
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError, listing
from tokumei.privacy.achievements import achieved
from tokumei.privacy.models import KAnonymity, Model, check_kind
from tokumei.privacy.occurrences import Occurrences, item_occurrences, value_occurrences

__all__ = ["Promise", "Verification", "verify"]


@dataclass(frozen=True, slots=True)
class Promise:
    """One promise, and what the release reaches."""

    name: str
    target: float
    achieved: float | None
    """The worst group's figure; None where no figure exists (no c would make a group diverse)."""
    holds: bool


@dataclass(frozen=True, slots=True)
class Verification:
    """What verification found."""

    ok: bool
    promises: tuple[Promise, ...]
    records: int
    """Released records: rows that are not marks of removed ones."""
    groups: int
    smallest_group: int
    removed: int = 0
    """Rows that mark removed records."""
    notes: tuple[Note, ...] = ()
    """What could not be judged, and why."""

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {
            **asdict(self),
            "promises": [asdict(promise) for promise in self.promises],
            "notes": [note.to_dict() for note in self.notes],
        }


def verify(
    published: PublishedTable,
    quasi: Sequence[str],
    models: Sequence[Model],
    *,
    sensitive: Mapping[str, ColumnSpec] | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    identifiers: Collection[str] = (),
    kept: Collection[str] | None = None,
    markers: bool = True,
) -> Verification:
    """Judges a release by its labels alone.

    `quasi` are the job's quasi-identifiers that make up groups; one that is published as two bounds is found by
    `name_low` and `name_high`. `sensitive` says how the labels of sensitive columns are read: numbers and dates in
    their order, sets by their items. `identifiers` must not be there; where `kept` is given, nothing may be there
    that the job does not name.

    *Promise*: Every group of released records is judged, empty fields included. A row with `*` in each of its columns
    marks a removed record: it is in no group (unless the release has no other rows and no other columns, or `markers`
    is off). A group that shows `*` in each quasi-identifier beside real sensitive values is a group like any other.
    For t-closeness the whole is the released records: what a reader of the file can see. Where records were removed,
    this is not the source's distribution, and an algorithm has to keep its promise against this one. *Cost*: a few
    passes over the records, and a sort for each model but k.
    """
    specs = dict(sensitive or {})
    names = published.names_of(quasi)
    _check_columns(published, names, specs, identifiers, kept, quasi)
    if published.records == 0:
        raise DataError("The release has no records, so that there is nothing to verify.")
    marked = published.marks(quasi) if markers else np.zeros(published.records, dtype=bool)
    if marked.all():
        if set(published.columns) != set(names):
            raise DataError("The release has only marks of removed records, so that there is nothing to verify.")
        marked = np.zeros(published.records, dtype=bool)
    rows = ~marked if marked.any() else None
    group = published.groups(names, rows)
    sizes = np.bincount(group)
    promises = _promises(published, models, specs, dict(hierarchies or {}), rows, group, sizes)
    return Verification(
        ok=all(promise.holds for promise in promises),
        promises=promises,
        records=len(group),
        groups=len(sizes),
        smallest_group=int(sizes.min()),
        removed=int(marked.sum()),
    )


def _check_columns(
    published: PublishedTable,
    names: Sequence[str],
    specs: Mapping[str, ColumnSpec],
    identifiers: Collection[str],
    kept: Collection[str] | None,
    quasi: Sequence[str],
) -> None:
    wrong = "The release does not fit the job: is it verified against the wrong job?"
    there = list(published.columns)
    missing = [name for name in [*names, *specs, *(kept or ())] if name not in published.columns]
    if missing:
        raise DataError(f"{wrong} It lacks {listing(missing)}; its columns are {listing(there)}.")
    shown = [name for name in identifiers if name in published.columns]
    if shown:
        raise DataError(f"{wrong} It publishes {listing(shown)}, which the job calls an identifier.")
    if kept is not None:
        unknown = [name for name in there if name not in {*names, *quasi, *specs, *kept}]
        if unknown:
            raise DataError(f"{wrong} It publishes {listing(unknown)}, which the job does not publish.")


def _promises(
    published: PublishedTable,
    models: Sequence[Model],
    specs: Mapping[str, ColumnSpec],
    hierarchies: Mapping[str, Hierarchy],
    rows: npt.NDArray[np.bool_] | None,
    group: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
) -> tuple[Promise, ...]:
    promises: list[Promise] = []
    seen: dict[str, Occurrences] = {}
    for model in models:
        if isinstance(model, KAnonymity):
            smallest = int(sizes.min())
            promises.append(Promise(model.name, model.k, smallest, smallest >= model.k))
            continue
        spec = specs.get(model.column)
        if spec is None:
            raise DataError(f"The promise {model.name!r} needs the column's type, and {model.column!r} has none.")
        check_kind(model, spec.kind)
        if model.column not in seen:
            column = published.columns[model.column]
            codes = column.codes if rows is None else column.codes[rows]
            count = item_occurrences if spec.kind is Kind.SET else value_occurrences
            seen[model.column] = count(group, sizes, codes, column.labels, spec)
        target, figure, holds = achieved(model, seen[model.column], spec.kind, hierarchies.get(model.column))
        promises.append(Promise(model.name, target, figure, holds))
    return tuple(promises)

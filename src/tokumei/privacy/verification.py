"""Whether a release keeps its promises, seen with nothing but its labels.

This is a second way to the same answers: it shares no code with the predicates that algorithms check splits with, and
sees only what a reader sees. Groups are counted sparsely (a pair of group and value for each that occurs), so that
neither many groups nor many values hurt.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import weighed
from tokumei.core.columns import ColumnSpec
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.promise import PEOPLE, PeopleFigures, Promise, Verification
from tokumei.core.published import PublishedTable
from tokumei.errors import DataError, listing
from tokumei.privacy.model import TableModel
from tokumei.privacy.occurrences import ReleasedGroups

__all__ = ["count_people", "numbered", "verify"]

Places = npt.NDArray[np.int64]


def verify(
    published: PublishedTable,
    quasi: Sequence[str],
    models: Sequence[TableModel],
    *,
    sensitive: Mapping[str, ColumnSpec] | None = None,
    hierarchies: Mapping[str, Hierarchy] | None = None,
    identifiers: Collection[str] = (),
    kept: Collection[str] | None = None,
    markers: bool = True,
    person: npt.NDArray[np.integer] | None = None,
) -> Verification:
    """Judges a release by its labels alone.

    `quasi` are the job's quasi-identifiers that make up groups; one that is published as two bounds is found by
    `name_low` and `name_high`. Without any, all records are one group, and what is promised of every group promises
    nothing (`ungrouped`). `sensitive` says how the labels of sensitive columns are read: numbers and dates in
    their order, sets by their items. `identifiers` must not be there; where `kept` is given, nothing may be there
    that the job does not name. `person` says whose each row is, where promises are about people: it is no part of the
    release, and only counted.

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
    weight = published.weight if published.weight is None or rows is None else published.weight[rows]
    sizes = weighed(group, weight)
    figures, heads, whose = None, sizes, None
    if person is not None:
        whose = numbered(person if rows is None else person[rows])
        figures, heads = count_people(group, whose, weight)
    groups = ReleasedGroups(published, rows, group, heads, specs, dict(hierarchies or {}), whose, weight)
    return Verification(
        promises=tuple(_judged(model, groups, grouped=bool(names)) for model in models),
        people=figures,
        records=int(sizes.sum()),
        groups=len(sizes),
        smallest_group=int(sizes.min()),
        removed=published.counted(marked),
    )


def numbered(person: npt.NDArray[np.integer]) -> Places:
    """Record → person, numbered without gaps."""
    there = np.bincount(person) > 0
    return (np.cumsum(there) - 1)[person].astype(np.int64)


def count_people(group: Places, person: Places, weight: Places | None = None) -> tuple[PeopleFigures, Places]:
    """The people of the groups, and group → how many they are; both are numbered without gaps.

    `weight` says how many records each stands for.
    """
    records = weighed(person, weight)
    pairs = np.unique(group * len(records) + person)
    heads = np.bincount(pairs // len(records))
    return (
        PeopleFigures(
            people=len(records),
            smallest_group=int(heads.min()),
            average_group=float(heads.mean()),
            records_a_person=float(records.mean()),
            most_records=int(records.max()),
        ),
        heads,
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


def _judged(model: TableModel, groups: ReleasedGroups, *, grouped: bool) -> Promise:
    if model.column is not None:
        model.refuse_type(groups.spec(model.column).kind)
    promise = model.check(groups)
    if groups.person is not None:
        promise = replace(promise, unit=PEOPLE)
    return promise if grouped else replace(promise, vacuous="ungrouped")

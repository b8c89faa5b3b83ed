"""People of several tables put together once, by all that each of them has, and every table recoded for them.

All tables are one history: a record says which table it is of, and has nothing in the columns of the others. People
with like records over all tables are put together as the subjects of a history are. Then each table is aligned by
itself for the same people, so that a line has records of one table only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Column, Role, SetColumn, SingleColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.notes import Note
from tokumei.core.progress import Progress
from tokumei.core.rows import offsets_of
from tokumei.core.subsets import take
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.history import anonymize as align
from tokumei.history.diverse import Diversity, hidden_cells, values_of
from tokumei.history.pseudonyms import fresh_names
from tokumei.history.recode import recode
from tokumei.pipeline.aligning import diversity_of, hidden_notes, histories_of
from tokumei.pipeline.linking_groups import Bounds, groups_of_people
from tokumei.pipeline.people import identifier
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome

__all__ = ["LinkedTables", "linked", "one_history", "people_of"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LinkedTables:
    """What every record of every table publishes, and who stands together over all of them."""

    outcomes: Mapping[str, Outcome]
    group: Ints
    """Person, as `people_of` numbers them → the group that publishes her; −1 for none."""


def linked(
    prepared: Mapping[str, Prepared],
    progress: Progress,
    *,
    earlier: Ints | None = None,
    threads: int | None = None,
) -> LinkedTables:
    """What every record of every table publishes, so that what a person has in all of them is what k − 1 others have.

    *Promise*: the people of a group, at least k, have equal rows in every table, and as many; a table in which one of
    them has no record has none of theirs. Whoever is in no group is removed from all tables. Where something is
    promised of sensitive values, the lines of their table keep it, or hide them. With `earlier`, person → the group of
    earlier releases (−1 for none), groups are kept, as far as k of their people are here.
    *Cost*: that of a history of all records, and of one for each table.
    """
    people, person = people_of(prepared)
    union = one_history(prepared, people, person)
    job = next(iter(prepared.values())).job
    diversity = {name: diversity_of(one) for name, one in prepared.items()}
    different = max(0 if asked is None else asked.different for asked in diversity.values())
    subject = np.empty(len(people), dtype=np.int64)
    subject[person] = union.subject
    made, notes = groups_of_people(
        union,
        _bounds(prepared, union),
        k=max(job.privacy.k, different),
        method=job.method,
        weights={
            f"{name}.{column}": weight for name, one in prepared.items() for column, weight in one.job.weights.items()
        },
        value=_values(prepared, person, diversity, subject),
        different=different,
        earlier=None if earlier is None else earlier[np.argsort(subject)],
        threads=threads,
        progress=progress,
    )
    if (made < 0).all():
        raise Infeasible(
            f"Of no group of earlier releases are k = {job.privacy.k} people here, nor so many new ones: nothing can "
            "be released beside the ledger."
        )
    group = made[subject]
    names = np.array(fresh_names(len(people)))
    outcomes: dict[str, Outcome] = {}
    shown = np.zeros(len(people), dtype=bool)
    start = 0
    for name, one in prepared.items():
        own = person[start : start + one.table.records]
        start += one.table.records
        asked = diversity[name]
        aligned = _aligned(name, one, own, group, asked, progress, threads)
        larger: list[Note] = []
        if asked is not None:
            aligned = replace(aligned, hidden=hidden_cells(aligned, asked))
            larger = [Note("larger_clusters", {"k": job.privacy.k, "size": different})]
        pseudonyms = names[_whose(aligned.histories, own)]
        said = (*notes.get(name, ()), *(larger if different > job.privacy.k else ()), *hidden_notes(aligned))
        outcomes[name] = Outcome(aligned.recoding(), aligned, said, tuple(pseudonyms.tolist()))
        shown[own[~aligned.removed]] = True
    return LinkedTables(outcomes, np.where(shown, group, -1))


def people_of(prepared: Mapping[str, Prepared]) -> tuple[tuple[str, ...], npt.NDArray[np.int32]]:
    """The names of everybody in any table, sorted, and whose each record is, table after table."""
    names: list[npt.NDArray[np.str_]] = []
    for one in prepared.values():
        column = one.subject
        if column is None:
            assert one.job.person is not None
            column = identifier(one.frame, one.job.person)
        names.append(np.array(column.values, dtype=np.str_)[column.codes])
    people, person = np.unique(np.concatenate(names), return_inverse=True)
    return tuple(people.tolist()), person.astype(np.int32)


def one_history(prepared: Mapping[str, Prepared], people: tuple[str, ...], person: npt.NDArray[np.int32]) -> Histories:
    """The records of all tables as one history of these people."""
    return Histories.of(_union(prepared), CategoryColumn(name="", role=Role.IDENTIFIER, codes=person, values=people))


def _bounds(prepared: Mapping[str, Prepared], union: Histories) -> Bounds:
    """How many records of each table the people have, and how many of each may be removed."""
    sizes = [one.table.records for one in prepared.values()]
    starts = np.cumsum([0, *sizes])
    counts = np.stack(
        [
            np.bincount(union.subject[first:last], minlength=union.subjects)
            for first, last in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)
        ]
    ).astype(np.int64)
    share = next(iter(prepared.values())).job.removals
    spare = None if share is None else tuple(int(share * size + 1e-9) for size in sizes)
    return Bounds(tuple(prepared), counts, spare)


def _values(
    prepared: Mapping[str, Prepared],
    person: npt.NDArray[np.int32],
    diversity: Mapping[str, Diversity | None],
    subject: Ints,
) -> Ints | None:
    """Subject of the union → the sensitive value of all her records, in the first table of which something is promised.

    One of her own where they differ, or where she has none; None where nothing is promised.
    """
    start = 0
    for name, one in prepared.items():
        own = person[start : start + one.table.records]
        start += one.table.records
        asked = diversity[name]
        if asked is not None:
            histories = histories_of(one)
            value = -1 - np.arange(len(subject), dtype=np.int64)
            found = values_of(histories, asked)
            mine = _whose(histories, own)
            value[subject[mine]] = np.where(found >= 0, found, value[subject[mine]])
            return value
    return None


def _union(prepared: Mapping[str, Prepared]) -> Table:
    """The records of all tables, one after another; what a table does not have is missing."""
    sizes = [one.table.records for one in prepared.values()]
    which = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    columns: list[Column] = [CategoryColumn(name="table", role=Role.QUASI, codes=which, values=tuple(prepared))]
    for number, (name, one) in enumerate(prepared.items()):
        for column in one.table.quasi:
            assert not isinstance(column, TextColumn)
            columns.append(_widened(column, f"{name}.{column.name}", which == number))
    return Table(tuple(columns), len(which))


def _widened(column: SingleColumn | SetColumn, name: str, rows: npt.NDArray[np.bool_]) -> SingleColumn | SetColumn:
    """A column with its values in `rows`, and none elsewhere."""
    if isinstance(column, SetColumn):
        sizes = np.zeros(len(rows), dtype=np.int64)
        null = np.ones(len(rows), dtype=bool)
        sizes[rows], null[rows] = np.diff(column.offsets), column.null
        return replace(column, name=name, offsets=offsets_of(sizes), null=null)
    codes = np.full(len(rows), len(column.values), dtype=np.int32)
    codes[rows] = column.codes
    tree = column.hierarchy
    if tree is not None and "" not in tree.leaf_of:
        tree = Hierarchy.from_chains([*(chain[:-1] for chain in tree.rows()), ("",)])
    return replace(column, name=name, codes=codes, has_null=True, hierarchy=tree)


def _whose(histories: Histories, person: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Subject of a table → person; `person` says whose its records are."""
    whose = np.zeros(histories.subjects, dtype=np.int32)
    whose[histories.subject] = person
    return whose


def _aligned(
    name: str,
    prepared: Prepared,
    person: npt.NDArray[np.int32],
    group: Ints,
    diversity: Diversity | None,
    progress: Progress,
    threads: int | None,
) -> HistoryRecoding:
    """One table for people who are put together already (`group`); `person` says whose its records are."""
    job = prepared.job
    histories = histories_of(prepared)
    own = group[_whose(histories, person)]
    here, all_of_it = np.bincount(own[own >= 0], minlength=1), np.bincount(group[group >= 0], minlength=1)
    stays = (own >= 0) & (here[own] == all_of_it[own])
    rows = stays[histories.subject]
    if not rows.any():
        raise Infeasible(
            f"Table {name!r}: no {job.privacy.k:,} people who are alike over all tables have records in it, so that "
            "nothing of it would be released. Leave the table out, or lower `privacy.k`."
        )
    number = (np.cumsum(stays) - 1).astype(np.int32)
    part = Histories(take(histories.table, rows), number[histories.subject[rows]], int(stays.sum()))
    method = job.method
    made = align(
        part,
        k=job.privacy.k,
        cluster=method.cluster,
        match=method.match,
        effort=method.effort,
        weights=job.weights,
        diversity=diversity,
        earlier=own[stays],
        threads=threads,
        progress=progress,
    )
    line = np.full(len(rows), -1, dtype=np.int32)
    line[rows] = made.line
    cluster = np.full(histories.subjects, -1, dtype=np.int32)
    cluster[stays] = made.cluster
    paper = method.cluster == "count" and method.match == "sort"
    return recode(histories, cluster, line, stars=not paper)

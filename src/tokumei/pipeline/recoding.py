"""The second step, from a table to what every record publishes.

Which recoder makes a column follows from the job alone: a table is partitioned, texts within groups with it; a set
under k^m and other texts are treated beside the groups; histories are aligned. What few jobs need is imported where a
job needs it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import Column, SetColumn, TextColumn
from tokumei.core.history import HistoryRecoding
from tokumei.core.notes import Note
from tokumei.core.predicates import Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoded, Recoding
from tokumei.core.rows import distinct_rows
from tokumei.core.subsets import spread, take
from tokumei.errors import Infeasible
from tokumei.io.ordering import content_rank
from tokumei.job import Job, text_settings, with_settings
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.problem import Content
from tokumei.partition.scores.tables import NO_RULES
from tokumei.partition.top_down import TopDown
from tokumei.pipeline.absences import with_absences_hidden
from tokumei.pipeline.axes import axis_of, form_of
from tokumei.pipeline.continuing import kept_groups, summaries
from tokumei.pipeline.labels import label_of
from tokumei.pipeline.people import without_people
from tokumei.pipeline.policies import coarsened, finished, has_policy, level_of
from tokumei.pipeline.populations import of_populations, population_models, refuse_small_populations
from tokumei.pipeline.rare_values import without_rare_items
from tokumei.pipeline.reading import Prepared, models_of, registry_of
from tokumei.pipeline.rules import rules_of
from tokumei.privacy.compilation import compile_predicates, feasible
from tokumei.privacy.even_rest import even_rest

__all__ = ["Outcome", "recode"]

LARGER = (1, 1.5, *(2.0**step * half for step in range(1, 31) for half in (1, 1.5)))
"""How many times as large as k groups are made, one after the other, where a population asks for more."""
TO_THE_WHOLE = ("closeness", "likeness")
"""Promises that hold a group against all released records."""
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Outcome:
    """What every record publishes, and for a history how its subjects were put together."""

    recoding: Recoding
    histories: HistoryRecoding | None = None
    notes: tuple[Note, ...] = ()
    """What to know of how it was made."""
    names: tuple[str, ...] | None = None
    """Subject → the pseudonym that she has in other tables too; None where this one draws its own."""


def recode(
    prepared: Prepared, progress: Progress = SILENT, *, threads: int | None = None, groups: Recoding | None = None
) -> Outcome:
    """Runs the job's algorithms; raises Infeasible where no release can keep the promises.

    Texts are masked last: only what is released counts for them. What is promised of a population depends on what
    groups publish, and not on who is in them: so groups are made larger until it holds.
    With `groups`, what makes up groups is recoded already, and only what stands beside is done.
    """
    if groups is not None:
        return Outcome(_with_the_rest(prepared, groups, progress))
    if not population_models(prepared.job):
        return _recode(prepared, progress, threads)
    refuse_small_populations(prepared.job, math.ceil(prepared.table.records * (1 - prepared.job.privacy.suppress)))
    least = prepared.job.privacy.k
    most = prepared.table.records if prepared.repeated is None else len(np.unique(prepared.repeated))
    for factor in LARGER:
        job = with_settings(prepared.job, {"privacy.k": max(least, min(math.ceil(least * factor), most))})
        outcome = _recode(replace(prepared, job=job, models=models_of(job)), progress, threads)
        labels = outcome.recoding.published(job.grouped)
        if all(one.holds for one in of_populations(labels, job, np.ones(labels.records, dtype=bool))):
            return outcome
        if job.privacy.k >= most:
            break
    raise Infeasible(
        "No groups were found that keep what is promised of the population, however large. Lower `privacy.k_map.k`, "
        "raise `privacy.presence.at_most`, or allow removals."
    )


def _recode(prepared: Prepared, progress: Progress, threads: int | None) -> Outcome:
    if prepared.subject is not None:
        from tokumei.pipeline.aligning import aligned_histories, alignment_notes

        aligned = aligned_histories(prepared, progress, threads)
        return Outcome(aligned.recoding(), aligned, tuple(alignment_notes(aligned)))
    made: list[Note] = []
    if has_policy(prepared.job):
        coarse = replace(prepared, table=coarsened(prepared.table, prepared.job))
        found = _recode_table(coarse, progress, made)
        recoding = finished(found, prepared.parts(found).table, prepared.job)
    else:
        recoding = _recode_table(prepared, progress, made)
    recoding, notes = with_absences_hidden(recoding, prepared.job)
    return Outcome(recoding, notes=(*made, *notes))


def _recode_table(prepared: Prepared, progress: Progress, notes: list[Note]) -> Recoding:
    return _with_the_rest(prepared, _of_the_rest(prepared, progress, notes), progress)


def _with_the_rest(prepared: Prepared, groups: Recoding, progress: Progress) -> Recoding:
    """What makes up groups, with the texts within them, and beside it the set under k^m and the other texts."""
    groups = replace(groups, columns={**groups.columns, **_masked_within(prepared, groups.group)})
    beside = {**_few_known(prepared, groups.removed), **_masked(prepared, groups.removed, progress)}
    group = groups.group if groups.columns or not beside else _equals(beside)
    return without_rare_items(replace(groups, group=group, columns={**groups.columns, **beside}), prepared.job)


def _only_texts(job: Job) -> bool:
    """Texts have a k of their own, which masking reaches, or says why not."""
    return not job.grouped and job.privacy.km is None


def _of_the_rest(prepared: Prepared, progress: Progress, notes: list[Note]) -> Recoding:
    """The groups of what a partition can start from: all records, or those without which the promises would break."""
    if prepared.earlier is not None and prepared.earlier.ledger.releases:
        return _continued(prepared, progress)
    table, suppress = prepared.table, prepared.job.privacy.suppress
    models = [model for model in prepared.models if model.column is not None or not _only_texts(prepared.job)]
    feasible(models, table, suppress=suppress, person=prepared.repeated)
    if prepared.repeated is not None:
        return _groups(prepared, progress, notes)
    stays = even_rest(models, table, suppress=suppress)
    if stays.all():
        return _groups(prepared, progress, notes)
    spare = math.floor(suppress * table.total) - int(np.count_nonzero(~stays))
    return spread(_groups(_part(prepared, stays, spare=spare), progress, notes), table, stays)


def _continued(prepared: Prepared, progress: Progress) -> Recoding:
    """Groups of earlier releases as they were, and new ones of the people whom none of them published.

    Where fewer than k people of a group are here, or they break another promise among themselves, they are removed:
    with others, they would be told apart by the two.
    """
    from tokumei.global_recoding import kept_records

    job, table = prepared.job, prepared.table
    assert prepared.earlier is not None
    group, free = kept_groups(prepared.earlier.group, k=job.privacy.k)
    here = group >= 0
    if here.any():
        predicates = compile_predicates(prepared.models, table)
        keeps = kept_records(take(table, here), group[here], k=job.privacy.k, predicates=predicates)
        group[here] = np.where(keeps, group[here], -1)
    if free.sum() >= job.privacy.k:
        spare = math.floor(job.privacy.suppress * table.records) - int(np.count_nonzero((group < 0) & ~free))
        others = replace(prepared, earlier=None)
        new = _of_the_rest(_part(others, free, spare=max(spare, 0)), progress, []).group
        group[free] = np.where(new >= 0, new + group.max(initial=-1) + 1, -1)
    if (group < 0).all():
        raise Infeasible(
            f"Of no group of earlier releases are k = {job.privacy.k} people here, nor so many new ones: nothing can "
            "be released beside the ledger."
        )
    _refuse_many_removed(int(np.count_nonzero(group < 0)), table.records, job.privacy.suppress)
    group = np.where(group >= 0, np.unique(group, return_inverse=True)[1] - int((group < 0).any()), -1)
    columns = {name: table[name] for name in job.grouped}
    publish = {
        name: form_of(column, job.columns[name])
        for name, column in columns.items()
        if not isinstance(column, (SetColumn, TextColumn))
    }
    return Recoding(group.astype(np.int32), summaries(columns, publish, group.astype(np.int32)))


def _refuse_many_removed(removed: int, records: int, suppress: float) -> None:
    if removed > math.floor(suppress * records):
        needed = math.ceil(removed / records * 1000) / 1000
        raise Infeasible(
            f"Beside the ledger {removed:,} of {records:,} records would be removed: too few people of their groups of "
            "earlier releases are here, or too few are new, and groups may not mix. `privacy.suppress` allows "
            f"{suppress:g}; raise it to {needed:g}, or bring the people back."
        )


def _part(prepared: Prepared, rows: Flags, *, spare: int) -> Prepared:
    """Some records of a source, of which `spare` may be removed."""
    part = prepared.part(rows)
    share = min((spare + 0.5) / part.table.total, 1.0) if spare else 0.0  # rounded down, it is `spare` again
    changes = {"privacy.suppress": float(share), **({} if spare else {"privacy.suppress_by": "record"})}
    return replace(part, job=with_settings(prepared.job, changes))


def _groups(prepared: Prepared, progress: Progress, notes: list[Note]) -> Recoding:
    """The quasi-identifiers that make up groups, under one k; without any, all records are one group."""
    job, table = prepared.job, prepared.table
    grouped = [column for column in table.quasi if column.name in job.grouped]
    if not grouped:
        return Recoding(np.zeros(table.records, dtype=np.int32), {}, table.weight)
    predicates = compile_predicates(prepared.models, table, prepared.repeated)
    if job.method.recoding != "local":
        found = _for_all(prepared, grouped, predicates, progress, notes)
    else:
        found = _in_groups(prepared, grouped, predicates, progress)
    released = ~found.removed
    if released.all():
        return found
    if prepared.repeated is not None and job.privacy.suppress_by == "person":
        stays = without_people(prepared.repeated, found.removed, most=math.floor(job.privacy.suppress * table.records))
        return spread(_groups(_part(prepared, stays, spare=0), progress, notes), table, stays)
    if not any(model.kind in TO_THE_WHOLE for model in prepared.models):
        return found
    # These are held against the released records, which are known only now: they are recoded again, with none removed.
    parts = prepared.parts(found)
    again = spread(_groups(_part(parts, released, spare=0), progress, notes), parts.table, released)
    if found.part_of is None or again.part_of is None:
        return again
    return replace(again, part_of=found.part_of[again.part_of])


def _for_all(
    prepared: Prepared, grouped: Sequence[Column], predicates: Predicates, progress: Progress, notes: list[Note]
) -> Recoding:
    """One partition of each column's values for all records."""
    from tokumei.global_recoding import GlobalRecoding

    job = prepared.job
    method = GlobalRecoding(
        k=job.privacy.k, by=job.method.recoding, effort=job.method.effort, suppress=job.privacy.suppress
    )
    axes = [axis_of(column, job.columns[column.name]) for column in grouped]
    recoding, levels = method.recode(
        prepared.table, axes, predicates=predicates, person=prepared.repeated, progress=progress
    )
    if levels is not None and not levels.complete:
        notes[:] = [Note("levels_not_complete", {"points": levels.points, "tried": levels.tried}, warning=True)]
    return recoding


def _in_groups(prepared: Prepared, grouped: Sequence[Column], predicates: Predicates, progress: Progress) -> Recoding:
    """Every group by itself."""
    job, method = prepared.job, prepared.job.method
    rules = rules_of(job, prepared.table) if method.score in ("tfidf", "purpose") else None
    algorithm = TopDown(
        k=job.privacy.k,
        score=method.score,
        effort=method.effort,
        suppress=job.privacy.suppress,
        cutting=prepared.cutting,
    )
    return algorithm.recode(
        prepared.table,
        [_dimension(column, job) for column in grouped],
        rules=NO_RULES if rules is None else rules,
        label=label_of(prepared) if method.score == "gain" else None,
        predicates=predicates,
        person=prepared.repeated,
        content=_content(prepared),
        progress=progress,
    )


def _content(prepared: Prepared) -> Content | None:
    """Orders records by what is published of them as it is, where the table lacks it."""
    coded = {column.name for column in prepared.table}
    names = [name for name in prepared.names if name not in coded and name in prepared.frame.columns]
    shown = prepared.frame.select(names)
    return (lambda records: content_rank(shown[records])) if names else None


def _dimension(column: Column, job: Job) -> Dimension | SetDimension:
    """A column as a dimension: sets by items, single values as nodes, ranges or sets of values, texts by likeness."""
    settings = job.columns[column.name]
    weight = settings.setting("weight") or 1.0
    if isinstance(column, TextColumn):
        from tokumei.text import likeness_of

        column = likeness_of(column, text_settings(settings, job.privacy.k))
        assert column.hierarchy is not None
        return Dimension.tree(column, column.hierarchy, np.arange(column.size, dtype=np.int32), weight=weight)
    if isinstance(column, SetColumn):
        return SetDimension(column, weight=weight)
    publish = form_of(column, settings)
    if publish == "nodes":
        assert column.hierarchy is not None, "the job refuses nodes without a hierarchy"
        at_most = level_of(column.hierarchy, settings, column.name, "at_most")
        return Dimension.tree(column, column.hierarchy, bind(column, column.hierarchy), weight=weight, at_most=at_most)
    if publish == "ranges":
        return Dimension.ordered(column, weight=weight)
    domain = len(column.hierarchy.leaves) if column.hierarchy is not None else None
    return Dimension.values(column, domain, weight=weight)


def _equals(columns: Mapping[str, Recoded]) -> npt.NDArray[np.int32]:
    """Record → group where no promise makes groups: records that publish the same are one."""
    shown = np.stack([column.labels()[1][column.entry] for column in columns.values()], axis=1)
    return distinct_rows(shown.astype(np.int32))[0]


def _few_known(prepared: Prepared, removed: Flags) -> dict[str, Recoded]:
    """The set column that is promised k^m, by its name; nothing where the job does not ask for it."""
    privacy = prepared.job.privacy
    if privacy.km is None:
        return {}
    from tokumei.partition.km import recode_km

    column = prepared.table[privacy.km.column]
    assert isinstance(column, SetColumn), "the job refuses k^m of other types"
    return {column.name: recode_km(SetDimension(column), k=privacy.k, m=privacy.km.m, released=~removed)}


def _masked_within(prepared: Prepared, group: npt.NDArray[np.int32]) -> dict[str, Recoded]:
    """Each text column within groups, as what the texts of every group have in common."""
    job = prepared.job
    columns = [prepared.table[name] for name in job.texts if name in job.grouped]
    if not columns:
        return {}
    from tokumei.text import mask_within

    return {
        column.name: mask_within(column, text_settings(job.columns[column.name], job.privacy.k), group)
        for column in columns
        if isinstance(column, TextColumn)
    }


def _masked(prepared: Prepared, removed: Flags, progress: Progress) -> dict[str, Recoded]:
    """Each text column beside groups masked; the texts of removed records count nowhere."""
    job = prepared.job
    if not job.texts:
        return {}
    from tokumei.text import mask_texts, without_texts

    masked: dict[str, Recoded] = {}
    for column in prepared.table.quasi:
        if not isinstance(column, TextColumn) or column.name in job.grouped:
            continue
        texts = mask_texts(
            without_texts(column, removed) if removed.any() else column,
            text_settings(job.columns[column.name], job.privacy.k),
            registry=registry_of(column.name, job),
            progress=progress,
        )
        masked[column.name] = replace(texts, removed=removed) if removed.any() else texts
    return masked

"""Histories put side by side: the recoder of jobs with a subject.

Texts take part as categories with a tree of likeness, so that texts that are alike come to stand in one line; what a
line publishes of them is what they have in common. Texts beside the lines are masked afterwards, by people.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, Role, SetColumn, TextColumn
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.notes import Note
from tokumei.core.progress import Progress
from tokumei.core.recoding import Recoded
from tokumei.core.rules import Rules
from tokumei.core.table import Table
from tokumei.errors import Infeasible
from tokumei.history import Aim, Diversity
from tokumei.history import anonymize as align
from tokumei.job import Job, text_settings
from tokumei.pipeline.labels import label_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.rules import rules_of
from tokumei.privacy.compilation import compile_predicates, sensitive_columns
from tokumei.text import likeness_of, mask_texts, mask_within, without_texts

__all__ = ["aligned_histories", "alignment_notes", "diversity_of", "hidden_notes", "histories_of"]


def histories_of(prepared: Prepared) -> Histories:
    """The records of a prepared source, by subject."""
    assert prepared.subject is not None
    return Histories.of(prepared.table, prepared.subject)


def aligned_histories(prepared: Prepared, progress: Progress, threads: int | None) -> HistoryRecoding:
    """What every record of a job with a subject publishes. Raises Infeasible where no release keeps the promises."""
    histories = histories_of(prepared)
    earlier = None
    if prepared.earlier is not None and prepared.earlier.ledger.releases:
        earlier = np.full(histories.subjects, -1, dtype=np.int64)
        earlier[histories.subject] = prepared.earlier.group
    seen = replace(histories, table=_as_aligned(prepared.table, prepared.job))
    try:
        aligned = _align(prepared, seen, earlier, threads, progress)
    except Infeasible:
        for model in prepared.models:  # where the whole is not diverse, the model says what would be possible
            if model.column is not None:
                model.refuse_impossible(prepared.table, spare=0)
        raise
    published = replace(aligned.histories, table=histories.table)
    return replace(aligned, histories=published, columns=_with_texts(aligned, prepared, histories, progress))


def _as_aligned(table: Table, job: Job) -> Table:
    """The columns as histories are compared by: texts within lines by their likeness.

    Texts beside lines are there as columns that are not compared, so that equal records are told apart by content.
    """
    columns: list[Column] = []
    for column in table:
        if isinstance(column, TextColumn) and column.role is Role.QUASI:
            settings = text_settings(job.columns[column.name], job.privacy.k)
            within = column.name in job.grouped
            columns.append(likeness_of(column, settings) if within else replace(column, role=Role.KEEP))
        else:
            columns.append(column)
    return Table(tuple(columns), table.records)


def _with_texts(
    aligned: HistoryRecoding, prepared: Prepared, histories: Histories, progress: Progress
) -> dict[str, Recoded]:
    """What is published of every quasi-identifier, in the order of the job; texts of removed records count nowhere."""
    job, removed = prepared.job, aligned.removed
    columns = dict(aligned.columns)
    for column in prepared.table.quasi:
        if not isinstance(column, TextColumn):
            continue
        settings = text_settings(job.columns[column.name], job.privacy.k)
        if column.name in job.grouped:
            columns[column.name] = mask_within(column, settings, aligned.line)
        else:
            texts = without_texts(column, removed) if removed.any() else column
            masked = mask_texts(texts, settings, person=histories.subject.astype(np.int64), progress=progress)
            columns[column.name] = replace(masked, removed=removed) if removed.any() else masked
    return {column.name: columns[column.name] for column in prepared.table.quasi}


def _align(
    prepared: Prepared,
    histories: Histories,
    earlier: npt.NDArray[np.int64] | None,
    threads: int | None,
    progress: Progress,
) -> HistoryRecoding:
    method = prepared.job.method
    return align(
        histories,
        k=prepared.job.privacy.k,
        cluster=method.cluster,
        match=method.match,
        effort=method.effort,
        surplus=method.surplus,
        suppress=prepared.job.removals,
        weights=prepared.job.weights,
        aims=_aims(prepared),
        diversity=diversity_of(prepared),
        earlier=earlier,
        threads=threads,
        progress=progress,
    )


def _aims(prepared: Prepared) -> list[Aim]:
    """What the job's rules and its label ask of lines; all rules count as much as all columns, and so does the label.

    A column that rules name is seen once more as they see it: values that none of them tells apart are one class. It
    counts by the weights of the rules that name it. A line that mixes no classes can be told by every rule whom it is
    for, but for nodes of hierarchies, which may hold more values than their line has.
    """
    job, table = prepared.job, prepared.table
    columns = float(len(job.grouped))
    aims: list[Aim] = []
    rules = rules_of(job, table)
    if rules is not None:
        asked = {name: float(rules.weight[_naming(rules, name)].sum()) for name in (*rules.codes, *rules.items)}
        for name, weight in asked.items():
            aims.append(Aim(_classes(rules, table, name), columns * weight / sum(asked.values())))
    if job.method.label is not None:
        aims.append(Aim(label_of(prepared), columns))
    return aims


def _naming(rules: Rules, name: str) -> npt.NDArray[np.bool_]:
    """Which rules have a condition on a column: those that some value of it does not meet."""
    if name in rules.items:
        naming = np.zeros(rules.count, dtype=bool)
        naming[rules.items[name].rule] = True
        return naming
    always = np.bitwise_and.reduce(rules.codes[name].bits, axis=0)
    return ~np.unpackbits(always.view(np.uint8), bitorder="little")[: rules.count].astype(bool)


def _classes(rules: Rules, table: Table, name: str) -> npt.NDArray[np.int32]:
    """Record → class of its value: those that fulfil the same conditions of rules."""
    column = table[name]
    if isinstance(column, SetColumn):
        return _numbered(rules.flags(table, name, np.arange(table.records)))
    assert not isinstance(column, TextColumn), "rules do not ask about texts"
    space = rules.codes[name]
    return _numbered(space.bits)[space.segment[column.codes]]


def _numbered(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.int32]:
    """Row → its number among the distinct ones."""
    return np.unique(bits, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int32)


def diversity_of(prepared: Prepared) -> Diversity | None:
    """What is promised of sensitive columns in every line of a history; None where nothing is."""
    table, models = prepared.table, [model for model in prepared.models if model.column is not None]
    for model in models:
        assert model.column is not None
        model.refuse_type(table[model.column].kind)
        if model.kind == "distinct":
            model.refuse_impossible(table, spare=0)
    if not models:
        return None
    alone = {
        name: compile_predicates(
            [model for model in models if model.column == name], Table((table[name],), table.records)
        )
        for name in sensitive_columns(models)
    }
    return Diversity(compile_predicates(models, table), alone)


def alignment_notes(aligned: HistoryRecoding) -> list[Note]:
    """What to know of how histories were put side by side."""
    return [*aligned.notes, *hidden_notes(aligned), *_parts_notes(aligned)]


def _parts_notes(aligned: HistoryRecoding) -> list[Note]:
    """How many people have several pseudonyms."""
    person = aligned.histories.person
    if person is None:
        return []
    parts = np.bincount(person[aligned.cluster >= 0], minlength=aligned.histories.people)
    several, people = int((parts > 1).sum()), int((parts > 0).sum())
    return [
        Note(
            "several_pseudonyms",
            {"several": several, "people": people, "pseudonyms": int(parts.sum())},
            warning=several > 0,
        )
    ]


def hidden_notes(aligned: HistoryRecoding) -> list[Note]:
    """How many sensitive cells are `*`, since their lines would have told too much."""
    released = int((~aligned.removed).sum())
    return [
        Note("hidden_values", {"column": name, "records": int(flags.sum()), "of": released}, warning=True)
        for name, flags in aligned.hidden.items()
        if flags.any()
    ]

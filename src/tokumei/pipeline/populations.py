"""The people of whom a source's are some: how many of them fit each group, and what is promised of that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Role, SetColumn, TextColumn
from tokumei.core.promise import Promise
from tokumei.core.published import PublishedTable
from tokumei.core.rows import distinct_rows
from tokumei.core.subsets import take
from tokumei.core.table import Table
from tokumei.errors import DataError, Infeasible, listing
from tokumei.io.encode import encode
from tokumei.io.sources import read_file
from tokumei.job import Job, PopulationJob
from tokumei.pipeline.reading import column_specs, hierarchy_of
from tokumei.privacy.k_map import KMap
from tokumei.privacy.presence import Presence

__all__ = [
    "fitting_people",
    "of_populations",
    "population_models",
    "population_of",
    "read_population",
    "refuse_small_populations",
]

Counts = npt.NDArray[np.int64]


def population_models(job: Job) -> list[Presence | KMap]:
    """What a job promises of a population."""
    privacy = job.privacy
    models: list[Presence | KMap] = []
    if privacy.presence is not None:
        models.append(Presence(population=privacy.presence.population, at_most=privacy.presence.at_most))
    if privacy.k_map is not None:
        models.append(KMap(population=privacy.k_map.population, k=privacy.k_map.k))
    return models


def of_populations(labels: PublishedTable, job: Job, rows: npt.NDArray[np.bool_]) -> tuple[Promise, ...]:
    """What the released records (`rows`) keep of a population's promises."""
    promises: list[Promise] = []
    for model in population_models(job):
        sizes, fitting = fitting_people(labels, read_population(model.population, job), job.valued, rows)
        promises.append(model.check(sizes, fitting))
    return tuple(promises)


def population_of(labels: PublishedTable, job: Job, asked: PopulationJob) -> tuple[int | None, Counts | None]:
    """How many people there are of whom the source's are some, and how many of them fit each released group.

    The second only where a file says who they are, and groups publish what it can be held against: a hierarchy by
    frequency or meaning is made from the source.
    """
    if asked.file is None:
        return asked.size, None
    people = read_population(asked.file, job)
    made = [job.columns[name].setting("hierarchy") for name in job.valued]
    if any(tree is not None and tree.setting(way) is not None for tree in made for way in ("frequency", "semantic")):
        return people.records, None
    marked = labels.removed(job.named(Role.QUASI), markers=job.marks)
    return people.records, fitting_people(labels, people, job.valued, ~marked)[1]


def refuse_small_populations(job: Job, records: int) -> None:
    """Raises Infeasible where not even one group of all records keeps a promise of a population."""
    for model in population_models(job):
        people = read_population(model.population, job).records
        if isinstance(model, Presence) and records > model.at_most * people:
            raise Infeasible(
                f"`privacy.presence` promises that at most {model.at_most:g} of those who fit are in the data, but the "
                f"source has {records:,} records and the population {people:,} people: the smallest possible `at_most` "
                f"is {np.ceil(1000 * records / max(people, 1)) / 1000:g}, for one group of all."
            )
        if isinstance(model, KMap) and model.k > people:
            raise Infeasible(f"`privacy.k_map.k` is {model.k:,}, but the population has {people:,} people.")


def read_population(name: str, job: Job) -> Table:
    """The quasi-identifiers of a population that make up groups; raises DataError where some are not there."""
    path = job.path(name)
    reading = read_file(path)
    missing = [column for column in job.valued if column not in reading.frame.columns]
    if missing:
        raise DataError(
            f"The population {path.name!r} lacks {listing(missing)}: it needs every quasi-identifier that makes up "
            f"groups, under the job's names. Its columns are {listing(reading.frame.columns)}."
        )
    specs = column_specs(reading.frame, job, job.valued, reading.facts.decimal, [])
    table, _ = encode(reading.frame, specs, decimal=reading.facts.decimal)
    columns = []
    for column in table:
        tree = hierarchy_of(column, job)
        columns.append(column if tree is None or isinstance(column, TextColumn) else replace(column, hierarchy=tree))
    return Table(tuple(columns), table.records)


def fitting_people(
    labels: PublishedTable, people: Table, names: Sequence[str], rows: npt.NDArray[np.bool_]
) -> tuple[Counts, Counts]:
    """Group → its released records, and how many people fit it.

    A label that cannot be read fits nobody, which errs on the careful side. *Cost*: distinct people × groups bits a
    column.
    """
    from tokumei.attacks.fits import fits_of

    different, weight = _distinct(people, names)
    fits = fits_of(labels, different, names, rows, unread=False)
    person, group = fits.pairs(np.arange(different.records))
    fitting = np.bincount(group, weights=weight[person], minlength=fits.groups)
    return fits.sizes.astype(np.int64), fitting.astype(np.int64)


def _distinct(people: Table, names: Sequence[str]) -> tuple[Table, Counts]:
    """People who are equal, once, with how many they are."""
    columns = [people[name] for name in names]
    if any(isinstance(column, SetColumn) for column in columns):
        return people, np.ones(people.records, dtype=np.int64)
    cells = np.stack([column.codes for column in columns], axis=1)  # type: ignore[union-attr]
    _, first, weight = distinct_rows(np.ascontiguousarray(cells, dtype=np.int32))
    chosen = np.zeros(people.records, dtype=bool)
    chosen[first] = True
    order = np.argsort(first)
    return take(people, chosen), weight[order].astype(np.int64)

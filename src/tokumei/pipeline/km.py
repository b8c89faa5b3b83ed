"""k^m-anonymity in a job: the set column that it names stands beside the groups, under a promise of its own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.algorithms.partition.items import SetDimension
from tokumei.algorithms.partition.km import recode_km
from tokumei.core.columns import SetColumn
from tokumei.core.promise import Promise
from tokumei.core.published import PublishedColumn, PublishedTable
from tokumei.core.recoding import ItemLevels
from tokumei.core.table import Table
from tokumei.errors import DataError, JobError
from tokumei.job import Job
from tokumei.privacy.km_anonymity import KmAnonymity

__all__ = ["km_name", "km_promises", "recode_km_column"]


def km_name(job: Job) -> str | None:
    """The column that is promised k^m instead of k, if there is one."""
    return job.privacy.km.column if job.privacy.km is not None else None


def recode_km_column(table: Table, job: Job, removed: npt.NDArray[np.bool_]) -> dict[str, ItemLevels]:
    """What the column publishes, by its name; nothing where the job does not ask for k^m."""
    if job.privacy.km is None:
        return {}
    name = job.privacy.km.column
    column = next((one for one in table.quasi if one.name == name), None)
    if not isinstance(column, SetColumn):
        raise JobError(
            f"`privacy.km` names {name!r}, which is not a quasi-identifier of the type set. k^m-anonymity is for sets."
        )
    model = KmAnonymity(name, job.privacy.k, job.privacy.km.m)
    return {name: recode_km(SetDimension(column), k=model.k, m=model.m, released=~removed)}


def km_promises(labels: PublishedTable, job: Job, marked: npt.NDArray[np.bool_]) -> tuple[Promise, ...]:
    """The promise as the published cells keep it; removed records (`marked`) do not count."""
    if job.privacy.km is None:
        return ()
    model = KmAnonymity(job.privacy.km.column, job.privacy.k, job.privacy.km.m)
    if model.column not in labels.columns:
        raise DataError(f"The release lacks {model.column!r}, of which the job promises k^m-anonymity.")
    column = labels.columns[model.column]
    released = PublishedColumn(column.codes[~marked], column.labels)
    return (model.check(released, job.columns[model.column].setting("separator")),)

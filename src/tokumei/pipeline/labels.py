"""The label that a release should tell: record → class."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Role, SetColumn, TextColumn
from tokumei.errors import JobError
from tokumei.io.encode import encode
from tokumei.pipeline.reading import Prepared, column_specs

__all__ = ["label_of"]

CLASSES = 4
"""A label of numbers or dates is predicted by quarters of its records."""


def label_of(prepared: Prepared) -> npt.NDArray[np.int32]:
    """Record → class of the label."""
    name = prepared.job.method.label
    assert name is not None, "asked for where the job has a label"
    column = next((column for column in prepared.table if column.name == name), None)
    if column is None:
        specs = column_specs(prepared.frame, prepared.job, [name], prepared.facts.decimal, [])
        # Only columns that take part are coded, so a label that is published as it is takes part for once.
        coded, _ = encode(
            prepared.frame, [replace(one, role=Role.SENSITIVE) for one in specs], decimal=prepared.facts.decimal
        )
        column = coded[name]
    if isinstance(column, (SetColumn, TextColumn)):
        raise JobError(f"`method.label` names {column.name!r}, a {column.kind} column. A label has one value a record.")
    if isinstance(column, CategoryColumn) or column.size <= 2 * CLASSES:
        return column.codes.astype(np.int32)
    edges = np.quantile(column.codes, np.arange(1, CLASSES) / CLASSES)
    return np.searchsorted(edges, column.codes, side="left").astype(np.int32)

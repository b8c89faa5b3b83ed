"""Global recoding of a table: the one call that the pipeline makes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.core.predicates import NO_PREDICATES, Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.table import Table
from tokumei.global_recoding.axes import Axis, Parts
from tokumei.global_recoding.columns import EFFORTS, best_columns
from tokumei.global_recoding.levels import Levels, best_levels, start_levels
from tokumei.global_recoding.rows import Rows

__all__ = ["GlobalRecoding"]


@dataclass(frozen=True, kw_only=True)
class GlobalRecoding:
    """One partition of each column's values for all records.

    *Promise*: every group has at least k records, or records of at least k people, and keeps the predicates; at most a
    share `suppress` of the records is removed. Two records with the same value publish the same, unless one is removed.
    *Cost*: that of `best_levels` or `best_columns`, on distinct rows.
    """

    k: int
    by: str
    """`column`: any partition; `level`: one level of the hierarchy."""
    effort: str = "default"
    suppress: float = 0.0

    def recode(
        self,
        table: Table,
        axes: Sequence[Axis],
        *,
        predicates: Predicates = NO_PREDICATES,
        person: npt.NDArray[np.int32] | None = None,
        progress: Progress = SILENT,
    ) -> tuple[Recoding, Levels | None]:
        """What every record of the table publishes; by level, also how the levels were looked for.

        `person` says whose each record is, where k and the predicates are of people.
        """
        budget = math.floor(self.suppress * table.records)
        rows = Rows.of(table, axes, k=self.k, budget=budget, predicates=predicates, person=person)
        progress.stage("partition")
        if self.by == "level":
            levels = best_levels(rows, advance=progress.advance)
            return _recoding(rows, levels.partitions), levels
        near = start_levels(rows, advance=progress.advance)
        partitions = best_columns(rows, [near.partitions], effort=EFFORTS[self.effort], advance=progress.advance)
        return _recoding(rows, partitions), None


def _recoding(rows: Rows, partitions: Sequence[Parts]) -> Recoding:
    judged = rows.judged(partitions)
    numbers = np.cumsum(np.bincount(judged.group[judged.kept], minlength=len(judged.group)) > 0) - 1
    group = np.where(judged.kept, numbers[judged.group], -1).astype(np.int32)
    columns = {}
    for axis, cells, parts in zip(rows.axes, rows.cells, partitions, strict=True):
        released = np.zeros(axis.size, dtype=bool)
        released[cells[judged.kept]] = True
        entry = np.where(judged.kept, parts.of[cells], -1).astype(np.int32)
        columns[axis.column.name] = axis.recoded(parts, entry[rows.row], released)
    return Recoding(group[rows.row], columns)

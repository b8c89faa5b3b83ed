"""Top-down anonymization of a table: the one call that the pipeline makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokumei.algorithms.partition.composite import partition_composite
from tokumei.algorithms.partition.covers import recode
from tokumei.algorithms.partition.dimensions import Dimension
from tokumei.algorithms.partition.growth import MEDIAN, NCP, grow
from tokumei.algorithms.partition.items import SetDimension
from tokumei.algorithms.partition.problem import Problem
from tokumei.algorithms.partition.refinement import EFFORTS, refine
from tokumei.algorithms.partition.takahashi import grow_takahashi
from tokumei.algorithms.partition.trimming import trim
from tokumei.core.predicates import NO_PREDICATES, Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.table import Table

__all__ = ["RULES", "TopDown"]

RULES = {"ncp": NCP, "median": MEDIAN}
"""Score → the rule by which a split is chosen."""


@dataclass(frozen=True, kw_only=True)
class TopDown:
    """Splits the table as long as every part keeps the promises, then moves rows where that lowers the loss.

    *Promise*: every group has at least k records and keeps the predicates; at most a share `suppress` of the records
    is removed.
    *Cost*: `effort` fast is O(rows log rows × dimensions²); default adds moves within small blocks; best looks ahead
    at every split.
    *Reference*: LeFevre, DeWitt, Ramakrishnan, 'Mondrian multidimensional k-anonymity', ICDE 2006 (`score` median is
    theirs).
    *Departures*: by default a split is chosen over all columns and positions by the loss (NCP) that it saves; along a
    hierarchy a node is cut from the rest, and what is left over stays together.
    """

    k: int
    score: str = "ncp"
    effort: str = "default"
    suppress: float = 0.0

    def recode(
        self,
        table: Table,
        dimensions: Sequence[Dimension | SetDimension],
        *,
        predicates: Predicates = NO_PREDICATES,
        progress: Progress = SILENT,
    ) -> Recoding:
        """What every record of the table publishes."""
        problem = Problem.of(table, dimensions, k=self.k, predicates=predicates)
        effort = EFFORTS[self.effort]
        progress.stage("partition", problem.rows)
        if self.score == "takahashi":
            return recode(problem, grow_takahashi(problem, int(self.suppress * table.records)))
        if problem.set_dimensions:
            groups = partition_composite(problem, effort, advance=progress.advance)
            return recode(problem, trim(problem, groups, int(self.suppress * table.records)))
        groups = grow(problem, rule=RULES[self.score], cross_rows=effort.cross_rows, advance=progress.advance)
        if self.score == "ncp":
            progress.stage("refine", problem.rows * (effort.sweeps + (effort.pilot_tries > 0)))
            groups = refine(problem, groups, effort, advance=progress.advance)
        groups = trim(problem, groups, int(self.suppress * table.records))
        return recode(problem, groups)

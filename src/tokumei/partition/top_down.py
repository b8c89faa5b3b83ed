"""Top-down anonymization of a table: the one call that the pipeline makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokumei.core.predicates import NO_PREDICATES, Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.table import Table
from tokumei.partition.composite import partition_composite, specialized
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.efforts import EFFORTS
from tokumei.partition.growth import MEDIAN, NCP, grow
from tokumei.partition.improve import improve
from tokumei.partition.items import SetDimension
from tokumei.partition.pieces import as_rows, set_apart, whole
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.takahashi import grow_takahashi
from tokumei.partition.trimming import trim

__all__ = ["RULES", "TopDown"]

RULES = {"ncp": NCP, "median": MEDIAN}
"""Score → the rule by which a split is chosen."""


@dataclass(frozen=True, kw_only=True)
class TopDown:
    """Splits the table as long as every part keeps the promises, then partitions unions of near groups anew.

    *Promise*: every group has at least k records and keeps the predicates; at most a share `suppress` of the records
    is removed.
    *Cost*: `effort` fast is O(rows log rows × dimensions²); default adds a short search, best a long one.
    *Reference*: LeFevre, DeWitt, Ramakrishnan, 'Mondrian multidimensional k-anonymity', ICDE 2006 (`score` median is
    theirs).
    *Departures*: by default a split is chosen over all columns and positions by the loss (NCP) that it saves; along a
    hierarchy a node is cut from the rest, and what is left over stays together. Equal records may be published in
    several groups: a row of many lends the records that an outlier needs.
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
        else:
            groups = grow(problem, rule=RULES[self.score], cross_rows=effort.cross_rows, advance=progress.advance)
        budget = int(self.suppress * table.records)
        if self.score != "ncp":
            return recode(problem, trim(problem, groups, budget))
        starts = self._starts(problem, groups, budget)
        if problem.set_dimensions:
            starts = [min(starts, key=lambda start: _lost(recode(problem, start)))]
        results = [result for start in starts for result in self._improved(problem, start, budget, progress)]
        return min(results, key=_lost) if len(results) > 1 else results[0]

    def _starts(self, problem: Problem, groups: Groups, budget: int) -> list[Groups]:
        """What the search starts from: the grown groups; without the rows that are best removed; where there are sets,
        those of the paper, and by each item hierarchy alone."""
        starts = [groups]
        if budget:
            starts.append(trim(problem, groups, budget))
        effort = EFFORTS[self.effort]
        if problem.set_dimensions and effort.steps:
            starts.append(grow_takahashi(problem, budget))
            if len(problem.predicates.kind) == 0:
                trees = [number for number, own in enumerate(problem.set_dimensions) if own.hierarchy is not None]
                starts += [specialized(problem, number, effort) for number in trees]
        return starts

    def _improved(self, problem: Problem, groups: Groups, budget: int, progress: Progress) -> Iterator[Recoding]:
        """What groups publish after the search for less loss; rows of many records may be divided between them.

        Where the search only estimates the loss, as it does with item hierarchies, what it started from too.
        """
        apart = set_apart(problem, whole(problem, groups))
        steps = EFFORTS[self.effort].work(problem.cells.size + len(problem.sets.items), problem.k)
        progress.stage("refine", steps)
        improved = improve(problem, apart, steps=steps, advance=progress.advance)
        estimated = any(dimension.hierarchy is not None for dimension in problem.set_dimensions)
        for pieces in [apart, improved] if estimated else [improved]:
            left = budget - problem.records + int(pieces.mass.sum())
            divided, parts = as_rows(problem, pieces)
            yield recode(divided, trim(divided, parts, left))


def _lost(recoding: Recoding) -> float:
    """What a recoding loses: the measure by which the best is chosen."""
    return sum(recoding.ncp().values())

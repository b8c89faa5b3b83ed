"""Top-down anonymization of a table: the one call that the pipeline makes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tokumei.core.predicates import NO_PREDICATES, Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.rules import Rules
from tokumei.core.table import Table
from tokumei.partition.bounds import within_bounds
from tokumei.partition.covers import recode
from tokumei.partition.cutting import cut
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.flags import examples, with_flags
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.efforts import EFFORTS, Effort
from tokumei.partition.growth import Score, grow
from tokumei.partition.improve import improve
from tokumei.partition.pieces import Pieces, as_rows, set_apart, whole
from tokumei.partition.problem import Content, Groups, Problem
from tokumei.partition.scores.information import ByInformation
from tokumei.partition.scores.multiway import PREC, TFIDF, grow_multiway
from tokumei.partition.scores.ncp import MEDIAN
from tokumei.partition.scores.offers import ByOffers
from tokumei.partition.scores.pivots import grow_takahashi
from tokumei.partition.scores.tables import NO_RULES
from tokumei.partition.starts import grown, least_lost, one_set, searched, specialized
from tokumei.partition.trimming import trim

__all__ = ["SCORES", "WHOLE", "Cutting", "Each", "TopDown", "each_here", "partitioned"]

Advance = Callable[[int], None]
OneWay = Callable[[Problem, Problem, Rules, int, Advance], Groups]

Task = tuple[Problem, Effort, int | None]
Work = Callable[[Problem, Effort, int | None], Pieces]
Each = Callable[[Work, Iterable[Task]], Sequence[Pieces]]


def each_here(work: Work, tasks: Iterable[Task]) -> list[Pieces]:
    """The pieces of every task, one after the other."""
    return [work(*task) for task in tasks]


@dataclass(frozen=True)
class Cutting:
    """Into how many pieces rows are cut, and what has each of them worked on: here, or on other machines."""

    pieces: int = 1
    each: Each = each_here


WHOLE = Cutting()


ONE_WAY: dict[str, OneWay] = {
    "median": lambda problem, _seen, _rules, _budget, advance: grown(problem, rule=MEDIAN, advance=advance),
    "takahashi": lambda problem, _seen, _rules, budget, _advance: grow_takahashi(problem, budget),
    "prec": lambda _problem, seen, rules, _budget, _advance: grow_multiway(seen, score=PREC, rules=rules),
    "tfidf": lambda _problem, seen, rules, _budget, _advance: grow_multiway(seen, score=TFIDF, rules=rules),
}
"""Scores that lead to one partition, whatever the effort: that of a paper. A purpose sees the rules' flags too."""
DIGITS = 12
"""Losses that are the same to so many digits are the same."""
SEARCHED = ("ncp", "purpose", "gain")
"""Scores after which groups are searched for less loss."""
SCORES = (*SEARCHED, *ONE_WAY)


@dataclass(frozen=True, kw_only=True)
class TopDown:
    """Divides the table by `score` as long as every part keeps the promises, then searches for less loss.

    | score | cuts | chosen by |
    |---|---|---|
    | ncp | in two | loss saved over all columns |
    | median | in two, at medians | the widest column (LeFevre, DeWitt, Ramakrishnan 2006) |
    | takahashi | at medians, nodes and items | the paper's measures (Takahashi et al. 2013) |
    | prec | all children of a node at once | Prec |
    | tfidf | the same | TF-IDF of the rules (Arai, Kono, Babaguchi 2015) |
    | purpose | in two, at the rules' thresholds and at nodes | wrong offers saved, then loss |
    | gain | in two | information about a label, then loss |

    *Promise*: every group has at least k records, or records of at least k people, and keeps the predicates; at most a
    share `suppress` of the records is removed.
    *Cost*: `effort` fast is O(rows log rows × dimensions²); default adds a short search, best a long one.
    *Departures*: along a hierarchy a node is cut from the rest, and what is left over stays together. Equal records may
    be published in several groups: a row of many lends the records that an outlier needs. Scores of papers do neither.
    """

    k: int
    score: str = "ncp"
    effort: str = "default"
    suppress: float = 0.0
    cutting: Cutting = WHOLE
    """Whether the rows are first cut into pieces, each of which is divided by itself; for score ncp."""

    def recode(
        self,
        table: Table,
        dimensions: Sequence[Dimension | SetDimension],
        *,
        rules: Rules = NO_RULES,
        label: npt.NDArray[np.int32] | None = None,
        predicates: Predicates = NO_PREDICATES,
        person: npt.NDArray[np.int32] | None = None,
        content: Content | None = None,
        progress: Progress = SILENT,
    ) -> Recoding:
        """What every record of the table publishes; `label` is the class of each record, for score gain.

        `person` says whose each record is, where k and the predicates are of people. `content` orders records by what
        is published of them beside the table: which of equal ones are lent does not depend on the source's order then.
        """
        problem = Problem.of(table, dimensions, k=self.k, predicates=predicates, person=person, content=content)
        progress.stage("partition", problem.rows)
        budget = int(self.suppress * table.total)
        seen, asked = with_flags(problem, table, rules)
        apart = within_bounds(problem, budget)
        each = self.cutting.each
        apart = cut(problem, apart, self.cutting.pieces) if self.cutting.pieces > 1 else apart
        bounded = apart.count > 1 or len(apart.order) < problem.rows
        left = budget - problem.records + int(problem.weight[apart.order].sum())
        if self.score in ONE_WAY:
            way, own = ONE_WAY[self.score], 0 if bounded else left

            def alone(rows: npt.NDArray[np.int32]) -> Pieces:
                part = problem.part(rows)
                return whole(part, way(part, seen.part(rows), asked, own, progress.advance))

            return _trimmed(problem, _each(apart, alone), 0 if self.score == "takahashi" else left)
        effort = EFFORTS[self.effort]
        if self.score == "ncp" and not bounded:
            return _least(problem, budget, effort, progress)
        cells = apart
        if self.score != "ncp":
            score = _by_label(seen, label, table.weight) if label is not None else _by_rules(seen, table, rules, asked)
            cells = grow(seen, score, tokens_of(problem), start=apart, advance=progress.advance)
        found = _trimmed(problem, _in_cells(problem, cells, effort, each), left)
        if not left or self.cutting.pieces > 1:
            return found
        # An outlier that has borrowed its companions is not worth removing: the rows that are best removed go first.
        pieces = _in_cells(problem, cells, effort, each, search=False)
        trimmed = trim(problem, Groups(pieces.order, pieces.ends), left)
        return _best(problem, [found, recode(*as_rows(problem, set_apart(problem, whole(problem, trimmed))))])


def _least(problem: Problem, budget: int, effort: Effort, progress: Progress) -> Recoding:
    """What loses least, over all rows together."""
    groups = least_lost(problem, effort, advance=progress.advance)
    starts = _starts(problem, groups, budget, effort)
    return _best(problem, [one for start in starts for one in _improved(problem, start, budget, effort, progress)])


def _trimmed(problem: Problem, pieces: Pieces, budget: int) -> Recoding:
    """What pieces publish after the removal of what is best removed."""
    divided, groups = as_rows(problem, pieces)
    return recode(divided, trim(divided, groups, budget))


def _best(problem: Problem, results: Sequence[Recoding]) -> Recoding:
    return min(results, key=lambda result: _lost(problem, result)) if len(results) > 1 else results[0]


def _by_label(problem: Problem, label: npt.NDArray[np.int32], weight: npt.NDArray[np.int64] | None) -> Score:
    labels = np.zeros((problem.rows, int(label.max()) + 1))
    np.add.at(labels, (problem.row, label), 1.0 if weight is None else weight.astype(np.float64))
    return ByInformation(problem, labels)


def _by_rules(problem: Problem, table: Table, rules: Rules, asked: Rules) -> Score:
    return ByOffers(problem, asked, rules.of_records(table, examples(problem, table, rules)))


def _starts(problem: Problem, groups: Groups, budget: int, effort: Effort) -> list[Groups]:
    """What the search starts from: the grown groups; without the rows that are best removed; where there are sets,
    the best of those of the paper too, and of those by each item hierarchy alone."""
    starts = [groups]
    if budget:
        starts.append(trim(problem, groups, budget))
    if not problem.set_dimensions:
        return starts
    if effort.steps:
        starts.append(grow_takahashi(problem, budget))
        if not problem.judged and not one_set(problem):
            trees = [number for number, own in enumerate(problem.set_dimensions) if own.hierarchy is not None]
            starts += [specialized(problem, number, effort) for number in trees]
    return [min(starts, key=lambda start: _lost(problem, recode(problem, start)))]


def _improved(problem: Problem, groups: Groups, budget: int, effort: Effort, progress: Progress) -> Iterator[Recoding]:
    """What groups publish after the search for less loss; rows of many records may be divided between them.

    Where the search only estimates the loss, as it does with item hierarchies, what it started from too.
    """
    apart = set_apart(problem, whole(problem, groups))
    steps = 0 if searched(problem) else effort.work(problem.work, problem.k)
    progress.stage("refine", steps)
    improved = improve(problem, apart, steps=steps, advance=progress.advance)
    estimated = any(dimension.hierarchy is not None for dimension in problem.set_dimensions)
    for pieces in [apart, improved] if estimated else [improved]:
        left = budget - problem.records + int(pieces.mass.sum())
        divided, parts = as_rows(problem, pieces)
        yield recode(divided, trim(divided, parts, left))


def _in_cells(problem: Problem, cells: Groups, effort: Effort, each: Each, *, search: bool = True) -> Pieces:
    """The groups that serve a purpose, each partitioned by itself for little loss; without the search, all rows stay
    whole."""
    size = problem.cells.size + len(problem.sets.items)
    work = effort.work(size, problem.k)

    def tasks() -> Iterator[Task]:
        for low, high in pairwise([0, *cells.ends.tolist()]):
            alone = problem.part(cells.order[low:high])
            steps = work * (alone.cells.size + len(alone.sets.items)) // max(size, 1)
            yield alone.light(), effort, steps if search else None

    return _side_by_side(cells, each(partitioned, tasks()))


def partitioned(alone: Problem, effort: Effort, steps: int | None) -> Pieces:
    """What loses least of some rows alone; without steps for the search, all rows stay whole."""
    if alone.records < 2 * alone.k:
        return Pieces(np.arange(alone.rows, dtype=np.int32), alone.weight, np.array([alone.rows]))
    pieces = whole(alone, least_lost(alone, effort))
    if steps is None:
        return pieces
    return improve(alone, set_apart(alone, pieces), steps=0 if searched(alone) else steps)


def _each(cells: Groups, work: Callable[[npt.NDArray[np.int32]], Pieces]) -> Pieces:
    """The pieces that are made of each group alone, side by side."""
    return _side_by_side(cells, [work(cells.order[low:high]) for low, high in pairwise([0, *cells.ends.tolist()])])


def _side_by_side(cells: Groups, parts: Sequence[Pieces]) -> Pieces:
    """The pieces of each group, made from its rows counted from 0, as those of all."""
    orders, masses, ends, used = [], [], [], 0
    for (low, high), pieces in zip(pairwise([0, *cells.ends.tolist()]), parts, strict=True):
        rows = cells.order[low:high]
        orders.append(rows[pieces.order])
        masses.append(pieces.mass)
        ends.append(pieces.ends + used)
        used += len(pieces.order)
    return Pieces(np.concatenate(orders), np.concatenate(masses), np.concatenate(ends).astype(np.int64))


def _lost(problem: Problem, recoding: Recoding) -> float:
    """What a recoding loses: the measure by which the best is chosen, without what the order of a sum makes of it."""
    losses = recoding.ncp()
    dimensions: list[Dimension | SetDimension] = [*problem.dimensions, *problem.set_dimensions]
    return round(sum(one.weight * losses[one.column.name] for one in dimensions), DIGITS)

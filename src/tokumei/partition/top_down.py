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
from tokumei.partition.least import best, least, trimmed
from tokumei.partition.pieces import Pieces, as_rows, set_apart, whole
from tokumei.partition.problem import Content, Groups, Problem
from tokumei.partition.scores.information import ByInformation
from tokumei.partition.scores.multiway import PREC, TFIDF, grow_multiway
from tokumei.partition.scores.ncp import MEDIAN
from tokumei.partition.scores.offers import ByOffers
from tokumei.partition.scores.pivots import grow_takahashi
from tokumei.partition.scores.tables import NO_RULES
from tokumei.partition.starts import grown, least_lost, searched
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

            return trimmed(problem, _each(apart, alone), 0 if self.score == "takahashi" else left)
        effort = EFFORTS[self.effort]
        if self.score == "ncp" and not bounded:
            return least(problem, budget, effort, progress)
        cells = apart
        if self.score != "ncp":
            score = _by_label(seen, label, table.weight) if label is not None else _by_rules(seen, table, rules, asked)
            cells = grow(seen, score, tokens_of(problem), start=apart, advance=progress.advance)
        found = trimmed(problem, _in_cells(problem, cells, effort, each), left)
        if not left or self.cutting.pieces > 1:
            return found
        # An outlier that has borrowed its companions is not worth removing: the rows that are best removed go first.
        pieces = _in_cells(problem, cells, effort, each, search=False)
        fewer = trim(problem, Groups(pieces.order, pieces.ends), left)
        return best(problem, [found, recode(*as_rows(problem, set_apart(problem, whole(problem, fewer))))])


def _by_label(problem: Problem, label: npt.NDArray[np.int32], weight: npt.NDArray[np.int64] | None) -> Score:
    labels = np.zeros((problem.rows, int(label.max()) + 1))
    np.add.at(labels, (problem.row, label), 1.0 if weight is None else weight.astype(np.float64))
    return ByInformation(problem, labels)


def _by_rules(problem: Problem, table: Table, rules: Rules, asked: Rules) -> Score:
    return ByOffers(problem, asked, rules.of_records(table, examples(problem, table, rules)))


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

"""What loses least: several starts, the search, and the best of what they lead to.

Where single values and sets share a table, they compete, and what lowers the loss of all columns together can cost many
items. The way of Takahashi et al. (`scores.pivots`) is quick, so it is asked how many items it keeps: a release that
keeps fewer is not taken, unless a set column weighs less than another column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tokumei.core.progress import Progress
from tokumei.core.recoding import ItemSets, Recoding
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.efforts import Effort
from tokumei.partition.improve import improve
from tokumei.partition.pieces import Pieces, as_rows, set_apart, whole
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.pivots import grow_takahashi
from tokumei.partition.starts import least_lost, one_set, searched, specialized
from tokumei.partition.trimming import trim

__all__ = ["best", "least", "trimmed"]

DIGITS = 12
"""Losses that are the same to so many digits are the same."""
NEARLY = 0.95
"""A start that keeps a smaller share of the items that are asked for is not searched from: the search for less loss
seldom brings them back."""


def least(problem: Problem, budget: int, effort: Effort, progress: Progress) -> Recoding:
    """What loses least, over all rows together, of what keeps as many items as the paper's way where that is asked."""
    groups = [least_lost(problem, effort, advance=progress.advance)]
    if budget:
        groups.append(trim(problem, groups[0], budget))
    if not problem.set_dimensions:
        return best(problem, [one for start in groups for one in _improved(problem, start, budget, effort, progress)])
    if effort.steps:
        paper = grow_takahashi(problem, budget)
        groups.append(paper)
        if not problem.judged and not one_set(problem):
            trees = [number for number, own in enumerate(problem.set_dimensions) if own.hierarchy is not None]
            groups += [specialized(problem, number, effort) for number in trees]
    starts = [(start, recode(problem, start)) for start in groups]
    start, first = min(starts, key=lambda one: _lost(problem, one[1]))
    if not effort.steps or not _counts_items(problem):
        return best(problem, list(_improved(problem, start, budget, effort, progress)))
    like = recode(problem, paper)
    asked, results = _kept(like), [like]
    if _kept(first) >= NEARLY * asked:
        results += _improved(problem, start, budget, effort, progress)
    if not any(_kept(one) >= asked for one in results[1:]):
        results += _improved(problem, paper, budget, effort, progress, keep_items=True)
    return best(problem, [one for one in results if _kept(one) >= asked])


def best(problem: Problem, results: Sequence[Recoding]) -> Recoding:
    """The one of several that loses least."""
    return min(results, key=lambda result: _lost(problem, result)) if len(results) > 1 else results[0]


def trimmed(problem: Problem, pieces: Pieces, budget: int) -> Recoding:
    """What pieces publish after the removal of what is best removed."""
    divided, groups = as_rows(problem, pieces)
    return recode(divided, trim(divided, groups, budget))


def _improved(
    problem: Problem, groups: Groups, budget: int, effort: Effort, progress: Progress, *, keep_items: bool = False
) -> Iterator[Recoding]:
    """What groups publish after the search for less loss; rows of many records may be divided between them.

    Where the search only estimates the loss, as it does with item hierarchies, what it started from too.
    """
    apart = set_apart(problem, whole(problem, groups))
    longer = effort.by_sets if problem.set_dimensions else 1
    steps = 0 if searched(problem) else longer * effort.work(problem.work, problem.k)
    progress.stage("refine", steps)
    improved = improve(problem, apart, steps=steps, keep_items=keep_items, advance=progress.advance)
    estimated = any(dimension.hierarchy is not None for dimension in problem.set_dimensions)
    for pieces in [apart, improved] if estimated else [improved]:
        yield trimmed(problem, pieces, budget - problem.records + int(pieces.mass.sum()))


def _counts_items(problem: Problem) -> bool:
    """Whether it is asked how many items are kept: they are published as they are, and weigh no less than the rest."""
    weights = [dimension.weight for dimension in problem.dimensions]
    sets = problem.set_dimensions
    return all(one.hierarchy is None and one.weight >= max(weights, default=0.0) for one in sets)


def _kept(recoding: Recoding) -> int:
    """How many items are published, over all records and set columns; that a set is missing counts as one."""
    kept = 0
    for column in recoding.columns.values():
        if isinstance(column, ItemSets):
            shown = np.append(np.diff(column.offsets) + column.null, 0)[column.entry]
            kept += int(shown.sum() if recoding.weight is None else (shown * recoding.weight).sum())
    return kept


def _lost(problem: Problem, recoding: Recoding) -> float:
    """What a recoding loses: the measure by which the best is chosen, without what the order of a sum makes of it."""
    losses = recoding.ncp()
    dimensions: list[Dimension | SetDimension] = [*problem.dimensions, *problem.set_dimensions]
    return round(sum(one.weight * losses[one.column.name] for one in dimensions), DIGITS)

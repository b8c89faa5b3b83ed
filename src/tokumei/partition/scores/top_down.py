"""Top-down anonymization for a purpose: the one call that the pipeline makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Role
from tokumei.core.predicates import NO_PREDICATES, Predicates
from tokumei.core.progress import SILENT, Progress
from tokumei.core.recoding import Recoding
from tokumei.core.rules import Rules, Space
from tokumei.core.table import Table
from tokumei.partition.covers import recode
from tokumei.partition.dimensions import Dimension, stack
from tokumei.partition.efforts import EFFORTS
from tokumei.partition.items import SetDimension
from tokumei.partition.pieces import as_rows, set_apart, whole
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.multiway import PREC, TFIDF, grow_multiway
from tokumei.partition.scores.purpose import Purpose, grow_cells, grow_purpose
from tokumei.partition.scores.tables import NO_RULES
from tokumei.partition.trimming import trim

__all__ = ["SCORES", "TopDownForPurpose"]

SCORES = ("prec", "tfidf", "purpose", "gain")
MOST_FLAGS = 32
"""So many conditions on set columns are looked at when a group is split, the weightiest first."""


@dataclass(frozen=True, kw_only=True)
class TopDownForPurpose:
    """Splits the table by `score`, as long as every part keeps the promises.

    | score | splits | chosen by |
    |---|---|---|
    | prec | all children of a node at once | Prec |
    | tfidf | the same | TF-IDF of the rules (Arai, Kono, Babaguchi 2015) |
    | purpose | in two, at the rules' thresholds and at nodes | wrong offers saved, then loss |
    | gain | in two | information about a label, then loss |

    *Promise*: every group has at least k records and keeps the predicates; at most a share `suppress` of the records
    is removed.
    """

    k: int
    score: str = "purpose"
    effort: str = "default"
    suppress: float = 0.0

    def recode(
        self,
        table: Table,
        dimensions: Sequence[Dimension | SetDimension],
        *,
        rules: Rules = NO_RULES,
        label: npt.NDArray[np.int32] | None = None,
        predicates: Predicates = NO_PREDICATES,
        progress: Progress = SILENT,
    ) -> Recoding:
        """What every record of the table publishes; `label` is the class of each record, for score gain."""
        problem = Problem.of(table, dimensions, k=self.k, predicates=predicates)
        progress.stage("partition", problem.rows)
        seen, asked = _with_flags(problem, table, rules)
        budget = int(self.suppress * table.records)
        if self.score in ("prec", "tfidf"):
            groups = grow_multiway(seen, score=PREC if self.score == "prec" else TFIDF, rules=asked)
            return recode(problem, _trimmed(problem, groups, budget))
        cells = grow_purpose(seen, _purpose(seen, table, asked, rules, label), advance=progress.advance)
        effort = EFFORTS[self.effort]
        divided, groups = as_rows(problem, grow_cells(problem, cells, effort))
        found = recode(divided, _trimmed(divided, groups, budget))
        if not budget:
            return found
        # An outlier that has borrowed its companions is not worth removing: the rows that are best removed go first.
        pieces = grow_cells(problem, cells, effort, search=False)
        trimmed = trim(problem, Groups(pieces.order, pieces.ends), budget)
        other = recode(*as_rows(problem, set_apart(problem, whole(problem, trimmed))))
        return min(found, other, key=lambda result: sum(result.ncp().values()))


def _trimmed(problem: Problem, groups: Groups, budget: int) -> Groups:
    return trim(problem, groups, budget) if budget else groups


def _purpose(
    problem: Problem, table: Table, asked: Rules, rules: Rules, label: npt.NDArray[np.int32] | None
) -> Purpose:
    if label is None:
        return Purpose(asked, rules.of_records(table, _examples(problem, table, rules)))
    labels = np.zeros((problem.rows, int(label.max()) + 1))
    np.add.at(labels, (problem.row, label), 1.0)
    return Purpose(labels=labels, bits=np.zeros((problem.rows, 0), dtype=np.uint64))


def _examples(problem: Problem, table: Table, rules: Rules) -> npt.NDArray[np.int64]:
    """Row → a record of it. Where rules ask about a set that is in no group, its records can differ: then the one whose
    rules come first as bits, not the first of the source."""
    grouped = {dimension.column.name for dimension in problem.set_dimensions}
    order = np.arange(len(problem.row), dtype=np.int64)
    if any(name not in grouped for name in rules.items):
        order = np.lexsort(rules.of_records(table).T)
    example = np.empty(problem.rows, dtype=np.int64)
    example[problem.row[order[::-1]]] = order[::-1]
    return example


def _with_flags(problem: Problem, table: Table, rules: Rules) -> tuple[Problem, Rules]:
    """The problem with a dimension more for each set of items that rules ask for: has them, or lacks them.

    These dimensions only guide the growth; nothing is published for them.
    """
    if not rules.items:
        return problem, rules
    first = _examples(problem, table, rules)
    flags: list[tuple[float, Dimension, list[int], npt.NDArray[np.int32]]] = []
    for name, items in rules.items.items():
        fulfilled = rules.flags(table, name, first)
        same: dict[tuple[int, ...], list[int]] = {}
        for number, rule in enumerate(items.rule.tolist()):
            same.setdefault(tuple(items.of(number).tolist()), []).append(rule)
        for wanted, asking in same.items():
            bit = (fulfilled[:, asking[0] >> 6] >> np.uint64(asking[0] & 63)) & np.uint64(1)
            codes = (1 - bit.astype(np.int32)).astype(np.int32)
            column = CategoryColumn(name=f"{name} has {wanted}", role=Role.QUASI, codes=codes, values=("has", "lacks"))
            flags.append((float(rules.weight[asking].sum()), Dimension.values(column), asking, codes))
    flags.sort(key=lambda flag: -flag[0])
    flags = flags[:MOST_FLAGS]
    has = np.array([[0, 0]], dtype=np.int64)
    spaces = {
        dimension.column.name: Space.from_runs(2, rules.count, [(rule, has) for rule in asking])
        for _, dimension, asking, _ in flags
    }
    dimensions = (*problem.dimensions, *(dimension for _, dimension, _, _ in flags))
    cells = np.column_stack([problem.cells, *(codes for _, _, _, codes in flags)]).astype(np.int32)
    seen = replace(problem, cells=cells, dimensions=dimensions, dims=stack(dimensions))
    return seen, replace(rules, codes={**rules.codes, **spaces})

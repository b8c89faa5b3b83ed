"""Flags: conditions of rules on set columns as dimensions of two values, which guide the growth and publish nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Role
from tokumei.core.rules import Rules, Space
from tokumei.core.table import Table
from tokumei.partition.dimensions import Dimension, stack
from tokumei.partition.problem import Problem

__all__ = ["examples", "with_flags"]

MOST_FLAGS = 32
"""So many conditions on set columns are looked at when a group is cut, the weightiest first."""


def examples(problem: Problem, table: Table, rules: Rules) -> npt.NDArray[np.int64]:
    """Row → a record of it. Where rules ask about a set that is in no group, its records can differ: then the one whose
    rules come first as bits, not the first of the source."""
    grouped = {dimension.column.name for dimension in problem.set_dimensions}
    order = np.arange(len(problem.row), dtype=np.int64)
    if any(name not in grouped for name in rules.items):
        order = np.lexsort(rules.of_records(table).T)
    example = np.empty(problem.rows, dtype=np.int64)
    example[problem.row[order[::-1]]] = order[::-1]
    return example


def with_flags(problem: Problem, table: Table, rules: Rules) -> tuple[Problem, Rules]:
    """The problem with a dimension more for each set of items that rules ask for: has them, or lacks them.

    These dimensions only guide the growth; nothing is published for them.
    """
    if not rules.items:
        return problem, rules
    first = examples(problem, table, rules)
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

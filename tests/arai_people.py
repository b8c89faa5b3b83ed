"""The people and rules of Arai, Kono, Babaguchi 2015, section 4.1: drawn uniformly, with hierarchies on every column.

190 cm counts with the 180s: in a group of its own it would be a single value, and one person there would keep the
height of everyone else from being split.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, DateColumn, NumberColumn, Role, SingleColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.rules import Rules
from tokumei.core.table import Table
from tokumei.job import RuleJob
from tokumei.partition.dimensions import Dimension
from tokumei.partition.problem import Problem
from tokumei.pipeline.conditions import resolve

__all__ = ["COLUMNS", "RULES", "People", "draw", "hierarchies", "people"]

COLUMNS = ("sex", "birth", "occupation", "height")
FIRST_DAY, DAYS = date(1944, 1, 29), 18_628
HEIGHTS = range(140, 191)
OCCUPATIONS = {"A": 4, "B": 20, "C": 7, "D": 3, "E": 8, "F": 3, "G": 3, "H": 11, "I": 5, "J": 5, "K": 4, "L": 1}
"""Major group of the Japan Standard Occupational Classification (2009) → its middle groups; H: production process."""

RULES = tuple(
    RuleJob.model_validate(rule)
    for rule in (
        {"name": "magazine", "when": {"sex": "male"}},
        {"name": "charm", "when": {"birth": {"from": "1977", "to": "1979"}}},
        {"name": "spanner", "when": {"occupation": "H"}},
        {"name": "clothes A", "when": {"height": {"from": 165, "to": 171}}},
        {"name": "clothes B", "when": {"birth": {"from": "1974", "to": "1979"}, "height": {"from": 167, "to": 188}}},
    )
)
"""Table 6 of the paper."""


@dataclass(frozen=True, eq=False)
class People:
    """Drawn people, ready to be partitioned."""

    table: Table
    problem: Problem

    def rules(self, *numbers: int) -> Rules:
        """The rules with these numbers of Table 6, resolved against these people."""
        return resolve([RULES[number - 1] for number in numbers], self.table, {})


@cache
def hierarchies(*, six_heights: bool = False) -> tuple[Hierarchy, ...]:
    """Sex, birth (decade > year > day), occupation (major > middle), height (10 cm > 1 cm)."""
    days = [FIRST_DAY + timedelta(days=day) for day in range(DAYS)]
    tens = [height // 10 if six_heights else min(height // 10, 18) for height in HEIGHTS]
    return (
        Hierarchy.flat(["male", "female"]),
        Hierarchy.from_rows([[day.isoformat(), f"{day.year}", f"{day.year // 10 * 10}s"] for day in days]),
        Hierarchy.from_rows([[name, name[0]] for name in _occupations()]),
        Hierarchy.from_rows([[str(height), f"{ten}0s"] for height, ten in zip(HEIGHTS, tens, strict=True)]),
    )


def draw(seed: int, *, count: int = 100, k: int = 2, six_heights: bool = False) -> People:
    """So many people, every attribute uniform and independent."""
    rng = np.random.default_rng(seed)
    leaves = [rng.integers(0, len(tree.leaves), count) for tree in hierarchies(six_heights=six_heights)]
    return people(np.stack(leaves, axis=1), k=k, six_heights=six_heights)


def people(leaves: npt.NDArray[np.int64], *, k: int = 2, six_heights: bool = False) -> People:
    """People from the leaf of each (person × attribute)."""
    trees = hierarchies(six_heights=six_heights)
    columns: list[SingleColumn] = []
    dimensions: list[Dimension] = []
    for number, (name, tree) in enumerate(zip(COLUMNS, trees, strict=True)):
        present, codes = np.unique(leaves[:, number], return_inverse=True)
        columns.append(_column(name, tree, present, codes.astype(np.int32)))
        dimensions.append(Dimension.tree(columns[-1], tree, present.astype(np.int32)))
    table = Table(tuple(columns), len(leaves))
    return People(table, Problem.of(table, dimensions, k=k))


def _column(name: str, tree: Hierarchy, present: npt.NDArray[np.int64], codes: npt.NDArray[np.int32]) -> SingleColumn:
    labels = tuple(tree.leaves[leaf] for leaf in present.tolist())
    if name == "birth":
        first = (FIRST_DAY - date(1970, 1, 1)).days
        micros = (present + first).astype(np.int64) * 86_400_000_000
        return DateColumn(name=name, role=Role.QUASI, codes=codes, values=micros, labels=labels, hierarchy=tree)
    if name == "height":
        values = present.astype(np.int64) + HEIGHTS[0]
        return NumberColumn(name=name, role=Role.QUASI, codes=codes, values=values, hierarchy=tree)
    return CategoryColumn(name=name, role=Role.QUASI, codes=codes, values=labels, hierarchy=tree)


def _occupations() -> list[str]:
    return [f"{major}{number}" for major, count in OCCUPATIONS.items() for number in range(1, count + 1)]

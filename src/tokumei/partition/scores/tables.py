"""Rules as the compiled kernels see them: flat arrays over all dimensions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tokumei.core.rule_tables import RuleTables, rule_tables
from tokumei.core.rules import Rules, Space
from tokumei.partition.dimensions import TREE, Dimension

__all__ = ["NO_RULES", "tables_of"]


NO_RULES = Rules((), np.zeros(0), {})


def tables_of(dimensions: Sequence[Dimension], rules: Rules = NO_RULES) -> RuleTables:
    """The rules over the dimensions' ranks; rank r of dimension d stands where `Dimensions` has it."""
    spaces = [_space(dimension, rules) for dimension in dimensions]
    return rule_tables(spaces, rules)


def _space(dimension: Dimension, rules: Rules) -> Space:
    found = (rules.leaves if dimension.kind == TREE else rules.codes).get(dimension.column.name)
    return found if found is not None else Space.from_runs(dimension.size, rules.count, [])

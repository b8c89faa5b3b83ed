from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from tokumei.core.assignment import assign


@pytest.mark.parametrize("ties", [False, True])
def test_least_total_cost(ties: bool) -> None:
    random = np.random.default_rng(3)
    for _ in range(300):
        rows = int(random.integers(1, 25))
        columns = rows + int(random.integers(0, 25))
        cost = random.integers(0, 4, (rows, columns)) if ties else random.random((rows, columns))
        cost = cost.astype(np.float32)
        found = assign(cost)
        assert len(set(found.tolist())) == rows
        best = cost[linear_sum_assignment(cost)].sum()
        assert cost[np.arange(rows), found].sum() == pytest.approx(best, abs=1e-4)


def test_nothing_to_assign() -> None:
    assert len(assign(np.zeros((0, 3), dtype=np.float32))) == 0

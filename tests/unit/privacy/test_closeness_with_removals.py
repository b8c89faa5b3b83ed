"""Closeness is promised to the released records, also where some of the source's are removed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import tokumei


@pytest.mark.parametrize("kind", ["number", "category"])
@pytest.mark.parametrize("removed", ["drop", "mark"])
def test_a_release_with_removed_records_is_close_to_itself(kind: str, removed: str) -> None:
    random = np.random.default_rng(3)
    frame = pl.DataFrame(
        {
            "age": np.append(random.integers(20, 40, 190), random.integers(200, 900, 10)),
            "cost": np.append(random.integers(0, 6, 190), np.full(10, 9)),
        }
    )
    job = {
        "columns": {"age": {"role": "quasi", "type": "number"}, "cost": {"role": "sensitive", "type": kind}},
        "privacy": {"k": 3, "suppress": 0.05, "t_closeness": {"cost": 0.25}},
        "output": {"removed": removed},
        "seed": 1,
    }
    release = tokumei.anonymize(frame, job)
    assert release.report["removed"] > 0
    result = tokumei.verify(release.data, job)
    assert result.ok
    closeness = result.promises[1]
    assert closeness.name == "t-closeness of cost"
    assert 0 < closeness.achieved <= 0.25

"""Closeness is promised to the released records, also where some of the source's may be removed."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import tokumei

SEEDS = (1, 2, 3, 4)
BOUNDS = (0.08, 0.12, 0.2, 0.3)


def source(seed: int) -> pl.DataFrame:
    """Ten records far from the others, with a sensitive value of their own: worth removing, and missed when gone."""
    random = np.random.default_rng(seed)
    return pl.DataFrame(
        {
            "age": np.append(random.integers(20, 40, 190), random.integers(200, 900, 10)),
            "cost": np.append(random.integers(0, 6, 190), np.full(10, 9)),
        }
    )


@pytest.mark.parametrize("removed", ["drop", "mark"])
def test_a_release_with_removed_records_is_close_to_itself(removed: str) -> None:
    for seed in SEEDS:
        for t in BOUNDS:
            job = {
                "columns": {
                    "age": {"role": "quasi", "type": "number"},
                    "cost": {"role": "sensitive", "type": "number"},
                },
                "privacy": {"k": 3, "suppress": 0.05, "t_closeness": {"cost": t}},
                "output": {"removed": removed},
                "seed": 1,
            }
            release = tokumei.anonymize(source(seed), job)
            result = tokumei.verify(release.data, job)
            assert result.ok
            assert result.promises[1].name == "t-closeness of cost"

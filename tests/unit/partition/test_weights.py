"""A column of weight 2 counts its loss twice: in growth, search and report."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from part_kernels import whole_loss
from set_columns import categories, numbers, sets, table
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.dimensions.tokens import tokens_of
from tokumei.partition.problem import Problem

RNG = np.random.default_rng(5)
PEOPLE = pl.DataFrame(
    {
        "age": RNG.integers(20, 80, 300),
        "height": RNG.integers(140, 200, 300),
        "town": [f"t{number}" for number in RNG.integers(0, 12, 300)],
        "ills": [
            ",".join(sorted(RNG.choice(list("abcdefg"), size, replace=False))) for size in RNG.integers(1, 4, 300)
        ],
    }
)
KINDS = {"age": "number", "height": "number", "town": "category", "ills": "set"}


def _job(score: str, heavy: str = "", weight: float = 1.0, columns: tuple[str, ...] = tuple(KINDS)) -> dict[str, Any]:
    return {
        "columns": {
            name: {"role": "quasi", "type": KINDS[name], **({"weight": weight} if name == heavy else {})}
            for name in columns
        },
        "privacy": {"k": 5},
        "method": {"score": score},
    }


@pytest.mark.parametrize("heavy", KINDS)
@pytest.mark.parametrize("score", ["ncp", "median", "prec", "takahashi"])
def test_a_heavy_column_loses_less(score: str, heavy: str) -> None:
    plain = tokumei.anonymize(PEOPLE, _job(score)).report["loss"]["columns"]
    weighed = tokumei.anonymize(PEOPLE, _job(score, heavy, 20.0)).report["loss"]["columns"]
    assert weighed[heavy] < plain[heavy]


def test_equal_weights_change_nothing() -> None:
    job = _job("ncp")
    twice = _job("ncp")
    for column in twice["columns"].values():
        column["weight"] = 2.0
    one, two = tokumei.anonymize(PEOPLE, job), tokumei.anonymize(PEOPLE, twice)
    assert one.report["loss"]["columns"] == pytest.approx(two.report["loss"]["columns"])
    assert one.report["loss"]["ncp"] == pytest.approx(two.report["loss"]["ncp"])


def test_the_measure_of_a_file_counts_weights_too() -> None:
    job = {**_job("ncp", "age", 5.0), "output": {"order": "keep"}}
    release = tokumei.anonymize(PEOPLE, job)
    measured = tokumei.measure(PEOPLE, release.data, job)
    assert measured["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"])


@pytest.mark.parametrize("weight", [0, -1, float("inf"), "much"])
def test_a_weight_is_a_number_above_zero(weight: Any) -> None:
    with pytest.raises(tokumei.JobError, match="weight"):
        tokumei.anonymize(PEOPLE, _job("ncp", "age", weight))


@settings(deadline=None)  # kernels may have to be compiled first
@given(
    rows=st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from("abc"), st.sets(st.sampled_from("xyz"))), min_size=2, max_size=8
    ),
    weights=st.tuples(*[st.floats(0.1, 9.0)] * 3),
)
def test_the_loss_of_a_group_is_the_sum_by_weights(rows: list[Any], weights: tuple[float, float, float]) -> None:
    age, town, items = (
        numbers([row[0] for row in rows], "age"),
        categories([row[1] for row in rows], "town"),
        sets([row[2] for row in rows]),
    )

    def loss(first: float, second: float, third: float) -> float:
        own = [Dimension.ordered(age, weight=first), Dimension.values(town, weight=second)]
        problem = Problem.of(table(age, town, items), [*own, SetDimension(items, weight=third)], k=2)
        marks = np.zeros(int(problem.dims.start[-1]), np.int64), np.zeros(len(items.values), np.int64)
        all_rows = np.arange(problem.rows, dtype=np.int32)
        return whole_loss(all_rows, problem.cells, problem.weight, problem.dims, tokens_of(problem), *marks)

    tiny = 1e-9
    alone = [loss(1, tiny, tiny), loss(tiny, 1, tiny), loss(tiny, tiny, 1)]
    expected = sum(weight * part for weight, part in zip(weights, alone, strict=True))
    assert loss(*weights) == pytest.approx(expected, abs=1e-6)

"""The gain of a candidate split is what the losses of the parts say, in every kind of dimension."""

from __future__ import annotations

import numpy as np
import pytest

from part_kernels import candidates, loss_of, present_values, release_marks
from tokumei.core.columns import CategoryColumn, NumberColumn, Role
from tokumei.core.hierarchy import Hierarchy
from tokumei.partition.dimensions import Dimension, stack
from tokumei.partition.scores.ncp import MEDIAN, NCP


def _dimensions(records: int, seed: int) -> list[Dimension]:
    rng = np.random.default_rng(seed)
    number = NumberColumn(
        name="n",
        role=Role.QUASI,
        codes=rng.integers(0, 7, records).astype(np.int32),
        values=np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0]),
        has_null=True,
    )
    category = CategoryColumn(
        name="c", role=Role.QUASI, codes=rng.integers(0, 5, records).astype(np.int32), values=tuple("abcde")
    )
    tree = Hierarchy.from_rows([["p", "P", "*"], ["q", "P", "*"], ["r", "Q", "*"], ["s", "Q", "*"], ["t", "R", "*"]])
    placed = CategoryColumn(
        name="t", role=Role.QUASI, codes=rng.integers(0, 5, records).astype(np.int32), values=tuple("pqrst")
    )
    return [
        Dimension.ordered(number),
        Dimension.values(category),
        Dimension.tree(placed, tree, np.array([tree.leaf_of[value] for value in placed.values], dtype=np.int32)),
    ]


def _candidates(dimensions: list[Dimension], k: int, rule: int, *, cross: bool):
    dims = stack(dimensions)
    cells = np.stack([dimension.rank[dimension.column.codes] for dimension in dimensions], axis=1)
    weight = np.ones(len(cells), dtype=np.int64)
    order = np.arange(len(cells), dtype=np.int32)
    tally = np.zeros(int(dims.start[-1]), dtype=np.int64)
    place = np.zeros(int(dims.start[-1]), dtype=np.int32)
    begin, ranks, total = present_values(cells, weight, order, 0, len(cells), dims, tally, place)
    gain, where = candidates(
        cells, weight, order, 0, len(cells), dims, k, rule, begin, ranks, total, tally, place, cross
    )
    release_marks(begin, ranks, dims, tally)
    assert not tally.any()
    return dims, cells, weight, place, gain, where


@pytest.mark.parametrize("seed", range(5))
def test_gain_with_cross_is_the_difference_of_the_losses(seed: int) -> None:
    dimensions = _dimensions(24, seed)
    dims, cells, weight, place, gain, where = _candidates(dimensions, 3, NCP, cross=True)

    def loss(rows: np.ndarray) -> float:
        return loss_of(cells, weight, rows.astype(np.int32), dims)

    everything = np.arange(len(cells))
    assert len(gain) > 0
    for number, (dim, first, last) in enumerate(where):
        places = place[dims.start[dim] + cells[:, dim]]
        inside = (places >= first) & (places <= last)
        assert inside.sum() >= 3
        assert (~inside).sum() >= 3
        expected = loss(everything) - loss(everything[inside]) - loss(everything[~inside])
        assert gain[number] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_gain_without_cross_counts_the_cut_dimension_alone(seed: int) -> None:
    dimensions = _dimensions(30, seed)
    dims, cells, weight, place, gain, where = _candidates(dimensions, 2, NCP, cross=False)
    for number, (dim, first, last) in enumerate(where):
        alone = stack([dimensions[dim]])
        own = np.ascontiguousarray(cells[:, dim : dim + 1])
        places = place[dims.start[dim] + cells[:, dim]]
        inside = np.flatnonzero((places >= first) & (places <= last)).astype(np.int32)
        outside = np.flatnonzero((places < first) | (places > last)).astype(np.int32)
        parts = [loss_of(own, weight, rows, alone) for rows in (np.arange(len(cells), dtype=np.int32), inside, outside)]
        assert gain[number] == pytest.approx(parts[0] - parts[1] - parts[2])


def test_median_offers_one_cut_a_dimension_nearest_to_the_middle() -> None:
    dimensions = _dimensions(40, 1)
    dims, cells, _, place, gain, where = _candidates(dimensions, 2, MEDIAN, cross=False)
    assert sorted(where[:, 0].tolist()) == [0, 1, 2]
    for dim, first, last in where:
        assert first == 0
        inside = int((place[dims.start[dim] + cells[:, dim]] <= last).sum())
        others = [int((place[dims.start[dim] + cells[:, dim]] <= cut).sum()) for cut in range(5)]
        assert abs(2 * inside - 40) == min(abs(2 * other - 40) for other in others if 2 <= other <= 38)
    assert gain.min() > 0


def test_a_tree_is_cut_by_whole_nodes() -> None:
    dimensions = _dimensions(60, 2)
    _, _, _, _, _, where = _candidates(dimensions, 2, NCP, cross=True)
    runs = {(int(first), int(last)) for dim, first, last in where if dim == 2}
    assert {(0, 1), (2, 3), (4, 4)} <= runs
    assert (1, 2) not in runs
    assert (0, 2) not in runs

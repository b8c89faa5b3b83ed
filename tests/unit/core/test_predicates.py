"""The compiled predicates on groups small enough to check by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tokumei.core.columns import CategoryColumn, NumberColumn, Role, SetColumn, TextColumn
from tokumei.core.predicates import (
    CLOSE_EQUAL,
    CLOSE_ORDERED,
    CLOSE_TREE,
    DISTINCT,
    ENTROPY,
    NO_PREDICATES,
    RECURSIVE,
    Predicates,
    all_hold,
    histogram_places,
    histogram_starts,
)
from tokumei.errors import JobError


def one(kind: int, first: float, second: float = 0.0, overall: list[float] | None = None, **tree: object) -> Predicates:
    """A single predicate on a single column."""
    size = len(overall) if overall else 4
    path = np.asarray(tree.get("path", np.zeros((size, 1))), dtype=np.int32)
    return Predicates(
        starts=np.array([0, size], dtype=np.int64),
        column=np.zeros(1, dtype=np.int64),
        kind=np.array([kind], dtype=np.int64),
        first=np.array([first]),
        second=np.array([size if kind == CLOSE_ORDERED else second], dtype=np.float64),
        overall=np.asarray(overall or np.zeros(size), dtype=np.float64),
        order_start=np.zeros(1, dtype=np.int64),
        order=np.asarray(tree.get("order", np.arange(size)), dtype=np.int64),
        height=np.array([path.shape[1] - 1], dtype=np.int64),
        path=path,
    )


def holds(counts: list[int], predicates: Predicates) -> bool:
    """Whether a group with these counts keeps the predicate."""
    return bool(all_hold(np.asarray(counts, dtype=np.int64), sum(counts), predicates))


def test_nothing_asked_is_kept() -> None:
    assert all_hold(np.zeros(0, dtype=np.int64), 7, NO_PREDICATES)


def test_distinct_counts_values_not_records() -> None:
    assert holds([5, 0, 1, 0], one(DISTINCT, 2))
    assert not holds([5, 0, 1, 0], one(DISTINCT, 3))


def test_entropy_of_equal_counts_is_their_number_despite_rounding() -> None:
    assert holds([7, 7, 7, 0], one(ENTROPY, 3))
    assert not holds([7, 7, 6, 0], one(ENTROPY, 3))


@pytest.mark.parametrize("l", range(2, 40))
def test_equally_frequent_values_reach_exactly_their_number(l: int) -> None:  # noqa: E741
    for times in (1, 3, 7, 11):
        assert holds([times] * l, one(ENTROPY, l, overall=[0.0] * l))
        assert not holds([times] * l, one(ENTROPY, l + 1e-6, overall=[0.0] * l))


@pytest.mark.parametrize(
    ("counts", "c", "l", "expected"),
    [
        ([4, 2, 1, 0], 2, 2, True),  # 4 < 2 · (2 + 1)
        ([6, 2, 1, 0], 2, 2, False),  # 6 = 2 · (2 + 1), and the bound is strict
        ([4, 2, 1, 0], 2, 3, False),  # 4 > 2 · 1
        ([3, 3, 3, 1], 4, 3, True),  # equal counts are taken off one by one: 3 < 4 · (3 + 1)
        ([3, 3, 0, 0], 100, 3, False),  # fewer than l values leave no tail
        ([3, 10, 10, 10], 0.1, 2, False),  # 10 > 2.3
        ([3, 10, 10, 10], 0.5, 2, True),  # 10 < 11.5
    ],
)
def test_recursive(counts: list[int], c: float, l: int, expected: bool) -> None:  # noqa: E741
    assert holds(counts, one(RECURSIVE, c, l)) is expected


def test_a_strict_bound_is_not_met_by_rounding() -> None:
    # 0.1 · 30 is 3.0000000000000004 in binary: the most frequent value occurs exactly c times the tail.
    assert not holds([3, *[1] * 30], one(RECURSIVE, 0.1, 2, overall=[0.0] * 31))


def test_equal_distance_is_half_the_sum_of_differences() -> None:
    overall = [0.5, 0.25, 0.25]
    assert holds([2, 2, 0], one(CLOSE_EQUAL, 0.25, overall=overall))
    assert not holds([2, 2, 0], one(CLOSE_EQUAL, 0.24, overall=overall))


def test_ordered_distance_of_the_papers_salaries() -> None:
    # Li et al. 2007: salaries 3k … 11k; {3k, 4k, 5k} is 0.375 away from all nine, {6k, 8k, 11k} 0.167.
    ninth = [1 / 9] * 9
    low, mixed = [1, 1, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 1, 0, 0, 1]
    assert holds(low, one(CLOSE_ORDERED, 0.375, overall=ninth))
    assert not holds(low, one(CLOSE_ORDERED, 0.374, overall=ninth))
    assert holds(mixed, one(CLOSE_ORDERED, 0.167, overall=ninth))
    assert not holds(mixed, one(CLOSE_ORDERED, 0.166, overall=ninth))


def test_ordered_distance_follows_the_order_given() -> None:
    overall = [1 / 3] * 3
    # Value 0 stands in the middle: moving its thirds outwards costs 1/3 of a record by one step of two, twice.
    assert holds([1, 0, 0], one(CLOSE_ORDERED, 1 / 3, overall=overall, order=[1, 0, 2]))
    assert not holds([1, 0, 0], one(CLOSE_ORDERED, 1 / 3, overall=overall))


def test_tree_distance_settles_what_it_can_below() -> None:
    # Leaves 0, 1 under node 4; 2, 3 under node 5; root 6. Code 3 is leaf 0.
    tree = {"path": [[0, 4, 6], [1, 4, 6], [2, 5, 6], [3, 5, 6]], "order": [3, 1, 2, 0]}
    quarter = [0.25] * 4
    # The group has only code 3: a quarter goes to its sibling (cost 1/2), two quarters over the root (cost 1).
    assert holds([0, 0, 0, 4], one(CLOSE_TREE, 0.625, overall=quarter, **tree))
    assert not holds([0, 0, 0, 4], one(CLOSE_TREE, 0.62, overall=quarter, **tree))
    # One of each side: everything is settled among siblings.
    assert holds([2, 0, 0, 2], one(CLOSE_TREE, 0.25, overall=quarter, **tree))
    assert not holds([2, 0, 0, 2], one(CLOSE_TREE, 0.24, overall=quarter, **tree))


def test_a_single_value_is_never_far() -> None:
    assert holds([3], one(CLOSE_ORDERED, 0.0, overall=[1.0]))


def test_places_of_single_values_nulls_and_items() -> None:
    cost = NumberColumn(
        name="cost",
        role=Role.SENSITIVE,
        codes=np.array([0, 2, 1], dtype=np.int32),
        values=np.array([10, 20]),
        has_null=True,
    )
    ills = SetColumn(
        name="ills",
        role=Role.SENSITIVE,
        offsets=np.array([0, 2, 2, 3], dtype=np.int64),
        items=np.array([0, 1, 1], dtype=np.int32),
        values=("flu", "asthma"),
        null=np.zeros(3, dtype=bool),
    )
    ward = CategoryColumn(
        name="ward", role=Role.SENSITIVE, codes=np.array([1, 0, 0], dtype=np.int32), values=("a", "b")
    )
    assert histogram_starts([cost, ills, ward]).tolist() == [0, 3, 5, 7]
    offsets, places = histogram_places([cost, ills, ward])
    assert offsets.tolist() == [0, 4, 6, 9]
    assert places.tolist() == [0, 3, 4, 6, 2, 5, 1, 4, 5]


def test_no_sensitive_columns_have_no_places() -> None:
    offsets, places = histogram_places([])
    assert offsets.tolist() == [0]
    assert places.tolist() == []


def test_text_has_no_histogram() -> None:
    note = TextColumn(
        name="note",
        role=Role.SENSITIVE,
        offsets=np.zeros(1, dtype=np.int64),
        points=np.zeros(0, dtype=np.uint32),
        null=np.zeros(0, dtype=bool),
    )
    with pytest.raises(JobError, match="'note' is free text"):
        histogram_starts([note])

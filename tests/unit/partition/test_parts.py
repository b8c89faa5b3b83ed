"""Two partitions, judged part by part."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokumei.partition.parts import best_of_both
from tokumei.partition.pieces import Pieces

ROWS = 12


def _pieces(groups: list[list[int]]) -> Pieces:
    order = np.array([row for group in groups for row in group], dtype=np.int32)
    return Pieces(order, np.ones(len(order), dtype=np.int64), np.cumsum([len(group) for group in groups]))


def _groups(pieces: Pieces) -> list[list[int]]:
    return [sorted(group.tolist()) for group in np.split(pieces.order, pieces.ends[:-1])]


def _lost(pieces: Pieces, places: list[int]) -> np.ndarray:
    """A group loses its width, once for every row."""
    return np.array(
        [len(group) * (max(own) - min(own)) for group in _groups(pieces) if (own := [places[r] for r in group])]
    )


def _best(one: Pieces, other: Pieces, places: list[int]) -> Pieces:
    return Pieces(*best_of_both(len(places), one, _lost(one, places) * 1.0, other, _lost(other, places) * 1.0))


def test_each_part_comes_from_the_partition_that_loses_less_there() -> None:
    places = [0, 1, 10, 11, 20, 30, 21, 31]
    one = _pieces([[0, 2], [1, 3], [4, 6], [5, 7]])  # worse in the first four rows, better in the others
    other = _pieces([[0, 1], [2, 3], [4, 5], [6, 7]])
    best = _best(one, other, places)
    assert sorted(_groups(best)) == [[0, 1], [2, 3], [4, 6], [5, 7]]


def test_groups_that_share_a_row_are_taken_or_left_together() -> None:
    places = [0, 1, 2, 100]
    one, other = _pieces([[0, 1], [2, 3]]), _pieces([[0, 3], [1, 2]])
    assert sorted(_groups(_best(one, other, places))) == [[0, 1], [2, 3]]


@given(
    st.lists(st.integers(0, 99), min_size=ROWS, max_size=ROWS),
    st.permutations(range(ROWS)),
    st.permutations(range(ROWS)),
    st.sampled_from([2, 3, 4]),
    st.sampled_from([2, 3, 6]),
)
def test_the_best_of_both_loses_no_more_than_either_and_has_every_row_once(
    places: list[int], first: list[int], second: list[int], size: int, other_size: int
) -> None:
    one = _pieces([first[begin : begin + size] for begin in range(0, ROWS, size)])
    other = _pieces([second[begin : begin + other_size] for begin in range(0, ROWS, other_size)])
    best = _best(one, other, places)
    assert sorted(best.order.tolist()) == list(range(ROWS))
    assert _lost(best, places).sum() <= min(_lost(one, places).sum(), _lost(other, places).sum())
    assert all(group in _groups(one) or group in _groups(other) for group in _groups(best))

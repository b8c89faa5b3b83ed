"""Distinct rows, gathered lists and lists side by side, against plain lists."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.core.rows import distinct_rows, gather, offsets_of, side_by_side

SMALL = st.integers(-1, 2)
WIDE = st.sampled_from([-1, 0, 2**31 - 1])
"""Cells so wide that a few of them do not fit into one sorting key."""
LIMITS = {True: {"COMPILED_FROM": 0, "LISTED_TO": 0}, False: {"COMPILED_FROM": 100, "LISTED_TO": 100}}
"""Whether all rows are compared by compiled code, or none."""
LISTS = st.lists(st.lists(SMALL, max_size=4), max_size=20)


def _coded(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    flat = np.array([value for one in lists for value in one], dtype=np.int32)
    return offsets_of(np.array([len(one) for one in lists], dtype=np.int64)), flat


def _plain(offsets: np.ndarray, values: np.ndarray) -> list[list[int]]:
    return [part.tolist() for part in np.split(values, offsets[1:-1])] if len(offsets) > 1 else []


@settings(deadline=None)
@given(st.integers(0, 4).flatmap(lambda width: st.lists(
    st.tuples(st.lists(SMALL | WIDE, min_size=width, max_size=width), st.lists(SMALL, max_size=4)), min_size=1,
)), st.booleans(), st.booleans())  # fmt: skip
def test_distinct_rows_are_sorted_by_content(
    rows: list[tuple[list[int], list[int]]], with_items: bool, compiled: bool
) -> None:
    content = [(cells, items if with_items else []) for cells, items in rows]
    cells = np.array([one for one, _ in rows], dtype=np.int32).reshape(len(rows), -1)
    with patch.multiple("tokumei.core.rows", **LIMITS[compiled]):
        row, first, weight = distinct_rows(cells, *(_coded([items for _, items in rows]) if with_items else ()))
    expected = sorted({(tuple(one), tuple(items)) for one, items in content})
    listed = [(tuple(one), tuple(items)) for one, items in content]
    assert [expected[number] for number in row] == listed
    assert first.tolist() == [listed.index(one) for one in expected]
    assert weight.tolist() == [listed.count(one) for one in expected]


@given(LISTS, st.data())
def test_gathered_lists_are_those_of_the_rows(lists: list[list[int]], data: st.DataObject) -> None:
    marks = np.array(data.draw(st.lists(st.booleans(), min_size=len(lists), max_size=len(lists))), dtype=np.bool_)
    kept = [one for one, mark in zip(lists, marks, strict=True) if mark]
    assert _plain(*gather(*_coded(lists), marks)) == kept
    assert _plain(*gather(*_coded(lists), np.flatnonzero(marks)[::-1])) == kept[::-1]


@given(st.lists(st.tuples(*[st.lists(st.integers(0, 2), max_size=3)] * 3), min_size=1, max_size=10))
def test_lists_side_by_side_count_on_from_their_bases(rows: list[tuple[list[int], list[int], list[int]]]) -> None:
    parts = [_coded([row[number] for row in rows]) for number in range(3)]
    expected = [[*row[0], *(one + 3 for one in row[1]), *(one + 6 for one in row[2])] for row in rows]
    assert _plain(*side_by_side(parts, (0, 3, 6))) == expected

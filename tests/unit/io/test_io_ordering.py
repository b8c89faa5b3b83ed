"""Rows leave in an order that follows from their contents and the seed."""

from __future__ import annotations

import polars as pl
import pytest

from tokumei.io.ordering import ordered_by_content

FRAMES = {
    "plain": pl.DataFrame({"a": [3, 1, None, 3, 2], "b": ["x", "y", None, "x", "日"]}),
    "coded": pl.DataFrame({"a": ["q", "p", "q", None]}, schema={"a": pl.Categorical}),
    "lists": pl.DataFrame({"a": [[1, 2], [1], [], None, [1]], "b": [1, 2, 3, 4, 2]}),
}


@pytest.mark.parametrize("name", FRAMES)
def test_the_order_of_the_source_does_not_matter(name: str) -> None:
    frame = FRAMES[name]
    one = ordered_by_content(frame, 5)
    assert one.schema == frame.schema
    assert sorted(map(str, one.rows())) == sorted(map(str, frame.rows()))
    for other in (frame.reverse(), frame.sample(fraction=1.0, shuffle=True, seed=1)):
        assert ordered_by_content(other, 5).rows() == one.rows()


def test_another_seed_gives_another_order() -> None:
    frame = pl.DataFrame({"a": range(100)})
    assert ordered_by_content(frame, 1).rows() != ordered_by_content(frame, 2).rows()
    assert ordered_by_content(frame, 1).rows() != frame.rows()

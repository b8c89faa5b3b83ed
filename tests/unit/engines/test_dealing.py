"""Parts are dealt out to records: each as often as it is for, and by chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokumei.engines.spreading import Dealer, Spread
from tokumei.errors import SourceError


def spread_of(masses: list[list[int]]) -> Spread:
    """Counted record → the masses of its parts."""
    place = np.repeat(np.arange(len(masses)), [len(parts) for parts in masses]).astype(np.int64)
    mass = np.array([one for parts in masses for one in parts], dtype=np.int64)
    nothing: dict[str, Any] = {"carried": (), "names": (), "seed": None, "published": None}
    keys = pl.DataFrame({"key": range(len(masses))})
    return Spread.of(place, keys=keys, mass=mass, row=np.arange(len(mass)), person=None, **nothing)


@settings(deadline=None)  # the kernel may have to be compiled first
@given(st.lists(st.lists(st.integers(1, 6), max_size=4), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_every_part_is_dealt_as_often_as_it_is_for(masses: list[list[int]], random: Any) -> None:
    spread = spread_of(masses)
    records = [place for place, parts in enumerate(masses) for _ in range(sum(parts))]
    random.shuffle(records)
    dealer = Dealer(spread)
    half = len(records) // 2
    parts = np.concatenate([dealer.deal(np.array(part, dtype=np.int64)) for part in (records[:half], records[half:])])
    dealer.finish()
    owner = np.repeat(np.arange(len(masses)), [len(own) for own in masses])
    assert (owner[parts] == np.array(records, dtype=np.int64)).all()
    assert (np.bincount(parts.astype(np.int64), minlength=len(spread.mass)) == spread.mass).all()


def test_a_record_that_was_not_counted_is_refused() -> None:
    with pytest.raises(SourceError, match="changed"):
        Dealer(spread_of([[2]])).deal(np.array([-1]))


def test_more_records_than_were_counted_are_refused() -> None:
    with pytest.raises(SourceError, match="changed"):
        Dealer(spread_of([[1, 1]])).deal(np.array([0, 0, 0]))


def test_fewer_records_than_were_counted_are_refused() -> None:
    dealer = Dealer(spread_of([[1, 1]]))
    dealer.deal(np.array([0]))
    with pytest.raises(SourceError, match="changed"):
        dealer.finish()


def test_which_of_equal_records_goes_where_is_chance() -> None:
    dealt = [tuple(Dealer(spread_of([[5, 5]])).deal(np.zeros(10, dtype=np.int64)).tolist()) for _ in range(20)]
    assert len(set(dealt)) > 1

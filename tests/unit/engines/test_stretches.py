"""Records that are divided between groups find their part by a number, a stride at a time."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tokumei.engines import spark_joining
from tokumei.engines.spreading import Spread

PARTS = st.lists(st.tuples(st.integers(1, 9), st.booleans()), max_size=4)
"""The masses of a record's parts, and whether each is released."""


@given(st.lists(PARTS, min_size=1, max_size=6), st.integers(1, 5))
def test_every_number_of_a_divided_record_is_in_one_stretch(records: list[Any], stride: int) -> None:
    place = np.repeat(np.arange(len(records)), [len(parts) for parts in records]).astype(np.int64)
    parts = [part for one in records for part in one]
    mass = np.array([number for number, _ in parts], dtype=np.int64)
    row = np.array([number if kept else -1 for number, (_, kept) in enumerate(parts)], dtype=np.int64)
    nothing: dict[str, Any] = {"carried": (), "names": (), "seed": None, "published": None}
    keys = pl.DataFrame({"key": range(len(records))})
    spread = Spread.of(place, keys=keys, mass=mass, row=row, person=None, **nothing)
    shared = np.flatnonzero(spread.count > 1)
    with patch.object(spark_joining, "STRIDE", stride):
        stretches = list(zip(*(one.tolist() for one in spark_joining.stretches_of(spread, shared)), strict=True))
    for one in shared.tolist():
        own = np.repeat(np.flatnonzero(place == one), mass[place == one])
        for number, part in enumerate(own.tolist()):
            there = [
                other
                for other, owner, first, stretch in stretches
                if (owner, stretch) == (one, number // stride) and first <= number < first + mass[other]
            ]
            assert there == ([part] if row[part] >= 0 else [])
    assert {owner for _, owner, _, _ in stretches} <= set(shared.tolist())

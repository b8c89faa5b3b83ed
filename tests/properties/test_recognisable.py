"""How recognisable records are by the columns that are chosen, against counting."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tokumei.draft.unique import recognisable

CODES = st.integers(0, 3) | st.just(2**31 - 1)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, list[int]]:
    """Columns of codes, some of them very large."""
    records = draw(st.integers(1, 30))
    columns = draw(st.integers(1, 5))
    return {f"c{place}": draw(st.lists(CODES, min_size=records, max_size=records)) for place in range(columns)}


@given(tables(), st.integers(2, 6))
def test_unique_and_rare_records_are_counted_as_a_counter_counts_them(table: dict[str, list[int]], k: int) -> None:
    found = recognisable({name: np.array(codes, dtype=np.int32) for name, codes in table.items()}, k=k)
    sizes = Counter(zip(*table.values(), strict=True)).values()
    assert found["records"] == sum(sizes)
    assert found["unique"] == sum(size == 1 for size in sizes)
    assert found["below_k"] == sum(size for size in sizes if size < k)
    few = Counter(zip(*(table[name] for name in found["few"]), strict=True)).values()
    assert found["unique_by_few"] == sum(size == 1 for size in few) <= found["unique"]
    assert 1 <= len(found["few"]) <= 3

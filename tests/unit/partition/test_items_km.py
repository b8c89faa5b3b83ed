"""k^m-anonymity: the algorithm keeps it, and the check on published cells finds what does not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from set_columns import sets
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.published import PublishedColumn
from tokumei.errors import JobError
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.km import recode_km
from tokumei.privacy.km_anonymity import KmAnonymity, rarest_combination

TREE = Hierarchy.from_rows([[leaf, leaf_group, "*"] for leaf, leaf_group in zip("abcdef", "XXXYYY", strict=True)])
CELLS = st.lists(st.one_of(st.none(), st.frozensets(st.sampled_from("abcdef"), max_size=5)), min_size=3, max_size=24)


def _rarest(cells: list[frozenset[str]], m: int) -> int | None:
    counts = Counter(part for cell in cells for size in range(1, m + 1) for part in combinations(sorted(cell), size))
    return min(counts.values(), default=None)


@settings(max_examples=60, deadline=None)
@given(CELLS, st.integers(1, 3))
def test_rarest_combination_is_what_counting_all_says(cells: list[frozenset[str] | None], m: int) -> None:
    full = [cell or frozenset() for cell in cells]
    assert rarest_combination(full, np.ones(len(full), dtype=np.int64), m) == _rarest(full, m)


@settings(max_examples=60, deadline=None)
@given(CELLS, st.integers(2, 4), st.integers(1, 3), st.booleans())
def test_published_cells_are_km_anonymous(cells: list[frozenset[str] | None], k: int, m: int, with_tree: bool) -> None:
    column = replace(sets(cells), hierarchy=TREE) if with_tree else sets(cells)
    recoded = recode_km(SetDimension(column), k=k, m=m)
    texts, place = recoded.labels()
    shown = [frozenset((texts[place[entry]] or "").split(",")) - {""} for entry in recoded.entry.tolist()]
    rarest = _rarest(shown, m)
    assert rarest is None or rarest >= k
    losses = recoded.losses()
    for number, cell in enumerate(cells):
        own = cell or frozenset()
        allowed = own | ({"X" if item in "abc" else "Y" for item in own} if with_tree else set())
        assert shown[number] <= allowed
        assert 0.0 <= losses[number] <= 1.0
    codes = np.array([-1 if texts[place[entry]] is None else place[entry] for entry in recoded.entry.tolist()])
    labels = tuple(text or "" for text in texts)
    promise = KmAnonymity("items", k, m).check(PublishedColumn(codes.astype(np.int32), labels), ",")
    assert promise.holds
    assert promise.achieved == rarest


def test_a_breach_is_found() -> None:
    column = PublishedColumn(np.array([0, 0, 1, 1, 2], dtype=np.int32), ("a,b", "a", "b"))
    for k, m, achieved, holds in ((2, 2, 2, True), (3, 2, 2, False), (3, 1, 3, True)):
        promise = KmAnonymity("items", k, m).check(column, ",")
        assert (promise.achieved, promise.holds) == (achieved, holds)


def test_items_that_are_frequent_enough_stay() -> None:
    column = sets(["ab", "ab", "ac", "ac", "d"])
    recoded = recode_km(SetDimension(column), k=2, m=2)
    texts, place = recoded.labels()
    assert [texts[place[entry]] for entry in recoded.entry.tolist()] == ["a,b", "a,b", "a,c", "a,c", ""]


@pytest.mark.parametrize(("k", "m"), [(1, 2), (2, 0)])
def test_bad_settings_are_refused(k: int, m: int) -> None:
    with pytest.raises(JobError, match=r"k\^m"):
        KmAnonymity("items", k, m)

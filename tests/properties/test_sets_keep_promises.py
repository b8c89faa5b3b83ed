"""Whatever the sets are: k holds on the published cells, items are never made up, and the loss is what was deleted."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from set_columns import categories, numbers, published, sets, table
from tokumei.core.columns import Role
from tokumei.core.predicates import Predicates
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.top_down import TopDown
from tokumei.privacy.compilation import compile_predicates
from tokumei.privacy.distinct_diversity import DistinctDiversity
from tokumei.privacy.k_anonymity import KAnonymity
from tokumei.privacy.t_closeness import TCloseness

METHODS = [("ncp", "fast"), ("ncp", "default"), ("ncp", "best"), ("takahashi", "default")]
CELL = st.one_of(st.none(), st.frozensets(st.sampled_from("abcdefgh"), max_size=6))
ROW = st.tuples(CELL, CELL, st.integers(1950, 1960), st.sampled_from("mf"), st.sampled_from("xyz"))


def _check(recoding, tables, k: int, suppress: float) -> None:  # type: ignore[no-untyped-def]
    records = tables.records
    kept = [number for number in range(records) if recoding.group[number] >= 0]
    assert records - len(kept) <= suppress * records
    cells = list(zip(*(published(recoding, name) for name in recoding.columns), strict=True))
    sizes = Counter(cells[number] for number in kept)
    assert not sizes or min(sizes.values()) >= k
    for column in tables.quasi:
        if column.kind != "set":
            continue
        loss = recoding.columns[column.name].losses()
        for number in kept:
            own = {column.values[item] for item in column.items[column.offsets[number] : column.offsets[number + 1]]}
            text = published(recoding, column.name)[number]
            shown = set((text or "").split(",")) - {""}
            assert shown <= own
            lacking = bool(column.null[number])  # a missing set is kept by an empty field alone
            lost = float(text is not None) if lacking else (len(own) - len(shown)) / max(len(own), 1)
            assert loss[number] == pytest.approx(lost)


@pytest.mark.parametrize(("score", "effort"), METHODS)
@settings(max_examples=25, deadline=None)
@given(st.lists(CELL, min_size=6, max_size=40), st.integers(2, 4), st.sampled_from([0.0, 0.2]))
def test_one_set_column(score: str, effort: str, cells: list[frozenset[str] | None], k: int, suppress: float) -> None:
    column = sets(cells)
    tables = table(column)
    recoding = TopDown(k=k, score=score, effort=effort, suppress=suppress).recode(tables, [SetDimension(column)])
    _check(recoding, tables, k, suppress)


@pytest.mark.parametrize(("score", "effort"), METHODS)
@settings(max_examples=25, deadline=None)
@given(st.lists(ROW, min_size=6, max_size=40), st.integers(2, 4), st.sampled_from([0.0, 0.2]), st.booleans())
def test_mixed_tables_with_models(
    score: str, effort: str, rows: list[tuple], k: int, suppress: float, guarded: bool
) -> None:  # type: ignore[type-arg]
    left, right = sets([row[0] for row in rows], "left"), sets([row[1] for row in rows], "right")
    year, sex = numbers([row[2] for row in rows], "year"), categories([row[3] for row in rows], "sex")
    secret = categories([row[4] for row in rows], "secret", Role.SENSITIVE)
    tables = table(year, left, sex, right, secret)
    dimensions = [Dimension.ordered(year), SetDimension(left), Dimension.values(sex), SetDimension(right)]
    diverse = guarded and len(secret.values) >= 2
    models = [KAnonymity(k), DistinctDiversity("secret", 2)] if diverse else [KAnonymity(k)]
    if guarded and suppress == 0.0:
        models.append(TCloseness("secret", 0.4))
    predicates: Predicates = compile_predicates(models, tables)
    method = TopDown(k=k, score=score, effort=effort, suppress=suppress)
    recoding = method.recode(tables, dimensions, predicates=predicates)
    _check(recoding, tables, k, suppress)
    if diverse:
        for group in np.unique(recoding.group[recoding.group >= 0]):
            assert len(set(secret.codes[recoding.group == group].tolist())) >= 2

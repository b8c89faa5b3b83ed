"""The label of one entry is the one that all labels give it."""

from __future__ import annotations

import polars as pl
import pytest

from tokumei.core.entries import label_of
from tokumei.job import load
from tokumei.pipeline.reading import prepare
from tokumei.pipeline.recoding import recode

DATA = pl.DataFrame(
    {
        "age": [20, 21, 22, 40, 41, None] * 4,
        "town": ["north", "south", "east", "west", None, "north"] * 4,
        "items": ["a1,a2", "a1", "a2,b1", "b1", None, ""] * 4,
    }
)


@pytest.mark.parametrize("trees", [{}, {"hierarchy": {"prefixes": [1]}}])
def test_one_label_is_that_of_all(trees: dict[str, object]) -> None:
    columns = {
        "age": {"role": "quasi", "type": "number", **({"hierarchy": {"intervals": [10, 20]}} if trees else {})},
        "town": {"role": "quasi", "type": "category", **trees},
        "items": {"role": "quasi", "type": "set", **trees},
    }
    recoding = recode(prepare(DATA, load({"columns": columns, "privacy": {"k": 3}}))).recoding
    for column in recoding.columns.values():
        labels, place = column.labels()
        for entry in set(column.entry.tolist()):
            assert label_of(column, entry) == labels[place[entry]]

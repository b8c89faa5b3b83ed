"""Whatever the table: the default keeps as many items as the paper's way (`takahashi`), and loses no more than it."""

from __future__ import annotations

import runpy
from pathlib import Path
from statistics import fmean
from typing import Any

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import tokumei
from set_columns import categories, numbers, published, sets, table
from tokumei.core.recoding import Recoding
from tokumei.partition.dimensions import Dimension
from tokumei.partition.dimensions.items import SetDimension
from tokumei.partition.top_down import TopDown

CELL = st.one_of(st.none(), st.frozensets(st.sampled_from("abcdefgh"), max_size=6))
ROW = st.tuples(CELL, CELL, st.integers(1950, 1990), st.sampled_from("mf"))
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def _kept(recoding: Recoding, names: tuple[str, ...], cells: list[list[Any]]) -> int:
    """How many items are published, a missing set that stays so counted as one; read from the published cells."""
    kept = 0
    for name, own in zip(names, cells, strict=True):
        for text, cell in zip(published(recoding, name), own, strict=True):
            if text != "removed":
                kept += int(cell is None and text is None) + len(set((text or "").split(",")) - {""})
    return kept


@settings(max_examples=60, deadline=None)
@given(
    st.lists(ROW, min_size=6, max_size=60), st.integers(2, 5), st.sampled_from([0.0, 0.2]), st.sampled_from([1.0, 3.0])
)
def test_no_more_items_are_deleted(rows: list[tuple[Any, ...]], k: int, suppress: float, weight: float) -> None:
    cells = [[row[0] for row in rows], [row[1] for row in rows]]
    left, right = sets(cells[0], "left"), sets(cells[1], "right")
    year, sex = numbers([row[2] for row in rows], "year"), categories([row[3] for row in rows], "sex")
    dimensions = [
        Dimension.ordered(year),
        SetDimension(left, weight=weight),
        Dimension.values(sex),
        SetDimension(right, weight=weight),
    ]
    data = table(year, left, sex, right)
    paper, default = (
        TopDown(k=k, score=score, suppress=suppress).recode(data, dimensions) for score in ("takahashi", "ncp")
    )
    names = ("left", "right")
    assert _kept(default, names, cells) >= _kept(paper, names, cells)
    lost = [sum(one.weight * each.ncp()[one.column.name] for one in dimensions) for each in (default, paper)]
    assert lost[0] <= lost[1] + 1e-9


def _deleted(frame: pl.DataFrame, score: str, weight: float) -> tuple[float, float]:
    """The share of the items that is deleted, and the mean NCP of the columns, all counted once."""
    job = {
        "columns": {
            "birth_year": {"role": "quasi", "type": "number"},
            "sex": {"role": "quasi", "type": "category"},
            "month": {"role": "quasi", "type": "category"},
            "diseases": {"role": "quasi", "type": "set", "weight": weight},
        },
        "others": "drop",
        "privacy": {"k": 10},
        "method": {"score": score},
    }
    report = tokumei.anonymize(frame, job).report
    return report["sets"]["diseases"]["deleted_share"], fmean(report["loss"]["columns"].values())


def test_receipts_keep_their_items_unless_they_weigh_less() -> None:
    made = runpy.run_path(str(EXAMPLES / "receipts.py"))["receipts"](2000)
    frame = pl.DataFrame({**made, "diseases": [",".join(cell) for cell in made["diseases"]]})
    paper, default, light = (_deleted(frame, *asked) for asked in (("takahashi", 1.0), ("ncp", 1.0), ("ncp", 0.9)))
    assert default[0] <= paper[0]
    assert default[1] < paper[1]
    assert light[0] > paper[0], "a search for less loss alone deletes more items"
    assert light[1] < default[1]

"""One partition of each column's values for all records: by level the best of all, by column no worse, both the same
for equal values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product
from typing import Any

import polars as pl
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei

TREES = {
    "town": [["ama", "A", "north"], ["ani", "A", "north"], ["biei", "B", "north"], ["cho", "C", "south"]],
    "job": [["p", "x"], ["q", "x"], ["r", "y"], ["s", "y"]],
}
COLUMNS: dict[str, Any] = {
    **{name: {"role": "quasi", "type": "category", "hierarchy": {"rows": rows}} for name, rows in TREES.items()},
    "sick": {"role": "sensitive", "type": "category"},
}
NUMBER = {"role": "quasi", "type": "number"}
slow = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
Row = tuple[str | None, ...]


@st.composite
def tables(draw: st.DrawFn) -> pl.DataFrame:
    size = draw(st.integers(6, 40))

    def column(values: Sequence[Any]) -> list[Any]:
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    return pl.DataFrame(
        {
            "age": column([None, *range(20, 40)]),
            "town": column([row[0] for row in TREES["town"]]),
            "job": column([row[0] for row in TREES["job"]]),
            "sick": column(["flu", "cold", "cough"]),
        },
        schema={"age": pl.Int64, "town": pl.String, "job": pl.String, "sick": pl.String},
    )


def job(by: str, k: int, suppress: float, diverse: bool, **columns: Any) -> dict[str, Any]:
    privacy = {"k": k, "suppress": suppress, **({"l_diversity": {"sick": {"distinct": 2}}} if diverse else {})}
    return {
        "columns": {**COLUMNS, **columns},
        "others": "drop",
        "privacy": privacy,
        "method": {"recoding": by},
        "output": {"order": "keep"},
    }


def best_of_all(table: pl.DataFrame, k: int, suppress: float, diverse: bool) -> float:
    """The least loss over all levels, in plain Python."""
    chains = {name: {row[0]: [*row, "*"] for row in rows} for name, rows in TREES.items()}
    rows = list(zip(table["town"], table["job"], table["sick"], strict=True))
    losses = []
    for one, other in product(range(4), range(3)):
        shown = [(chains["town"][town][one], chains["job"][work][other]) for town, work, _ in rows]
        sick = defaultdict(list)
        for label, (_, _, illness) in zip(shown, rows, strict=True):
            sick[label].append(illness)
        kept = {label for label, ill in sick.items() if len(ill) >= k and (not diverse or len(set(ill)) > 1)}
        removed = sum(label not in kept for label in shown)
        if removed <= int(suppress * len(rows)):
            lost = [
                (_share(label[0], "town", one) + _share(label[1], "job", other)) / 2 if label in kept else 1.0
                for label in shown
            ]
            losses.append(sum(lost) / len(rows))
    return min(losses)


def _share(label: str, name: str, level: int) -> float:
    rows = [[*row, "*"] for row in TREES[name]]
    covered = sum(row[level] == label for row in rows)
    return 0.0 if covered == 1 else covered / len(rows)


def released(table: pl.DataFrame, asked: dict[str, Any]) -> tokumei.Release | None:
    try:
        return tokumei.anonymize(table, asked)
    except tokumei.Infeasible:
        return None


@slow
@given(tables(), st.integers(2, 4), st.sampled_from([0.0, 0.2]), st.booleans())
def test_the_best_levels_are_the_best_of_all_and_columns_lose_no_more(
    table: pl.DataFrame, k: int, suppress: float, diverse: bool
) -> None:
    by_level = released(table, job("level", k, suppress, diverse))
    if by_level is None:
        return
    loss = by_level.report["loss"]["ncp"]
    assert abs(loss - best_of_all(table, k, suppress, diverse)) < 1e-9
    by_column = released(table, job("column", k, suppress, diverse))
    assert by_column is not None
    assert by_column.report["loss"]["ncp"] <= loss + 1e-9


@slow
@given(tables(), st.integers(2, 4), st.sampled_from([0.0, 0.2]), st.booleans(), st.sampled_from(["column", "level"]))
def test_equal_values_are_published_as_one(
    table: pl.DataFrame, k: int, suppress: float, diverse: bool, by: str
) -> None:
    asked = job(by, k, suppress, diverse, age=NUMBER, town={"role": "quasi", "type": "category"})
    asked["output"]["removed"] = "mark"
    release = released(table, asked)
    if release is None:
        return
    names = ["age", "town", "job"]
    new: list[Row] = release.data.select(pl.col(names).cast(pl.String)).rows()
    old: list[Row] = table.select(pl.col(names).cast(pl.String)).rows()
    marked = release.data.select(pl.all_horizontal(pl.all() == "*")).to_series().fill_null(False).to_list()
    there = [not mark or suppress == 0 for mark in marked]
    assert sum(there) == release.report["released"]
    assert len(table) - sum(there) <= int(suppress * len(table))
    for at in range(len(names)):
        shown = {(one[at], other[at]) for one, other, kept in zip(old, new, there, strict=True) if kept}
        assert len(shown) == len({value for value, _ in shown})
    sizes = Counter(row for row, kept in zip(new, there, strict=True) if kept)
    assert all(size >= k for size in sizes.values())


@slow
@given(tables(), st.integers(2, 4), st.sampled_from(["column", "level"]), st.sampled_from([5, "round"]))
def test_a_stored_recoding_makes_the_same_release_of_the_same_data(
    table: pl.DataFrame, k: int, by: str, ends: Any
) -> None:
    asked = job(by, k, 0.2, diverse=False, age={**NUMBER, "ends": ends, "top": 35})
    asked["output"] = {"recoding": "recoding.json"}
    release = released(table, asked)
    if release is None:
        return
    again = tokumei.apply(release.recoding, table)
    names = ["age", "town", "job"]
    rows = [Counter(one.data.select(pl.col(names).cast(pl.String)).rows()) for one in (release, again)]
    assert not rows[0] - rows[1]  # what was released then is now; what was removed for k stays removed
    assert again.report["removed"] <= release.report["removed"]
    assert again.report["verified"]

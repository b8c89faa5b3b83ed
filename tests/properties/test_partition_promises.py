"""Whatever the table: the release keeps its promises, covers its records, and removes no more than it may."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tokumei
from tokumei.core.notation import read_range, read_set

VALUES = {
    "number": st.one_of(st.none(), st.integers(-50, 50)),
    "category": st.one_of(st.none(), st.sampled_from(["a", "b", "c;d", 'say "x"', " e", "日本"])),
    "sick": st.sampled_from(["flu", "cold", "none", None]),
}


@st.composite
def tables(draw: st.DrawFn) -> pl.DataFrame:
    size = draw(st.integers(4, 60))
    return pl.DataFrame(
        {
            "age": draw(st.lists(VALUES["number"], min_size=size, max_size=size)),
            "town": draw(st.lists(VALUES["category"], min_size=size, max_size=size)),
            "job": draw(st.lists(st.sampled_from("pqrs"), min_size=size, max_size=size)),
            "sick": draw(st.lists(VALUES["sick"], min_size=size, max_size=size)),
        },
        schema={"age": pl.Int64, "town": pl.String, "job": pl.String, "sick": pl.String},
    )


COLUMNS = {
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi", "type": "category"},
    "job": {"role": "quasi", "type": "category"},
    "sick": {"role": "sensitive", "type": "category"},
}
slow = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _covers(label: str | None, value: object, *, removed: bool = False) -> bool:
    if label == "*" and not removed:
        return True
    if value is None:
        return label is None or (read_set(label) is not None and "" in (read_set(label) or []))
    if label is None:
        return False
    ends = read_range(label)
    if ends is not None:
        return int(ends[0]) <= int(str(value)) <= int(ends[1])
    members = read_set(label)
    return label == str(value) if members is None else str(value) in members


@slow
@given(table=tables(), k=st.integers(2, 6), effort=st.sampled_from(["fast", "default", "best"]))
def test_every_release_is_k_anonymous_and_covers_its_records(table: pl.DataFrame, k: int, effort: str) -> None:
    job = {
        "columns": COLUMNS,
        "privacy": {"k": k},
        "method": {"effort": effort},
        "output": {"order": "keep"},
    }
    try:
        release = tokumei.anonymize(table, job)
    except tokumei.Infeasible:
        assert k > table.height
        return
    except tokumei.DataError:
        assert all(table[name].n_unique() == 1 for name in ("age", "town", "job"))
        return
    counted = release.data.group_by("age", "town", "job").len()
    assert counted["len"].min() >= k
    assert release.data.height == table.height
    assert release.data["sick"].to_list() == table["sick"].to_list()
    for name in ("age", "town", "job"):
        published = release.data[name].cast(pl.String).to_list()
        assert all(_covers(label, value) for label, value in zip(published, table[name].to_list(), strict=True))
    assert tokumei.verify(release.data, job).ok


@slow
@given(
    table=tables(),
    suppress=st.sampled_from([0.0, 0.1, 0.5]),
    privacy=st.sampled_from(
        [
            {"l_diversity": {"sick": {"distinct": 2}}},
            {"l_diversity": {"sick": {"entropy": 1.5}}},
            {"l_diversity": {"sick": {"recursive": [2.0, 2]}}},
            {"t_closeness": {"sick": 0.3}},
        ]
    ),
)
def test_models_hold_on_the_release(table: pl.DataFrame, privacy: dict, suppress: float) -> None:
    job = {"columns": COLUMNS, "privacy": {"k": 2, "suppress": suppress, **privacy}}
    try:
        release = tokumei.anonymize(table, job)
    except (tokumei.Infeasible, tokumei.DataError):
        return
    assert release.report["removed"] <= suppress * table.height
    assert release.data.height == table.height - release.report["removed"]
    assert tokumei.verify(release.data, job).ok


@slow
@given(table=tables(), seed=st.integers(0, 2**32 - 1))
def test_the_order_of_rows_tells_nothing(table: pl.DataFrame, seed: int) -> None:
    """The same records in another order give the same file, with the same seed."""
    job = {"columns": COLUMNS, "privacy": {"k": 2}, "method": {"effort": "fast"}, "seed": seed}
    try:
        one = tokumei.anonymize(table, job)
    except (tokumei.Infeasible, tokumei.DataError):
        return
    again = tokumei.anonymize(table, job)
    assert one.data.equals(again.data)


def test_nothing_but_the_declared_columns_is_published() -> None:
    rng = np.random.default_rng(0)
    table = pl.DataFrame({"id": range(40), "age": rng.integers(20, 60, 40), "note": ["x"] * 40, "cost": rng.random(40)})
    job = {
        "columns": {
            "id": "identifier",
            "age": {"role": "quasi", "type": "number"},
            "cost": {"role": "sensitive", "type": "number"},
        },
        "others": "drop",
        "privacy": {"k": 4},
    }
    release = tokumei.anonymize(table, job)
    assert release.data.columns == ["age", "cost"]
    with pytest.raises(tokumei.DataError, match="note"):
        tokumei.anonymize(table, {**job, "others": "error"})

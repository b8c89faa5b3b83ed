"""Every method of every kind of job against the same tables and the same promises.

A new score or effort is one line in METHODS; a new awkward table is one entry in TABLES.
"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import tokumei

RULES = [{"name": "old", "when": {"age": {"from": 40}}}, {"name": "north", "when": {"town": "a"}}]
METHODS = {
    "ncp fast": {"score": "ncp", "effort": "fast"},
    "ncp default": {"score": "ncp", "effort": "default"},
    "ncp best": {"score": "ncp", "effort": "best"},
    "median": {"score": "median"},
    "prec": {"score": "prec"},
    "takahashi": {"score": "takahashi"},
    "tfidf": {"score": "tfidf", "rules": RULES},
    "purpose": {"score": "purpose", "rules": RULES},
    "gain": {"score": "gain", "label": "sick"},
}
COLUMNS = {
    "age": {"role": "quasi", "type": "number"},
    "town": {"role": "quasi", "type": "category"},
    "born": {"role": "quasi", "type": "date", "format": "%Y-%m-%d"},
    "sick": {"role": "sensitive", "type": "category"},
}
K = 3


def _table(age: list, town: list, born: list, sick: list) -> pl.DataFrame:
    schema = {"age": pl.Float64, "town": pl.String, "born": pl.String, "sick": pl.String}
    return pl.DataFrame({"age": age, "town": town, "born": born, "sick": sick}, schema=schema, strict=False)


def _drawn(size: int, seed: int) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    days = [f"19{year:02d}-0{month}-1{day}" for year, month, day in rng.integers(1, 9, (size, 3)).tolist()]
    return _table(
        rng.integers(0, 90, size).tolist(),
        rng.choice(list("abcdefgh"), size, p=[0.6, 0.1, 0.1, 0.05, 0.05, 0.04, 0.03, 0.03]).tolist(),
        days,
        rng.choice(["flu", "cold", "none"], size).tolist(),
    )


def _with_nulls(size: int) -> pl.DataFrame:
    drawn = _drawn(size, 3)
    rng = np.random.default_rng(4)
    return drawn.with_columns(
        pl.when(pl.Series(rng.random(size) < 0.3)).then(None).otherwise(pl.col(name)).alias(name)
        for name in ("age", "town", "born", "sick")
    )


TABLES = {
    "as drawn": _drawn(80, 1),
    "with nulls": _with_nulls(60),
    "exactly k": _drawn(K, 5),
    "one unlike all others": _table([1.0] * 9 + [99.0], ["a"] * 9 + ["z"], ["1990-01-01"] * 10, ["flu", "cold"] * 5),
    "all but one column constant": _table(list(range(12)), ["a"] * 12, ["1990-01-01"] * 12, ["flu", "cold"] * 6),
    "everything twice": pl.concat([_drawn(12, 6)] * 2),
    "strange values": _table(
        [-0.5, 1e15, 1e-9, 0, 7, 7, 7, -3], ["a;b", '"', "{", "日本", " x ", "a", "a", "a"],
        ["1970-01-01"] * 4 + ["2262-01-01"] * 4, ["flu", "cold"] * 4,
    ),
}  # fmt: skip
PROMISES = {
    "k alone": {},
    "distinct": {"l_diversity": {"sick": {"distinct": 2}}},
    "entropy": {"l_diversity": {"sick": {"entropy": 1.3}}},
    "closeness": {"t_closeness": {"sick": 0.4}},
    "removal": {"suppress": 0.2},
}


def _job(method: str, **privacy: object) -> dict:
    return {"columns": COLUMNS, "privacy": {"k": K, **privacy}, "method": METHODS[method]}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("method", METHODS)
def test_k_holds_and_nothing_is_lost(method: str, table: str) -> None:
    data = TABLES[table]
    before = data.clone()
    release = tokumei.anonymize(data, _job(method))
    assert data.equals(before)
    assert release.data.group_by("age", "town", "born").len()["len"].min() >= K
    assert release.report["removed"] == 0
    assert release.data.height == data.height
    assert sorted(release.data["sick"], key=str) == sorted(data["sick"], key=str)
    assert 0 <= release.report["loss"]["ncp"] <= 1
    assert all(0 <= loss <= 1 for loss in release.report["loss"]["columns"].values())


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("method", METHODS)
def test_promises_hold_on_the_release_alone(method: str, promise: str) -> None:
    job = _job(method, **PROMISES[promise])
    if (method, promise) == ("takahashi", "removal"):
        with pytest.raises(tokumei.JobError, match="this job has no set"):
            tokumei.anonymize(TABLES["as drawn"], job)
        return
    release = tokumei.anonymize(TABLES["as drawn"], job)
    verified = tokumei.verify(release.data, job)
    assert verified.ok
    assert len(verified.promises) == (1 if promise in ("k alone", "removal") else 2)
    assert release.report["removed"] <= 0.2 * 80


@pytest.mark.parametrize("method", METHODS)
def test_measures_from_codes_and_from_labels_agree(method: str) -> None:
    job = {**_job(method), "output": {"order": "keep"}}
    release = tokumei.anonymize(TABLES["with nulls"], job)
    measured = tokumei.measure(TABLES["with nulls"], release.data, job)
    assert measured["loss"]["ncp"] == pytest.approx(release.report["loss"]["ncp"], abs=1e-9)
    assert measured["discernibility"] == release.report["discernibility"]


@pytest.mark.parametrize("method", METHODS)
def test_the_same_job_gives_the_same_release(method: str) -> None:
    job = {**_job(method), "seed": 1}
    one, two = (tokumei.anonymize(TABLES["as drawn"], job).data for _ in range(2))
    assert one.equals(two)


@pytest.mark.parametrize("method", METHODS)
def test_k_above_the_table_is_infeasible(method: str) -> None:
    job = _job(method)
    job["privacy"]["k"] = 81
    with pytest.raises(tokumei.Infeasible, match="80"):
        tokumei.anonymize(TABLES["as drawn"], job)

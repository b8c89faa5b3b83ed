"""One algorithm, three engines: on a cluster the same jobs give the same releases, and keep the same promises."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
import tokumei.spark
from engines.jobs import AGE, CASES, quasi_identifiers, write_job, write_source

CLOSE = 1.25
"""What pieces may lose, as a share of what the whole loses: small tables have few cuts to choose from."""


def run(case: str, folder: Path, name: str, engine: Any) -> tuple[pl.DataFrame, dict[str, Any]]:
    """The release of a case by an engine, and its report."""
    release = tokumei.run(write_job(folder, CASES[case].job, engine=engine, output=name))
    assert not [one.name for one in folder.iterdir() if one.name.startswith(".")]
    return pl.read_parquet(folder / name / "*.parquet" if name != "local.parquet" else folder / name), release.report


def check(case: str, frame: pl.DataFrame, release: pl.DataFrame, report: dict[str, Any]) -> None:
    """What is promised, counted in the release by plain means; and that kept columns are of their own records."""
    job = CASES[case].job
    groups = [
        name for name in release.columns if name.removesuffix("_low").removesuffix("_high") in quasi_identifiers(job)
    ]
    assert all(promise["holds"] for promise in report["promises"])
    assert release.height == frame.height - report["removed"]
    members = release.group_by(groups)
    assert members.len()["len"].min() >= job["privacy"]["k"]
    if "l_diversity" in job["privacy"]:
        assert members.agg(pl.col("sick").n_unique())["sick"].min() >= 2
    if "person" in job:
        assert members.agg(pl.col("whose").n_unique())["whose"].min() >= job["privacy"]["k"]
    if "copy" in release.columns:
        name = AGE if AGE in quasi_identifiers(job) else "age"
        low, high, own = pl.col(f"{name}_low"), pl.col(f"{name}_high"), pl.col("copy")
        outside = release.filter(low.is_not_null() & (own.is_null() | ~own.is_between(low, high)))
        assert outside.is_empty()


@pytest.mark.parametrize("case", CASES)
def test_a_cluster_loses_what_one_machine_loses(case: str, tmp_path: Path, spark: Any) -> None:
    frame = write_source(tmp_path, CASES[case])
    address = spark.sparkContext.master
    whole, here = run(case, tmp_path, "local.parquet", "local")
    check(case, frame, whole, here)
    for name, engine in (("streaming", "streaming"), ("spark", {"spark": address, "pieces": 1})):
        release, report = run(case, tmp_path, name, engine)
        check(case, frame, release, report)
        assert report["loss"]["ncp"] == pytest.approx(here["loss"]["ncp"], rel=1e-12)
        assert report["removed"] == here["removed"]
        same = ["age_low", "age_high"] if case == "divided" else release.columns  # who goes with the outlier is chance
        assert release.select(same).sort(pl.all()).equals(whole.select(same).sort(pl.all()))


@pytest.mark.parametrize("case", ["promises", "people", "lists"])
def test_pieces_that_workers_recode_lose_about_as_much(case: str, tmp_path: Path, spark: Any) -> None:
    frame = write_source(tmp_path, CASES[case])
    _, here = run(case, tmp_path, "local.parquet", "local")
    release, report = run(case, tmp_path, "spark", {"spark": spark.sparkContext.master, "pieces": 3})
    check(case, frame, release, report)
    assert report["engine"]["pieces"] == 3
    assert report["loss"]["ncp"] <= CLOSE * here["loss"]["ncp"]

"""On a cluster the same jobs give the same releases, whoever dies in the middle; and its other ways in."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
import tokumei.spark
from engines.jobs import AGE, CASES, SMALL, hidden, numbers, quasi_identifiers, source, whole, write_job, write_source
from engines.standalone import PATIENCE, Cluster

PAGE = Path(__file__).resolve().parents[2] / "docs" / "engines_spark.md"
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
    assert ("suppress" in job["privacy"]) == (report["removed"] > 0)
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
def test_a_cluster_loses_what_one_machine_loses(case: str, tmp_path: Path, on_cluster: Any) -> None:
    frame = write_source(tmp_path, CASES[case])
    address = on_cluster.sparkContext.master
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
def test_pieces_that_workers_recode_lose_about_as_much(case: str, tmp_path: Path, on_cluster: Any) -> None:
    frame = write_source(tmp_path, CASES[case])
    _, here = run(case, tmp_path, "local.parquet", "local")
    release, report = run(case, tmp_path, "spark", {"spark": on_cluster.sparkContext.master, "pieces": 3})
    check(case, frame, release, report)
    assert report["engine"]["pieces"] == 3
    assert report["loss"]["ncp"] <= CLOSE * here["loss"]["ncp"]


def until(happens: Callable[[], bool], alive: Callable[[], bool]) -> None:
    """Waits for something that a run does, as long as it lives."""
    end = time.monotonic() + PATIENCE
    while not happens():
        assert alive(), "the run ended before"
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_worker_that_dies_in_the_middle_changes_nothing(cluster: Cluster, tmp_path: Path, on_cluster: Any) -> None:
    source(tmp_path, numbers(1000, 1), numbers(1000, 2))
    engine = {"spark": cluster.address, "pieces": 4}
    first = tokumei.run(write_job(tmp_path, SMALL, engine=engine, output="first")).report
    tracker = on_cluster.sparkContext.statusTracker()
    over = threading.Event()

    def working() -> bool:
        return any(tmp_path.glob(".tokumei-*/tasks/*")) and bool(tracker.getActiveStageIds())

    def kill() -> None:
        until(working, lambda: not over.is_set())
        cluster.kill(cluster.workers[0])

    death = threading.Thread(target=kill)
    death.start()
    try:
        report = tokumei.run(write_job(tmp_path, SMALL, engine=engine)).report
    finally:
        over.set()
        death.join()
        cluster.fill()
    assert whole(tmp_path) == 2000
    assert report["loss"] == first["loss"]
    assert hidden(tmp_path) == []


def test_a_driver_that_dies_leaves_the_old_release(cluster: Cluster, tmp_path: Path, on_cluster: Any) -> None:
    source(tmp_path)
    tmp_path.joinpath("release").mkdir()
    tmp_path.joinpath("release", "old.parquet").write_text("the old release")
    job = write_job(tmp_path, SMALL, engine={"spark": "local[1]", "pieces": 2})
    process = subprocess.Popen(
        [sys.executable, "-m", "tokumei", "run", job, "--force"],
        env=cluster.environment,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until(lambda: any(tmp_path.glob(".tokumei-*/tasks/*")), lambda: process.poll() is None)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert [one.name for one in tmp_path.joinpath("release").iterdir()] == ["old.parquet"]
    assert not tmp_path.joinpath("release.html").exists()
    tokumei.run(job, force=True)
    assert whole(tmp_path) == 600
    assert not tmp_path.joinpath("release", "old.parquet").exists()


def test_workers_without_the_package_are_said(tmp_path: Path, on_cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write_source(tmp_path, CASES["people"])
    job = write_job(tmp_path, CASES["people"].job, engine={"spark": "local", "pieces": 2})
    absent = tmp_path / "absent" / "tokumei"  # an installed package would be found: one that is not there hides it
    absent.mkdir(parents=True)
    absent.joinpath("__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'tokumei'\")\n")
    monkeypatch.setitem(on_cluster.sparkContext.environment, "PYTHONPATH", str(absent.parent))
    with pytest.raises(tokumei.EngineError, match="do not have tokumei") as error:
        tokumei.run(job)
    assert "\n" not in str(error.value)
    assert not tmp_path.joinpath("release").exists()
    assert hidden(tmp_path) == []


def test_two_jobs_run_at_once_one_by_spark_submit_as_the_page_says(
    cluster: Cluster, tmp_path: Path, on_cluster: Any
) -> None:
    source(tmp_path)
    submitted = write_job(tmp_path, SMALL, engine={"spark": cluster.address})
    other = write_job(tmp_path, SMALL, engine={"spark": cluster.address}, output="other")
    blocks = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    name, script = next(block for block in blocks if block[0] == "run_job.py")
    tmp_path.joinpath(name).write_text(script)
    submit = Path(cluster.environment["SPARK_HOME"]) / "bin" / "spark-submit"
    process = subprocess.Popen(
        [submit, "--master", cluster.address, "--total-executor-cores", "1", tmp_path / name, "run", submitted],
        env=cluster.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: any(tmp_path.glob(".tokumei-*")), lambda: process.poll() is None)
    report = tokumei.run(other).report
    said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert (whole(tmp_path), whole(tmp_path, "other")) == (600, 600)
    assert json.loads(tmp_path.joinpath("release.json").read_text())["loss"] == report["loss"]
    assert hidden(tmp_path) == []

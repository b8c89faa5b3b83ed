"""Clusters that cannot be used, and other ways to one: `spark-submit`, Spark Connect."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import tokumei
from engines.jobs import CASES, write_job, write_source
from engines.standalone import PATIENCE, Cluster

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "engines_spark.md"


def said_by(job: Path, environment: dict[str, str]) -> str:
    """What the program says of a job that it refuses: sentences, and nothing left."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tokumei", "run", job],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert "\tat org." not in done.stderr
    assert not job.with_name("release").exists()
    assert not list(job.parent.glob(".*"))
    return " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("spark://127.0.0.1:1", "Nobody answers at 'spark://127.0.0.1:1'"),
        ("spark://127.0.0.1:1,127.0.0.1:2", "Nobody answers"),
        ("sc://127.0.0.1:1", "Nobody answers"),
        ("sparc://host", "Spark does not know such a cluster"),
        ("yarn", "HADOOP_CONF_DIR"),
    ],
)
def test_a_cluster_that_is_not_there_is_said_at_once(
    address: str, sentence: str, tmp_path: Path, cluster: Cluster
) -> None:
    write_source(tmp_path, CASES["divided"])
    job = write_job(tmp_path, CASES["divided"].job, engine={"spark": address})
    assert sentence in said_by(job, cluster.environment)


def test_without_java_the_sentence_says_what_to_install(tmp_path: Path, cluster: Cluster) -> None:
    write_source(tmp_path, CASES["divided"])
    job = write_job(tmp_path, CASES["divided"].job, engine={"spark": "local"})
    environment = {name: value for name, value in cluster.environment.items() if name != "JAVA_HOME"}
    assert "needs a Java runtime" in said_by(job, {**environment, "PATH": str(tmp_path)})


def test_workers_without_the_package_are_said(tmp_path: Path, cluster: Cluster) -> None:
    write_source(tmp_path, CASES["people"])
    job = write_job(tmp_path, CASES["people"].job, engine={"spark": cluster.address, "pieces": 2})
    absent = tmp_path / "absent" / "tokumei"  # an installed package would be found: one that is not there hides it
    absent.mkdir(parents=True)
    absent.joinpath("__init__.py").write_text("raise ModuleNotFoundError(\"No module named 'tokumei'\")\n")
    settings = f"--conf spark.executorEnv.PYTHONPATH={absent.parent} pyspark-shell"
    assert "do not have tokumei" in said_by(job, {**cluster.environment, "PYSPARK_SUBMIT_ARGS": settings})


def test_spark_submit_runs_a_job_file_as_the_page_says(tmp_path: Path, cluster: Cluster) -> None:
    write_source(tmp_path, CASES["people"])
    here = tokumei.run(write_job(tmp_path, CASES["people"].job, engine="local", output="local.parquet")).report
    job = write_job(tmp_path, CASES["people"].job, engine={"spark": cluster.address})
    blocks = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    name, script = next(block for block in blocks if block[0] == "run_job.py")
    tmp_path.joinpath(name).write_text(script)
    submit = Path(cluster.environment["SPARK_HOME"]) / "bin" / "spark-submit"
    done = subprocess.run(
        [submit, "--master", cluster.address, tmp_path / name, "run", job],
        env=cluster.environment,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(tmp_path.joinpath("release.json").read_text())
    assert report["loss"]["ncp"] == pytest.approx(here["loss"]["ncp"])
    assert pl.read_parquet(tmp_path / "release" / "*.parquet").height == report["records"]


@pytest.fixture
def connect(tmp_path: Path, cluster: Cluster) -> Any:
    """The address of a Spark Connect server on this machine."""
    pytest.importorskip("grpc", reason="grpcio is not installed, which Spark Connect needs")
    home = Path(cluster.environment["SPARK_HOME"])
    if not list(home.glob("jars/spark-connect_*.jar")):
        pytest.skip("this Spark has no Connect server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [home / "bin" / "spark-submit", "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    command += ["--master", "local[2]", "--conf", f"spark.connect.grpc.binding.port={port}", "spark-internal"]
    with open(tmp_path / "connect.log", "wb") as log:
        server = subprocess.Popen(command, env=cluster.environment, stdout=log, stderr=subprocess.STDOUT)
    for _ in range(PATIENCE * 5):
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0 or server.poll() is not None:
                break
        time.sleep(0.2)
    yield f"sc://127.0.0.1:{port}"
    server.kill()
    server.wait()


def test_spark_connect_loses_what_one_machine_loses(connect: str, tmp_path: Path, cluster: Cluster) -> None:
    write_source(tmp_path, CASES["people"])
    here = tokumei.run(write_job(tmp_path, CASES["people"].job, engine="local", output="local.parquet")).report
    job = write_job(tmp_path, CASES["people"].job, engine={"spark": connect})
    environment = {name: value for name, value in cluster.environment.items() if name != "SPARK_CONF_DIR"}
    done = subprocess.run(
        [sys.executable, "-m", "tokumei", "run", job], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(tmp_path.joinpath("release.json").read_text())
    assert report["loss"]["ncp"] == pytest.approx(here["loss"]["ncp"])

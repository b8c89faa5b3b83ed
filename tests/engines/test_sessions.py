"""Clusters that cannot be used, and Spark Connect."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tokumei
from engines.jobs import CASES, write_job, write_source
from engines.standalone import PATIENCE, environment


def said_by(job: Path, given: dict[str, str]) -> str:
    """What the program says of a job that it refuses: sentences, and nothing left."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tokumei", "run", job],
        env=given,
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
    address: str, sentence: str, tmp_path: Path, settings: Path
) -> None:
    write_source(tmp_path, CASES["divided"])
    job = write_job(tmp_path, CASES["divided"].job, engine={"spark": address})
    assert sentence in said_by(job, environment(settings))


def test_without_java_the_sentence_says_what_to_install(tmp_path: Path, settings: Path) -> None:
    write_source(tmp_path, CASES["divided"])
    job = write_job(tmp_path, CASES["divided"].job, engine={"spark": "local"})
    without = {name: value for name, value in environment(settings).items() if name != "JAVA_HOME"}
    assert "needs a Java runtime" in said_by(job, {**without, "PATH": str(tmp_path)})


@pytest.fixture
def connect(tmp_path: Path, settings: Path) -> Any:
    """The address of a Spark Connect server on this machine."""
    pytest.importorskip("grpc", reason="grpcio is not installed, which Spark Connect needs")
    home = Path(environment()["SPARK_HOME"])
    if not list(home.glob("jars/spark-connect_*.jar")):
        pytest.skip("this Spark has no Connect server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [home / "bin" / "spark-submit", "--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
    command += ["--master", "local[2]", "--conf", f"spark.connect.grpc.binding.port={port}", "spark-internal"]
    with open(tmp_path / "connect.log", "wb") as log:
        server = subprocess.Popen(command, env=environment(settings), stdout=log, stderr=subprocess.STDOUT)
    for _ in range(PATIENCE * 20):
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0 or server.poll() is not None:
                break
        time.sleep(0.05)
    yield f"sc://127.0.0.1:{port}"
    server.kill()
    server.wait()


def test_spark_connect_loses_what_one_machine_loses(connect: str, tmp_path: Path) -> None:
    write_source(tmp_path, CASES["people"])
    here = tokumei.run(write_job(tmp_path, CASES["people"].job, engine="local", output="local.parquet")).report
    job = write_job(tmp_path, CASES["people"].job, engine={"spark": connect})
    command = [sys.executable, "-m", "tokumei", "run", job]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    report = json.loads(tmp_path.joinpath("release.json").read_text())
    assert report["loss"]["ncp"] == pytest.approx(here["loss"]["ncp"])

"""One cluster and one session for all tests of a process; without pyspark or Java they are skipped, and say so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.standalone import Cluster, environment, missing_part, write_settings


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the settings of Spark."""
    missing = missing_part()
    if missing is not None:
        pytest.skip(missing)
    folder = tmp_path_factory.mktemp("spark")
    write_settings(folder)
    return folder


@pytest.fixture(scope="session")
def cluster(settings: Path) -> Iterator[Cluster]:
    """A master and two workers."""
    made = Cluster(settings)
    yield made
    made.stop()


@pytest.fixture(scope="session")
def on_cluster(cluster: Cluster) -> Iterator[Any]:
    """A session on the cluster, which jobs of this process use too."""
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    if there is not None:
        there.stop()
    os.environ.update(cluster.environment)
    session = SparkSession.builder.master(cluster.address).appName("tests").getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def spark(settings: Path) -> Any:
    """The session of this process: on the cluster where there is one, or of this machine alone, which starts sooner."""
    from pyspark.sql import SparkSession

    there = SparkSession.getActiveSession()
    if there is not None:
        return there
    os.environ.update(environment(settings))
    return SparkSession.builder.master("local[2]").appName("tests").getOrCreate()

"""One cluster for all tests of a process; without pyspark or Java they are skipped, and say so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from engines.standalone import Cluster, missing_part


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A master and two workers."""
    missing = missing_part()
    if missing is not None:
        pytest.skip(missing)
    made = Cluster(tmp_path_factory.mktemp("cluster") / "spark")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def spark(cluster: Cluster) -> Iterator[Any]:
    """A session on the cluster, which jobs of this process use too."""
    from pyspark.sql import SparkSession

    os.environ.update(cluster.environment)
    session = SparkSession.builder.master(cluster.address).appName("tests").getOrCreate()
    yield session
    session.stop()

"""A session on a cluster, and what Spark says put into sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tokumei.engines.spark_sentences import sentence_of
from tokumei.errors import EngineError, ExtraError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["ONE_THREAD", "explained", "quoted", "session_for"]

ONE_THREAD = ("NUMBA_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS")
"""What keeps a worker's process to one core: Spark counts on it."""
SETTINGS = {"spark.sql.session.timeZone": "UTC", "spark.ui.showConsoleProgress": "false"}
"""Of a session that is made here."""


def session_for(address: str) -> SparkSession:
    """A session on a cluster: the one that is there already (in a notebook, or under `spark-submit`), or a new one."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ExtraError.needed("spark", "Spark") from None
    there = SparkSession.getActiveSession()
    if there is not None:
        return there
    builder: Any = SparkSession.builder.appName("tokumei")
    if address.startswith("sc://"):
        builder = builder.remote(address)
    else:
        master = "local[*]" if address == "local" else address
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the workers are processes of this machine
        builder = builder.master(master)
        for name in ONE_THREAD:
            builder = builder.config(f"spark.executorEnv.{name}", "1")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
    with explained("start"):
        session: SparkSession = builder.getOrCreate()
        return session


def quoted(name: str) -> str:
    """A name as Spark takes it, whatever characters it has."""
    return f"`{name.replace('`', '``')}`"


@contextmanager
def explained(stage: str) -> Iterator[None]:
    """What Spark says, as one sentence with a remedy."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError, RuntimeError) as error:
        raise EngineError(sentence_of(str(error), stage)) from None

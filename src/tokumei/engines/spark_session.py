"""A session on a cluster, and what Spark says put into sentences."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import getproxies

from tokumei.engines.spark_sentences import error_of
from tokumei.errors import EngineError, ExtraError, listing

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["check_master", "explained", "one_thread", "quoted", "session_for"]

ONE_THREAD = ("NUMBA_NUM_THREADS", "POLARS_MAX_THREADS", "OMP_NUM_THREADS")
"""What keeps a worker's process to one core: Spark counts on it."""
SECONDS = 5
"""How long a cluster may take to answer a call."""
DEFAULT = {"spark": 7077, "sc": 15002}
"""Ports, where an address has none."""
SETTINGS = {"spark.sql.session.timeZone": "UTC", "spark.ui.showConsoleProgress": "false"}
"""Of a session that is made here."""
DRIVER = "-XX:TieredStopAtLevel=1"
"""For the Java process of a driver whose workers have the records: compiling for speed costs it more than it gives."""
MASTERS = ("local", "spark://", "yarn", "k8s://", "sc://")


def one_thread() -> None:
    """A worker's process has one core."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")


def session_for(address: str) -> SparkSession:
    """A session on a cluster: the one that is there already (in a notebook, or under `spark-submit`), or a new one."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise ExtraError.needed("spark", "Spark") from None
    there = SparkSession.getActiveSession()
    if there is not None:
        return there
    check_master(address)
    builder: Any = SparkSession.builder.appName("tokumei")
    if address.startswith("sc://"):
        builder = builder.remote(address)
    else:
        master = "local[*]" if address == "local" else address
        if master.startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # the workers are processes of this machine
        else:
            os.environ.setdefault("SPARK_SUBMIT_OPTS", DRIVER)
        builder = builder.master(master)
        for name in ONE_THREAD:
            builder = builder.config(f"spark.executorEnv.{name}", "1")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
    with explained("start"):
        session: SparkSession = builder.getOrCreate()
        if not address.startswith("sc://") and session.conf.get("spark.log.level", None) is None:
            session.sparkContext.setLogLevel("OFF")  # what fails is said in a sentence; the log may quote the data
        return session


def check_master(address: str) -> None:
    """Raises EngineError where no session can be had: Spark itself would try for minutes, or say it in Java."""
    if not address.startswith(MASTERS):
        raise EngineError(
            f"Spark does not know such a cluster: give {listing([*MASTERS, 'local[4]'])}, with host and port where "
            "they belong."
        )
    if not address.startswith("sc://") and shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        raise EngineError(
            "Spark needs a Java runtime (17 or newer), and none was found: install one, or set JAVA_HOME."
        )
    if address == "yarn" and not (os.environ.get("HADOOP_CONF_DIR") or os.environ.get("YARN_CONF_DIR")):
        raise EngineError("For `yarn`, HADOOP_CONF_DIR must name the folder with the settings of the cluster: set it.")
    scheme, _, rest = address.partition("://")
    if scheme not in ("spark", "sc") or getproxies():
        return
    hosts = [urlsplit(f"//{one}") for one in rest.partition("/")[0].split(",")]
    if not any(_answers(host.hostname or "", host.port or DEFAULT[scheme]) for host in hosts):
        raise EngineError(f"Nobody answers at {address!r}: is the address right, and is Spark running there?")


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=SECONDS):
            return True
    except OSError:
        return False


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
    except (PySparkException, Py4JError, RuntimeError, ImportError) as error:
        raise error_of(error, stage) from None

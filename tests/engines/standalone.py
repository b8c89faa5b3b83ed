"""A real cluster on this machine: a master and workers of Spark, each a process of its own, on loopback."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["PATIENCE", "Cluster", "environment", "missing_part", "write_settings"]

SOURCE = Path(__file__).resolve().parents[2] / "src"
PATIENCE = 120
"""Seconds until a part of the cluster that says nothing is given up."""
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xverify:none"
"""What short-lived Java processes need least time with."""
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "600m",
    "spark.driver.extraJavaOptions": QUICK,
    "spark.executor.extraJavaOptions": QUICK,
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.cores.max": "2",
    "spark.sql.shuffle.partitions": "2",
    "spark.task.maxFailures": "2",
    "spark.sql.adaptive.enabled": "true",
    "spark.ui.enabled": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.showConsoleProgress": "false",
}
"""Every application has an executor with one core on each of two workers, so that two can run at once."""


def missing_part() -> str | None:
    """Why there can be no cluster here."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "pyspark is not installed"
    if shutil.which("java") is None and not os.environ.get("JAVA_HOME"):
        return "there is no Java"
    return None


def write_settings(folder: Path) -> None:
    """What sessions of the tests are set to; `shared` in the folder is also at `viewfs://tests/shared`, where only
    Hadoop's file systems reach."""
    shared = folder / "shared"
    shared.mkdir()
    folder.joinpath("spark-defaults.conf").write_text(
        "".join(f"{name} {value}\n" for name, value in SETTINGS.items())
        + f"spark.sql.warehouse.dir {folder / 'warehouse'}\n"
        + f"spark.hadoop.fs.viewfs.mounttable.tests.link./shared {shared.as_uri()}\n"
    )


def environment(settings: Path | None = None) -> dict[str, str]:
    """For a driver: where Spark and its settings are, and the Python of all sides."""
    import pyspark

    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SPARK_", "PYSPARK_"))}
    return {
        **kept,
        "SPARK_HOME": str(Path(pyspark.__file__).parent),
        **({} if settings is None else {"SPARK_CONF_DIR": str(settings)}),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
        "PYTHONPATH": str(SOURCE),
        "LC_ALL": "C.UTF-8",
    }


class Cluster:
    """A master and its workers; all that they write lies in one folder."""

    def __init__(self, folder: Path, *, workers: int = 2) -> None:
        self._folder = folder
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._started = 0
        self._master = self._start("master.Master")
        self.address = self._says(self._master, r"Starting Spark master at (spark://\S+)")
        self._size = workers
        self.fill()

    @property
    def environment(self) -> dict[str, str]:
        """For a driver on it."""
        return environment(self._folder)

    def fill(self) -> None:
        """As many workers as there were."""
        missing = self._size - len(self.workers)
        for name in [self._start("worker.Worker", self.address) for _ in range(missing)]:
            self._says(name, "Successfully registered with master")

    @property
    def workers(self) -> list[str]:
        """Those that live."""
        return [name for name in self._processes if name != self._master]

    def kill(self, name: str) -> None:
        """A worker and its executors are gone at once, as when a machine fails."""
        process = self._processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """The end of all processes."""
        for name in list(self._processes):
            self.kill(name)

    def _start(self, what: str, *master: str) -> str:
        name = f"{self._started}-{what.partition('.')[0]}"
        self._started += 1
        daemon = {**self.environment, "SPARK_DAEMON_MEMORY": "256m", "SPARK_DAEMON_JAVA_OPTS": QUICK}
        start = Path(daemon["SPARK_HOME"]) / "bin" / "spark-class"
        command = [start, f"org.apache.spark.deploy.{what}", "--host", "127.0.0.1"]
        command += ["--port", "0", "--webui-port", "0"]
        if master:
            command += ["--cores", "3", "--memory", "2g", "--work-dir", self._folder / name, *master]
        with open(self._folder / f"{name}.log", "wb") as log:
            self._processes[name] = subprocess.Popen(
                command, stdout=log, stderr=subprocess.STDOUT, env=daemon, start_new_session=True
            )
        return name

    def _says(self, name: str, words: str) -> str:
        """What a process writes, once it has written it."""
        log = self._folder / f"{name}.log"
        for _ in range(PATIENCE * 20):
            match = re.search(words, log.read_text(errors="replace"))
            if match is not None:
                return match.group(match.lastindex or 0)
            if self._processes[name].poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError(f"{name} did not start: {log.read_text(errors='replace')[-2000:]}")

"""Engines as tables grow: CPU, memory and loss of `local`, `streaming` and `spark`, beside copying the same files.

`python -m benchmarks engines_growth [--rows 1e6 1e7 1e8] [--wide 1e7] [--spark 1e6 1e7] [--folder DIR]`. Spark is a
master and two workers on this machine; its CPU is that of all of its processes. Each run is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.engines_data import columns, make
from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import PAGE, rewrite_block, table

K = 10
OUT = PAGE.parent / "engines.md"
TICK = os.sysconf("SC_CLK_TCK")
PIECES = 16


def copied(source: str, target: str) -> None:
    """The files through the engine of the data-frame library, and nothing else."""
    import polars as pl

    pl.scan_parquet(f"{source}/*.parquet").sink_parquet(target)


def anonymized(source: str, target: str, engine: Any) -> dict[str, Any]:
    """What the report says."""
    import tokumei

    job = {
        "source": {"parquet": source},
        "columns": columns(),
        "privacy": {"k": K},
        "engine": engine,
        "output": {"data": target, "report": f"{target}.html"},
    }
    report = tokumei.run(job, force=True).report
    seconds = {stage: round(value, 1) for stage, value in report["seconds"].items()}
    return {
        "ncp": report["loss"]["ncp"],
        "least": report["smallest_group"],
        "seconds": seconds,
        **report.get("engine", {}),
    }


def session_cpu(session: int, seen: dict[int, float]) -> int:
    """The resident bytes of all processes of some sessions; their CPU seconds are noted in `seen`."""
    resident = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
            if int(words[3]) != session:
                continue
            seen[int(stat.parent.name)] = (int(words[11]) + int(words[12])) / TICK
            resident += int(words[21]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            continue
    return resident


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, dict[str, str], int]]:
    """A master and two workers in a session of their own: address, environment of a driver, session."""
    import pyspark

    home = Path(pyspark.__file__).parent
    conf = folder / "conf"
    conf.mkdir(parents=True)
    settings = {"spark.executor.memory": "3g", "spark.driver.memory": "4g", "spark.ui.enabled": "false"}
    (conf / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    environment = {
        **os.environ,
        "SPARK_HOME": str(home),
        "SPARK_CONF_DIR": str(conf),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    start = f"{home}/bin/spark-class org.apache.spark.deploy"
    script = f"{start}.master.Master --host 127.0.0.1 --port 0 --webui-port 0 >{folder}/master.log 2>&1 &\n"
    script += f"while ! grep -q 'Starting Spark master at' {folder}/master.log; do sleep .2; done\n"
    script += f"A=$(grep -o 'spark://[0-9.:]*' {folder}/master.log | head -1)\n"
    script += "".join(
        f"{start}.worker.Worker --host 127.0.0.1 --cores 1 --memory 4g --webui-port 0 --work-dir {folder}/w{number} $A "
        f">{folder}/worker{number}.log 2>&1 &\n"
        for number in range(2)
    )
    process = subprocess.Popen(["bash", "-c", script + "wait"], env=environment, start_new_session=True)
    try:
        for number in range(2):
            log = folder / f"worker{number}.log"
            while not log.exists() or "Successfully registered" not in log.read_text(errors="replace"):
                time.sleep(0.2)
        match = re.search(r"spark://[0-9.:]+", (folder / "master.log").read_text())
        assert match is not None
        yield match.group(), environment, process.pid
    finally:
        os.killpg(process.pid, signal.SIGKILL)


def on_cluster(
    folder: Path, source: str, target: str, pieces: int | None
) -> tuple[dict[str, Any], float, float, float]:
    """What the report says, seconds, CPU seconds and peak bytes, over all processes, those of the cluster included."""
    with cluster(folder) as (address, environment, session):
        engine = {"spark": address, **({} if pieces is None else {"pieces": pieces})}
        code = (
            f"from benchmarks.engines_growth import anonymized; import json; print(json.dumps(anonymized({source!r}, "
        )
        code += f"{target!r}, {engine!r})))"
        seen: dict[int, float] = {}
        peak = 0
        driver = subprocess.Popen(
            [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, start_new_session=True, text=True
        )
        before: dict[int, float] = {}
        session_cpu(session, before)
        while driver.poll() is None:
            peak = max(peak, session_cpu(session, seen) + session_cpu(driver.pid, seen))
            time.sleep(0.2)
        assert driver.stdout is not None
        said = driver.stdout.read()
        if driver.returncode:
            raise RuntimeError(said)
        cpu = sum(seen.values()) - sum(before.values())
        result = json.loads(said.splitlines()[-1])
        return result, sum(result["seconds"].values()), cpu, peak


def main() -> None:
    """Measures what is asked, prints it, and writes the block of the page."""
    asked = argparse.ArgumentParser(description=__doc__)
    for name, default in (("rows", [1e6, 1e7]), ("wide", []), ("spark", []), ("spark-wide", [])):
        asked.add_argument(f"--{name}", type=float, nargs="*", default=default)
    asked.add_argument("--folder", type=Path)
    given = asked.parse_args()
    folder = Path(tempfile.mkdtemp(dir=given.folder))
    rows: list[list[str]] = []
    measured: list[tuple[float, int, float]] = []
    for kind, sizes, clusters in (("mix", given.rows, given.spark), ("wide", given.wide, given.spark_wide)):
        for size in sorted({*sizes, *clusters}):
            source = folder / f"{kind}{size:.0f}"
            make(source, int(size), kind=kind)
            if size in sizes:
                copy = in_fresh_process(copied, str(source), str(folder / "copy.parquet"))
                rows.append(
                    [kind, f"{size:,.0f}", "copying", "", f"{copy.cpu:.1f}", "1.0", f"{copy.peak / 1e9:.1f}", ""]
                )
                for engine in ("local", "streaming") if size <= 1e7 else ("streaming",):
                    target = folder / (f"{engine}.parquet" if engine == "local" else engine)
                    found = in_fresh_process(anonymized, str(source), str(target), engine)
                    rows.append(_row(kind, size, engine, found.result, found.seconds, found.cpu, found.peak, copy.cpu))
                    if engine == "streaming":
                        measured.append((size, found.result["different_records"], found.cpu))
                    print(rows[-1], found.result, flush=True)
            if size in clusters:
                place = folder / f"cluster-{kind}-{size:.0f}"
                result, wall, cpu, peak = on_cluster(
                    place, str(source), str(folder / "spark"), PIECES if kind == "wide" else None
                )
                rows.append(_row(kind, size, "spark, two workers", result, wall, cpu, peak, None))
                print(rows[-1], result, flush=True)
    header = ["", "records", "engine", "different", "pieces", "wall s", "CPU s", "copying = 1", "peak GB", "NCP %"]
    words = (
        f"`python -m benchmarks engines_growth {' '.join(sys.argv[1:])}`; {machine('tokumei', 'polars', 'pyspark')}."
    )
    rewrite_block("engines_growth", f"{words}\n\n{table(header, rows, left=3)}", OUT)
    rewrite_block("engines_plan", planned(measured), OUT)


def planned(measured: list[tuple[float, int, float]]) -> str:
    """CPU seconds as so much a record and so much a different one, fitted to what was measured, and what that means."""
    import numpy as np

    figures = np.array(measured)
    (each, different), *_ = np.linalg.lstsq(figures[:, :2] / figures[:, 2:], np.ones(len(figures)), rcond=None)
    off = ", ".join(
        f"{records:,.0f}: {each * records + different * own:,.0f} for {cpu:,.0f}" for records, own, cpu in measured
    )
    lines = [
        f"Fitted to the runs of `streaming`: **{each * 1e6:.2f} µs of CPU a record** (counting, writing, verifying) "
        f"and **{different * 1e6:.0f} µs a different record** (the partition). What the model says for what was "
        f"measured, by records: {off} s.",
        "",
        "| | records | different | CPU s | on 2 cores | 10 workers × 4 | 100 workers × 4 |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for records, own in ((1e8, 2.5e6), (1e9, 1e7), (1e9, 5e7)):
        cpu = each * records + different * own
        walls = [_hours(cpu / cores) for cores in (2, 40, 400)]
        lines.append(f"| | {records:,.0f} | {own:,.0f} | {cpu:,.0f} | {walls[0]} | {walls[1]} | {walls[2]} |")
    return "\n".join(lines)


def _hours(seconds: float) -> str:
    return (
        f"{seconds / 3600:.1f} h"
        if seconds >= 5400
        else f"{seconds / 60:.0f} min"
        if seconds >= 90
        else f"{seconds:.0f} s"
    )


def _row(
    kind: str,
    size: float,
    engine: str,
    result: dict[str, Any],
    wall: float,
    cpu: float,
    peak: float,
    copy: float | None,
) -> list[str]:
    assert result["least"] >= K
    ratio = "" if copy is None else f"{cpu / copy:.1f}"
    different = f"{result['different_records']:,}" if "different_records" in result else ""
    figures = [different, str(result.get("pieces", 1)), f"{wall:.0f}", f"{cpu:.1f}", ratio, f"{peak / 1e9:.1f}"]
    return [kind, f"{size:,.0f}", engine, *figures, f"{100 * result['ncp']:.3f}"]


if __name__ == "__main__":
    main()

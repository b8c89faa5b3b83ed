"""Engines as tables grow: CPU, memory and loss of `local`, `streaming` and `spark`, beside copying the same files.

`python -m benchmarks.engines_growth [--rows 1e6 1e7 1e8] [--wide 1e7] [--spark 1e6 1e7] [--fast] [--folder DIR]`. Spark
is a master and two workers on this machine; its CPU is that of all of its processes. `--fast` runs it with
`effort: fast`, which searches nothing. Each run is a process of its own. What a call does not measure stays on the page
as it was, with the call that measured it.
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

import numpy as np

from benchmarks.engines_data import columns, make
from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import PAGE, rewrite_block, table

K = 10
OUT = PAGE.parent / "engines.md"
TICK = os.sysconf("SC_CLK_TCK")
ENGINES = ("copying", "local", "streaming", "spark, two workers", "spark, two workers, fast")
CORES = (("streaming", 2), ("spark, two workers", 40), ("spark, two workers", 400))
"""Of the columns of the plan."""


def copied(source: str, target: str) -> None:
    """The files through the engine of the data-frame library, and nothing else."""
    import polars as pl

    pl.scan_parquet(f"{source}/*.parquet").sink_parquet(target)


def anonymized(source: str, target: str, engine: Any, effort: str = "default") -> dict[str, Any]:
    """What the report says."""
    import tokumei

    job = {
        "source": {"parquet": source},
        "columns": columns(),
        "privacy": {"k": K},
        "method": {"effort": effort},
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


def on_cluster(folder: Path, source: str, target: str, effort: str) -> tuple[dict[str, Any], float, float, float]:
    """What the report says, seconds, CPU seconds and peak bytes, over all processes, those of the cluster included."""
    with cluster(folder) as (address, environment, session):
        engine = {"spark": address}
        code = (
            f"from benchmarks.engines_growth import anonymized; import json; print(json.dumps(anonymized({source!r}, "
        )
        code += f"{target!r}, {engine!r}, {effort!r})))"
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
    asked.add_argument("--fast", action="store_true")
    asked.add_argument("--folder", type=Path)
    given = asked.parse_args()
    folder = Path(tempfile.mkdtemp(dir=given.folder))
    rows: list[list[str]] = []
    for kind, sizes, clusters in (("mix", given.rows, given.spark), ("wide", given.wide, given.spark_wide)):
        for size in sorted({*sizes, *clusters}):
            source = folder / f"{kind}{size:.0f}"
            make(source, int(size), kind=kind)
            if size in sizes:
                copy = in_fresh_process(copied, str(source), str(folder / "copy.parquet"))
                same = [f"{copy.seconds:.0f}", f"{copy.cpu:.1f}", "1.0", f"{copy.peak / 1e9:.1f}"]
                rows.append([kind, f"{size:,.0f}", "copying", "", "", *same, ""])
                for engine in ("local", "streaming") if size <= 1e7 else ("streaming",):
                    target = folder / (f"{engine}.parquet" if engine == "local" else engine)
                    found = in_fresh_process(anonymized, str(source), str(target), engine)
                    rows.append(_row(kind, size, engine, found.result, found.seconds, found.cpu, found.peak, copy.cpu))
                    print(rows[-1], found.result, flush=True)
            if size in clusters:
                place = folder / f"cluster-{kind}-{size:.0f}"
                effort, name = ("fast", ENGINES[-1]) if given.fast else ("default", ENGINES[-2])
                result, wall, cpu, peak = on_cluster(place, str(source), str(folder / "spark"), effort)
                rows.append(_row(kind, size, name, result, wall, cpu, peak, None))
                print(rows[-1], result, flush=True)
    call = " ".join(["python -m benchmarks.engines_growth", *_given(sys.argv[1:])])
    rewrite_block("engines_growth", renewed(OUT, rows, f"`{call}`; {machine('tokumei', 'polars', 'pyspark')}."), OUT)
    rewrite_block("engines_plan", planned(measured_rows(OUT)), OUT)


def renewed(page: Path, rows: list[list[str]], call: str) -> str:
    """The table of the page with rows measured anew, and the calls that measured them."""
    new = {tuple(row[:3]) for row in rows}
    kept = [row for row in measured_rows(page) if tuple(row[:3]) not in new]
    calls = {match[1]: match[2] for match in re.finditer(r"^(\d+)\. (`.*)$", _block(page), flags=re.MULTILINE)}
    number = {old: str(place) for place, old in enumerate(sorted({row[-1] for row in kept}, key=int), start=1)}
    last = str(len(number) + 1)
    every = [[*row[:-1], number[row[-1]]] for row in kept] + [[*row, last] for row in rows]
    every.sort(key=lambda row: (row[0], float(row[1].replace(",", "")), ENGINES.index(row[2])))
    header = [
        "",
        "records",
        "engine",
        "different",
        "pieces",
        "wall s",
        "CPU s",
        "copying = 1",
        "peak GB",
        "NCP %",
        "run",
    ]
    named = [f"{new}. {calls[old]}" for old, new in number.items()] + [f"{last}. {call}"]
    return "\n".join(["Runs:", "", *named, "", table(header, every, left=3)])


def planned(rows: list[list[str]]) -> str:
    """CPU seconds as so much a start, a record and a different one, fitted to the runs, and what that means."""
    lines, models = [], {}
    for engine, fixed in (("streaming", False), ("spark, two workers", True)):
        runs = [[float(cell.replace(",", "")) for cell in (row[1], row[3], row[6])] for row in rows if row[2] == engine]
        if len(runs) < 2 + fixed:
            continue
        figures = np.array(runs)
        parts = np.column_stack([figures[:, :2], np.full(len(runs), float(fixed))])
        found, *_ = np.linalg.lstsq(parts / figures[:, 2:], np.ones(len(runs)), rcond=None)
        models[engine] = found
        off = "; ".join(f"{one @ found:,.0f} for {run[2]:,.0f}" for one, run in zip(parts, runs, strict=True))
        start = f", {found[2]:.0f} s a start" if fixed else ""
        checked = (
            f"the model says {off} s." if len(runs) > 2 + fixed else "as many runs as figures, so that none checks it."
        )
        lines.append(
            f"- `{engine.partition(',')[0]}`: **{found[0] * 1e6:.1f} µs of CPU a record** (counting, writing, "
            f"verifying), **{found[1] * 1e6:.0f} µs a different record** (the partition){start}; {checked}"
        )
    header = ["records", "different", "streaming, 2 cores", "Spark, 10 workers × 4", "Spark, 100 workers × 4"]
    table_rows = []
    for records, different in ((1e8, 2.5e6), (1e9, 1e7), (1e9, 5e7)):
        cpu = {engine: np.array([records, different, 1.0]) @ found for engine, found in models.items()}
        walls = [_hours(cpu[engine] / cores) for engine, cores in CORES if engine in models]
        table_rows.append([f"{records:,.0f}", f"{different:,.0f}", *walls])
    return "\n".join([*lines, "", table(header[: len(table_rows[0])], table_rows, left=0)])


def measured_rows(page: Path) -> list[list[str]]:
    """The rows of the table as the page has them."""
    lines = [line for line in _block(page).splitlines() if line.startswith(("| mix", "| wide"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def _block(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    return text.partition("<!-- engines_growth -->")[2].partition("<!-- /engines_growth")[0]


def _given(words: list[str]) -> list[str]:
    """The call without where its files lay."""
    return words[: words.index("--folder")] if "--folder" in words else words


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

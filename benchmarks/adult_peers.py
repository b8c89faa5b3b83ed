"""Loss, time and memory on `adult` beside the peers of the package registry: `python -m benchmarks.adult_peers [FILE]`.

Every run is a process of its own. Every release is judged by tokumei's own `measure` and `verify`, read back from the
file that was written, so that all are measured alike. The peers pin old versions of numpy, pandas and typer: they get
an environment of their own, `.venv/peers`, made on the first run. Finished runs are kept in FILE, where one is named,
so that a benchmark that was stopped goes on from there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.adult_table import FORMS, KS, folder, job, measuring_job
from benchmarks.measuring import in_fresh_process, machine
from benchmarks.pages import rewrite_block, table

ROOT = Path(__file__).resolve().parents[1]
PEERS = ("anjana==1.2.3", "anonypy==0.2.1", "anonypyx==0.2.11", "pycanon==1.3.5")
EFFORTS = ("fast", "default", "best")
PATIENCE = 1800
"""Seconds after which a peer is stopped."""


@dataclass(frozen=True)
class Run:
    """One tool with its settings at one k."""

    tool: str
    form: str
    k: int
    call: float = 0.0
    """Wall seconds from coded or read data to published values."""
    whole: float = 0.0
    """Wall seconds of the process: start, read, anonymize, write."""
    cpu: float = 0.0
    """CPU seconds of the same."""
    peak: int = 0
    ncp: float | None = None
    smallest: int = 0
    failure: str = ""


def tokumei_run(form: str, effort: str, k: int, output: str) -> float:
    """One job from the CSV file to a CSV file; returns the seconds between reading and verifying."""
    from tokumei.pipeline import run

    report = run(job(k, form=form, effort=effort, data=output), force=True).report
    return report["seconds"]["anonymize"] + report["seconds"]["publish"]


def judged(release: str, k: int) -> tuple[float, int]:
    """NCP and smallest group of a released file, by the same rules for all."""
    from tokumei import measure, verify

    asked = measuring_job(k)
    found = measure(folder() / "adult.csv.gz", release, asked)
    if found["unread"] or found["foreign"]:
        raise ValueError(f"labels that cannot be read: {found['unread']} {found['foreign']}")
    return found["loss"]["ncp"], verify(release, asked).smallest_group


def checked(release: str, k: int) -> float:
    """CPU seconds that `verify` takes on a release that is already read, once all is loaded."""
    import polars

    from tokumei import verify

    frame = polars.read_csv(release, infer_schema=False)
    verify(frame.head(k), measuring_job(k))
    started = time.process_time()
    if not verify(frame, measuring_job(k)).ok:
        raise ValueError("the release does not keep its promise")
    return time.process_time() - started


def peers_python() -> Path:
    """The Python of the peers' environment, which is made where it is not there."""
    home = ROOT / ".venv" / "peers"
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PEERS],
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return python


def peer_run(python: Path, peer: str, k: int, output: Path) -> dict[str, Any]:
    """The figures that the peer's process printed, and its wall seconds."""
    script = Path(__file__).with_name("adult_peer_process.py")
    started = time.perf_counter()
    try:
        done = subprocess.run(
            [str(python), "-W", "ignore", str(script), peer, str(k), str(folder()), str(output)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"not done after {PATIENCE} s", "whole": time.perf_counter() - started}
    whole = time.perf_counter() - started
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        return {"error": f"status {done.returncode}: {done.stderr.strip()[-200:]}", "whole": whole}
    return {**json.loads(lines[-1]), "whole": whole}


def tokumei_once(form: str, effort: str, k: int, output: Path) -> Run:
    """Tokumei at one k; its kernels are compiled before."""
    took = in_fresh_process(tokumei_run, form, effort, k, str(output))
    ncp, smallest = in_fresh_process(judged, str(output), k).result
    return Run(f"tokumei {effort}", form, k, took.result, took.whole, took.whole_cpu, took.peak, ncp, smallest)


def peer_once(python: Path, peer: str, form: str, k: int, output: Path) -> Run:
    """A peer at one k."""
    found = peer_run(python, peer, k, output)
    took = {name: found.get(name, 0) for name in ("call", "whole", "cpu", "peak")}
    if "error" in found or not output.exists():
        return Run(peer, form, k, **took, failure=found.get("error") or found.get("said") or "no release")
    ncp, smallest = in_fresh_process(judged, str(output), k).result
    return Run(peer, form, k, **took, ncp=ncp, smallest=smallest)


def planned(python: Path, scratch: Path) -> Iterator[tuple[tuple[str, str, int], Callable[[], Run]]]:
    """(tool, published form, k) → how to run it. Microaggregation runs once: it does not fit."""
    for form in FORMS:
        for effort in EFFORTS:
            for k in KS:
                output = scratch / f"tokumei-{form}-{effort}-{k}.csv"
                yield (f"tokumei {effort}", form, k), partial(tokumei_once, form, effort, k, output)
    forms = {"anjana": "all nodes", "anonypy": "sets", "anonypyx": "sets", "anonypyx-mdav": "sets"}
    for peer, form in forms.items():
        for k in (10,) if peer == "anonypyx-mdav" else KS:
            yield (peer, form, k), partial(peer_once, python, peer, form, k, scratch / f"{peer}-{k}.csv")


def all_runs(python: Path, scratch: Path, kept: Path | None) -> list[Run]:
    """Every planned run, done now or found in the file of finished ones; prints as it goes."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept and kept.exists() else []
    finished = {(run.tool, run.form, run.k): run for run in (Run(**json.loads(line)) for line in lines)}
    warm: set[tuple[str, str]] = set()
    runs = []
    for key, start in planned(python, scratch):
        run = finished.get(key)
        if run is None:
            tool, form, _ = key
            if tool.startswith("tokumei") and (tool, form) not in warm:
                # What the search needs is the same with `best`, and a large k would not come to all of it.
                effort = "fast" if tool == "tokumei fast" else "default"
                in_fresh_process(tokumei_run, form, effort, KS[0], str(scratch / "warm.csv"))
                warm.add((tool, form))
            run = start()
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(run)) + "\n")
        runs.append(run)
        loss = run.failure or f"NCP {100 * (run.ncp or 0):.2f} %, smallest group {run.smallest}"
        print(
            f"{run.tool:16} {run.form:9} k={run.k:<4} {run.whole:6.1f} s, {run.cpu:6.1f} CPU s, "
            f"{run.peak / 2**20:5.0f} MB, {loss}",
            flush=True,
        )
    return runs


def checks(python: Path, scratch: Path) -> list[list[str]]:
    """CPU seconds to check k of tokumei's releases: pyCANON and `tokumei verify`."""
    rows = []
    for k in KS:
        release = scratch / f"tokumei-sets-default-{k}.csv"
        if not release.exists():
            in_fresh_process(tokumei_run, "sets", "default", k, str(release))
        theirs = peer_run(python, "pycanon", k, release)
        ours = in_fresh_process(checked, str(release), k)
        rows.append(
            [
                str(k),
                f"{ours.result:.3f}",
                f"{theirs['call']:.3f}",
                f"{theirs['call'] / ours.result:.1f}",
                f"{ours.whole_cpu:.2f}",
                f"{theirs['cpu']:.2f}",
                str(theirs["k"]),
            ]
        )
    return rows


def page(runs: list[Run], checked_rows: list[list[str]], said: str) -> str:
    """The block of the page."""
    ours = {(run.tool, run.form, run.k): run for run in runs}
    settings = list(dict.fromkeys((run.tool, run.form) for run in runs if run.tool != "anonypyx-mdav"))
    head = ["tool", "publishes", *(f"k = {k}" for k in KS)]

    def line(tool: str, form: str, figure: str) -> list[str]:
        cells = []
        for k in KS:
            run = ours.get((tool, form, k))
            cells.append("–" if run is None or run.failure else figure.format(run=run, ncp=100 * (run.ncp or 0)))
        return [tool, form, *cells]

    losses = table(head, [line(tool, form, "{ncp:.2f}") for tool, form in settings], left=2)
    cpu = table(head, [line(tool, form, "{run.cpu:.1f}") for tool, form in settings], left=2)
    base = ours["tokumei default", "sets", 10]
    detail = [
        [
            tool,
            form,
            f"{run.call:.2f}",
            f"{run.whole:.1f}",
            f"{run.cpu:.1f}",
            f"{run.cpu / base.cpu:.1f}",
            f"{run.peak / 2**20:.0f}",
            f"{(run.ncp or 0) / (base.ncp or 1):.2f}",
        ]
        for tool, form in settings
        if (run := ours.get((tool, form, 10))) is not None and not run.failure
    ]
    ten = table(
        ["tool", "publishes", "call s", "process s", "CPU s", "CPU ÷ tokumei default", "MB", "NCP ÷ tokumei default"],
        detail,
        left=2,
    )
    check = table(
        ["k", "verify", "pyCANON", "ratio", "verify, process", "pyCANON, process", "k that pyCANON found"], checked_rows
    )
    broken = [run for run in runs if not run.failure and run.smallest < run.k]
    kept = (
        "Every release keeps its k, by `tokumei verify`."
        if not broken
        else "Not k-anonymous by `tokumei verify`: "
        + ", ".join(f"{run.tool} at k = {run.k} (smallest group {run.smallest})" for run in broken)
        + "."
    )
    failures = [f"- {run.tool}, k = {run.k}: `{run.failure}`" for run in runs if run.failure]
    forms = "; ".join(f"*{name}*: {words}" for name, words in FORMS.items())
    return "\n\n".join(
        [
            f"`python -m benchmarks adult_peers`; {said}; peers in their own environment: {', '.join(PEERS)}.",
            f"Published: {forms}.",
            "NCP in %, all nine columns, nothing removed: a category loses the leaves it covers / the leaves of its "
            "hierarchy, age its range / the range of the table. " + kept,
            losses,
            "*All nodes* is grown by leaves of age, but measured by its range.",
            "CPU seconds of the whole process (start, read CSV, anonymize, verify where the tool does, write CSV; "
            "kernels compiled before):",
            cpu,
            "At k = 10; *call* is the wall time from the data in memory to the published values, *process* the wall "
            "time of everything:",
            ten,
            *(
                [
                    "Runs without a release (this benchmark lets a peer take 8 GB of address space, "
                    f"and stops it after {PATIENCE} s):\n\n" + "\n".join(failures)
                ]
                if failures
                else []
            ),
            "CPU seconds to check k of tokumei's releases (sets, default), the frame already in memory "
            "and a first row or group checked before; *process* with "
            "start, imports and reading:",
            check,
        ]
    )


def main(kept: str | None = None) -> None:
    """Runs everything, prints as it goes, rewrites the page's block."""
    said = machine("tokumei", "numpy", "numba", "polars")
    python = peers_python()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        runs = all_runs(python, scratch, Path(kept) if kept else None)
        text = page(runs, checks(python, scratch), said)
    print(text)
    rewrite_block("adult_peers", text)


if __name__ == "__main__":
    main(*sys.argv[1:])

"""What a piece of work takes, measured in a process of its own: wall seconds, CPU seconds, peak memory.

CPU seconds stand beside wall seconds because a machine that does other things at the same time stretches the latter.
"""

from __future__ import annotations

import multiprocessing
import os
import platform
import resource
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

__all__ = ["Measured", "in_fresh_process", "machine", "of_command", "peak_memory"]


@dataclass(frozen=True)
class Measured:
    """What came out of a piece of work, and what it took."""

    result: Any
    seconds: float
    """Of the work alone, without starting the process and importing the module."""
    cpu: float
    """User and system seconds over all threads, of the work alone."""
    peak: int
    """Peak resident bytes of the process from its start."""
    whole: float
    """Wall seconds from starting the process to its end."""
    whole_cpu: float
    """CPU seconds of the same."""


def in_fresh_process(work: Callable[..., Any], *arguments: Any) -> Measured:
    """Runs a function of an importable module in a new process; its result must be picklable.

    Raises RuntimeError with the words of whatever the work raised.
    """
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(there, work, arguments))
    started = time.perf_counter()
    process.start()
    there.close()
    try:
        said = here.recv()
    except EOFError:
        said = None
    process.join()
    whole = time.perf_counter() - started
    if said is None:
        raise RuntimeError(f"The process ended with status {process.exitcode} and no result.")
    result, seconds, cpu, peak, whole_cpu, error = said
    if error:
        raise RuntimeError(error)
    return Measured(result, seconds, cpu, peak, whole, whole_cpu)


def _work(answer: Connection, work: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        result, error = work(*arguments), ""
    except Exception as raised:  # any failure is told to the process that asked
        result, error = None, f"{type(raised).__name__}: {raised}"
    seconds, in_all = time.perf_counter() - wall, time.process_time()
    answer.send((result, seconds, in_all - cpu, peak_memory(), in_all, error))


def of_command(
    command: Sequence[str], *, environment: dict[str, str] | None = None, cwd: Path | None = None
) -> Measured:
    """Runs a command to its end; the result is its standard output. Raises RuntimeError when it fails."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    told: list[str] = []
    listener = threading.Thread(target=lambda: told.append(process.stderr.read()))  # type: ignore[union-attr]
    listener.start()
    output = process.stdout.read()
    listener.join()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    whole = time.perf_counter() - started
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with status {process.returncode}: {told[0][-500:]}")
    cpu = usage.ru_utime + usage.ru_stime
    return Measured(output, whole, cpu, usage.ru_maxrss * 1024, whole, cpu)


def peak_memory() -> int:
    """Peak resident bytes of this process; on Linux without those of the process that started it."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) * 1024
    except (OSError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if platform.system() == "Darwin" else 1024)


def machine(*packages: str) -> str:
    """One line: date, cores, how busy they are, Python, and the versions of some packages."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = [f"{name} {_version(name)}" for name in packages]
    system = f"{platform.system()} {platform.machine()}"
    return ", ".join(
        [time.strftime("%Y-%m-%d"), f"{system}, {cores} cores{load}", f"Python {platform.python_version()}", *versions]
    )


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"

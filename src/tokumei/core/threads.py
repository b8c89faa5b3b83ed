"""Threads for compiled work, which runs without the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from tokumei.errors import JobError

__all__ = ["parallel", "parts_of", "pool", "workers"]

_WORTH_A_THREAD = 100_000
Item = TypeVar("Item")
Result = TypeVar("Result")


def workers() -> int:
    """How many threads to use: as many as the environment's TOKUMEI_THREADS says, else the cores that this process may
    run on. No result depends on it."""
    asked = os.environ.get("TOKUMEI_THREADS", "")
    if asked:
        if not asked.isdecimal() or int(asked) < 1:
            raise JobError("The environment variable TOKUMEI_THREADS must be a whole number of at least 1, or empty.")
        return int(asked)
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def parallel(work: Callable[[Item], Result], items: Iterable[Item], *, threads: int | None = None) -> list[Result]:
    """The results of independent pieces of work, in their order, on `threads` threads or on as many as there are."""
    pieces = list(items)
    if len(pieces) <= 1 or threads == 1:
        return [work(piece) for piece in pieces]
    with pool(threads) as executor:
        return list(executor.map(work, pieces))


def parts_of(steps: int) -> int:
    """Into how many parts to cut work of so many steps: one a thread, or one alone where a thread is not worth it."""
    return workers() if steps >= _WORTH_A_THREAD else 1


@contextmanager
def pool(threads: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads that is left at once when its user is interrupted: running work is not waited for."""
    executor = ThreadPoolExecutor(threads or workers())
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()

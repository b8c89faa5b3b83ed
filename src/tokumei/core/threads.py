"""Threads for compiled work, which runs without the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

__all__ = ["pool", "workers"]


def workers() -> int:
    """How many threads to use: the cores that this process may run on."""
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


@contextmanager
def pool() -> Iterator[ThreadPoolExecutor]:
    """A pool of threads that is left at once when its user is interrupted: running work is not waited for."""
    executor = ThreadPoolExecutor(workers())
    try:
        yield executor
    except BaseException:
        executor.shutdown(wait=False, cancel_futures=True)
        raise
    executor.shutdown()

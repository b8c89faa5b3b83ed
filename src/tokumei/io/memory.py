"""Whether memory suffices, asked before it is taken.

Where the system refuses memory to the data-frame library, it ends the whole process, and no error can be caught: what
can be known beforehand is asked beforehand.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["available_memory", "require_memory"]

_CGROUP = Path("/sys/fs/cgroup")
_PROC = Path("/proc")


def require_memory(needed: int) -> None:
    """Raises MemoryError where more bytes are needed than the process can have; says nothing where nobody knows."""
    available = available_memory()
    if available is not None and needed > available:
        raise MemoryError


def available_memory() -> int | None:
    """The bytes that this process can still take: the least of the machine's, its container's and its own limit."""
    known = [limit for limit in (_of_machine(), _of_container(), _of_process()) if limit is not None]
    return max(min(known), 0) if known else None


def _of_machine() -> int | None:
    with suppress(OSError, ValueError, IndexError):
        lines = (_PROC / "meminfo").read_text(encoding="ascii").splitlines()
        sizes = {line.partition(":")[0]: int(line.split()[1]) * 1024 for line in lines}
        if "MemAvailable" in sizes:
            return sizes["MemAvailable"] + sizes.get("SwapFree", 0)
    return None


def _of_container() -> int | None:
    with suppress(OSError, ValueError):
        limit = int((_CGROUP / "memory.max").read_text(encoding="ascii"))
        lines = (_CGROUP / "memory.stat").read_text(encoding="ascii").splitlines()
        cached = sum(int(line.split()[1]) for line in lines if line.startswith("inactive_file "))
        return limit - int((_CGROUP / "memory.current").read_text(encoding="ascii")) + cached
    return None


def _of_process() -> int | None:
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int((_PROC / "self" / "statm").read_text(encoding="ascii").split()[0])
            return limit - pages * os.sysconf("SC_PAGE_SIZE")
    return None

"""How kernels are compiled.

A kernel that Python calls is `njit(cache=True, nogil=True)`. One that only other kernels call is a `part`: it needs no
door to Python, and becomes part of those that call it, which are kept. A `step` is a part that stands in a loop: it is
written out where it is called, since handing over all arrays of a tuple takes longer than what it does.

A kernel is compiled once for every combination of types that it is called with, and a literal number is a type of its
own: constants that are handed from kernel to kernel, and what a variable that is handed on begins with, are of numpy's
types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

__all__ = ["NONE", "ZERO", "compiled_elsewhere", "part", "step", "wait_for_kernels"]

# numba's stubs lack its options about wrappers
part: Any = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # type: ignore[call-overload]
step: Any = njit(  # type: ignore[call-overload]
    nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
)

NONE: Any = np.int64(-1)
ZERO: Any = np.int64(0)

_waiting: list[Callable[[], object]] = []


def compiled_elsewhere(wait: Callable[[], object]) -> None:
    """Says that another process compiles kernels: `wait` returns when it is done."""
    _waiting.append(wait)


def wait_for_kernels() -> None:
    """Waits for what is compiled elsewhere, rather than to compile it twice."""
    while _waiting:
        _waiting.pop()()

"""How kernels are compiled.

A kernel that Python calls is `njit(cache=True, nogil=True)`. One that only other kernels call is a `part`: it needs no
door to Python, and becomes part of those that call it, which are kept. A kernel is compiled once for every combination
of types that it is called with, and a literal number is a type of its own: constants that are handed from kernel to
kernel are `np.int64(…)`.
"""

from __future__ import annotations

from typing import Any

from numba import njit

__all__ = ["part"]

part: Any = njit(  # type: ignore[call-overload]  # numba's stubs lack its options about wrappers
    nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)

"""How kernels are compiled.

A function that Python calls is a `kernel`, which is kept between runs. One that only other kernels call is a `part`: it
needs no door to Python, and becomes part of those that call it. A `step` is a part that stands in a loop: it is written
out where it is called, since handing over all arrays of a tuple takes longer than what it does.

What a job may lack is handed to a part as an argument of its own that is None: then the part is compiled without it.

A kernel is compiled once for every combination of types that it is called with, and a literal number is a type of its
own: constants that are handed from kernel to kernel, and what a variable that is handed on begins with, are of numpy's
types.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, Flags

__all__ = ["NONE", "ZERO", "decorators", "kernel", "part", "step"]

HANDED_ON = ("error_model", "fastmath", "forceinline", "nrt")
"""Options of a function that hold for those it calls, too."""
KNOWN = ("0.68.",)
"""Versions of numba whose inner parts, which are no promise of its makers, were seen to fit the classes below."""


class _Seen(Flags):
    """The options of a kernel as what it calls sees them: the same ones for all kernels.

    numba keeps what it knows about a function by the options of those who call it, and compares all of them at every
    look.
    """

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def copy(self) -> Flags:
        return Flags(self)


class _Own(Flags):
    """The options of a kernel."""

    seen: _Seen | None = None

    def copy(self) -> Flags:
        if _Own.seen is None:
            _Own.seen = _Seen(self)
            for name in ("forceinline", "no_cpython_wrapper", "no_cfunc_wrapper"):
                _Own.seen.discard(name)
        return _Own.seen


class _Kernel(Compiler):
    """Compiles kernels, which share what they know about the functions that they call."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        self.state.flags = _Own(self.state.flags)
        with _callees_as_parts():
            return CompilerBase.compile_extra(self, func)

    def define_pipelines(self) -> list[Any]:
        return _lean_pipelines(self)


class _Part(_Kernel):
    """Compiles parts as far as other code needs them."""

    def compile_extra(self, func: Callable[..., object]) -> Any:
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def _lean_pipelines(compiler: Compiler) -> list[Any]:
    """The passes of a compiler, ours in the place of some."""
    from tokumei.core.lean_passes import LEAN

    pipelines = Compiler.define_pipelines(compiler)
    for one in pipelines:
        one.passes = [(LEAN.get(each, each), why) for each, why in one.passes]
        one.finalize()
    return pipelines


@contextmanager
def _callees_as_parts() -> Iterator[None]:
    """While a kernel is compiled, what it calls of numba is compiled as parts. Only one thread compiles at a time.

    Compiling makes many objects, most of which stay: nothing is gained by looking for cycles among them meanwhile.
    """
    if Compiler.compile_extra is _compile_callee:
        yield
        return
    Compiler.compile_extra = _compile_callee  # type: ignore[assignment, method-assign]
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        del Compiler.compile_extra
        if collects:
            gc.enable()


def _compile_callee(self: Compiler, func: Callable[..., object]) -> Any:
    """Compiles a function of numba; as it is by itself, where it hands on other options than kernels do."""
    flags, seen = self.state.flags, _Own.seen
    alike = all(getattr(flags, name) == getattr(seen, name) for name in HANDED_ON)
    if alike and self.state.library is None:
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        self.state.flags = _Own(flags)
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.define_pipelines = partial(_lean_pipelines, self)  # type: ignore[method-assign]
    return CompilerBase.compile_extra(self, func)


class _PartLibrary(JITCodeLibrary):
    """The code of a part: it is linked into other code, and optimized as a whole and translated only there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Nothing runs here that would read it."""


def _kept(options: dict[str, Any]) -> Callable[[Callable[..., object]], Any]:
    """Compiles kernels, which are kept between runs."""
    from tokumei.core.kept_kernels import KeptKernels

    def decorate(function: Callable[..., object]) -> Any:
        compiled = njit(**options)(function)
        compiled._cache = KeptKernels(function)
        return compiled

    return decorate


def decorators(*, lean: bool) -> tuple[Any, Any, Any]:
    """`kernel`, `part` and `step`; without `lean`, as numba compiles by itself: the same code, in twice the time."""
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
    inner: dict[str, Any] = {**options, "no_cpython_wrapper": True}
    if lean:
        options["pipeline_class"], inner["pipeline_class"] = _Kernel, _Part
    outer = _kept(options) if lean else njit(cache=True, **options)
    return outer, njit(**inner), njit(forceinline=True, **inner)


kernel, part, step = decorators(lean=numba.__version__.startswith(KNOWN))

NONE: Any = np.int64(-1)
ZERO: Any = np.int64(0)

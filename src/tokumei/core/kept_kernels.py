"""Compiled kernels between runs: loaded without what numba loads in order to compile.

With the machine code of a kernel numba keeps its LLVM code, and the names of all modules whose functions became part
of it. It reads the one and imports the others, and some hundred modules more, before it calls the kernel: that takes
ten times as long as to load the machine code. Here all of it waits until something is compiled, and a run that has its
kernels never comes to that.

numba compiles a kernel anew where its own file has changed. What a kernel calls stands in other files too: of its own
package or of `core`, since packages know no others (`tests/architecture`). Here a change of any of them counts.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary, ll  # type: ignore[attr-defined]  # what numba compiles with
from numba.core.compiler import compile_result
from numba.core.environment import Environment, lookup_environment
from numba.core.runtime._nrt_python import c_helpers

__all__ = ["KeptKernels"]

FORM = f"{numba.__version__}, lean 1"
"""What the files were written by; those of others are written anew."""


class KeptKernels(FunctionCache):
    """The compiled code of one kernel, for every combination of types."""

    def __init__(self, function: Any) -> None:
        self._impl_class = _Form
        super().__init__(function)
        self._cache_file._version = f"{FORM}, {_sources_of(function.__module__)}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """As numba's own, which first makes ready for compiling."""
        _name_memory()
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)


def _sources_of(module: str) -> int:
    """When the newest file was written that a kernel of a module can call; 0 where there are no files."""
    names = module.split(".")
    folders = [os.path.join(path, name) for path in _paths(names[0]) for name in ("core", *names[1:2])]
    return max([_newest(folder) for folder in folders if os.path.isdir(folder)], default=0)


def _paths(package: str) -> list[str]:
    return list(getattr(sys.modules.get(package), "__path__", []))


@cache
def _newest(folder: str) -> int:
    newest = 0
    for path, _, files in os.walk(folder):
        stamps = [os.stat(os.path.join(path, file)).st_mtime_ns for file in files if file.endswith(".py")]
        newest = max([newest, *stamps])
    return newest


class _Form(CompileResultCacheImpl):
    """What is kept of a compiled kernel, and how it is made of that again."""

    def reduce(self, cres: Any) -> Any:
        library, fndesc, environment, signature, *_, environments = cres._reduce()
        return library, fndesc, environment, signature, [own.__reduce__()[1] for own in environments]

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        (name, _, codes), fndesc, environment, signature, others = payload
        library = _Library.of(target_context.codegen(), name, *codes)
        library.codegen._engine._defined_symbols.update((fndesc.llvm_func_name, fndesc.llvm_cpython_wrapper_name))
        environments = [_environment(*other) for other in others]
        for own in environments:
            library.codegen.set_env(own.env_name, own)
        return compile_result(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, fndesc, environment),
            fndesc=fndesc,
            signature=signature,
            reload_init=[],
            referenced_envs=environments,
            objectmode=False,
            lifted=(),
        )


class _Library(JITCodeLibrary):
    """The machine code of a kernel; its LLVM code is read when it is to become part of another."""

    _bitcode: bytes | None = None
    _module: Any = None

    @classmethod
    def of(cls, codegen: Any, name: str, code: bytes, bitcode: bytes) -> _Library:
        """A library whose code is ready to be called."""
        library = cls(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._bitcode = bitcode
        library._finalize_final_module()
        return library

    @property
    def _shared_module(self) -> Any:
        if self._module is None and self._bitcode is not None:
            self._module = ll.parse_bitcode(self._bitcode)
        return self._module

    @_shared_module.setter
    def _shared_module(self, module: Any) -> None:
        self._module = module


def _environment(module: str, constants: list[object], name: str) -> Environment:
    """What compiled code finds of Python: its constants. Of its module, which only code of objects asks, the name."""
    known = lookup_environment(name)
    if known is None:
        known = Environment({"__name__": module})
        known.env_name = name
        known.consts[:] = constants
        Environment._memo[name] = known
    return known


@cache
def _name_memory() -> None:
    """Says where the functions are by which compiled code allocates: all that it calls and numba has not named yet."""
    for name, address in c_helpers.items():
        ll.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)

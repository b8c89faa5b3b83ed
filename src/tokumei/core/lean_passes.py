"""Passes of numba's compiler, without what a kernel does not need.

Two look for inner functions and for operators on whole arrays, which most kernels have none of. One writes LLVM code:
numba counts a reference for every array that a variable holds, of a tuple of arrays for each of them, whenever the
tuple or one of its fields is named. What a function was handed it need not count: who called it holds that until it
returns. So where a variable is only ever an argument, or a field of one, or another such variable, nothing is counted
for it. The counting takes long to compile, and not all of it is found to be idle: in loops over large tuples it took
half of the time.

What a function returns is counted as ever, and so is every variable that is also something else.
"""

from __future__ import annotations

from functools import cache
from types import CodeType
from typing import Any

from numba.core import ir, types
from numba.core.callwrapper import PyCallWrapper
from numba.core.codegen import llvmir  # type: ignore[attr-defined]  # what numba writes LLVM code with
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes

__all__ = ["LEAN"]

OPERATORS = ("binop", "inplace_binop", "unary")
"""What numba calls an operator in its own code."""


class _Lean(Lower):
    """Writes a function as LLVM code, and counts references only to what it holds itself."""

    _borrowers: set[str] = frozenset()  # type: ignore[assignment]
    """The variables that never hold anything but what is borrowed."""
    _borrows = False
    """Whether the instruction at hand assigns one of them."""

    def init(self) -> None:
        super().init()
        find = self.context.get_function

        def get_function(fn: Any, sig: Any, _firstcall: bool = True) -> Any:
            # numba asks this whenever an array is used, and reads all that it knows anew to find nothing.
            if fn == "__array__" and type(sig.args[0]) is types.Array:
                raise NotImplementedError
            return find(fn, sig, _firstcall)

        self.context.get_function = get_function

    def create_cpython_wrapper(self, release_gil: bool = False) -> None:
        """The door to Python, which takes the arrays out of all tuples once a call: it need not be optimized."""
        context, fndesc = self.context, self.fndesc
        module = context.create_module("wrapper")
        function = self.call_conv.get_function_type(fndesc.restype, fndesc.argtypes)
        callee = llvmir.Function(module, function, fndesc.llvm_func_name)
        asked = (context, module, callee, fndesc, self.env, self.call_helper, release_gil)
        door, _ = PyCallWrapper(*asked).build()
        door.attributes.add("optnone")
        door.attributes.add("noinline")
        self.library.add_ir_module(module)

    def lower_normal_function(self, fndesc: Any) -> None:
        self._borrowers = _borrowers(self.func_ir, self.typeof)
        super().lower_normal_function(fndesc)

    def lower_inst(self, inst: Any) -> None:
        self._borrows = isinstance(inst, ir.Assign) and inst.target.name in self._borrowers
        super().lower_inst(inst)
        self._borrows = False

    def lower_expr(self, resty: Any, expr: Any) -> Any:
        if not self._borrows:
            return super().lower_expr(resty, expr)
        value = self.loadvar(expr.value.name)
        return value if expr.op == "exhaust_iter" else self.builder.extract_value(value, _field(expr, self.typeof))

    def delvar(self, name: str) -> None:
        """What holds nothing can be left as it is."""
        if name not in self._borrowers and _is_counted(self.context.data_model_manager, self.typeof(name)):
            super().delvar(name)

    def incref(self, typ: Any, val: Any) -> None:
        if not self._borrows and _is_counted(self.context.data_model_manager, typ):
            super().incref(typ, val)

    def decref(self, typ: Any, val: Any) -> None:
        if not self._borrows and _is_counted(self.context.data_model_manager, typ):
            super().decref(typ, val)


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanClosures(InlineClosureLikes):
    """Puts inner functions where they are called."""

    _name = "lean_closures"

    def run_pass(self, state: Any) -> bool:
        inner = any(isinstance(each, CodeType) for each in state.func_id.code.co_consts)
        return bool(inner and super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanRewrites(NopythonRewrites):
    """Makes one loop of several operators on arrays."""

    _name = "lean_rewrites"

    def run_pass(self, state: Any) -> bool:
        used = (sig for expr, sig in state.calltypes.items() if getattr(expr, "op", None) in OPERATORS)
        return bool(any(isinstance(sig.return_type, types.Array) for sig in used) and super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class LeanLowering(BaseNativeLowering):
    """Writes LLVM code."""

    _name = "lean_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lean


LEAN: dict[type, type] = {
    InlineClosureLikes: LeanClosures,
    NopythonRewrites: LeanRewrites,
    NativeLowering: LeanLowering,
}
"""A pass of numba → ours in its place."""


@cache
def _is_counted(models: Any, typ: Any) -> bool:
    """Whether references are counted for a type at all."""
    return bool(models[typ].contains_nrt_meminfo())


def _borrowers(func_ir: Any, typeof: Any) -> set[str]:
    """The variables that never hold anything but what is borrowed."""
    sources: dict[str, list[Any]] = {}
    returned = set()
    for block in func_ir.blocks.values():
        for inst in block.body:
            if isinstance(inst, ir.Assign):
                sources.setdefault(inst.target.name, []).append(inst.value)
            elif isinstance(inst, ir.Return):
                returned.add(inst.value.name)
    found = {name for name in sources if isinstance(typeof(name), (types.Array, types.BaseTuple))} - returned
    while True:
        kept = {name for name in found if all(_is_borrowed(name, one, found, typeof) for one in sources[name])}
        if kept == found:
            return found
        found = kept


def _is_borrowed(name: str, source: Any, borrowers: set[str], typeof: Any) -> bool:
    """Whether what is assigned to a variable is an argument, a borrower or a field of one, of the variable's type."""
    if isinstance(source, ir.Arg):
        return bool(typeof(f"arg.{source.name}") == typeof(name))
    if isinstance(source, ir.Var):
        return source.name in borrowers and typeof(source.name) == typeof(name)
    if not isinstance(source, ir.Expr) or source.op not in ("exhaust_iter", "getattr", "static_getitem"):
        return False
    owner = typeof(source.value.name)
    if source.value.name not in borrowers or not isinstance(owner, types.BaseTuple):
        return False
    if source.op == "exhaust_iter":
        return bool(owner == typeof(name))
    field = _field(source, typeof)
    return field is not None and typeof(source.value.name).types[field] == typeof(name)


def _field(expr: Any, typeof: Any) -> int | None:
    """Which field of a tuple is asked for; None where it is not one field."""
    if expr.op == "getattr":
        fields = getattr(typeof(expr.value.name), "fields", ())
        return fields.index(expr.attr) if expr.attr in fields else None
    if not isinstance(expr.index, int):
        return None
    size = len(typeof(expr.value.name).types)
    return expr.index % size if -size <= expr.index < size else None

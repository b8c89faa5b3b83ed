"""What each setting means, in the words below its line in the source.

They are read for the pages and the schema alone: to read them as the models are made would take every run a tenth of a
second.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from itertools import pairwise

from tokumei.job.settings import Settings

__all__ = ["words_of"]


def words_of(model: type[Settings]) -> dict[str, str]:
    """Setting → its words; what a model says of a setting stands in place of what its parent says."""
    below: dict[str, str] = {}
    for one in reversed(model.__mro__):
        if issubclass(one, Settings):
            below |= _below(one.__module__).get(one.__name__, {})
    told = {name: info.description or below.get(name, "") for name, info in model.model_fields.items()}
    return {name: words for name, words in told.items() if words}


@cache
def _below(module: str) -> dict[str, dict[str, str]]:
    """Class → setting → the words below it, or nothing, for all classes of a module."""
    lines = ast.parse(inspect.getsource(sys.modules[module])).body
    return {
        one.name: {
            line.target.id: _text(below)
            for line, below in pairwise([*one.body, ast.Pass()])
            if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)
        }
        for one in lines
        if isinstance(one, ast.ClassDef)
    }


def _text(line: ast.stmt) -> str:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str):
        return inspect.cleandoc(line.value.value)
    return ""

"""The reference of the Python calls, made from their docstrings; `tokumei.cli.reference` writes it with other pages."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import re
import textwrap
from typing import Any

import tokumei

__all__ = ["PAGE", "named", "page"]

PAGE = "python.md"

_OPENING = """# Python

This page is made from the program by `make docs`; a test keeps both in step. `help(tokumei.anonymize)` says the same.

A *job* is a path, a dict or a `Job`; a *frame* is polars (eager or lazy), pandas or Arrow, and comes back as the kind
that went in. Nothing is printed; what long calls are doing is told to a `progress` listener. Errors are
[subclasses of `TokumeiError`](#errors).

```python
import tokumei

release = tokumei.anonymize(frame, job)
release.data, release.report
release.write("out/")
```
"""

_GROUPS = (
    ("Releases", ("anonymize", "run", "apply", "Release", "EngineRelease", "TablesRelease")),
    ("Judging", ("verify", "Verification", "Promise", "measure", "attack", "Attacks", "sweep")),
    ("Evidence", ("evidence", "Evidence")),
    ("Making jobs and hierarchies", ("draft_job", "Draft", "Job", "load", "find_hierarchies", "Hierarchies")),
    ("Texts", ("mask_texts",)),
)
_LONG = 100


def page() -> str:
    """The page in Markdown."""
    parts = [_OPENING]
    for title, names in _GROUPS:
        parts += [f"## {title}\n", *(_entry(name) for name in names)]
    return "\n".join([*parts, _errors()])


def named() -> set[str]:
    """The public names that the page describes."""
    return {name for _, names in _GROUPS for name in names} | set(_error_names())


def _entry(name: str) -> str:
    thing = getattr(tokumei, name)
    if inspect.isclass(thing):
        return f"### tokumei.{name}\n\n{_prose(thing)}\n" + _fields(thing)
    return f"### tokumei.{name}\n\n```python\n{_signature(name, thing)}\n```\n\n{_prose(thing)}\n"


def _signature(name: str, function: Any) -> str:
    """As it would be written, one parameter a line where it is long."""
    signature = inspect.signature(function)
    line = f"tokumei.{name}{signature}".replace("'", "")
    if len(line) <= _LONG:
        return line
    parts: list[str] = []
    keyword = False
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not keyword:
            parts.append("*")
            keyword = True
        parts.append(str(parameter).replace("'", ""))
    inside = "".join(f"    {part},\n" for part in parts)
    result = str(signature.return_annotation).replace("'", "")
    return f"tokumei.{name}(\n{inside}) -> {result}"


def _prose(thing: Any) -> str:
    """A docstring as Markdown; examples are set as code."""
    text = inspect.getdoc(thing) or ""
    blocks = re.split(r"\n\s*\n", text)
    return "\n\n".join(f"```python\n{block}\n```" if block.lstrip().startswith(">>>") else block for block in blocks)


def _fields(thing: Any) -> str:
    rows = []
    documented = _attribute_docs(thing)
    if dataclasses.is_dataclass(thing):
        rows += [
            (field.name, documented.get(field.name, "")) for field in dataclasses.fields(thing) if field.name[0] != "_"
        ]
    for name, member in vars(thing).items():
        if name[0] == "_" or (dataclasses.is_dataclass(thing) and name in {f.name for f in dataclasses.fields(thing)}):
            continue
        if isinstance(member, property):
            rows.append((name, inspect.getdoc(member) or ""))
        elif inspect.isfunction(member) and member.__module__.startswith("tokumei"):
            rows.append((f"{name}{_short(member)}", inspect.getdoc(member) or ""))
    if not rows:
        return ""
    lines = [f"| `{name}` | {' '.join(words.split()).replace('|', chr(92) + '|')} |" for name, words in rows]
    return "\n".join(["", "| | |", "|---|---|", *lines]) + "\n"


def _short(function: Any) -> str:
    names = [name for name in inspect.signature(function).parameters if name != "self"]
    return f"({', '.join(names)})"


def _attribute_docs(thing: Any) -> dict[str, str]:
    """The strings under the fields of a class, which Python itself does not keep."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    except (OSError, TypeError):
        return {}
    body = getattr(tree.body[0], "body", [])
    found: dict[str, str] = {}
    for one, after in itertools.pairwise(body):
        if (
            isinstance(one, ast.AnnAssign)
            and isinstance(one.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            found[one.target.id] = str(after.value.value)
    return found


def _error_names() -> list[str]:
    return [
        name
        for name in sorted(tokumei.__all__)
        if inspect.isclass(getattr(tokumei, name)) and issubclass(getattr(tokumei, name), BaseException)
    ]


def _errors() -> str:
    meanings = {name: inspect.getdoc(getattr(tokumei, name)) or "" for name in _error_names()}
    rows = [f"| `{name}` | {words.splitlines()[0]} |" for name, words in meanings.items()]
    return "\n".join(["## Errors", "", "| error | means |", "|---|---|", *rows, ""])

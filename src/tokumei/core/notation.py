"""How published values are written, and how they are read back.

| published | written |
|---|---|
| a single value | as it was |
| a range, both ends included | `[a;b]` |
| a set of values | `{a;b;c}`, sorted |
| a node of a hierarchy | its label |
| anything | `*` |
| nothing there | the empty field |

A value inside a set that contains `;`, `{`, `}` or `"`, or that starts or ends with white space, is put in double
quotes, with `"` doubled, so that every set can be read back. A category that looks like one of the forms above (a
value `*`, say) cannot be told from it; `ambiguous` finds such values, and readers refuse them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["ANY", "ambiguous", "range_label", "read_range", "read_set", "set_label"]

ANY = "*"
_QUOTED = re.compile(r'[;{}"]|^\s|\s$')
_RANGE = re.compile(r"^\[(?P<low>[^;\[\]]*);(?P<high>[^;\[\]]*)\]$")


def range_label(low: str, high: str) -> str:
    """`[a;b]`, or the value itself when both ends are the same."""
    return low if low == high else f"[{low};{high}]"


def read_range(label: str) -> tuple[str, str] | None:
    """The ends of `[a;b]`, or None for anything else."""
    match = _RANGE.match(label)
    return (match["low"], match["high"]) if match else None


def set_label(values: Iterable[str]) -> str:
    """`{a;b;c}`, sorted; a single value is written as it is."""
    ordered = sorted(values)
    if len(ordered) == 1:
        return ordered[0]
    return "{" + ";".join(_quote(value) for value in ordered) + "}"


def read_set(label: str) -> list[str] | None:
    """The values of `{a;b;c}`, or None for anything else."""
    if len(label) < 2 or label[0] != "{" or label[-1] != "}":
        return None
    values: list[str] = []
    rest = label[1:-1]
    place = 0
    while True:
        if place < len(rest) and rest[place] == '"':
            end = place + 1
            while end < len(rest) and (rest[end] != '"' or rest[end + 1 : end + 2] == '"'):
                end += 2 if rest[end] == '"' else 1
            values.append(rest[place + 1 : end].replace('""', '"'))
            place = end + 1
        else:
            end = rest.find(";", place)
            end = len(rest) if end < 0 else end
            values.append(rest[place:end])
            place = end
        if place >= len(rest):
            return values
        if rest[place] != ";":
            return None
        place += 1


def ambiguous(value: str) -> bool:
    """Whether a source value would be read back as a published form."""
    return value == ANY or read_range(value) is not None or read_set(value) is not None


def _quote(value: str) -> str:
    if not _QUOTED.search(value):
        return value
    return '"' + value.replace('"', '""') + '"'

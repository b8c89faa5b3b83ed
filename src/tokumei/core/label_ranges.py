"""Ranges as tools write them, taken apart into two ends.

| written | by | means |
|---|---|---|
| `[20;29]` | tokumei | both ends included |
| `[90;]`, `[;20]` | tokumei | open to one side |
| `[20, 30[`, `[20,30)`, `(20,30]` | ARX and others | a bracket that is round or turned away excludes its end |
| `20-29`, `20–29`, `20~29`, `20..29` | many | both ends included |
| `<=50`, `<50`, `>=90`, `>90`, `90+` | ARX and others | open to one side |
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Ends", "read_ends"]

_SEPARATORS = (";", ",", "~", "〜", "～", "..", " to ", " - ", "–", "—", "-", ":")
_COMPARED = re.compile(r"^\s*(<=|>=|=<|=>|<|>|≤|≥|≦|≧)\s*(.+?)\s*$")
_BRACKETED = re.compile(r"^\s*([\[\](])(.+)([\])\[])\s*$")
_BELOW = {"<=": True, "=<": True, "≤": True, "≦": True, "<": False}
_ABOVE = {">=": True, "=>": True, "≥": True, "≧": True, ">": False}


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of a range; None where it is open."""

    low: float | None
    high: float | None
    low_included: bool = True
    high_included: bool = True


def read_ends(label: str, value: Callable[[str], float | None]) -> Ends | None:
    """The ends of a range, with `value` to read each of them; None where the label is no range."""
    compared = _COMPARED.match(label)
    if compared:
        end = value(compared[2])
        if end is None:
            return None
        if compared[1] in _BELOW:
            return Ends(None, end, high_included=_BELOW[compared[1]])
        return Ends(end, None, low_included=_ABOVE[compared[1]])
    if label.rstrip().endswith("+"):
        end = value(label.rstrip()[:-1])
        return None if end is None else Ends(end, None)
    bracketed = _BRACKETED.match(label)
    one_sided = None if bracketed is None else _open(bracketed[2], value)
    if one_sided is not None:
        return one_sided
    inside = bracketed[2] if bracketed else label
    pair = _pair(inside, value)
    if pair is None or pair[0] > pair[1]:
        return None
    if not bracketed:
        return Ends(*pair)
    return Ends(*pair, low_included=bracketed[1] == "[", high_included=bracketed[3] == "]")


def _open(text: str, value: Callable[[str], float | None]) -> Ends | None:
    """`90;` or `;20`, which is open where nothing stands."""
    low, mark, high = text.partition(";")
    if not mark or bool(low.strip()) == bool(high.strip()):
        return None
    end = value((low or high).strip())
    if end is None:
        return None
    return Ends(end, None) if low.strip() else Ends(None, end)


def _pair(text: str, value: Callable[[str], float | None]) -> tuple[float, float] | None:
    """Two values, split at the first separator on whose both sides a value stands."""
    for separator in _SEPARATORS:
        place = text.find(separator)
        while place >= 0:
            low = value(text[:place].strip())
            high = None if low is None else value(text[place + len(separator) :].strip())
            if low is not None and high is not None:
                return low, high
            place = text.find(separator, place + 1)
    return None

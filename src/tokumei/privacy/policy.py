"""Column policies: how detailed a column may be published at all, whatever the groups would allow.

A policy is judged as a reader would: label by label, with nothing but the job. What breaks it is counted in records.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.literals import read_number
from tokumei.core.notation import ANY, read_range, read_set
from tokumei.core.promise import Promise
from tokumei.core.published import PublishedColumn
from tokumei.privacy.model import promise_of

__all__ = [
    "STEPS",
    "ColumnPolicy",
    "at_least",
    "at_most",
    "bottom",
    "date_ends",
    "ends",
    "grid_step",
    "pseudonyms",
    "rounded",
    "top",
]

STEPS = 200
"""A grid of round numbers has about so many steps over the whole column."""
_SLACK = 2
"""A range that is widened on both sides spans two steps more."""
_LEVELS: dict[str, str] = {
    "minute": r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}",
    "hour": r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}h",
    "day": r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "week": r"[0-9]{4}-W[0-9]{2}",
    "month": r"[0-9]{4}-[0-9]{2}",
    "quarter": r"[0-9]{4}-Q[1-4]",
    "year": r"[0-9]{4}",
    "fiscal_year": r"FY[0-9]{4}",
    "decade": r"[0-9]{3}0s",
}
"""Level of the calendar, finest first → how its nodes are written."""
_DAYS = ("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%Y年%m月%d日", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%d.%m.%Y")
_DATES = (
    *_DAYS,
    *(day + time for day in _DAYS for time in (" %H:%M", " %H:%M:%S", "T%H:%M:%S")),
    *("%Y-%m", "%Y/%m", "%Y年%m月", "%Y%m", "%Y", "%Y年"),
)
"""How dates are usually written."""

Breaks = Callable[[Sequence[str]], Sequence[bool]]
"""Labels that tell something → which of them break the policy."""


@dataclass(frozen=True, slots=True)
class ColumnPolicy:
    """No published value of a column is more detailed than its policy allows, or (`at_most`) less.

    *Promise*: of the released records none publishes a finer value; an empty field and `*` tell nothing. Of `at_most`
    none publishes a coarser one; an empty field is not coarser, `*` is.

    *Caveats*: It is about detail, not about people: a coarse value can still be rare. Where the values of a group are
    few, k bounds what a value leads to, not the policy.

    *Reference*: A. Hundepool et al., Statistical Disclosure Control, 2012, chapter 3 (top and bottom coding, rounding,
    global recoding).
    """

    column: str
    kind: str
    parameters: Mapping[str, Any]
    breaks: Breaks = field(repr=False)

    @property
    def name(self) -> str:
        """Its English name."""
        return f"{self.kind} of {self.column}"

    def check(self, published: PublishedColumn, rows: npt.NDArray[np.bool_]) -> Promise:
        """How many released records publish a value that breaks it; `rows` are those that are released."""
        codes = published.codes[rows]
        used = np.bincount(codes[codes >= 0], minlength=len(published.labels))
        silent = ("",) if self.kind == "at_most" else ("", ANY)
        told = [at for at in np.flatnonzero(used).tolist() if published.labels[at] not in silent]
        wrong = self.breaks([published.labels[at] for at in told])
        broken = int(sum(used[at] for at, breaks in zip(told, wrong, strict=True) if breaks))
        return promise_of(self, 0, broken, broken == 0)


def at_least(
    column: str, asked: str | float, *, way: str, levels: Sequence[Any] = (), nodes: Collection[str] = ()
) -> ColumnPolicy:
    """Nothing finer than a level is published.

    `way` says how the hierarchy is made: by `levels` of the calendar, `intervals` or `prefixes`, whose labels tell
    their level; else `nodes` are the labels that are not finer.
    """
    if way == "levels":
        forms = list(_LEVELS)[list(_LEVELS).index(str(asked)) :]
        form = re.compile("|".join(_LEVELS[level] for level in forms if level in levels))
        return _each(column, "at_least", asked, lambda label: form.fullmatch(label) is None)
    if way == "intervals":
        return _each(column, "at_least", asked, lambda label: _width(label) < Fraction(str(asked)))
    if way == "prefixes":
        return _each(column, "at_least", int(asked), lambda label: len(label.rstrip(ANY)) > int(asked))
    known = frozenset(nodes)
    return _each(column, "at_least", int(asked), lambda label: label not in known)


def at_most(
    column: str, asked: str | float, *, way: str, levels: Sequence[Any] = (), nodes: Collection[str] = ()
) -> ColumnPolicy:
    """Nothing coarser than a level is published, and nothing as `*`.

    `way` is as for `at_least`; `nodes` are the labels that are not coarser.
    """
    if way == "levels":
        above = list(_LEVELS)[list(_LEVELS).index(str(asked)) + 1 :]
        form = re.compile("|".join(_LEVELS[level] for level in above if level in levels) or "(?!)")
        return _each(column, "at_most", asked, lambda label: label == ANY or form.fullmatch(label) is not None)
    if way == "intervals":
        return _each(column, "at_most", asked, lambda label: label == ANY or _width(label) > Fraction(str(asked)))
    if way == "prefixes":
        least = int(asked)
        return _each(column, "at_most", least, lambda label: label.endswith(ANY) and len(label.rstrip(ANY)) < least)
    known = frozenset(nodes)
    return _each(column, "at_most", int(asked), lambda label: label not in known)


def top(column: str, asked: float) -> ColumnPolicy:
    """From a value on, all are one: a range ends below it, or is open and does not begin beyond it."""

    def breaks(label: str) -> bool:
        low, high = _ends(label) or (None, None)
        if high is None:
            return low is None or low > Fraction(str(asked))
        return high >= Fraction(str(asked))

    return _each(column, "top", asked, breaks)


def bottom(column: str, asked: float) -> ColumnPolicy:
    """Up to a value, all are one: a range begins above it, or is open and does not end before it."""

    def breaks(label: str) -> bool:
        low, high = _ends(label) or (None, None)
        if low is None:
            return high is None or high < Fraction(str(asked))
        return low <= Fraction(str(asked))

    return _each(column, "bottom", asked, breaks)


def rounded(column: str, asked: float, *, own: Collection[float] = (), nodes: bool = False) -> ColumnPolicy:
    """Every number that is published is a multiple of a width.

    `own` are numbers that the job itself gives, by `top` and `bottom`; with `nodes`, what is no number is a node of
    the column's hierarchy, which is coarser.
    """
    step, given = Fraction(str(asked)), {Fraction(str(end)) for end in own}

    def breaks(label: str) -> bool:
        if nodes and _number(label) is None:
            return False
        pair = read_range(label)
        parts = [part for part in pair or read_set(label) or [label] if part]
        numbers = [_number(part) for part in parts]
        return any(number is None or (number % step != 0 and number not in given) for number in numbers)

    return _each(column, "round", asked, breaks)


def ends(
    column: str, asked: float | str, *, own: Collection[float] = (), intervals: tuple[float, float] | None = None
) -> ColumnPolicy:
    """Ranges begin and end on a grid: multiples of a width, or round numbers of which about 200 span the column.

    `own` are ends that the job itself gives, by `top` and `bottom`; `intervals` is the width of the column's finest
    intervals, which round ends are those of, and where they start.
    """
    given = {Fraction(str(end)) for end in own}
    finest, start = (None, 0.0) if intervals is None else intervals
    width = asked if asked != "round" else finest
    origin = Fraction(str(start))

    def breaks(labels: Sequence[str]) -> list[bool]:
        pairs = [_ends(label) for label in labels]
        if width is not None:
            return [_off_grid(pair, Fraction(str(width)), given, origin) for pair in pairs]
        finite = [end for pair in pairs if pair is not None for end in pair if end is not None]
        span = max(finite) - min(finite) if finite else Fraction(0)
        step = grid_step(float(span) * STEPS / (STEPS + _SLACK), whole=all(end.denominator == 1 for end in finite))
        tried: list[list[bool]] = []
        for _ in range(12):  # the column may span more than what is published of it, between open ends
            tried.append([_off_grid(pair, step, given) for pair in pairs])
            step = grid_step(float(step) * STEPS * 1.5)
        return min(tried, key=sum)

    return ColumnPolicy(column, "ends", {"ends": asked}, breaks)


def date_ends(column: str, form: str | None) -> ColumnPolicy:
    """Ranges of dates begin with the first day of a month and end with the last of one.

    Where the job does not name the format, it is enough that one of the usual ones reads a range so. Dates that are
    not written as their format has them are published as ISO 8601 has them.
    """
    forms = _DATES if form is None else (form, _DAYS[0])

    def whole(label: str) -> bool:
        pair = read_range(label) or (label, label)
        return any(_whole_months(*pair, one) for one in forms)

    return _each(column, "ends", "round", lambda label: not whole(label))


def _whole_months(low: str, high: str, form: str) -> bool:
    try:
        first, last = (datetime.strptime(unicodedata.normalize("NFKC", end).strip(), form) for end in (low, high))
    except ValueError:
        return False
    days = "%d" in form or "%j" in form
    return first.day == 1 and (not days or (last + timedelta(days=1)).day == 1)


def pseudonyms(column: str) -> ColumnPolicy:
    """An identifier is published as a pseudonym: 32 hexadecimal digits, which no name or number of a person is."""
    return _each(column, "pseudonym", True, lambda label: re.fullmatch("[0-9a-f]{32}", label) is None)


def grid_step(span: float, *, whole: bool = False) -> Fraction:
    """The smallest of 1, 2, 5 × 10^n of which about 200 span a column; at least 1 for whole numbers."""
    least = Fraction(span) / STEPS
    if least <= 0:
        return Fraction(1)
    power = Fraction(10) ** math.floor(math.log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10, 20) if power * factor >= least * (1 - Fraction(1, 10**9)))
    return max(step, Fraction(1)) if whole else step


def _each(column: str, kind: str, asked: Any, breaks: Callable[[str], bool]) -> ColumnPolicy:
    return ColumnPolicy(column, kind, {kind: asked}, lambda labels: [breaks(label) for label in labels])


def _number(text: str) -> Fraction | None:
    """A number as it is written, not as it is stored."""
    whole, _, part = text.removeprefix("-").partition(".")
    if text.isascii() and whole.isdigit() and (part.isdigit() or "." not in text):  # most are: no need to look closer
        number = Fraction(int(whole + part), 10 ** len(part))
        return -number if text.startswith("-") else number
    try:
        return Fraction(text)
    except ValueError:
        value = read_number(text)
        return None if value is None else Fraction(str(value))


def _ends(label: str) -> tuple[Fraction | None, Fraction | None] | None:
    """The ends of a range or a single number, None for one that is open; None for anything else."""
    pair = read_range(label) or (label, label)
    numbers = [_number(part) if part else None for part in pair]
    if any(part and number is None for part, number in zip(pair, numbers, strict=True)):
        return None
    return numbers[0], numbers[1]


def _width(label: str) -> Fraction:
    """The width of an interval as hierarchies write it, `[20;24]` of whole numbers or `[20;22.5[`; 0 for a value."""
    half_open = label.endswith("[")
    pair = read_range(label[:-1] + "]" if half_open else label)
    numbers = [] if pair is None else [_number(part) for part in pair]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return Fraction(0) if _number(label) is None or half_open else Fraction(1)
    return numbers[1] - numbers[0] + (0 if half_open else 1)


def _off_grid(
    pair: tuple[Fraction | None, Fraction | None] | None,
    step: Fraction,
    own: Collection[Fraction],
    origin: Fraction = Fraction(0),
) -> bool:
    """Whether an end lies off the grid; of whole numbers the last one of a step ends it, or the one next to an own."""
    if pair is None:
        return True
    low, high = pair
    if low is not None and (low - origin) % step != 0 and not any(0 <= low - end <= 1 for end in own):
        return True
    return (
        high is not None
        and (high - origin) % step != 0
        and (high - origin + 1) % step != 0
        and not any(abs(end - high) <= 1 for end in own)
    )

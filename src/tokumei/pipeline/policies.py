"""Column policies of quasi-identifiers: what may be published is coarsened first, so that groups are made of that.

Values that a policy puts together become one code (the first of them), and the groups are made; then each group's
node climbs to the finest level that may be published, and the ends of its range are written as the policy says. The
column's dictionary and hierarchy stay, so that the loss counts what the policy took.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn, format_number
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import Ends, ItemNodes, Nodes, Ranges, Recoded, Recoding
from tokumei.core.rows import offsets_of
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import ColumnJob, Job
from tokumei.job.hierarchy import IntervalHierarchy
from tokumei.privacy.policy import STEPS, grid_step

__all__ = ["Stretches", "coarsened", "ends_of", "finished", "grid_of", "has_policy", "level_of", "stretches_of"]

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
_EPOCH = datetime(1970, 1, 1)
_MONTHS = 12
_FAR = 2**62
"""Steps are counted in 64 bits."""
_EXACT = 2**53
"""Whole numbers below this are exact in floating point."""
_POWERS = 23
"""Powers of ten below this one are exact in floating point; what is finer is counted in fractions."""
_DECIMALS = 7
"""Decimals with so many digits more than the step are counted as whole numbers."""


def has_policy(job: Job) -> bool:
    """Whether a policy of the job is about what groups publish."""
    return any(_asks(column) for column in job.columns.values())


def coarsened(table: Table, job: Job) -> Table:
    """The table with the values that a policy puts together as one code."""
    return replace(table, columns=tuple(_coarse(column, job.columns[column.name]) for column in table))


def finished(recoding: Recoding, table: Table, job: Job) -> Recoding:
    """What groups of a coarsened table publish, for the table itself: no finer than the policies allow."""
    columns: dict[str, Recoded] = {}
    for name, recoded in recoding.columns.items():
        settings, column = job.columns[name], table[name]
        if not _asks(settings) or isinstance(column, TextColumn):
            columns[name] = recoded
        elif isinstance(column, SetColumn):
            assert isinstance(recoded, ItemNodes), "the job refuses `at_least` without a hierarchy"
            level = level_of(recoded.hierarchy, settings, name, "at_least")
            columns[name] = _climbed_items(recoded, column, level or 0)
        elif isinstance(recoded, Nodes):
            level = level_of(recoded.hierarchy, settings, name, "at_least")
            columns[name] = _climbed(replace(recoded, column=column), level or 0)
        else:
            assert isinstance(recoded, Ranges)
            assert isinstance(column, (NumberColumn, DateColumn))
            columns[name] = _widened(replace(recoded, column=column), stretches_of(column, settings))
    return replace(recoding, columns=columns)


def level_of(tree: Hierarchy, settings: ColumnJob, name: str, policy: str) -> int | None:
    """The number of the level that `at_least` or `at_most` names, in the hierarchy as it was made; None without it."""
    asked, hierarchy = settings.setting(policy), settings.setting("hierarchy")
    if asked is None:
        return None
    for way in ("levels", "intervals", "prefixes"):
        known = hierarchy.setting(way)
        if known is not None:  # levels are counted from the top: a calendar leaves out those that add nothing
            return max(tree.height - (len(known) - list(known).index(asked)), 0)
    if asked > tree.height:
        raise JobError(
            f"`columns.{name}.{policy}: {asked:g}` is no level of the hierarchy, whose levels are 1 to {tree.height}."
        )
    return int(asked)


def _asks(settings: ColumnJob) -> bool:
    return any(settings.setting(name) not in (None, "exact") for name in ("at_least", "top", "bottom", "ends"))


def _coarse(column: Column, settings: ColumnJob) -> Column:
    if isinstance(column, TextColumn) or not _asks(settings):
        return column
    if isinstance(column, SetColumn):
        return _coarse_items(column, settings)
    together = _together(column, settings)
    first = np.full(int(together.max(initial=0)) + 1, column.size, dtype=np.int64)
    np.minimum.at(first, together, np.arange(column.size))
    return replace(column, codes=first[together][column.codes].astype(np.int32))


def _coarse_items(column: SetColumn, settings: ColumnJob) -> SetColumn:
    """Sets with one item, the first, in place of all that a level puts together."""
    tree = column.hierarchy
    assert tree is not None, "the job refuses `at_least` without a hierarchy"
    node = tree.path[bind(column, tree), level_of(tree, settings, column.name, "at_least") or 0]
    first = np.full(len(tree.labels), len(node), dtype=np.int64)
    np.minimum.at(first, node, np.arange(len(node)))
    row = np.repeat(np.arange(len(column), dtype=np.int64), np.diff(column.offsets))
    distinct = np.unique(row * max(len(node), 1) + first[node][column.items])
    sizes = np.bincount(distinct // max(len(node), 1), minlength=len(column))
    return replace(column, offsets=offsets_of(sizes), items=(distinct % max(len(node), 1)).astype(np.int32))


def _climbed_items(recoded: ItemNodes, column: SetColumn, level: int) -> ItemNodes:
    """Every node of a set at a level or above it, each once."""
    tree, entries = recoded.hierarchy, len(recoded.offsets) - 1
    climbed = tree.path[tree.first[recoded.nodes], np.maximum(tree.level[recoded.nodes], level)]
    owner = np.repeat(np.arange(entries, dtype=np.int64), np.diff(recoded.offsets))
    distinct = np.unique(owner * len(tree.labels) + climbed)
    return replace(
        recoded,
        column=column,
        leaf=bind(column, tree),
        offsets=offsets_of(np.bincount(distinct // len(tree.labels), minlength=entries)),
        nodes=(distinct % len(tree.labels)).astype(np.int32),
    )


def _together(column: SingleColumn, settings: ColumnJob) -> Ints:
    """Code → a number that all codes share which a policy puts together; null is alone."""
    if settings.setting("at_least") is not None:
        tree = column.hierarchy
        assert tree is not None, "the job refuses `at_least` without a hierarchy"
        node = tree.path[bind(column, tree), level_of(tree, settings, column.name, "at_least") or 0]
        return np.asarray(node, dtype=np.int64)
    assert isinstance(column, (NumberColumn, DateColumn))
    stretches = stretches_of(column, settings)
    return np.append(stretches.of, len(stretches.low_value))[: column.size]


def _climbed(recoded: Nodes, level: int) -> Nodes:
    """Every node at a level or above it."""
    tree = recoded.hierarchy
    climbed = tree.path[tree.first[recoded.node], np.maximum(tree.level[recoded.node], level)]
    return replace(recoded, node=climbed.astype(np.int32))


@dataclass(frozen=True, eq=False)
class Stretches:
    """The column's values in stretches that may not be told apart, in ascending order."""

    of: Ints
    """Code → stretch, null left out."""
    low_value: npt.NDArray[np.float64]
    """Stretch → its low end as a value; infinite where it is open."""
    high_value: npt.NDArray[np.float64]
    low: Callable[[int], str | None]
    """Stretch → its low end as it is written, None where it is open; few of many stretches begin a range."""
    high: Callable[[int], str | None]


def _widened(recoded: Ranges, stretches: Stretches) -> Ranges:
    """Ranges with the ends of their stretches, and with all codes of these."""
    null, of = len(recoded.column.values), stretches.of
    if null == 0:
        return recoded
    first, last = np.searchsorted(of, of, "left"), np.searchsorted(of, of, "right") - 1
    return replace(
        recoded,
        low=np.append(first, null)[recoded.low].astype(np.int32),
        high=np.append(last, null)[recoded.high].astype(np.int32),
        ends=_ends(recoded.column, stretches),
    )


def ends_of(column: NumberColumn | DateColumn, settings: ColumnJob) -> Ends | None:
    """How a policy writes the ends of ranges; None where they are the column's own values."""
    return _ends(column, stretches_of(column, settings)) if _asks(settings) and len(column.values) else None


def _ends(column: NumberColumn | DateColumn, stretches: Stretches) -> Ends:
    values, of = column.values.astype(np.float64), stretches.of
    width = values[-1] - values[0]

    def places(ends: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        inside = np.clip(ends[of], values[0], values[-1])
        return (inside - values[0]) / width if width > 0 else np.zeros(len(values))

    return Ends(of, stretches.low, stretches.high, places(stretches.low_value), places(stretches.high_value))


def stretches_of(column: NumberColumn | DateColumn, settings: ColumnJob, *, months: bool = False) -> Stretches:
    """The stretches of a column that a policy does not tell apart; with `months`, of dates always these."""
    if isinstance(column, DateColumn):
        return _periods(column, months=months)
    values = column.values
    bottom, top = settings.setting("bottom"), settings.setting("top")
    step, origin = grid_of(column, settings)
    under = values <= bottom if bottom is not None else np.zeros(len(values), dtype=bool)
    over = values >= top if top is not None else np.zeros(len(values), dtype=bool)
    place = np.arange(len(values)) if step is None else _places(column.name, values, step, origin)
    inside = np.where(under, 0, np.where(over, 2, 1))
    begins = np.append(True, (np.diff(inside) != 0) | ((inside[1:] == 1) & (np.diff(place) != 0)))[: len(values)]
    first = np.flatnonzero(begins)
    sides, at = inside[first], place[first]
    whole = values.dtype.kind == "i" and (step is None or step.denominator == origin.denominator == 1)
    low: npt.NDArray[np.floating] = values[first].astype(np.float64)
    high = low
    least, most = _reach(bottom, top, whole)
    if step is not None:
        low, high = at * float(step) + float(origin), (at + 1) * float(step) + float(origin) - whole
        low = low if least is None else np.maximum(low, float(least))
        high = high if most is None else np.minimum(high, float(most))

    def low_end(stretch: int) -> str | None:
        if sides[stretch] != 1:
            return None if sides[stretch] == 0 else format_number(top)
        if step is None:
            return column.label(int(first[stretch]))
        end = int(at[stretch]) * step + origin
        return _written(end if least is None else max(end, least))

    def high_end(stretch: int) -> str | None:
        if sides[stretch] != 1:
            return None if sides[stretch] == 2 else format_number(bottom)
        if step is None:
            return column.label(int(first[stretch]))
        end = (int(at[stretch]) + 1) * step + origin - whole
        return _written(end if most is None else min(end, most))

    return Stretches(
        (np.cumsum(begins) - 1).astype(np.int64),
        np.where(sides == 0, -np.inf, np.where(sides == 2, top if top is not None else 0.0, low)),
        np.where(sides == 2, np.inf, np.where(sides == 0, bottom if bottom is not None else 0.0, high)),
        low_end,
        high_end,
    )


def _reach(bottom: float | None, top: float | None, whole: bool) -> tuple[Fraction | None, Fraction | None]:
    """What a step between `bottom` and `top` reaches: beyond them ranges are open; whole numbers leave a gap of 1."""
    least = None if bottom is None else Fraction(floor(bottom) + 1) if whole else Fraction(repr(bottom))
    most = None if top is None else Fraction(ceil(top) - 1) if whole else Fraction(repr(top))
    return least, most


def _places(name: str, values: Numbers, step: Fraction, origin: Fraction) -> Ints:
    """Value → the number of its step, exactly where floating point could miss it."""
    if values.dtype.kind == "i" and step.denominator == origin.denominator == 1:
        return (values.astype(np.int64) - int(origin)) // int(step)
    place = (values - float(origin)) / float(step)
    if len(place) and np.abs(place).max() >= _FAR:
        raise JobError(
            f"`columns.{name}.ends` is too narrow for numbers as large as the column's. Take a larger width."
        )
    steps = np.floor(place).astype(np.int64)
    near = np.flatnonzero((np.abs(place - np.round(place)) < 1e-6) | (np.abs(place) > 2**30))
    digits = next(digits for digits in range(400) if (step * 10**digits).denominator == 1)
    digits = next(more for more in range(digits, 800) if (origin * 10**more).denominator == 1)
    for scale in (10.0**more for more in range(digits, min(digits + _DECIMALS, _POWERS))):
        scaled = np.rint(values[near] * scale)  # a decimal is exact where it is what its digits are read as
        exact = (scaled / scale == values[near]) & (np.abs(scaled) < _EXACT)
        steps[near[exact]] = (scaled[exact].astype(np.int64) - int(origin * int(scale))) // int(step * int(scale))
        near = near[~exact]
    for code in near.tolist():
        steps[code] = floor((Fraction(repr(values[code].item())) - origin) / step)
    return steps


def grid_of(column: NumberColumn, settings: ColumnJob) -> tuple[Fraction | None, Fraction]:
    """The step of the grid on which ranges end, None where they end with values, and where the grid starts.

    Round ends of a column with a hierarchy of intervals are those of the finest interval.
    """
    asked, tree, values = settings.setting("ends"), settings.setting("hierarchy"), column.values
    if asked in (None, "exact") or not len(values):
        return None, Fraction(0)
    if isinstance(tree, IntervalHierarchy):
        width = tree.intervals[0] if asked == "round" else asked
        return Fraction(repr(width)), Fraction(repr(tree.origin))
    if asked == "round":
        step = grid_step(float(values[-1]) - float(values[0]), whole=values.dtype.kind == "i")
        return step, Fraction(0)
    return Fraction(repr(asked)), Fraction(0)


def _written(number: Fraction) -> str:
    """A decimal with all its digits."""
    digits = next(digits for digits in range(800) if 10**digits % number.denominator == 0)
    text = str(abs(number.numerator) * 10**digits // number.denominator).rjust(digits + 1, "0")
    sign = "-" if number < 0 else ""
    return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else sign + text


def _periods(column: DateColumn, *, months: bool) -> Stretches:
    """Months, or years where the months are more than a grid has steps."""
    moments = column.values.astype("datetime64[us]")
    month = moments.astype("datetime64[M]").astype(np.int64)
    wide = _MONTHS if not months and len(month) and month[-1] - month[0] > STEPS else 1
    period = month // wide
    distinct, of = np.unique(period, return_inverse=True)
    unit = timedelta(seconds=1) if any(mark in column.format for mark in ("%H", "%I", "%T", "%X", "%c")) else None
    low = [_month_start(int(place) * wide) for place in distinct]
    high = [_month_start((int(place) + 1) * wide) - (unit or timedelta(days=1)) for place in distinct]
    form = _written_form(column)
    high = [_as_precise(end, form) for end in high]
    low_value, high_value = (
        np.array([(end - _EPOCH) / timedelta(microseconds=1) for end in ends], dtype=np.float64) for ends in (low, high)
    )
    return Stretches(
        of.astype(np.int64),
        low_value,
        high_value,
        lambda stretch: low[stretch].strftime(form),
        lambda stretch: high[stretch].strftime(form),
    )


def _as_precise(moment: datetime, form: str) -> datetime:
    """The moment as a reader of the format has it: a month or a year is its first day."""
    return datetime.strptime(moment.strftime(form), form) if "%Y" in form else moment


def _month_start(month: int) -> datetime:
    return datetime(1970 + month // _MONTHS, month % _MONTHS + 1, 1)


def _written_form(column: DateColumn) -> str:
    """The column's own format, where that is how its dates are written; else that of ISO 8601."""
    first = _EPOCH + timedelta(microseconds=int(column.values[0])) if len(column.values) else _EPOCH
    own = not column.labels or first.strftime(column.format) == column.labels[0]
    return column.format if own else "%Y-%m-%d"

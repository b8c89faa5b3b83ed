"""Column policies of quasi-identifiers: what may be published is coarsened first, so that groups are made of that.

Values that a policy puts together become one code (the first of them), and the groups are made; then each group's
node climbs to the finest level that may be published, and the ends of its range are written as the policy says. The
column's dictionary and hierarchy stay, so that the loss counts what the policy took.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn, format_number
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.recoding import Ends, Nodes, Ranges, Recoded, Recoding
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import ColumnJob, Job
from tokumei.privacy.policy import STEPS, grid_step

__all__ = ["coarsened", "finished", "has_policy", "level_of"]

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64] | npt.NDArray[np.int64]
_EPOCH = datetime(1970, 1, 1)
_MONTHS = 12
_FAR = 2**62
"""Steps are counted in 64 bits."""


def has_policy(job: Job) -> bool:
    """Whether a policy of the job is about what groups publish."""
    return any(_asks(column) for column in job.columns.values())


def coarsened(table: Table, job: Job) -> Table:
    """The table with the values that a policy puts together as one code."""
    return Table(tuple(_coarse(column, job.columns[column.name]) for column in table), table.records)


def finished(recoding: Recoding, table: Table, job: Job) -> Recoding:
    """What groups of a coarsened table publish, for the table itself: no finer than the policies allow."""
    columns: dict[str, Recoded] = {}
    for name, recoded in recoding.columns.items():
        settings, column = job.columns[name], table[name]
        if not _asks(settings) or isinstance(column, (SetColumn, TextColumn)):
            columns[name] = recoded
        elif isinstance(recoded, Nodes):
            level = level_of(recoded.hierarchy, settings, name, "at_least")
            columns[name] = _climbed(replace(recoded, column=column), level or 0)
        else:
            assert isinstance(recoded, Ranges)
            assert isinstance(column, (NumberColumn, DateColumn))
            columns[name] = _widened(replace(recoded, column=column), _stretches(column, settings))
    return Recoding(recoding.group, columns)


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
    if isinstance(column, (SetColumn, TextColumn)) or not _asks(settings):
        return column
    together = _together(column, settings)
    first = np.full(int(together.max(initial=0)) + 1, column.size, dtype=np.int64)
    np.minimum.at(first, together, np.arange(column.size))
    return replace(column, codes=first[together][column.codes].astype(np.int32))


def _together(column: SingleColumn, settings: ColumnJob) -> Ints:
    """Code → a number that all codes share which a policy puts together; null is alone."""
    if settings.setting("at_least") is not None:
        tree = column.hierarchy
        assert tree is not None, "the job refuses `at_least` without a hierarchy"
        node = tree.path[bind(column, tree), level_of(tree, settings, column.name, "at_least") or 0]
        return np.asarray(node, dtype=np.int64)
    assert isinstance(column, (NumberColumn, DateColumn))
    stretches = _stretches(column, settings)
    return np.append(stretches.of, len(stretches.low))[: column.size]


def _climbed(recoded: Nodes, level: int) -> Nodes:
    """Every node at a level or above it."""
    tree = recoded.hierarchy
    climbed = tree.path[tree.first[recoded.node], np.maximum(tree.level[recoded.node], level)]
    return replace(recoded, node=climbed.astype(np.int32))


@dataclass(frozen=True, eq=False)
class _Stretches:
    """The column's values in stretches that may not be told apart, in ascending order."""

    of: Ints
    """Code → stretch, null left out."""
    low: list[str | None]
    """Stretch → its low end as it is written, None where it is open."""
    high: list[str | None]
    low_value: npt.NDArray[np.float64]
    """Stretch → its low end as a value; infinite where it is open."""
    high_value: npt.NDArray[np.float64]


def _widened(recoded: Ranges, stretches: _Stretches) -> Ranges:
    """Ranges with the ends of their stretches, and with all codes of these."""
    values = recoded.column.values.astype(np.float64)
    null, of = len(values), stretches.of
    if null == 0:
        return recoded
    first, last = np.searchsorted(of, of, "left"), np.searchsorted(of, of, "right") - 1
    width = values[-1] - values[0]

    def places(ends: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        inside = np.clip(ends[of], values[0], values[-1])
        return (inside - values[0]) / width if width > 0 else np.zeros(null)

    ends = Ends(
        tuple(stretches.low[at] for at in of.tolist()),
        tuple(stretches.high[at] for at in of.tolist()),
        places(stretches.low_value),
        places(stretches.high_value),
    )
    return replace(
        recoded,
        low=np.append(first, null)[recoded.low].astype(np.int32),
        high=np.append(last, null)[recoded.high].astype(np.int32),
        ends=ends,
    )


def _stretches(column: NumberColumn | DateColumn, settings: ColumnJob) -> _Stretches:
    if isinstance(column, DateColumn):
        return _periods(column)
    values = column.values
    bottom, top, asked = (settings.setting(name) for name in ("bottom", "top", "ends"))
    step = _step(values, asked)
    under = values <= bottom if bottom is not None else np.zeros(len(values), dtype=bool)
    over = values >= top if top is not None else np.zeros(len(values), dtype=bool)
    place = np.arange(len(values)) if step is None else _places(column.name, values, step)
    inside = np.where(under, 0, np.where(over, 2, 1))
    begins = np.append(True, (np.diff(inside) != 0) | ((inside[1:] == 1) & (np.diff(place) != 0)))[: len(values)]
    first = np.flatnonzero(begins)
    gap = 1 if values.dtype.kind == "i" and (step is None or step.denominator == 1) else 0
    bounds: list[tuple[str | None, str | None, float, float]] = []
    for code, side, at in zip(first.tolist(), inside[first].tolist(), place[first].tolist(), strict=True):
        if side == 0:
            bounds.append((None, format_number(bottom), -np.inf, bottom))
        elif side == 2:
            bounds.append((format_number(top), None, top, np.inf))
        elif step is None:
            label, value = column.label(code), float(values[code])
            bounds.append((label, label, value, value))
        else:
            low, high = _cut(at * step, (at + 1) * step - gap, bottom, top, gap)
            bounds.append((_written(low), _written(high), float(low), float(high)))
    lows, highs, low_values, high_values = zip(*bounds, strict=True) if bounds else ((), (), (), ())
    return _Stretches(
        (np.cumsum(begins) - 1).astype(np.int64),
        list(lows),
        list(highs),
        np.array(low_values, dtype=np.float64),
        np.array(high_values, dtype=np.float64),
    )


def _cut(low: Fraction, high: Fraction, bottom: float | None, top: float | None, gap: int) -> tuple[Fraction, Fraction]:
    """A step without what lies beyond `bottom` or `top`, which is published as open; whole numbers leave a gap of 1."""
    if bottom is not None:
        low = max(low, Fraction(floor(bottom) + 1) if gap else Fraction(repr(bottom)))
    if top is not None:
        high = min(high, Fraction(ceil(top) - 1) if gap else Fraction(repr(top)))
    return low, high


def _places(name: str, values: Numbers, step: Fraction) -> Ints:
    """Value → the number of its step, exactly where floating point could miss it."""
    if values.dtype.kind == "i" and step.denominator == 1:
        return values.astype(np.int64) // int(step)
    place = values / float(step)
    if len(place) and np.abs(place).max() >= _FAR:
        raise JobError(
            f"`columns.{name}.ends` is too narrow for numbers as large as the column's. Take a larger width."
        )
    steps = np.floor(place).astype(np.int64)
    near = (np.abs(place - np.round(place)) < 1e-6) | (np.abs(place) > 2**30)
    for code in np.flatnonzero(near).tolist():
        steps[code] = floor(Fraction(repr(values[code].item())) / step)
    return steps


def _step(values: Numbers, asked: object) -> Fraction | None:
    if asked in (None, "exact") or not len(values):
        return None
    if asked == "round":
        return grid_step(float(values[-1]) - float(values[0]), whole=values.dtype.kind == "i")
    return Fraction(repr(asked))


def _written(number: Fraction) -> str:
    return str(int(number)) if number.denominator == 1 else format_number(float(number))


def _periods(column: DateColumn) -> _Stretches:
    """Months, or years where the months are more than a grid has steps."""
    moments = column.values.astype("datetime64[us]")
    months = moments.astype("datetime64[M]").astype(np.int64)
    wide = _MONTHS if len(months) and months[-1] - months[0] > STEPS else 1
    period = months // wide
    distinct, of = np.unique(period, return_inverse=True)
    unit = timedelta(seconds=1) if any(mark in column.format for mark in ("%H", "%I", "%T", "%X", "%c")) else None
    low = [_month_start(int(place) * wide) for place in distinct]
    high = [_month_start((int(place) + 1) * wide) - (unit or timedelta(days=1)) for place in distinct]
    form = _written_form(column)
    high = [_as_precise(end, form) for end in high]
    micros = [np.array([(end - _EPOCH) / timedelta(microseconds=1) for end in ends]) for ends in (low, high)]
    return _Stretches(
        of.astype(np.int64), [end.strftime(form) for end in low], [end.strftime(form) for end in high], *micros
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

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
from tokumei.core.recoding import Ends, Nodes, Ranges, Recoded, Recoding
from tokumei.core.table import Table
from tokumei.errors import JobError
from tokumei.job import ColumnJob, Job
from tokumei.privacy.policy import STEPS, grid_step

__all__ = ["coarsened", "finest_level", "finished", "has_policy"]

Ints = npt.NDArray[np.int64]
_EPOCH = datetime(1970, 1, 1)
_MONTHS = 12


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
            columns[name] = _climbed(replace(recoded, column=column), finest_level(recoded.hierarchy, settings, name))
        else:
            assert isinstance(recoded, Ranges)
            assert isinstance(column, (NumberColumn, DateColumn))
            columns[name] = _widened(replace(recoded, column=column), _stretches(column, settings))
    return Recoding(recoding.group, columns)


def finest_level(tree: Hierarchy, settings: ColumnJob, name: str) -> int:
    """The number of the level that `at_least` names, in the hierarchy as it was made."""
    asked, hierarchy = settings.setting("at_least"), settings.setting("hierarchy")
    for way in ("levels", "intervals", "prefixes"):
        known = hierarchy.setting(way)
        if known is not None:  # levels are counted from the top: a calendar leaves out those that add nothing
            return max(tree.height - (len(known) - list(known).index(asked)), 0)
    if asked > tree.height:
        raise JobError(
            f"`columns.{name}.at_least: {asked:g}` is no level of the hierarchy, whose levels are 1 to {tree.height}."
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
        node = tree.path[bind(column, tree), finest_level(tree, settings, column.name)]
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
    whole = column.values.dtype.kind == "i"
    exact = [Fraction(value) if whole else Fraction(repr(value)) for value in column.values.tolist()]
    bottom, top, asked = (settings.setting(name) for name in ("bottom", "top", "ends"))
    low_end, high_end = (None if end is None else Fraction(repr(end)) for end in (bottom, top))
    step = _step(exact, asked, whole)
    gap = 1 if whole and (step is None or step.denominator == 1) else 0
    bounds: list[tuple[Fraction | None, Fraction | None]] = []
    for value in exact:
        if low_end is not None and value <= low_end:
            bounds.append((None, low_end))
        elif high_end is not None and value >= high_end:
            bounds.append((high_end, None))
        elif step is None:
            bounds.append((value, value))
        else:
            start = value // step * step
            stop = start + step - gap
            # A step that reaches over `bottom` or `top` is cut there: what lies beyond is published as open.
            start = start if low_end is None else max(start, Fraction(floor(low_end) + 1) if gap else low_end)
            stop = stop if high_end is None else min(stop, Fraction(ceil(high_end) - 1) if gap else high_end)
            bounds.append((start, stop))
    distinct = list(dict.fromkeys(bounds))
    number = {pair: at for at, pair in enumerate(distinct)}
    return _Stretches(
        np.array([number[pair] for pair in bounds], dtype=np.int64),
        [None if low is None else _written(low) for low, _ in distinct],
        [None if high is None else _written(high) for _, high in distinct],
        np.array([-np.inf if low is None else float(low) for low, _ in distinct]),
        np.array([np.inf if high is None else float(high) for _, high in distinct]),
    )


def _step(exact: list[Fraction], asked: object, whole: bool) -> Fraction | None:
    if asked in (None, "exact") or not exact:
        return None
    if asked == "round":
        return grid_step(float(exact[-1] - exact[0]), whole=whole)
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
    write = _writer(column)
    micros = [np.array([(end - _EPOCH) / timedelta(microseconds=1) for end in ends]) for ends in (low, high)]
    return _Stretches(of.astype(np.int64), [write(end) for end in low], [write(end) for end in high], *micros)


def _month_start(month: int) -> datetime:
    return datetime(1970 + month // _MONTHS, month % _MONTHS + 1, 1)


def _writer(column: DateColumn) -> Callable[[datetime], str]:
    """In the column's own format, where that is how its dates are written; else as ISO 8601 has them."""
    first = _EPOCH + timedelta(microseconds=int(column.values[0])) if len(column.values) else _EPOCH
    own = not column.labels or first.strftime(column.format) == column.labels[0]
    return lambda moment: moment.strftime(column.format if own else "%Y-%m-%d")

"""Conditions of rules and filters, resolved to ranks: which codes and leaves of a column each allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.literals import read_moment, read_number
from tokumei.core.notation import ANY
from tokumei.core.rules import Items, Rules, Space, runs_of
from tokumei.core.table import Table
from tokumei.errors import JobError, listing
from tokumei.job import ColumnJob, HasCondition, MissingCondition, RangeCondition, RuleJob

__all__ = ["meets", "resolve"]

Values = npt.NDArray[Any]
_PERIODS = (("%Y", "Y"), ("%Y-%m", "M"), ("%Y-%m-%d", "D"))
"""A date written with less than a time stands for the whole of it: `to: 1979` includes the last day of 1979."""


def resolve(rules: Sequence[RuleJob], table: Table, columns: Mapping[str, ColumnJob]) -> Rules:
    """The rules as bits over the codes and leaves of the table's quasi-identifiers."""
    twice = [name for name, times in Counter(rule.name for rule in rules).items() if times > 1]
    if twice:
        raise JobError(f"More than one rule is called {listing(twice)}. Give every rule a name of its own.")
    quasi = {column.name: column for column in table.quasi}
    by_column: dict[str, list[tuple[int, _Condition]]] = {}
    for number, rule in enumerate(rules):
        for name, asked in rule.when.items():
            condition = _Condition(f"Rule {rule.name!r}", name, asked)
            if name not in quasi:
                raise _not_quasi(condition, name in columns, list(quasi))
            if asked != (ANY,):
                by_column.setdefault(name, []).append((number, condition))
    if rules and not by_column:
        raise JobError("Each condition of the rules is `*`, so that they tell nobody apart. Give one rule a condition.")
    codes: dict[str, Space] = {}
    leaves: dict[str, Space] = {}
    items: dict[str, Items] = {}
    for name, conditions in by_column.items():
        column = quasi[name]
        if isinstance(column, TextColumn):
            raise conditions[0][1].wrong("rules cannot ask about free text. Take the condition out")
        if isinstance(column, SetColumn):
            items[name] = _items(column, conditions)
            continue
        ranks = _Ranks.of(column)
        codes[name] = Space.from_runs(
            column.size, len(rules), [(number, runs_of(ranks.codes(condition))) for number, condition in conditions]
        )
        if column.hierarchy is not None:
            allowed = [(number, runs_of(ranks.leaves(condition))) for number, condition in conditions]
            leaves[name] = Space.from_runs(len(column.hierarchy.leaves), len(rules), allowed)
    weight = np.array([rule.weight for rule in rules], dtype=np.float64)
    return Rules(tuple(rule.name for rule in rules), weight, codes, leaves, items)


def meets(
    column: Column,
    asked: HasCondition | RangeCondition | MissingCondition | tuple[str, ...],
    tree: Callable[[], Hierarchy | None],
) -> npt.NDArray[np.bool_]:
    """Record → whether it meets a filter; `tree` gives the column's hierarchy, where a filter names a node of it."""
    if isinstance(asked, MissingCondition):
        return _missing(column) == asked.missing
    condition = _Condition("`where`", column.name, asked)
    if isinstance(column, TextColumn):
        raise condition.wrong("a filter can ask of free text only whether it is missing. Write `{missing: false}`")
    if isinstance(column, SetColumn):
        return _has_all(column, _items(column, [(0, condition)]).items)
    if isinstance(asked, tuple) and not {column.label(code) for code in range(column.size)}.issuperset(asked):
        column = replace(column, hierarchy=tree())
    return _Ranks.of(column).codes(condition)[column.codes]


def _missing(column: Column) -> npt.NDArray[np.bool_]:
    """Record → whether it has no value."""
    if isinstance(column, (SetColumn, TextColumn)):
        return column.null
    missing: npt.NDArray[np.bool_] = column.codes >= len(column.values)
    return missing


def _has_all(column: SetColumn, items: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Record → whether it has all of some items."""
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    wanted = np.isin(column.items, items)
    return np.bincount(row[wanted], minlength=len(column)) == len(items)


@dataclass(frozen=True)
class _Condition:
    """A condition with what an error has to name."""

    place: str
    """The rule, or the setting."""
    column: str
    asked: HasCondition | RangeCondition | tuple[str, ...]

    def wrong(self, why: str) -> JobError:
        return JobError(f"{self.place}, condition on {self.column!r}: {why}.")


@dataclass(frozen=True, eq=False)
class _Ranks:
    """A column's codes, and the leaves of its hierarchy, ready to be asked."""

    column: SingleColumn
    leaf: npt.NDArray[np.int32]
    """Code → leaf; empty without a hierarchy."""
    nodes: Mapping[str, list[int]]
    """Label → the nodes that have it."""

    @classmethod
    def of(cls, column: SingleColumn) -> _Ranks:
        tree = column.hierarchy
        if tree is None:
            return cls(column, np.zeros(0, dtype=np.int32), {})
        nodes: dict[str, list[int]] = {}
        for node, label in enumerate(tree.labels):
            nodes.setdefault(label, []).append(node)
        return cls(column, bind(column, tree), nodes)

    def codes(self, condition: _Condition) -> npt.NDArray[np.bool_]:
        """Code → whether the condition allows it; null only where it is asked for by its empty label."""
        column, asked = self.column, condition.asked
        allowed = np.zeros(column.size, dtype=bool)
        if isinstance(asked, RangeCondition):
            low, high = _bounds(condition, column)
            values = np.asarray(column.values)
            allowed[: len(values)] = _between(values, low, high)
            return allowed
        if isinstance(asked, HasCondition):
            raise condition.wrong("`has` is for set columns. Write the value, or a list of values")
        known = {column.label(code): code for code in range(column.size)} if self._by_label() else {}
        for label in asked:
            nodes = self.nodes.get(label)
            if nodes is not None and self.column.hierarchy is not None:
                tree = self.column.hierarchy
                for node in nodes:
                    allowed |= (self.leaf >= tree.first[node]) & (self.leaf <= tree.last[node])
            elif label in known:
                allowed[known[label]] = True
            elif isinstance(column, CategoryColumn):
                where = "node of its hierarchy" if column.hierarchy is not None else "value of the column"
                raise condition.wrong(f"{label!r} is no {where}")
            else:
                value = _read(label, column)
                if value is None:
                    raise condition.wrong(f"{label!r} is no {column.kind} and no node of its hierarchy")
                first, last = _period(label, column) or (value, value)
                allowed[: len(column.values)] |= _between(np.asarray(column.values), (first, True), (last, True))
        return allowed

    def leaves(self, condition: _Condition) -> npt.NDArray[np.bool_]:
        """Leaf → whether the condition allows it, also for leaves that no record has."""
        tree = self.column.hierarchy
        assert tree is not None
        allowed = np.zeros(len(tree.leaves), dtype=bool)
        allowed[self.leaf[self.codes(condition)]] = True
        if isinstance(condition.asked, RangeCondition):
            return allowed | _between(_leaf_values(tree, self.column), *_bounds(condition, self.column))
        assert not isinstance(condition.asked, HasCondition)
        for label in condition.asked:
            for node in self.nodes.get(label, ()):
                allowed[tree.first[node] : tree.last[node] + 1] = True
        return allowed

    def _by_label(self) -> bool:
        """Labels of numbers and dates are compared as values, except for the empty one of null."""
        return isinstance(self.column, CategoryColumn) or self.column.has_null


End = tuple[float, bool] | None
"""A value and whether it is included; None is open."""


def _bounds(condition: _Condition, column: SingleColumn) -> tuple[End, End]:
    """The ends of a range, as values of the column."""
    asked = condition.asked
    assert isinstance(asked, RangeCondition)
    if isinstance(column, CategoryColumn):
        raise condition.wrong("ranges are for numbers and dates. Name the values, or nodes of the hierarchy")
    for one, other in (("from_", "over"), ("to", "under")):
        if getattr(asked, one) is not None and getattr(asked, other) is not None:
            raise condition.wrong(f"`{one.rstrip('_')}` and `{other}` are two ends of one side. Keep one of them")
    ends: dict[str, float] = {}
    for name in ("from_", "to", "over", "under"):
        given = getattr(asked, name)
        if given is None:
            continue
        text = _written(given)
        value = _read(text, column)
        if value is None:
            raise condition.wrong(f"`{name.rstrip('_')}: {text}` is no {column.kind}")
        period = _period(text, column)
        last = name in ("to", "over")  # `to: 1979` includes its last day, `over: 1979` excludes it
        ends[name] = value if period is None else period[1 if last else 0]
    if not ends:
        raise condition.wrong("the range has no end. Give `from`, `to`, `over` or `under`")
    low = _end(ends, "from_", "over")
    high = _end(ends, "to", "under")
    if low is not None and high is not None and low[0] > high[0]:
        raise condition.wrong("the range is empty: its lower end lies above its upper end")
    return low, high


def _end(ends: Mapping[str, float], included: str, excluded: str) -> End:
    if included in ends:
        return ends[included], True
    return (ends[excluded], False) if excluded in ends else None


def _between(values: Values, low: End, high: End) -> npt.NDArray[np.bool_]:
    allowed = ~np.isnan(values) if values.dtype.kind == "f" else np.ones(len(values), dtype=bool)
    if low is not None:
        allowed &= (values >= low[0]) if low[1] else (values > low[0])
    if high is not None:
        allowed &= (values <= high[0]) if high[1] else (values < high[0])
    return allowed


def _written(given: Any) -> str:
    if isinstance(given, datetime):
        return given.strftime("%Y-%m-%d %H:%M:%S")
    return given.isoformat() if isinstance(given, date) else str(given)


def _read(text: str, column: NumberColumn | DateColumn) -> float | None:
    if isinstance(column, NumberColumn):
        return read_number(text)
    return read_moment(text, column.format)


def _leaf_values(tree: Hierarchy, column: SingleColumn) -> npt.NDArray[np.float64]:
    """Leaf → number or moment, NaN where its label is neither."""
    return _values_of_labels(tree, isinstance(column, NumberColumn), getattr(column, "format", None))


@lru_cache(maxsize=32)
def _values_of_labels(tree: Hierarchy, numbers: bool, form: str | None) -> npt.NDArray[np.float64]:
    read = read_number if numbers else (lambda label: read_moment(label, form))
    said = [read(label) for label in tree.leaves]
    return np.array([np.nan if value is None else value for value in said], dtype=np.float64)


def _period(text: str, column: SingleColumn) -> tuple[float, float] | None:
    """First and last moment of a year, month or day that is written as such; None for anything else."""
    if not isinstance(column, DateColumn):
        return None
    for form, unit in _PERIODS:
        try:
            moment = datetime.strptime(text.strip(), form)
        except ValueError:
            continue
        start = np.array([moment]).astype(f"datetime64[{unit}]")
        first, after = (int(edge.astype("datetime64[us]").astype(np.int64)[0]) for edge in (start, start + 1))
        return first, after - 1
    return None


def _items(column: SetColumn, conditions: Sequence[tuple[int, _Condition]]) -> Items:
    known = {label: item for item, label in enumerate(column.values)}
    needed: list[list[int]] = []
    for _, condition in conditions:
        if not isinstance(condition.asked, HasCondition):
            raise condition.wrong("it is a set column. Write `has: […]` for the items that a record must have")
        missing = [item for item in condition.asked.has if item not in known]
        if missing:
            raise condition.wrong(f"no record has the items {listing(missing)}")
        needed.append(sorted({known[item] for item in condition.asked.has}))
    offsets = np.concatenate([[0], np.cumsum([len(items) for items in needed])]).astype(np.int64)
    flat = np.array([item for items in needed for item in items], dtype=np.int32)
    return Items(np.array([number for number, _ in conditions], dtype=np.int32), offsets, flat)


def _not_quasi(condition: _Condition, named: bool, quasi: Sequence[str]) -> JobError:
    if named:
        return condition.wrong(
            "it is not a quasi-identifier, so the release keeps it or drops it whatever the rules say. "
            "Take the condition out"
        )
    return condition.wrong(f"there is no such column. The quasi-identifiers are {listing(quasi)}")

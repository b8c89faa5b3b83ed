"""A column meets its hierarchy: every code finds its leaf."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import NumberColumn, SetColumn, SingleColumn
from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.errors import DataError

__all__ = ["bind", "counts_of", "fitted", "leaves_of", "weighed"]


def fitted(column: SingleColumn | SetColumn, hierarchy: Hierarchy) -> Hierarchy:
    """The hierarchy with what the column needs: a leaf for missing values, and numbers in the column's own spelling.

    A missing value becomes the leaf `''` directly under the root, unless the hierarchy already says where it belongs.
    Leaves that do not occur in the column stay: they are part of the domain. The hierarchy that was given is not
    changed.
    """
    labels = list(hierarchy.leaves)
    if isinstance(column, NumberColumn):
        labels = _respelled(column, labels)
    needs_null = not isinstance(column, SetColumn) and column.has_null and "" not in hierarchy.leaf_of
    if not needs_null and labels == list(hierarchy.leaves):
        return hierarchy
    rows = [[label, *row[1:]] for label, row in zip(labels, hierarchy.rows(), strict=True)]
    if needs_null:
        rows.append([""] + [""] * (hierarchy.height - 1) + [ROOT])
    return Hierarchy.from_rows(rows, name=f"The hierarchy of column {column.name!r}")


def bind(column: SingleColumn | SetColumn, hierarchy: Hierarchy) -> npt.NDArray[np.int32]:
    """Code → leaf, for every code of the column, the one of null included.

    Raises DataError where values of the column are missing from the hierarchy: how many, and the rows where they first
    stand, never the values.
    """
    leaf = leaves_of(column, hierarchy)
    missing = np.flatnonzero(leaf < 0)
    if len(missing):
        rows = _first_rows(column, missing)
        where = ", ".join(str(row) for row in rows[:5]) + (", …" if len(rows) > 5 else "")
        raise DataError(
            f"Column {column.name!r}: {len(missing):,} of its {len(leaf):,} distinct values are missing from its "
            f"hierarchy (first in {'row' if len(rows) == 1 else 'rows'} {where}). Add a row for each of them."
        )
    return leaf


def leaves_of(column: SingleColumn | SetColumn, hierarchy: Hierarchy) -> npt.NDArray[np.int32]:
    """Code → leaf, −1 where the hierarchy lacks the value: for readers who have to go on all the same."""
    leaf_of = hierarchy.leaf_of
    return np.array([leaf_of.get(label, -1) for label in _labels(column)], dtype=np.int32)


def counts_of(column: SingleColumn | SetColumn, weight: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
    """Code → how many records have it; with `weight`, of those that each stands for."""
    if isinstance(column, SetColumn):
        own = None if weight is None else np.repeat(weight, np.diff(column.offsets))
        return weighed(column.items, own, len(column.values))
    return weighed(column.codes, weight, column.size)


def weighed(
    codes: npt.NDArray[np.integer], weight: npt.NDArray[np.int64] | None, size: int = 0
) -> npt.NDArray[np.int64]:
    """Code → how often it occurs; each occurrence counts once, or as its weight says. Exact below 2^53."""
    if weight is None:
        return np.bincount(codes, minlength=size)
    return np.bincount(codes, weights=weight, minlength=size).astype(np.int64)


def _labels(column: SingleColumn | SetColumn) -> list[str]:
    if isinstance(column, SetColumn):
        return list(column.values)
    return [column.label(code) for code in range(column.size)]


def _first_rows(column: SingleColumn | SetColumn, codes: npt.NDArray[np.int64]) -> list[int]:
    """Rows, counted from 1 without the header, where the given codes first stand."""
    used = column.items if isinstance(column, SetColumn) else column.codes
    wanted = np.zeros(len(_labels(column)), dtype=bool)
    wanted[codes] = True
    places = np.flatnonzero(wanted[used])
    _, first = np.unique(used[places], return_index=True)
    rows = np.sort(places[first])
    if isinstance(column, SetColumn):
        rows = np.searchsorted(column.offsets, rows, side="right") - 1
    return (rows + 1).tolist()


def _respelled(column: NumberColumn, labels: list[str]) -> list[str]:
    """Leaves that write a number of the column differently (`20.0` for 20) take the column's spelling."""
    own = {float(value): column.label(code) for code, value in enumerate(column.values.tolist())}
    present = set(labels)
    spelled = []
    for label in labels:
        try:
            better = own.get(float(label), label) if label else label
        except ValueError:
            better = label
        spelled.append(label if better in present else better)
    return spelled

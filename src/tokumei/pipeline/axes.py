"""Quasi-identifiers as axes: what one partition of their values for all records can publish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tokumei.core.binding import bind
from tokumei.core.columns import CategoryColumn, Column, SetColumn, SingleColumn, TextColumn
from tokumei.errors import JobError
from tokumei.job import ColumnJob
from tokumei.pipeline.policies import ends_of, level_of

if TYPE_CHECKING:
    from tokumei.global_recoding import Axis

__all__ = ["axis_of", "form_of"]


def form_of(column: SingleColumn, settings: ColumnJob) -> str:
    """What a column is published as: nodes, ranges or values."""
    asked: str | None = settings.setting("publish")
    if asked == "ranges" and isinstance(column, CategoryColumn):
        raise JobError(f"Column {column.name!r}: `publish: ranges` is for numbers and dates.")
    if asked is not None:
        return asked
    if column.hierarchy is not None:
        return "nodes"
    return "values" if isinstance(column, CategoryColumn) else "ranges"


def axis_of(column: Column, settings: ColumnJob) -> Axis:
    """A column whose values its policy has put together, as an axis."""
    from tokumei.global_recoding import OrderedAxis, TreeAxis, ValuesAxis

    assert not isinstance(column, (SetColumn, TextColumn)), "the job refuses other columns"
    form, weight = form_of(column, settings), settings.setting("weight") or 1.0
    if form == "nodes":
        tree = column.hierarchy
        assert tree is not None, "the job refuses nodes without a hierarchy"
        finest, coarsest = (level_of(tree, settings, column.name, bound) for bound in ("at_least", "at_most"))
        return TreeAxis.of(column, tree, bind(column, tree), weight=weight, finest=finest, coarsest=coarsest)
    if form == "ranges":
        assert not isinstance(column, CategoryColumn)
        return OrderedAxis.of(column, ends_of(column, settings), weight=weight)
    domain = column.size if column.hierarchy is None else len(column.hierarchy.leaves)
    return ValuesAxis.of(column, domain, weight=weight)

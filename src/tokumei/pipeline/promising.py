"""The promises of a job about how detailed its columns are, judged on labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Kind
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.notes import Note
from tokumei.core.promise import Promise
from tokumei.core.published import PublishedTable
from tokumei.hierarchies.arx import read_arx
from tokumei.job import ColumnJob, Job
from tokumei.job.hierarchy import FileHierarchy, IntervalHierarchy, RowsHierarchy
from tokumei.pipeline.policies import level_of
from tokumei.privacy.policy import ColumnPolicy, at_least, at_most, bottom, date_ends, ends, pseudonyms, rounded, top
from tokumei.privacy.rare_values import RareValues

__all__ = ["not_judged", "of_policies", "trees_of_files"]

BY_LABEL = ("levels", "intervals", "prefixes")
"""Hierarchies whose labels tell their level."""


def of_policies(
    labels: PublishedTable, job: Job, rows: npt.NDArray[np.bool_], trees: Mapping[str, Hierarchy]
) -> tuple[Promise, ...]:
    """What the released records (`rows`) keep of each column's policy."""
    promises: list[Promise] = []
    for name, settings in job.columns.items():
        if name not in labels.columns:
            continue
        policies = [_of_items(policy, settings) for policy in _policies(name, settings, trees.get(name))]
        promises += [policy.check(labels.columns[name], rows) for policy in policies]
        promises += [rare.check(labels.columns[name], rows) for rare in _rare(name, settings)]
    return tuple(promises)


def _of_items(policy: ColumnPolicy, settings: ColumnJob) -> ColumnPolicy:
    """A policy of a set column is about each of its items."""
    if settings.type is not Kind.SET:
        return policy
    separator = settings.setting("separator")

    def breaks(labels: Sequence[str]) -> list[bool]:
        return [any(policy.breaks([item.strip() for item in label.split(separator)])) for label in labels]

    return replace(policy, breaks=breaks)


def not_judged(job: Job, trees: Mapping[str, Hierarchy]) -> list[Note]:
    """Levels of hierarchies that are made from the data, which a file alone does not tell."""
    return [
        Note("level_not_judged", {"column": name})
        for name, settings in job.columns.items()
        if _has_levels(settings) and _way(settings) is None and name not in trees
    ]


def trees_of_files(job: Job) -> dict[str, Hierarchy]:
    """The hierarchies that `at_least` and `at_most` are about and that are written in files, or in the job."""
    made: dict[str, Hierarchy] = {}
    for name, settings in job.columns.items():
        asked = settings.setting("hierarchy")
        if _has_levels(settings) and isinstance(asked, FileHierarchy):
            made[name] = read_arx(job.path(asked.file), delimiter=asked.delimiter)
        elif _has_levels(settings) and isinstance(asked, RowsHierarchy):
            made[name] = Hierarchy.from_rows(asked.rows, name=f"The hierarchy of column {name!r}")
    return made


def _has_levels(settings: ColumnJob) -> bool:
    return any(settings.setting(name) is not None for name in ("at_least", "at_most"))


def _way(settings: ColumnJob) -> str | None:
    hierarchy = settings.setting("hierarchy")
    return next((way for way in BY_LABEL if hierarchy.setting(way) is not None), None)


def _policies(name: str, settings: ColumnJob, tree: Hierarchy | None) -> Iterator[ColumnPolicy]:
    over, under, grid, width = (settings.setting(setting) for setting in ("top", "bottom", "ends", "round"))
    own = [end for end in (over, under) if end is not None]
    if _has_levels(settings):
        yield from _levels(name, settings, tree)
    if over is not None:
        yield top(name, over)
    if under is not None:
        yield bottom(name, under)
    if grid not in (None, "exact"):
        made = settings.setting("hierarchy")
        intervals = (made.intervals[0], made.origin) if isinstance(made, IntervalHierarchy) else None
        if settings.type is Kind.DATE:
            yield date_ends(name, settings.setting("format"))
        else:
            yield ends(name, grid, own=own, intervals=intervals)
    if settings.setting("pseudonym") is not None:
        yield pseudonyms(name)
    if width is not None:
        yield rounded(name, width, own=own, nodes=settings.setting("hierarchy") is not None)


def _levels(name: str, settings: ColumnJob, tree: Hierarchy | None) -> Iterator[ColumnPolicy]:
    """What `at_least` and `at_most` promise, as far as labels or a hierarchy tell the level of a node."""
    least, most, way = settings.setting("at_least"), settings.setting("at_most"), _way(settings)
    known = settings.setting("hierarchy").setting(way) if way is not None else ()
    for asked, policy, levels in ((least, at_least, "at_least"), (most, at_most, "at_most")):
        if asked is None:
            continue
        if way is not None:
            yield policy(name, asked, way=way, levels=known)
        elif tree is not None:
            level = level_of(tree, settings, name, levels)
            assert level is not None
            path = tree.path[:, level:] if levels == "at_least" else tree.path[:, : level + 1]
            yield policy(name, asked, way="file", nodes=[tree.labels[node] for node in np.unique(path)])


def _rare(name: str, settings: ColumnJob) -> Iterator[RareValues]:
    rare = settings.setting("rare")
    if rare is not None and rare.do != "keep":
        separator = (settings.setting("separator") or ",") if settings.type is Kind.SET else None
        yield RareValues(name, rare.below, separator)

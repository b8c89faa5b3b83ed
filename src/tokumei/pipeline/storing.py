"""A recoding by column or level as a document: what `apply` needs for other data, and no cell below k."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from tokumei.core.binding import bind
from tokumei.core.columns import DateColumn, NumberColumn
from tokumei.core.hierarchy import ROOT, Hierarchy
from tokumei.core.recoding import Nodes, Ranges, ValueSets
from tokumei.job import Job
from tokumei.job.stored import StoredColumn, StoredRange, StoredRecoding
from tokumei.pipeline.policies import grid_of, stretches_of
from tokumei.pipeline.reading import Prepared
from tokumei.pipeline.recoding import Outcome
from tokumei.pipeline.reporting import settings_of

__all__ = ["key_of", "recoding_document", "way_of"]

BY_SETTINGS = ("levels", "intervals", "prefixes")
"""Hierarchies that are made anew for other data: their labels tell their nodes."""
_AGAIN = ("columns", "others", "person", "where", "one_per", "derive", "privacy", "seed")
"""What of a job holds for other data too."""
_WRITTEN = ("numbers", "removed", "order", "encoding", "language")
"""What of its output does."""


def recoding_document(prepared: Prepared, outcome: Outcome) -> dict[str, Any]:
    """The recoding of a run as plain data.

    *Promise*: of the values of the source it holds those that at least k released records publish, and nothing about
    how many these are. Hierarchies that the job was given are held as they are; ranges end where the policy says.
    """
    job = prepared.job
    columns = {name: _column(prepared, outcome, name) for name in job.grouped}
    stored = StoredRecoding(
        kind="tokumei recoding",
        version=version("tokumei"),
        job_sha256=hashlib.sha256(json.dumps(settings_of(job), sort_keys=True, default=str).encode()).hexdigest(),
        job=_job_again(prepared),
        columns=columns,
    )
    return stored.model_dump(mode="json", exclude_defaults=True)


def key_of(tree: Hierarchy, leaf: int, level: int, way: str | None) -> tuple[str, ...]:
    """What a node is called in a stored recoding: its labels from there upwards; where they tell it, its own alone."""
    label = tree.labels[tree.path[leaf, level]]
    if tree.path[leaf, level] == tree.root:
        return (ROOT,)
    if way == "prefixes":  # filled to the length of the longest code, which other data may have longer
        return (label.rstrip(ROOT) + (ROOT if label.endswith(ROOT) else ""),)
    if way is not None:
        return (label,)
    above = [tree.path[leaf, one] for one in range(level, tree.height)]
    return tuple(tree.labels[node] for node in dict.fromkeys(above))


def way_of(job: Job, name: str) -> str | None:
    """The setting that makes a column's hierarchy anew for other data; None where it is stored."""
    hierarchy = job.columns[name].setting("hierarchy")
    return next((way for way in BY_SETTINGS if getattr(hierarchy, way, None) is not None), None)


def _column(prepared: Prepared, outcome: Outcome, name: str) -> StoredColumn:
    job, recoded = prepared.job, outcome.recoding.columns[name]
    if isinstance(recoded, Nodes):
        way = way_of(job, name)
        if job.method.recoding == "level":
            return StoredColumn(level=_level(recoded, job, name, way))
        return _nodes(recoded, job.privacy.k, way)
    if isinstance(recoded, Ranges):
        return _ranges(recoded, job, name)
    assert isinstance(recoded, ValueSets)
    return _values(recoded, job.privacy.k)


def _level(recoded: Nodes, job: Job, name: str, way: str | None) -> str | float:
    """The coarsest level that says what is published."""
    tree = recoded.hierarchy
    released = recoded.entry >= 0
    leaf = bind(recoded.column, tree)[recoded.column.codes[released]]
    node = recoded.node[recoded.entry[released]]
    level = max(level for level in range(tree.height + 1) if (tree.path[leaf, level] == node).all())
    if level in (0, tree.height):
        return "values" if level == 0 else ROOT
    if way is None:
        return float(level)
    known = job.columns[name].setting("hierarchy").setting(way)
    asked = known[len(known) - (tree.height - level)]
    return asked if isinstance(asked, str) else float(asked)


def _nodes(recoded: Nodes, k: int, way: str | None) -> StoredColumn:
    """The nodes that enough records publish, and those above them that nobody does."""
    tree = recoded.hierarchy
    counts = np.bincount(recoded.node[recoded.entry[recoded.entry >= 0]], minlength=len(tree.labels))
    published = np.flatnonzero(counts)
    nodes = {key_of(tree, *_place(tree, node), way) for node in np.flatnonzero(counts >= k).tolist()}
    opened: set[tuple[str, ...]] = set()
    for node in np.flatnonzero(counts >= k).tolist():
        leaf, level = _place(tree, node)
        above = [one for one in range(level + 1, tree.height + 1) if tree.path[leaf, one] not in published]
        opened |= {key_of(tree, leaf, one, way) for one in above}
    return StoredColumn(nodes=tuple(sorted(nodes)), opened=tuple(sorted(opened)))


def _place(tree: Hierarchy, node: int) -> tuple[int, int]:
    """A leaf below a node, and the node's level."""
    return int(tree.first[node]), int(tree.level[node])


def _ranges(recoded: Ranges, job: Job, name: str) -> StoredColumn:
    column, settings = recoded.column, job.columns[name]
    counts = np.bincount(recoded.entry[recoded.entry >= 0], minlength=len(recoded.low))
    stretches = stretches_of(column, settings)
    null = len(column.values)
    ranges = []
    for part in np.flatnonzero(counts >= job.privacy.k).tolist():
        low, high = int(recoded.low[part]), int(recoded.high[part])
        if low == null:
            ranges.append(StoredRange(values=False, null=True))
            continue
        first = stretches.of[low]
        last = len(stretches.low_value) - 1 if high == null else stretches.of[high]
        ranges.append(
            StoredRange(
                low=_end(stretches.low_value[first], column),
                high=_end(stretches.high_value[last], column),
                first=stretches.low(int(first)),
                last=stretches.high(int(last)),
                null=high == null,
            )
        )
    return StoredColumn(ranges=tuple(ranges), whole=column.values.dtype.kind == "i")


def _end(value: float, column: NumberColumn | DateColumn) -> float | str | None:
    if not np.isfinite(value):
        return None
    if isinstance(column, DateColumn):
        return str(np.datetime64(int(value), "us")).removesuffix("T00:00:00.000000")
    return float(value)


def _values(recoded: ValueSets, k: int) -> StoredColumn:
    """Sets of the values that enough released records have."""
    column = recoded.column
    counts = np.bincount(column.codes[recoded.entry >= 0], minlength=column.size)
    sets: list[tuple[str | None, ...]] = []
    for codes in np.split(recoded.codes, recoded.offsets[1:-1]):
        own = [code for code in codes.tolist() if counts[code] >= k]
        if own:
            sets.append(tuple(None if code >= len(column.values) else column.label(code) for code in own))
    return StoredColumn(values=tuple(sets))


def _job_again(prepared: Prepared) -> dict[str, Any]:
    """What of the job holds for other data too; hierarchies from files as rows, paths seen from the recoding."""
    job = prepared.job
    settings = settings_of(job)
    assert job.output.recoding is not None
    folder = job.path(job.output.recoding).parent
    again = {name: settings[name] for name in _AGAIN if name in settings}
    again["method"] = {"recoding": job.method.recoding}
    again["output"] = {name: value for name, value in settings["output"].items() if name in _WRITTEN}
    again["privacy"] = {name: value for name, value in settings["privacy"].items() if name != "suppress"}
    again["columns"] = {
        name: _column_again(prepared, name, dict(column) if isinstance(column, dict) else {"role": column}, folder)
        for name, column in settings["columns"].items()
    }
    return again


def _column_again(prepared: Prepared, name: str, settings: dict[str, Any], folder: Path) -> dict[str, Any]:
    job = prepared.job
    column = next((one for one in prepared.table if one.name == name), None)
    if column is not None:
        settings["type"] = str(column.kind)
    tree = getattr(column, "hierarchy", None)
    if isinstance(tree, Hierarchy) and way_of(job, name) is None and name in job.grouped:
        rows = [row for row in tree.rows() if row[0]]  # the one of missing values is made where there are any
        settings["hierarchy"] = {"rows": rows, "others": True}
    if isinstance(column, NumberColumn) and settings.get("ends") == "round":
        settings["ends"] = float(grid_of(column, job.columns[name])[0] or 1)
    return {key: _moved(value, job, folder, key) for key, value in settings.items()}


def _moved(value: Any, job: Job, folder: Path, key: str) -> Any:
    """A setting with its paths seen from another folder."""
    if isinstance(value, Mapping) and key in ("pseudonym", "categories", "hierarchy"):
        return {name: _moved(one, job, folder, name) for name, one in value.items()}
    if isinstance(value, str) and key in _PATHS and job.path(value).is_file():
        return os.path.relpath(job.path(value), folder)
    return value


_PATHS = ("key", "table", "keywords", "file", "corrections", "registry", "categories")
"""Settings that can name a file."""

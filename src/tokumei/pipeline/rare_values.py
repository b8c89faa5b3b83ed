"""Values that few records have, put together or left out before anything is coded, as a job asks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import CategoryColumn, Kind, SetColumn
from tokumei.core.notes import Note
from tokumei.core.recoding import ItemLevels, ItemNodes, ItemSets, Recoded, Recoding
from tokumei.core.rows import offsets_of
from tokumei.errors import DataError, JobError
from tokumei.io.encode import encode_column
from tokumei.io.guess import guess_kind
from tokumei.io.values import replaced, with_sets
from tokumei.job import Job, RareJob

__all__ = ["POOLED", "without_rare", "without_rare_items"]

POOLED = {"en": "other", "ja": "その他"}
"""Language of the report → what rare values are published as together."""


def without_rare(frame: Any, job: Job, decimal: str | None, notes: list[Note]) -> Any:
    """The frame with the rare values of columns that have `rare` put together or left out; notes count the records.

    Where the rare values together are still rare, the next rarest join them; where there are none to join, they are
    left out.
    """
    for name, settings in job.columns.items():
        rare: RareJob | None = settings.setting("rare")
        if rare is None:
            continue
        if name not in frame.columns:
            raise DataError.missing_columns([name], frame.columns)
        kind = settings.type or guess_kind(frame[name], decimal=decimal)[0]
        if kind not in (Kind.CATEGORY, Kind.SET):
            raise JobError(f"`columns.{name}.rare` is for categories and sets, and the column is of the type {kind}.")
        column = encode_column(frame[name], settings.spec(name, kind, decimal), notes=[])
        assert isinstance(column, (CategoryColumn, SetColumn))
        before = _records(column, _below(column, rare.below))
        if rare.do != "keep":
            frame = _replaced(frame, column, rare, POOLED[job.output.language])
            column = encode_column(frame[name], settings.spec(name, kind, decimal), notes=[])
            assert isinstance(column, (CategoryColumn, SetColumn))
        after = _records(column, _below(column, rare.below))
        notes.append(
            Note(
                "rare_counted",
                {"column": name, "below": rare.below, "before": before, "after": after, "records": len(column)},
            )
        )
    return frame


def without_rare_items(recoding: Recoding, job: Job) -> Recoding:
    """The recoding of quasi-identifiers without the items that too few released records publish.

    A group publishes what its members share, so that a common item can be published by few. Items leave for all
    records at once, so that groups only grow.
    """
    columns: dict[str, Recoded] = dict(recoding.columns)
    for name, recoded in recoding.columns.items():
        rare: RareJob | None = job.columns[name].setting("rare")
        if rare is None or rare.do == "keep":
            continue
        if isinstance(recoded, ItemSets):
            offsets, items = _frequent(recoded.offsets, recoded.items, recoded.entry, rare.below)
            columns[name] = replace(recoded, offsets=offsets, items=items)
        elif isinstance(recoded, ItemNodes):
            offsets, nodes = _frequent(recoded.offsets, recoded.nodes, recoded.entry, rare.below)
            columns[name] = replace(recoded, offsets=offsets, nodes=nodes)
        elif isinstance(recoded, ItemLevels):
            columns[name] = replace(recoded, level=_levels(recoded, rare.below))
    return replace(recoding, columns=columns)


def _frequent(
    offsets: npt.NDArray[np.int64], items: npt.NDArray[np.int32], entry: npt.NDArray[np.int32], below: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """The lists of entries without the items that fewer records publish."""
    records = np.bincount(entry[entry >= 0], minlength=len(offsets) - 1)
    owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    stays = np.bincount(items, weights=records[owner])[items] >= below if len(items) else np.zeros(0, dtype=bool)
    return offsets_of(np.bincount(owner[stays], minlength=len(offsets) - 1)), items[stays]


def _levels(recoded: ItemLevels, below: int) -> npt.NDArray[np.int32]:
    """Levels that hide the items whose node fewer released records publish."""
    column, tree = recoded.column, recoded.hierarchy
    node = tree.path[recoded.leaf[column.items], recoded.level].astype(np.int64)
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    released = recoded.entry[row] >= 0
    once = np.unique(row[released] * len(tree.labels) + node[released]) % len(tree.labels)
    few = np.bincount(once, minlength=len(tree.labels)) < below
    return np.where(few[node], tree.height, recoded.level).astype(np.int32)


def _replaced(frame: Any, column: CategoryColumn | SetColumn, rare: RareJob, pooled: str) -> Any:
    away = _below(column, rare.below)
    label: str | None = pooled if rare.do == "pool" and away else None
    if label is not None:
        away |= {value for value in column.values if value == pooled}
        common = sorted(set(column.values) - away, key=lambda value: (_records(column, {value}), value))
        while _records(column, away) < rare.below and common:
            away.add(common.pop(0))
        label = label if _records(column, away) >= rare.below else None
    table = {value: label if value in away else value for value in column.values}
    if isinstance(column, CategoryColumn):
        return replaced(frame, column.name, {value: shown for value, shown in table.items() if shown is not None})
    cells: list[list[str] | None] = []
    for row in range(len(column)):
        shown = {table[column.values[item]] for item in column.items[column.offsets[row] : column.offsets[row + 1]]}
        cells.append(None if column.null[row] else sorted(one for one in shown if one is not None))
    return with_sets(frame, column.name, cells, column.separator)


def _below(column: CategoryColumn | SetColumn, below: int) -> set[str]:
    """The values that fewer records have."""
    used = column.items if isinstance(column, SetColumn) else column.codes[column.codes < len(column.values)]
    counts = np.bincount(used, minlength=len(column.values))
    return {value for value, count in zip(column.values, counts.tolist(), strict=True) if 0 < count < below}


def _records(column: CategoryColumn | SetColumn, values: set[str]) -> int:
    """How many records have one of some values."""
    wanted = np.array([value in values for value in column.values] + [False])
    if isinstance(column, CategoryColumn):
        return int(wanted[column.codes].sum())
    row = np.repeat(np.arange(len(column)), np.diff(column.offsets))
    return len(np.unique(row[wanted[column.items]]))

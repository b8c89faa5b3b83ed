"""What any release loses against its original, whoever made it.

Losses are taken from the released labels alone, read back into the original's codes: that needs no rows side by side,
so that a shuffled release can be measured. What would need them is left out, and the notes say so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from tokumei.core.characters import Texts, from_strings
from tokumei.core.columns import DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.labels import Meaning, bounds_reader, items_of, label_reader
from tokumei.core.notes import Note
from tokumei.core.published import PublishedColumn, PublishedTable, bounds_of
from tokumei.core.table import Table
from tokumei.core.text_settings import TextSettings
from tokumei.errors import DataError, listing
from tokumei.evaluation.loss import discernibility, mean_loss
from tokumei.evaluation.read_back import nodes_of_labels
from tokumei.evaluation.text_measures import masked_shares, readable_characters

__all__ = ["measure"]

Weights = npt.NDArray[np.int64]


@dataclass(slots=True)
class _Findings:
    """What was found on the way, to be said at the end."""

    columns: dict[str, float] = field(default_factory=dict)
    climbed: list[float] = field(default_factory=list)
    unread: dict[str, dict[str, int]] = field(default_factory=dict)
    foreign: dict[str, int] = field(default_factory=dict)
    uncovered: dict[str, int] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


def measure(
    original: Table,
    release: PublishedTable,
    *,
    k: int | None = None,
    by_range: Collection[str] = (),
    aligned: bool = False,
    markers: bool,
    apart: Collection[str] = (),
    texts: Mapping[str, TextSettings] = MappingProxyType({}),
    weights: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, Any]:
    """Loss by column and in all, Prec, discernibility, groups and removed records of a release.

    `by_range` names number and date columns with a hierarchy whose loss is that of their range (`publish: ranges`).
    `aligned` says that row i of the release is record i of the original, which sets need for the exact mean.
    `markers` says that the release marks removed records with rows of `*`; without it, such a row is a record like any
    other. `apart` names quasi-identifiers with a promise of their own, which are in no group (texts, a set under k^m).
    `texts` says how text columns are masked, `weights` how often the loss of a column counts.

    *Promise*: an absent record and a removed one lose 1 in every column, so that a release gains nothing by leaving
    records out; so does a label that cannot be read, which `unread` counts. Nothing of a cell is quoted.
    *Departures*: without rows side by side, a set column's loss is deleted items / all items, and a text column's is
    characters that are not readable any more / all characters, not the mean over records. *Cost*: labels are read once
    for each distinct one; records are only counted and grouped.
    """
    quasi = original.quasi
    names = release.names_of([column.name for column in quasi])
    there = [name for name in names if name in release.columns]
    if not there:
        raise DataError(
            f"The release has none of the job's quasi-identifiers {listing(column.name for column in quasi)}: "
            "is it the release of another job?"
        )
    marked = release.removed([column.name for column in quasi], markers=markers)
    rows = ~marked if marked.any() else None
    released = release.records - int(marked.sum())
    removed = max(original.records - released, 0)
    found = _Findings()
    side_by_side = aligned and release.records == original.records
    _compare_sizes(original.records, released, side_by_side, found)
    for column in quasi:
        if isinstance(column, TextColumn) and _is_there(column, release):
            settings = texts.get(column.name, TextSettings())
            loss = _text_loss(column, release.columns[column.name], rows, found, side_by_side, settings)
            found.columns[column.name] = loss
        else:
            by_width = column.name in by_range
            _measure_column(column, release, rows, original.records, removed, found, side_by_side, by_width)
    grouped = release.names_of([column.name for column in quasi if column.name not in apart])
    shown = [name for name in grouped if name in release.columns]
    sizes = np.bincount(release.groups(shown, rows)) if released else np.zeros(0, dtype=np.int64)
    average = released / len(sizes) if len(sizes) else None
    return {
        "records": original.records,
        "released": released,
        "removed": removed,
        "groups": len(sizes),
        "smallest_group": int(sizes.min(initial=released)) if len(sizes) else 0,
        "average_group": average,
        "normalized_average_group": None if average is None or k is None else average / k,
        "discernibility": discernibility(sizes, removed, original.records),
        "loss": {"ncp": mean_loss(found.columns, weights) if found.columns else None, "columns": found.columns},
        "prec": 1.0 - float(np.mean(found.climbed)) if found.climbed else None,
        "unread": found.unread,
        "foreign": found.foreign,
        "uncovered": found.uncovered,
        "notes": [note.to_dict() for note in found.notes],
    }


def _compare_sizes(records: int, released: int, side_by_side: bool, found: _Findings) -> None:
    if not side_by_side:
        found.notes.append(Note("rows_not_aligned"))
    if released > records:
        found.notes.append(Note("more_records", {"released": released, "records": records}))


def _measure_column(
    column: SingleColumn | SetColumn | TextColumn,
    release: PublishedTable,
    rows: npt.NDArray[np.bool_] | None,
    records: int,
    removed: int,
    found: _Findings,
    aligned: bool,
    by_range: bool,
) -> None:
    name = column.name
    if not _is_there(column, release):
        found.columns[name] = 1.0
        found.notes.append(Note("column_absent", {"column": name}))
    elif isinstance(column, SetColumn):
        found.columns[name] = _set_loss(column, release.columns[name], rows, found, aligned)
    elif not isinstance(column, TextColumn):
        meanings, weights = _meanings(column, release, rows, by_range, found)
        found.columns[name] = _single_loss(column, meanings, weights, records, removed, found)
        if aligned and name in release.columns:
            _check_covered(column, release.columns[name], rows, meanings, found)


def _is_there(column: SingleColumn | SetColumn | TextColumn, release: PublishedTable) -> bool:
    two = isinstance(column, (NumberColumn, DateColumn)) and all(b in release.columns for b in bounds_of(column.name))
    return column.name in release.columns or two


def _meanings(
    column: SingleColumn, release: PublishedTable, rows: npt.NDArray[np.bool_] | None, by_range: bool, found: _Findings
) -> tuple[list[Meaning | None], Weights]:
    """The meaning of each distinct label, and how many released records have it."""
    if column.name in release.columns:
        published = release.columns[column.name]
        read = label_reader(column, by_range=by_range)
        weights = _label_weights(published, rows)
        labels = [*published.labels, None]
        return [
            read(label) if weight else None for label, weight in zip(labels, weights.tolist(), strict=True)
        ], weights
    assert isinstance(column, (NumberColumn, DateColumn)), "_is_there lets only these have bounds"
    if column.has_null:
        found.notes.append(Note("empty_bounds", {"column": column.name}))
    low, high = (release.columns[name] for name in bounds_of(column.name))
    read_both = bounds_reader(column, by_range=by_range)
    width = len(high.labels) + 1
    pairs = (low.codes.astype(np.int64) + 1) * width + high.codes + 1
    distinct, weights = np.unique(pairs if rows is None else pairs[rows], return_counts=True)
    ends = [(None, *low.labels), (None, *high.labels)]
    return [read_both(ends[0][pair // width], ends[1][pair % width]) for pair in distinct.tolist()], weights


def _label_weights(published: PublishedColumn, rows: npt.NDArray[np.bool_] | None) -> Weights:
    """Label → released records; the last place is for empty fields."""
    codes = published.codes if rows is None else published.codes[rows]
    return np.roll(np.bincount(codes.astype(np.int64) + 1, minlength=len(published.labels) + 1), -1)


def _single_loss(
    column: SingleColumn,
    meanings: Sequence[Meaning | None],
    weights: Weights,
    records: int,
    removed: int,
    found: _Findings,
) -> float:
    used = [(meaning, weight) for meaning, weight in zip(meanings, weights.tolist(), strict=True) if weight]
    unread = [weight for meaning, weight in used if meaning is None]
    if unread:
        found.unread[column.name] = {"labels": len(unread), "records": sum(unread)}
        found.notes.append(
            Note(
                "unread_labels",
                {"column": column.name, "unread": len(unread), "labels": len(used), "records": sum(unread)},
            )
        )
    foreign = sum(weight for meaning, weight in used if meaning is not None and not meaning.codes)
    if foreign:
        found.foreign[column.name] = foreign
        found.notes.append(Note("foreign_values", {"column": column.name, "records": foreign}))
    total = max(records, sum(weight for _, weight in used))
    lost = sum(weight * (1.0 if meaning is None else meaning.loss) for meaning, weight in used)
    if column.hierarchy is not None and all(meaning is not None and meaning.level is not None for meaning, _ in used):
        height = column.hierarchy.height
        climbed = sum(weight * (meaning.level or 0) for meaning, weight in used if meaning is not None)
        found.climbed.append((climbed / height + removed) / max(total, 1))
    return (lost + removed) / max(total, 1)


def _check_covered(
    column: SingleColumn,
    published: PublishedColumn,
    rows: npt.NDArray[np.bool_] | None,
    meanings: Sequence[Meaning | None],
    found: _Findings,
) -> None:
    """Counts the records whose own value is not among those that their label covers."""
    pairs = (published.codes.astype(np.int64) + 1) * max(column.size, 1) + column.codes
    distinct, weights = np.unique(pairs if rows is None else pairs[rows], return_counts=True)
    wrong = 0
    for pair, weight in zip(distinct.tolist(), weights.tolist(), strict=True):
        label, code = divmod(pair, max(column.size, 1))
        meaning = meanings[label - 1]
        wrong += weight if meaning is not None and code not in meaning.codes else 0
    if wrong:
        found.uncovered[column.name] = wrong
        found.notes.append(Note("uncovered_values", {"column": column.name, "records": wrong}))


def _set_loss(
    column: SetColumn,
    published: PublishedColumn,
    rows: npt.NDArray[np.bool_] | None,
    found: _Findings,
    aligned: bool,
) -> float:
    """Deleted items / items: by record where rows are side by side, over all items otherwise.

    A missing set counts as one item, which an empty field keeps. With an item hierarchy an item loses what its
    published node does, where rows are side by side.
    """
    tree = column.hierarchy
    known = set(column.values) if tree is None else set(tree.labels)
    cells = [set(items_of(label, column.separator)) for label in published.labels]
    kept = np.array([*(len(cell & known) for cell in cells), 0], dtype=np.int64)
    strange = np.array([*(len(cell - known) > 0 for cell in cells), False])
    weights = _label_weights(published, rows)
    if int(weights[strange].sum()):
        records = found.foreign[column.name] = int(weights[strange].sum())
        found.notes.append(Note("foreign_items", {"column": column.name, "records": records}))
    own = np.diff(column.offsets)
    if aligned and tree is not None:
        entry = np.where(published.codes < 0, len(cells), published.codes)
        losses = nodes_of_labels(column, tree, cells, entry if rows is None else np.where(rows, entry, -1)).losses()
        return float(losses.mean()) if len(column) else 0.0
    if aligned:
        left = np.where(rows if rows is not None else True, kept[published.codes], 0)
        gone = column.null & (published.codes >= 0)
        gone = gone if rows is None else gone | ~rows
        return float(np.where(gone, 1.0, np.maximum(own - left, 0) / np.maximum(own, 1)).mean())
    found.notes.append(Note("loss_of_items", {"column": column.name}))
    missing = int(column.null.sum())
    total = int(own.sum()) + missing
    return max(total - int(weights @ kept) - min(int(weights[-1]), missing), 0) / total if total else 0.0


def _text_loss(
    column: TextColumn,
    published: PublishedColumn,
    rows: npt.NDArray[np.bool_] | None,
    found: _Findings,
    aligned: bool,
    settings: TextSettings,
) -> float:
    """Characters that are not readable any more / characters: by record where rows are side by side, over all else.

    A mask character that the original has is one of its characters, and is not lost.
    """
    if aligned:
        share, more = masked_shares(column, published, settings)
        more = more if rows is None else more & rows
        if more.any():
            records = found.uncovered[column.name] = int(more.sum())
            found.notes.append(Note("texts_longer", {"column": column.name, "records": records}))
        return float((share if rows is None else np.where(rows, share, 1.0)).mean())
    (length, own), (_, shown) = readable_characters(
        [Texts(column.offsets, column.points), from_strings([*published.labels, None])], settings
    )
    found.notes.append(Note("loss_of_characters", {"column": column.name}))
    lost = int(own.sum()) - int(_label_weights(published, rows) @ shown)
    return max(lost, 0) / max(int(length.sum()), 1)

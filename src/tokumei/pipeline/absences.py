"""Sets whose labels do not say what their records lack, where the job asks for it (`absence: hide`)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from tokumei.core.notes import Note
from tokumei.core.recoding import ItemSets, Recoding
from tokumei.core.rows import gather, offsets_of
from tokumei.job import Job

__all__ = ["with_absences_hidden"]

Items = frozenset[int]


def with_absences_hidden(recoding: Recoding, job: Job) -> tuple[Recoding, tuple[Note, ...]]:
    """The recoding with the sets of `absence: hide` published so, and a note on what that took.

    *Promise*: where a label L and the same with one item c more are both published, some record under L has c. So
    nobody can say of a record under L that it lacks c. Groups only come to publish less, so that all that holds of
    groups holds as before.
    *Cost*: a pass over the labels for every round of deletions, until nothing changes.
    """
    columns, notes = dict(recoding.columns), []
    for name, column in recoding.columns.items():
        if isinstance(column, ItemSets) and job.columns[name].setting("absence") == "hide":
            columns[name], groups = _hidden(column)
            notes.append(Note("absence_hidden", {"column": name, "groups": groups}))
    return replace(recoding, columns=columns), tuple(notes)


def _hidden(column: ItemSets) -> tuple[ItemSets, int]:
    """The column, and how many groups lost an item."""
    own = _items_of_entries(column)
    records = np.bincount(column.entry[column.entry >= 0], minlength=len(own)).tolist()
    shown = [frozenset(part.tolist()) for part in np.split(column.items, column.offsets[1:-1])]
    entries: dict[Items, set[int]] = defaultdict(set)
    for entry, items in enumerate(shown):
        if not column.null[entry]:
            entries[items].add(entry)
    changed: set[int] = set()
    while moves := _moves(entries, own):
        # Each move deletes an item, so that this ends.
        for whole, item in moves:
            less = whole - {item}
            if not entries[whole] or not entries[less] or any(item in own[entry] for entry in entries[less]):
                continue
            entry = min(entries[whole], key=lambda one: (records[one], sorted(own[one])))
            entries[whole].discard(entry)
            entries[less].add(entry)
            shown[entry] = less
            changed.add(entry)
    sizes = np.array([len(items) for items in shown], dtype=np.int64)
    together = np.array([item for part in shown for item in sorted(part)], dtype=np.int32)
    return replace(column, offsets=offsets_of(sizes), items=together), len(changed)


def _moves(entries: dict[Items, set[int]], own: list[set[int]]) -> list[tuple[Items, int]]:
    """Labels, each with an item without which it is published too, of records that all lack the item."""
    labels = {label: set().union(*(own[entry] for entry in here)) for label, here in entries.items() if here}
    found = [
        (label, item)
        for label in labels
        for item in label
        if label - {item} in labels and item not in labels[label - {item}]
    ]
    return sorted(found, key=lambda move: (len(move[0]), sorted(move[0]), move[1]))


def _items_of_entries(column: ItemSets) -> list[set[int]]:
    """Entry → the items that some record of it has in the source."""
    own: list[set[int]] = [set() for _ in range(len(column.offsets) - 1)]
    released = np.flatnonzero(column.entry >= 0)
    offsets, items = gather(column.column.offsets, column.column.items, released)
    owner = np.repeat(column.entry[released], np.diff(offsets)).astype(np.int64)
    pairs = np.unique(np.stack((owner, items.astype(np.int64)), axis=1), axis=0)
    for entry, item in pairs.tolist():
        own[entry].add(item)
    return own

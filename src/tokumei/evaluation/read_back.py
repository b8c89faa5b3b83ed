"""A release whose rows are side by side with the original's, read back into a recoding of the original."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from tokumei.core.binding import bind
from tokumei.core.columns import Column, DateColumn, NumberColumn, SetColumn, SingleColumn, TextColumn
from tokumei.core.hierarchy import Hierarchy
from tokumei.core.labels import Meaning, bounds_reader, items_of, label_reader
from tokumei.core.published import PublishedTable, bounds_of
from tokumei.core.recoding import ItemNodes, ItemSets, Nodes, Ranges, Recoded, Recoding, ValueSets
from tokumei.core.rows import offsets_of
from tokumei.core.table import Table

__all__ = ["nodes_of_labels", "read_back"]


def read_back(original: Table, release: PublishedTable, names: Collection[str], *, markers: bool) -> Recoding:
    """What every record publishes in the columns `names`, from the labels alone.

    With `markers`, rows of `*` are removed records. A label that cannot be read stands for anything. *Cost*: labels are
    read once for each distinct one.
    """
    quasi = [column.name for column in original.quasi]
    removed = release.removed(quasi, markers=markers)
    columns = {column.name: _column(column, release, removed) for column in original if column.name in names}
    return Recoding(np.where(removed, -1, 0).astype(np.int32), columns)


def _column(column: Column, release: PublishedTable, removed: npt.NDArray[np.bool_]) -> Recoded:
    assert not isinstance(column, TextColumn)
    if isinstance(column, SetColumn):
        return _items(column, release, removed)
    low, high = bounds_of(column.name)
    if column.name in release.columns:
        published = release.columns[column.name]
        labels: list[str | None] = [*published.labels, None]
        entry = np.where(published.codes < 0, len(published.labels), published.codes)
        reader = label_reader(column)
        meanings = [reader(label) for label in labels]
        tree = column.hierarchy
        if tree is not None and all(meaning is not None and meaning.node is not None for meaning in meanings[:-1]):
            nodes = [tree.root if meaning is None or meaning.node is None else meaning.node for meaning in meanings]
            return Nodes(column, tree, _entries(entry, removed), np.array(nodes, dtype=np.int32))
    else:
        assert isinstance(column, (NumberColumn, DateColumn))
        pairs, entry = np.unique(
            np.stack([release.columns[low].codes, release.columns[high].codes]), axis=1, return_inverse=True
        )
        read = bounds_reader(column)
        ends = [[None if code < 0 else release.columns[name].labels[code] for code in codes.tolist()]
                for name, codes in zip((low, high), pairs, strict=True)]  # fmt: skip
        meanings = [read(*pair) for pair in zip(*ends, strict=True)]
    return _codes(column, meanings, _entries(entry, removed))


def _entries(entry: npt.NDArray[np.integer], removed: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    return np.where(removed, -1, entry.reshape(-1)).astype(np.int32)


def _codes(column: SingleColumn, meanings: Sequence[Meaning | None], entry: npt.NDArray[np.int32]) -> Recoded:
    """Ranges where every label covers one, sets of values otherwise."""
    every = range(column.size)
    covered = [every if meaning is None or not len(meaning.codes) else meaning.codes for meaning in meanings]
    if isinstance(column, (NumberColumn, DateColumn)) and all(_together(codes) for codes in covered):
        low = np.array([min(codes) for codes in covered], dtype=np.int32)
        high = np.array([max(codes) for codes in covered], dtype=np.int32)
        return Ranges(column, entry, low, high)
    offsets = np.cumsum([0, *(len(codes) for codes in covered)], dtype=np.int64)
    flat = np.array([code for codes in covered for code in sorted(codes)], dtype=np.int32)
    return ValueSets(column, entry, offsets, flat, column.size)


def _together(codes: Sequence[int]) -> bool:
    return max(codes) - min(codes) + 1 == len(codes)


def _items(column: SetColumn, release: PublishedTable, removed: npt.NDArray[np.bool_]) -> ItemSets:
    published = release.columns[column.name]
    known = {label: item for item, label in enumerate(column.values)}
    kept = [
        sorted({known[item] for item in items_of(label, column.separator) if item in known})
        for label in (*published.labels, "")
    ]
    entry = np.where(published.codes < 0, len(published.labels), published.codes)
    offsets = np.cumsum([0, *(len(items) for items in kept)], dtype=np.int64)
    flat = np.array([item for items in kept for item in items], dtype=np.int32)
    return ItemSets(column, _entries(entry, removed), offsets, flat, np.zeros(len(kept), dtype=bool))


def nodes_of_labels(
    column: SetColumn, tree: Hierarchy, cells: Sequence[Collection[str]], entry: npt.NDArray[np.integer]
) -> ItemNodes:
    """Sets that are published as nodes: `entry` says which of the cells each record has, the one after them is empty.

    A label that no node has stands for nothing.
    """
    named: dict[str, list[int]] = {}
    for node, label in enumerate(tree.labels):
        named.setdefault(label, []).append(node)
    nodes = [sorted(node for item in cell for node in named.get(item, ())) for cell in [*cells, ()]]
    return ItemNodes(
        column,
        tree,
        bind(column, tree),
        entry.astype(np.int32),
        offsets_of(np.array([len(cell) for cell in nodes], dtype=np.int64)),
        np.array([node for cell in nodes for node in cell], dtype=np.int32),
        null=np.arange(len(nodes)) == len(cells),
    )

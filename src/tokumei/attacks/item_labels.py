"""The published sets of a column, seen from the items of the original."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokumei.attacks.known import Known
from tokumei.core.columns import SetColumn
from tokumei.core.labels import items_of

__all__ = ["ItemLabels", "item_labels", "set_columns"]

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ItemLabels:
    """Distinct published sets; the last is the empty field."""

    column: SetColumn
    items: tuple[frozenset[int], ...]
    """Label → the items of the original that it names; nodes of a hierarchy name none."""
    shows: dict[int, Ints]
    """Item → the labels that name it, or a node above it."""
    label: Ints
    """Row → label."""
    rows: Ints
    """Label → how many released rows have it."""

    def own(self, record: int) -> frozenset[int]:
        """The items of a record."""
        column = self.column
        return frozenset(column.items[column.offsets[record] : column.offsets[record + 1]].tolist())

    def showing(self, items: list[int]) -> Ints:
        """The labels that show all of these items."""
        labels = self.shows.get(items[0], np.zeros(0, dtype=np.int64))
        for item in items[1:]:
            labels = np.intersect1d(labels, self.shows.get(item, labels[:0]), assume_unique=True)
        return labels


def set_columns(known: Known) -> list[str]:
    """The set columns among the quasi-identifiers."""
    return [column.name for column in known.original.quasi if isinstance(column, SetColumn)]


def item_labels(known: Known, name: str) -> ItemLabels:
    """Each distinct label read once."""
    column = known.original[name]
    assert isinstance(column, SetColumn)
    published = known.release.columns[name]
    code = {value: item for item, value in enumerate(column.values)}
    under: dict[str, set[int]] = {value: {item} for value, item in code.items()}
    tree = column.hierarchy
    if tree is not None:
        for value, item in code.items():
            leaf = tree.leaf_of.get(value, -1)
            for node in tree.path[leaf].tolist() if leaf >= 0 else ():
                under.setdefault(tree.labels[node], set()).add(item)
    items: list[frozenset[int]] = []
    shows: dict[int, list[int]] = {}
    for number, label in enumerate(published.labels):
        tokens = items_of(label, column.separator)
        items.append(frozenset(code[token] for token in tokens if token in code))
        for item in {item for token in tokens for item in under.get(token, ())}:
            shows.setdefault(item, []).append(number)
    shown = np.where(published.codes < 0, len(published.labels), published.codes).astype(np.int64)
    rows = np.bincount(shown[known.rows], minlength=len(published.labels) + 1)
    return ItemLabels(
        column,
        (*items, frozenset()),
        {item: np.array(labels, dtype=np.int64) for item, labels in shows.items()},
        shown,
        rows.astype(np.int64),
    )

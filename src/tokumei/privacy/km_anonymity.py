"""k^m-anonymity of a set column: whatever m items of a record an attacker knows, at least k records match.

A second, weaker promise for sets: it bounds what the attacker knows instead of grouping records. It is judged on the
published cells alone: every combination of at most m published items that occurs must occur in at least k records.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from tokumei.core.promise import Promise
from tokumei.core.published import PublishedColumn
from tokumei.errors import JobError
from tokumei.privacy.model import ModelSettings, promise_of
from tokumei.privacy.occurrences import items_of

__all__ = ["KmAnonymity", "rarest_combination"]


@dataclass(frozen=True, slots=True)
class KmAnonymity(ModelSettings):
    """Any combination of at most m published items of a column occurs in no record or in at least k.

    *Promise*: someone who knows up to m items of a person finds at least k records that have what was published of
    them.

    *Caveats*: More than m items can single a record out. Single-valued quasi-identifiers beside the set are not
    covered: for them there is k. What is published of an item can be a node above it, or nothing.

    *Reference*: M. Terrovitis, N. Mamoulis, P. Kalnis, 'Privacy-preserving anonymization of set-valued data', VLDB
    2008.
    """

    kind: ClassVar[str] = "km"
    title: ClassVar[str] = "k^m-anonymity"
    column: str
    k: int
    m: int

    def __post_init__(self) -> None:
        if self.k < 2 or self.m < 1:
            raise JobError(f"k^m-anonymity of {self.column!r}: k must be at least 2 and m at least 1.")

    def check(self, column: PublishedColumn, separator: str) -> Promise:
        """The records that the rarest combination of at most m items occurs in; None without items.

        *Cost*: the combinations of m − 1 items that k records have, times the records that have them.
        """
        cells = [frozenset(items_of(label, separator)) for label in column.labels]
        weight = np.bincount(column.codes[column.codes >= 0], minlength=len(cells))
        rarest = rarest_combination(cells, weight, self.m)
        return promise_of(self, self.k, rarest, rarest is None or rarest >= self.k)


def rarest_combination(cells: Sequence[frozenset[str]], weight: npt.NDArray[np.int64], m: int) -> int | None:
    """In how many records the rarest combination of 1 … m items occurs that occurs at all; None without items.

    A combination that is as rare as the rarest so far need not be made larger only if nothing rarer can come of it, so
    all that are more frequent are.
    """
    names = sorted({item for cell in cells for item in cell})
    number = {item: place for place, item in enumerate(names)}
    rows = [np.array(sorted(number[item] for item in cell), dtype=np.int64) for cell in cells]
    best: int | None = None
    waiting: list[tuple[npt.NDArray[np.int64], int, int]] = [(np.flatnonzero(weight > 0), -1, 0)]
    while waiting:
        members, last, size = waiting.pop()
        parts = [rows[row][rows[row] > last] for row in members.tolist()]
        if not any(len(part) for part in parts):
            continue
        items = np.concatenate(parts)
        owner = np.repeat(members, [len(part) for part in parts])
        counts = np.bincount(items, weights=weight[owner], minlength=len(names))
        least = int(counts[counts > 0].min())
        best = least if best is None else min(best, least)
        if best == 1:
            return 1
        if size + 1 < m:
            order = np.argsort(items, kind="stable")
            found, starts = np.unique(items[order], return_index=True)
            for item, group in zip(found.tolist(), np.split(owner[order], starts[1:]), strict=True):
                if counts[item] > 1:
                    waiting.append((group, item, size + 1))
    return best

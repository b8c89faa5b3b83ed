"""Records that find no partner, put side by side with those of others: histories in parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import Column, DateColumn, NumberColumn
from tokumei.core.history import Histories
from tokumei.core.subsets import take
from tokumei.core.table import Table

__all__ = ["in_parts"]

Ints = npt.NDArray[np.int32]
LEAST = 1e-3
"""A round that publishes a smaller share of the records is the last one: pseudonyms of a row or two tell little."""


def in_parts(
    histories: Histories,
    clusters: Ints,
    line: Ints,
    *,
    k: int,
    again: Callable[[Histories, npt.NDArray[np.bool_]], tuple[Ints, Ints]],
) -> tuple[Histories, Ints, Ints]:
    """The records that stand in no line, put into clusters `again` and again, each time as a further part of theirs.

    *Promise*: the parts of a cluster are those of at least k different subjects: in a round each has one.
    *Cost*: a round looks only at what the rounds before left over.
    """
    part = histories.subject.copy()
    person = np.arange(histories.subjects, dtype=np.int32)
    clusters, line = clusters.copy(), line.copy()
    table = _counting_all(histories.table)
    while True:
        rows = line < 0
        names, own = np.unique(histories.subject[rows], return_inverse=True)
        if len(names) < k:
            break
        surplus = Histories(take(table, rows), own.reshape(-1).astype(np.int32), len(names))
        new_clusters, new_line = again(surplus, rows)
        placed = new_line >= 0
        if placed.sum() <= LEAST * len(line):
            break
        number, person = _numbers(names, new_clusters >= 0, clusters, person)
        more = np.full(len(person), -1, dtype=np.int32)
        more[: len(clusters)] = clusters
        more[number[new_clusters >= 0]] = new_clusters[new_clusters >= 0] + clusters.max(initial=-1) + 1
        records = np.flatnonzero(rows)[placed]
        line[records] = new_line[placed] + line.max(initial=-1) + 1
        part[records] = number[surplus.subject[placed]]
        clusters = more
    return Histories(histories.table, part, len(person), person), clusters, line


def _counting_all(table: Table) -> Table:
    """The table whose numbers and dates know how often each value occurs: an error counts in every round as in the
    first."""

    def counted(column: Column) -> Column:
        if not isinstance(column, (NumberColumn, DateColumn)) or column.whole is not None:
            return column
        return replace(column, whole=np.bincount(column.codes, minlength=column.size)[: len(column.values)])

    return replace(table, columns=tuple(counted(column) for column in table))


def _numbers(names: Ints, placed: npt.NDArray[np.bool_], clusters: Ints, person: Ints) -> tuple[Ints, Ints]:
    """Subject of a round → the number of its part, and part → subject: a subject that stood in no cluster so far has
    its first part here, and the others a further one."""
    number = np.full(len(names), -1, dtype=np.int32)
    first = placed & (clusters[names] < 0)
    number[first] = names[first]
    further = placed & ~first
    number[further] = len(person) + np.arange(int(further.sum()), dtype=np.int32)
    return number, np.append(person, names[further]).astype(np.int32)

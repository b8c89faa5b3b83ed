"""The paper's way: subjects in a row by count, records in a row by price and quantity.

*Reference*: Nakamura and Kikuchi, k-anonymization of purchase histories by generalization (data of PWS Cup 2018).
*Departures*: none in the printed digits. Ties, which the paper leaves to the order of its file, are broken by content:
subjects with as many records by their histories, records with equal numbers by their other columns. 'Price, then
quantity' is, for any table, the number columns in the order of the job; they are sorted in descending order, as the
paper's tables and figures require (its text says ascending).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.columns import NumberColumn
from tokumei.core.history import Histories
from tokumei.history.recode import history_columns

__all__ = ["by_count", "by_sort"]


def by_count(histories: Histories, k: int) -> npt.NDArray[np.int32]:
    """Subject → cluster: subjects by their number of records, most first, every k in a row; the rest is removed.

    Subjects with as many records stand in the order of their histories' content.
    *Promise*: every cluster has exactly k subjects.
    """
    order = np.argsort(-histories.counts, kind="stable")
    kept = histories.subjects // k * k
    cluster = np.full(histories.subjects, -1, dtype=np.int32)
    cluster[order[:kept]] = np.arange(kept) // k
    return cluster


def by_sort(histories: Histories, cluster: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Record → line: the members' i-th records by the number columns, largest first, stand side by side.

    Records beyond the shortest member's count are removed.
    """
    numbers = [column.codes for column in history_columns(histories) if isinstance(column, NumberColumn)]
    order = np.lexsort([histories.rows, *[-codes for codes in reversed(numbers)], histories.subject])
    counts = histories.counts
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(starts, counts)
    clusters = int(cluster.max(initial=-1)) + 1
    shortest = np.full(clusters + 1, np.iinfo(np.int64).max)
    np.minimum.at(shortest, cluster, counts)
    shortest[-1] = 0  # the place of cluster −1: nothing of a removed subject is published
    first = np.concatenate([[0], np.cumsum(shortest[:-1])])
    place = cluster[histories.subject]
    return np.where(rank < shortest[place], first[place] + rank, -1).astype(np.int32)

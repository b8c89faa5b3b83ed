"""Histories of at least k subjects that cannot be told apart."""

from __future__ import annotations

from typing import Literal

from tokumei.algorithms.history.paper import by_count, by_sort
from tokumei.algorithms.history.recode import history_columns, recode
from tokumei.core.history import Histories, HistoryRecoding
from tokumei.errors import Infeasible, JobError

__all__ = ["Cluster", "Effort", "Match", "anonymize"]

Cluster = Literal["count", "similar"]
Match = Literal["sort", "assign"]
Effort = Literal["fast", "default", "best"]


def anonymize(
    histories: Histories, *, k: int, cluster: Cluster = "similar", match: Match = "assign", effort: Effort = "default"
) -> HistoryRecoding:
    """What every record publishes so that each subject's published rows equal those of at least k − 1 others.

    *Promise*: the subjects of a cluster, at least k, publish the same rows. Subjects and records that do not fit are
    removed.
    *Reference*: `cluster: count, match: sort` is the algorithm of Nakamura and Kikuchi.
    """
    check(histories, k)
    clusters = by_count(histories, k)
    return recode(histories, clusters, by_sort(histories, clusters), stars=False)


def check(histories: Histories, k: int) -> None:
    """Refuses what no release can keep."""
    if k < 2:
        raise JobError("`privacy.k` must be at least 2: with k = 1 every history may be unique.")
    history_columns(histories)
    if histories.subjects < k:
        raise Infeasible(
            f"The data have {histories.subjects:,} subjects, fewer than k = {k:,}, so no history can be hidden among "
            f"k. Lower `privacy.k` to at most {histories.subjects:,}, or add subjects."
        )

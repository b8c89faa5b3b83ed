"""Histories of at least k subjects that cannot be told apart."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.progress import SILENT, Progress
from tokumei.core.subsets import take
from tokumei.core.threads import workers
from tokumei.errors import Infeasible, JobError
from tokumei.history.aligned import align_all, lines_of, place_left_over
from tokumei.history.paper import by_count, by_sort
from tokumei.history.prepared import Prepared, prepare
from tokumei.history.recode import history_columns, recode
from tokumei.history.search import best_of, improve
from tokumei.history.similar import by_likeness

__all__ = ["Cluster", "Effort", "Match", "anonymize"]

Cluster = Literal["count", "similar"]
Match = Literal["sort", "assign"]
Effort = Literal["fast", "default", "best"]

_MOVES = {"fast": 0, "default": 3_000, "best": 30_000}
_ROUNDS = {"fast": 0, "default": 1, "best": 3}


def anonymize(
    histories: Histories,
    *,
    k: int,
    cluster: Cluster = "similar",
    match: Match = "assign",
    effort: Effort = "default",
    earlier: npt.NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> HistoryRecoding:
    """What every record publishes so that each subject's published rows equal those of at least k − 1 others.

    *Promise*: the subjects of a cluster, at least k, publish the same rows. Subjects and records that do not fit are
    removed. With `earlier`, subject → its cluster in earlier releases (−1 for none), those who stood together stand
    together again, and nobody else with them; where fewer than k of a cluster are left, they are removed. The result
    depends on the data and the settings alone, not on the number of threads.
    *Cost*: `similar` compares all subjects of a block of 3,000 with each other, `assign` solves an assignment problem
    for each subject; the matrix of the largest two histories that meet must fit in memory.
    *Reference*: `cluster: count, match: sort` is the algorithm of Nakamura and Kikuchi.
    *Departures*: every other choice also publishes `*` where a line's summed error would be worse than that.
    """
    listener = progress or SILENT
    count = threads or workers()
    if earlier is not None:
        return _continued(
            histories, earlier, k=k, cluster=cluster, match=match, effort=effort, threads=count, progress=listener
        )
    check(histories, k)
    if cluster == "count" and match == "sort":
        clusters = by_count(histories, k)
        return recode(histories, clusters, by_sort(histories, clusters), stars=False)
    prepared = prepare(histories)
    listener.stage("cluster")
    if cluster == "count":
        groups = _as_groups(prepared, by_count(histories, k))
    else:
        groups = by_likeness(prepared, k, moves=_MOVES[effort], threads=count)
    if match == "sort":
        clusters = np.full(histories.subjects, -1, dtype=np.int32)
        for number, group in enumerate(groups):
            clusters[prepared.subject[group]] = number
        return recode(histories, clusters, by_sort(histories, clusters), stars=True)
    aligned = align_all(prepared, groups, rounds=_ROUNDS[effort], threads=count, progress=listener)
    if effort == "best" and cluster == "similar":
        aligned = best_of(prepared, aligned, k, threads=count, progress=listener)
        aligned = improve(prepared, aligned, threads=count, progress=listener)
    aligned = place_left_over(prepared, aligned)
    return recode(histories, *lines_of(prepared, aligned), stars=True)


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


def _continued(
    histories: Histories,
    earlier: npt.NDArray[np.int64],
    *,
    k: int,
    cluster: Cluster,
    match: Match,
    effort: Effort,
    threads: int,
    progress: Progress,
) -> HistoryRecoding:
    """Clusters of earlier releases as they were, as far as k of their members are here, and new ones of the others."""
    sizes = np.bincount(earlier[earlier >= 0], minlength=1)
    stays = (earlier >= 0) & (sizes[earlier] >= k)
    clusters = np.full(histories.subjects, -1, dtype=np.int32)
    clusters[stays] = np.unique(earlier[stays], return_inverse=True)[1]
    paper = cluster == "count" and match == "sort"
    if match == "sort" or not stays.any():
        line = by_sort(histories, clusters)
    else:
        prepared = prepare(histories)
        aligned = align_all(
            prepared, _as_groups(prepared, clusters), rounds=_ROUNDS[effort], threads=threads, progress=progress
        )
        clusters, line = lines_of(prepared, aligned)
    free = earlier < 0
    if free.sum() >= k:
        rows = free[histories.subject]
        number = (np.cumsum(free) - 1).astype(np.int32)
        others = Histories(take(histories.table, rows), number[histories.subject[rows]], int(free.sum()))
        new = anonymize(others, k=k, cluster=cluster, match=match, effort=effort, threads=threads, progress=progress)
        clusters[free] = np.where(new.cluster >= 0, new.cluster + clusters.max(initial=-1) + 1, -1)
        line[rows] = np.where(new.line >= 0, new.line + line.max(initial=-1) + 1, -1)
    return recode(histories, clusters, line, stars=not paper)


def _as_groups(prepared: Prepared, cluster: npt.NDArray[np.int32]) -> list[npt.NDArray[np.int64]]:
    own = cluster[prepared.subject]
    order = np.argsort(own, kind="stable")
    order = order[own[order] >= 0]
    cuts = np.flatnonzero(np.diff(own[order])) + 1
    return [part.astype(np.int64) for part in np.split(order, cuts)]

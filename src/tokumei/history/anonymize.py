"""Histories of at least k subjects that cannot be told apart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from tokumei.core.history import Histories, HistoryRecoding
from tokumei.core.notes import Note
from tokumei.core.progress import SILENT, Progress
from tokumei.core.subsets import take
from tokumei.core.threads import workers
from tokumei.errors import Infeasible, JobError
from tokumei.history.aligned import align_all, lines_of, place_left_over
from tokumei.history.by_length import by_length, fewest_removed
from tokumei.history.diverse import Diversity, hidden_cells, mended, values_of
from tokumei.history.paper import by_count, by_sort
from tokumei.history.prepared import NO_WEIGHTS, Aim, Prepared, prepare
from tokumei.history.recode import history_columns, recode
from tokumei.history.search import best_of, improve
from tokumei.history.similar import by_likeness, likenesses
from tokumei.history.surplus import in_parts

__all__ = ["MOVES", "Cluster", "Effort", "Match", "Surplus", "anonymize", "check", "refuse_unreachable"]

Cluster = Literal["count", "similar"]
Match = Literal["sort", "assign"]
Effort = Literal["fast", "default", "best"]
Surplus = Literal["remove", "again"]

Ints = npt.NDArray[np.int32]
_PRICES = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""What a removed record costs, in records, one after the other until few enough are removed."""
MOVES = {"fast": 0, "default": 3_000, "best": 30_000}
_ROUNDS = {"fast": 0, "default": 1, "best": 3}


def anonymize(
    histories: Histories,
    *,
    k: int,
    cluster: Cluster = "similar",
    match: Match = "assign",
    effort: Effort = "default",
    surplus: Surplus = "remove",
    suppress: float | None = None,
    weights: Mapping[str, float] = NO_WEIGHTS,
    aims: Sequence[Aim] = (),
    diversity: Diversity | None = None,
    earlier: npt.NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> HistoryRecoding:
    """What every record publishes so that each subject's published rows equal those of at least k − 1 others.

    *Promise*: the subjects of a cluster, at least k, publish the same rows. Subjects and records that do not fit are
    removed: at most a share `suppress` of the records, where that is given. With `surplus: again`, records that do not
    fit are put into clusters of their own, as a further part of their subject's history, which is published as if it
    were another subject's: the parts of a cluster are of at least k different subjects. With `diversity`, the sensitive
    cells of every line keep what is promised of them, or are `*`. With `earlier`, subject → its cluster in earlier
    releases (−1 for none), those who stood together stand together again, and nobody else with them; where fewer than k
    of a cluster are left, they are removed. The result depends on the data and the settings alone, not on the number of
    threads. `aims` say which records had rather not share a line; they promise nothing, and the paper's way has none.
    *Cost*: `similar` compares all subjects of a block of 3,000 with each other, `assign` solves an assignment problem
    for each subject; the matrix of the largest two histories that meet must fit in memory.
    *Reference*: `cluster: count, match: sort` is the algorithm of Nakamura and Kikuchi.
    *Departures*: every other choice also publishes `*` where a line's summed error would be worse than that.
    """
    way = _Way(cluster, match, effort, surplus, weights, aims, diversity, threads or workers(), progress or SILENT)
    if earlier is not None:
        return _continued(histories, earlier, k, way)
    check(histories, k)
    size = k if diversity is None else max(k, diversity.different)
    notes: list[Note] = []
    if size > k:
        _refuse_few(histories, size)
        notes.append(Note("larger_clusters", {"k": k, "size": size}))
    spare = None if suppress is None else int(suppress * histories.table.records + 1e-9)
    histories, clusters, line = _parts(histories, size, way, spare, notes)
    recoding = recode(histories, clusters, line, stars=not way.paper)
    hidden = {} if diversity is None else hidden_cells(recoding, diversity)
    return replace(recoding, hidden=hidden, notes=tuple(notes))


@dataclass(frozen=True)
class _Way:
    """How histories are put together."""

    cluster: Cluster
    match: Match
    effort: Effort
    surplus: Surplus
    weights: Mapping[str, float]
    aims: Sequence[Aim]
    diversity: Diversity | None
    threads: int
    progress: Progress
    price: float = 1.0
    """How many times what its cells are worth the removal of a record costs."""

    @property
    def paper(self) -> bool:
        """Whether it is the paper's, which publishes no `*` for a cell."""
        return self.cluster == "count" and self.match == "sort"


def _parts(
    histories: Histories, k: int, way: _Way, spare: int | None, notes: list[Note]
) -> tuple[Histories, Ints, Ints]:
    """The histories as they are published, in parts where the job asks for it; subject → cluster, record → line."""
    if way.surplus == "remove":
        return histories, *_lines(histories, k, way, spare, notes)

    def again(others: Histories, rows: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
        return _lines(others, k, replace(way, aims=[aim.taken(rows) for aim in way.aims]), None, [])

    fewest = free = histories.table.records
    for price in _PRICES if spare is not None and way.cluster == "similar" else _PRICES[:1]:
        clusters, line = _lines(histories, k, replace(way, price=price), None, notes)
        parts, clusters, line = in_parts(histories, clusters, line, k=k, again=again)
        removed = int((line < 0).sum())
        free, fewest = removed if price == 1 else free, min(removed, fewest)
        if spare is None or removed <= spare:
            if price > 1:
                notes.append(Note("removal_by_price", {"free": free, "removed": removed, "of": len(line)}))
            return parts, clusters, line
    raise Infeasible(
        f"With `method.surplus: again`, {_share(fewest, histories.table.records)} of the records are removed at the "
        "least that was tried, more than `privacy.suppress` allows. Raise it to that, or lower `privacy.k`."
    )


def _lines(histories: Histories, k: int, way: _Way, spare: int | None, notes: list[Note]) -> tuple[Ints, Ints]:
    """Subject → cluster and record → line, of which at most `spare` records are removed."""
    if spare is not None:
        refuse_unreachable(histories.counts, k, spare)
    if way.paper:
        clusters = by_count(histories, k)
        line = by_sort(histories, clusters)
        removed = int((line < 0).sum())
        if spare is not None and removed > spare:
            raise Infeasible(
                f"Clusters by count remove {_share(removed, len(line))} of the records, more than `privacy.suppress` "
                "allows. Raise it, or take `method.cluster: similar`."
            )
        return clusters, line
    value = None if way.diversity is None else values_of(histories, way.diversity)
    different = 0 if way.diversity is None else way.diversity.different
    prepared = prepare(histories, way.weights, aims=way.aims, value=value, different=different)
    prepared = replace(prepared, price=way.price)
    way.progress.stage("cluster")
    if spare is None:
        return _matched(histories, prepared, _grouped(histories, prepared, k, way), k, way)
    return _bounded(histories, prepared, k, way, spare, notes)


def _grouped(histories: Histories, prepared: Prepared, k: int, way: _Way) -> list[npt.NDArray[np.int64]]:
    if way.cluster == "count":
        return _as_groups(prepared, by_count(histories, k))
    return by_likeness(prepared, k, likenesses(prepared, k, threads=way.threads), moves=MOVES[way.effort])


def _matched(
    histories: Histories, prepared: Prepared, groups: list[npt.NDArray[np.int64]], k: int, way: _Way
) -> tuple[Ints, Ints]:
    """The records of clusters side by side."""
    if way.match == "sort":
        clusters = np.full(histories.subjects, -1, dtype=np.int32)
        for number, group in enumerate(groups):
            clusters[prepared.subject[group]] = number
        return clusters, by_sort(histories, clusters)
    aligned = align_all(prepared, groups, rounds=_ROUNDS[way.effort], threads=way.threads, progress=way.progress)
    if way.effort == "best" and way.cluster == "similar":
        likeness = likenesses(prepared, k, threads=way.threads, refine=True)
        aligned = best_of(prepared, aligned, likeness, k, threads=way.threads, progress=way.progress)
        aligned = improve(prepared, aligned, likeness, threads=way.threads, progress=way.progress)
    aligned = place_left_over(prepared, aligned)
    if way.diversity is not None:
        aligned = mended(prepared, aligned, histories, way.diversity)
    return lines_of(prepared, aligned)


def _bounded(
    histories: Histories, prepared: Prepared, k: int, way: _Way, spare: int, notes: list[Note]
) -> tuple[Ints, Ints]:
    """Clusters that remove at most `spare` records.

    A removed record costs more and more until few enough are; at last those with as many records as each other stand
    together, which removes as few as can be.
    """
    free = None
    for price in _PRICES if way.cluster == "similar" else _PRICES[:1]:
        priced = replace(prepared, price=price)
        groups = _grouped(histories, priced, k, way)
        free = _surplus(prepared, groups) if free is None else free
        if _surplus(prepared, groups) > spare:
            continue
        clusters, line = _matched(histories, priced, groups, k, way)
        removed = int((line < 0).sum())
        if removed <= spare:
            if price > 1:
                notes.append(Note("removal_by_price", {"free": free, "removed": removed, "of": len(line)}))
            return clusters, line
    groups = by_length(prepared.counts, k)
    clusters, line = _matched(histories, prepared, groups, k, replace(way, cluster="count"))
    removed = int((line < 0).sum())
    notes.append(Note("removal_by_length", {"free": free, "removed": removed, "of": len(line)}))
    return clusters, line


def _surplus(prepared: Prepared, groups: list[npt.NDArray[np.int64]]) -> int:
    """How many records clusters remove, those of subjects in none included."""
    return int(prepared.counts.sum()) - sum(len(group) * int(prepared.counts[group].min()) for group in groups)


def refuse_unreachable(counts: npt.NDArray[np.int64], k: int, spare: int) -> None:
    """Raises Infeasible where every release of histories with so many records removes more than `spare`, saying how
    many."""
    least = fewest_removed(counts, k)
    if least > spare:
        raise Infeasible(
            f"With k = {k:,}, the histories' lengths alone remove {_share(least, int(counts.sum()))} of the records: "
            f"members of a cluster publish as many rows as the shortest of them. Raise `privacy.suppress` to at least "
            "that, or lower `privacy.k`."
        )


def _share(records: int, of: int) -> str:
    """A share in per cent, never less than it is."""
    return f"{math.ceil(records / of * 10_000) / 100:g} %"


def _refuse_few(histories: Histories, size: int) -> None:
    if histories.subjects < size:
        raise Infeasible(
            f"Lines of {size:,} different sensitive values need as many subjects, and the data have "
            f"{histories.subjects:,}: ask for at most that many values, or add subjects."
        )


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


def _continued(histories: Histories, earlier: npt.NDArray[np.int64], k: int, way: _Way) -> HistoryRecoding:
    """Clusters of earlier releases as they were, as far as k of their members are here, and new ones of the others."""
    sizes = np.bincount(earlier[earlier >= 0], minlength=1)
    stays = (earlier >= 0) & (sizes[earlier] >= k)
    clusters = np.full(histories.subjects, -1, dtype=np.int32)
    clusters[stays] = np.unique(earlier[stays], return_inverse=True)[1]
    if way.match == "sort" or not stays.any():
        line = by_sort(histories, clusters)
    else:
        prepared = prepare(histories, way.weights, aims=way.aims)
        aligned = align_all(
            prepared,
            _as_groups(prepared, clusters),
            rounds=_ROUNDS[way.effort],
            threads=way.threads,
            progress=way.progress,
        )
        if way.diversity is not None:
            aligned = mended(prepared, aligned, histories, way.diversity)
        clusters, line = lines_of(prepared, aligned)
    free = earlier < 0
    if free.sum() >= k:
        rows = free[histories.subject]
        number = (np.cumsum(free) - 1).astype(np.int32)
        others = Histories(take(histories.table, rows), number[histories.subject[rows]], int(free.sum()))
        own = replace(way, aims=[aim.taken(rows) for aim in way.aims])
        new_clusters, new_line = _lines(others, k, own, None, [])
        clusters[free] = np.where(new_clusters >= 0, new_clusters + clusters.max(initial=-1) + 1, -1)
        line[rows] = np.where(new_line >= 0, new_line + line.max(initial=-1) + 1, -1)
    return recode(histories, clusters, line, stars=not way.paper)


def _as_groups(prepared: Prepared, cluster: npt.NDArray[np.int32]) -> list[npt.NDArray[np.int64]]:
    own = cluster[prepared.subject]
    order = np.argsort(own, kind="stable")
    order = order[own[order] >= 0]
    cuts = np.flatnonzero(np.diff(own[order])) + 1
    return [part.astype(np.int64) for part in np.split(order, cuts)]

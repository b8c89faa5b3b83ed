"""Who stands together in linked tables: by what all records would lose, or so that few of any table are removed.

The people of a group publish as many rows of a table as the one of them who has the fewest there. So how many records
a table loses is known from the groups alone, before anything is aligned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tokumei.core.history import Histories
from tokumei.core.notes import Note
from tokumei.core.progress import Progress
from tokumei.core.threads import workers
from tokumei.errors import Infeasible
from tokumei.history import anonymize as align
from tokumei.history.anonymize import MOVES, check
from tokumei.history.by_length import fewest_removed
from tokumei.history.prepared import Prepared, Subjects, prepare
from tokumei.history.similar import Likeness, by_likeness, likenesses
from tokumei.job import MethodJob

__all__ = ["Bounds", "groups_of_people"]

PASSES = 20
"""So often exchanges between groups of people with as many records are looked through."""
PRICES = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)
"""What a removed record costs, in records, one after the other until few enough are removed."""
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Bounds:
    """How many records of each table people have, and how many may be removed."""

    tables: tuple[str, ...]
    counts: Ints
    """Table × person → records."""
    spare: tuple[int, ...] | None
    """Table → records that may be removed; None where there is no bound."""

    def removed(self, group: Ints) -> Ints:
        """Table → records that groups remove (person → group, −1 for none)."""
        stays = group >= 0
        own, size = group[stays], int(group.max(initial=-1)) + 1
        fewest = np.full((len(self.counts), size), np.iinfo(np.int64).max)
        for table, counts in enumerate(self.counts):
            np.minimum.at(fewest[table], own, counts[stays])
        kept: Ints = (fewest * np.bincount(own, minlength=size)).sum(axis=1)
        return self.counts.sum(axis=1) - kept

    def keeps(self, group: Ints) -> bool:
        """Whether groups remove no more than they may."""
        return self.spare is None or bool((self.removed(group) <= np.array(self.spare)).all())

    def excess(self, group: Ints) -> float:
        """How far the worst table is beyond its bound, as a share of its records."""
        return float(self._excess(group).max())

    def beyond(self, group: Ints) -> tuple[str, int, float]:
        """That table, how many of its records are removed, and the share that would allow it of every table."""
        removed, worst = self.removed(group).tolist(), int(np.argmax(self._excess(group)))
        needed = max(self.share(table, count) for table, count in enumerate(removed))
        return self.tables[worst], removed[worst], needed

    def _excess(self, group: Ints) -> npt.NDArray[np.float64]:
        assert self.spare is not None
        return (self.removed(group) - np.array(self.spare)) / self.counts.sum(axis=1)

    def share(self, table: int, removed: int) -> float:
        """Of a table's records, rounded up: a bound that allows them."""
        return math.ceil(removed / int(self.counts[table].sum()) * 1000) / 1000


def groups_of_people(
    union: Histories,
    bounds: Bounds,
    *,
    k: int,
    method: MethodJob,
    weights: Mapping[str, float],
    value: Ints | None,
    different: int,
    earlier: Ints | None,
    threads: int | None,
    progress: Progress,
) -> tuple[Ints, dict[str, list[Note]]]:
    """Person → group of at least k (−1 for none), and what to know of it, by table.

    `union` is all tables as one history, whose subjects are the people. With `value`, the sensitive value of each,
    groups with fewer than `different` of them would hide theirs. With `earlier`, person → the group of earlier releases
    (−1 for none), those who stood together stand together again, and nobody else with them. Raises Infeasible where
    more records of a table would be removed than `bounds` allow.
    """
    if earlier is None:
        check(union, k)
    _refuse_unreachable(bounds, k)
    free: Ints | None = None
    if value is None or method.cluster == "count":
        made = align(
            union,
            k=k,
            cluster=method.cluster,
            match=method.match,
            effort=method.effort,
            weights=weights,
            earlier=earlier,
            threads=threads,
            progress=progress,
        )
        free = made.cluster.astype(np.int64)
        if bounds.keeps(free):
            return free, {}
        if method.cluster == "count":
            name, removed, needed = bounds.beyond(free)
            raise Infeasible(
                f"Table {name!r}: groups by count remove {removed:,} of its records, more than `privacy.suppress` "
                f"allows. Raise it to {needed:g}, or take `method.cluster: similar`."
            )
    prepared = prepare(union, weights, value=value, different=different)
    likeness = likenesses(prepared, k, threads=threads or workers(), refine=method.effort == "best")
    for price in PRICES:
        priced = replace(prepared, price=price)
        clusters = by_likeness(priced, k, _by_table(priced, likeness, bounds), moves=MOVES[method.effort])
        group = _joined(_places(priced, clusters), bounds)
        free = group if free is None else free
        if bounds.keeps(group):
            return group, {} if group is free else _notes(bounds, free, group, by_length=False)
    assert free is not None
    group = min(_by_numbers(bounds, _rank(prepared, likeness, bounds, k), k), key=bounds.excess)
    if not bounds.keeps(group):
        name, removed, needed = bounds.beyond(group)
        raise Infeasible(
            f"Table {name!r}: no groups were found that remove few enough records of every table; the best remove "
            f"{removed:,} of this one's. Raise `privacy.suppress` to {needed:g}, lower `privacy.k`, or set "
            "`linked: false`."
        )
    return group, _notes(bounds, free, group, by_length=True)


def _by_table(prepared: Prepared, likeness: Sequence[Likeness], bounds: Bounds) -> list[Likeness]:
    """The costs of merging two people, with those of the records that one of them has more in a table.

    Clustering counts what one has more in all tables; where it is more of one and less of another, that is too little.
    """
    found: list[Likeness] = []
    for one in likeness:
        counts = bounds.counts[:, prepared.subject[one.first : one.last]].astype(np.float32)
        apart = np.zeros_like(one.costs)
        for own in counts:
            apart += np.abs(own[:, None] - own[None, :])
        whole = counts.sum(axis=0)
        apart -= np.abs(whole[:, None] - whole[None, :])
        found.append(replace(one, costs=one.costs + np.float32(prepared.removal) * apart))
    return found


def _places(prepared: Prepared, clusters: Sequence[Ints]) -> Ints:
    """Person → group."""
    group = np.full(len(prepared.subject), -1, dtype=np.int64)
    for number, cluster in enumerate(clusters):
        group[prepared.subject[cluster]] = number
    return group


def _joined(group: Ints, bounds: Bounds) -> Ints:
    """Whoever is in no group joins the one where that removes least, where it is less than all of their own records."""
    result = group.copy()
    fewest = np.full((len(bounds.counts), int(group.max()) + 1), np.iinfo(np.int64).max)
    for table, counts in enumerate(bounds.counts):
        np.minimum.at(fewest[table], group[group >= 0], counts[group >= 0])
    sizes = np.bincount(group[group >= 0])
    for person in np.flatnonzero(group < 0).tolist():
        own = bounds.counts[:, person][:, None]
        after = np.minimum(fewest, own)
        kept = (after * (sizes + 1) - fewest * sizes).sum(axis=0)
        best = int(np.argmax(kept))
        if kept[best] > 0:
            result[person], fewest[:, best] = best, after[:, best]
            sizes[best] += 1
    return result


def _rank(prepared: Prepared, likeness: Sequence[Likeness], bounds: Bounds, k: int) -> Ints:
    """Person → a place among those with as many records of every table, beside others who are like them."""
    from tokumei.history import likeness as kernels

    rank = np.arange(len(prepared.subject), dtype=np.int64)
    for one in likeness:
        people = prepared.subject[one.first : one.last]
        alike = np.unique(bounds.counts[:, people], axis=1, return_inverse=True)[1].reshape(-1)
        for number in range(int(alike.max(initial=-1)) + 1):
            own = np.flatnonzero(alike == number)
            if len(own) < 2 * k:
                continue
            costs = np.ascontiguousarray(one.costs[np.ix_(own, own)])
            places = one.first + own
            block = Subjects(prepared.counts[places], prepared.removal, prepared.value[places], prepared.different)
            members = kernels.gather(costs, block, k, 2 / k)
            kernels.swap(costs, block, members, 2 / k, PASSES)
            order = np.concatenate([members.reshape(-1), np.setdiff1d(np.arange(len(own)), members)])
            rank[people[own[order]]] = one.first + np.arange(len(own))
    return rank


def _by_numbers(bounds: Bounds, rank: Ints, k: int) -> list[Ints]:
    """People put together by their numbers of records, sorted by those of one table or another, or of all."""
    counts = bounds.counts
    orders = [np.lexsort((rank, *counts, -own)) for own in (counts.sum(axis=0), *counts)]
    return [_cut(counts[:, order], order, k) for order in orders]


def _cut(counts: Ints, order: Ints, k: int) -> Ints:
    """Groups of neighbours: of all cuts of the row, the one that removes least. *Cost*: 2 k steps a person."""
    people = len(order)
    summed = np.concatenate([[0], np.cumsum(counts.sum(axis=0))])
    least = np.full(people + 1, np.iinfo(np.int64).max // 2)
    least[0] = 0
    cuts = np.zeros(people + 1, dtype=np.int64)
    for end in range(k, people + 1):
        start = max(end - 2 * k + 1, 0)
        fewest = np.minimum.accumulate(counts[:, start:end][:, ::-1], axis=1)[:, ::-1].sum(axis=0)
        starts = np.arange(start, end - k + 1)
        removed = least[starts] + summed[end] - summed[starts] - fewest[: len(starts)] * (end - starts)
        best = len(removed) - 1 - int(np.argmin(removed[::-1]))  # of equals the smallest group, whose people are like
        least[end], cuts[end] = removed[best], starts[best]
    bounds = [people]
    while bounds[-1] > 0:
        bounds.append(int(cuts[bounds[-1]]))
    group = np.empty(people, dtype=np.int64)
    for number, (last, first) in enumerate(pairwise(bounds)):
        group[order[first:last]] = number
    return group


def _notes(bounds: Bounds, free: Ints, group: Ints, *, by_length: bool) -> dict[str, list[Note]]:
    """What the bound changed, in the tables where it did."""
    before, after = bounds.removed(free).tolist(), bounds.removed(group).tolist()
    found: dict[str, list[Note]] = {}
    for table, name in enumerate(bounds.tables):
        if before[table] != after[table]:
            values = {"free": before[table], "removed": after[table], "of": int(bounds.counts[table].sum())}
            found[name] = [_removal(values, by_length=by_length)]
    return found


def _removal(values: Mapping[str, int], *, by_length: bool) -> Note:
    free, removed, of = values["free"], values["removed"], values["of"]
    if by_length:
        return Note("removal_by_numbers", {"free": free, "removed": removed, "of": of})
    return Note("removal_by_price", {"free": free, "removed": removed, "of": of})


def _refuse_unreachable(bounds: Bounds, k: int) -> None:
    """Raises Infeasible where what people have in one table alone removes more of it than may be."""
    for table, name in enumerate(bounds.tables if bounds.spare is not None else ()):
        assert bounds.spare is not None
        least = fewest_removed(bounds.counts[table], k)
        if least > bounds.spare[table]:
            raise Infeasible(
                f"Table {name!r}: with k = {k:,}, at least {least:,} of its records are removed, since people have "
                "different numbers of them, and those of a group publish as many rows as the one with the fewest. "
                f"Raise `privacy.suppress` to at least {bounds.share(table, least):g}, or lower `privacy.k`."
            )

"""One partition a column, what it makes of the rows, and what opening one of its parts would make of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.core.rows import number_rows
from tokumei.global_recoding.axes import Parts, RunAxis, TreeAxis
from tokumei.global_recoding.rows import Rows

__all__ = ["Opening", "State"]

Numbers = npt.NDArray[np.int64]
FREE = 0.1
"""A step that costs nothing counts as one that costs so much."""
CUTS = 8
"""Where models beside k are promised, so many cuts of a part are judged, those first that k alone likes best."""


@dataclass(frozen=True, eq=False)
class Opening:
    """A part that is opened into pieces."""

    axis: int
    part: int
    pieces: Parts
    removed: int
    """Records that are then removed and were not before."""
    gain: float
    """Loss saved, what the removed records lose taken off."""
    cost: int
    """What later steps will miss: the removed records; where none may be removed, the groups that are divided."""

    def worth(self, price: float) -> float:
        """The gain, held back by the cost."""
        return float(self.gain / max(self.cost, FREE) ** price)


class State:
    """One partition a column, and what it makes of the rows."""

    def __init__(self, rows: Rows, partitions: Sequence[Parts]) -> None:
        self.rows = rows
        self.partitions = list(partitions)
        judged = rows.judged(partitions)
        self.group, self.kept, self.loss = judged.group, judged.kept, judged.loss
        self.removed, self.total = judged.removed, judged.total
        self.groups = int(self.group.max(initial=-1)) + 1

    @property
    def allowed(self) -> bool:
        """Whether no more records are removed than may be."""
        return self.removed <= self.rows.budget

    def openings(self, axis: int, part: int, price: float) -> Iterator[Opening]:
        """The ways to open a part: into the children of its node, or by the cuts that are worth most."""
        run = self.partitions[axis].runs[part]
        low, high = run.start, run.stop - 1
        members = self._members(axis, low, high)
        kept = members[self.kept[members]]
        if low == high or not len(kept):
            return
        column = self.rows.axes[axis]
        if isinstance(column, TreeAxis):
            options = column.openings(low, high)
        else:
            cuts = self._cuts(column, axis, part, kept, low, high, price)
            options = [column.cut(low, place, high) for place in cuts]
        for pieces in options:
            if self.rows.judges_more:
                yield self._opening(axis, part, pieces, *self._opened(axis, part, pieces, members), members)
            else:  # what is removed stays removed
                yield Opening(axis, part, pieces, *self._figures(axis, part, pieces, kept))

    def open(self, opening: Opening) -> None:
        """Opens a part."""
        axis, part, pieces = opening.axis, opening.part, opening.pieces
        run = self.partitions[axis].runs[part]
        members = self._members(axis, run.start, run.stop - 1)
        group, groups, kept, loss = self._opened(axis, part, pieces, members)
        self.partitions[axis] = self.partitions[axis].replaced(part, part, pieces)
        self.group[members] = group + self.groups
        self.groups += groups
        self.kept[members] = kept
        self.loss[members] = loss
        self.removed += opening.removed
        self.total -= opening.gain

    def _members(self, axis: int, low: int, high: int) -> Numbers:
        """The rows of a run of ranks, by rank."""
        order, ranks = self.rows.by_rank[axis]
        begin, end = np.searchsorted(ranks, [low, high + 1])
        return order[begin:end]

    def _opened(
        self, axis: int, part: int, pieces: Parts, members: Numbers
    ) -> tuple[Numbers, int, npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
        """The groups of a part's rows when it is opened, how many they are, which rows are kept, and their losses."""
        rows = self.rows
        piece = np.searchsorted(pieces.starts, rows.cells[axis][members], side="right") - 1
        group, groups = number_rows((self.group[members] * len(pieces.starts) + piece)[:, None])
        kept = rows.keeping(group, groups, members)[group]
        return group, groups, kept, self.loss[members] - self.partitions[axis].loss[part] + pieces.loss[piece]

    def _opening(
        self,
        axis: int,
        part: int,
        pieces: Parts,
        group: Numbers,
        groups: int,
        kept: npt.NDArray[np.bool_],
        loss: npt.NDArray[np.float64],
        members: Numbers,
    ) -> Opening:
        weight, were, width = self.rows.weight[members], self.kept[members], self.rows.width
        saved = np.where(were, self.loss[members], width) - np.where(kept, loss, width)
        removed = int(weight[~kept].sum()) - int(weight[~were].sum())
        cost = removed if self.rows.budget else groups - len(np.unique(self.group[members]))
        return Opening(axis, part, pieces, removed, float((weight * saved).sum()), cost)

    def _figures(self, axis: int, part: int, pieces: Parts, kept: Numbers) -> tuple[int, float, int]:
        """What an opening removes, gains and costs, by k alone."""
        rows = self.rows
        saved = self.partitions[axis].loss[part] - pieces.loss
        cells, width = rows.cells[axis], rows.width
        removed, gain, divided = _opened_figures(
            kept, cells, pieces.starts, saved, self.group, self.groups, rows.weight, self.loss, rows.k, width
        )
        return removed, gain, removed if rows.budget else divided

    def _cuts(
        self, column: RunAxis, axis: int, part: int, kept: Numbers, low: int, high: int, price: float
    ) -> list[int]:
        """Where to cut a run of ranks, best first, by k alone; where models are promised too, they are judged later."""
        rows = self.rows
        places = np.arange(low + 1, high + 1)
        left, right, gone, lost, divided = _cut_figures(
            kept,
            rows.cells[axis],
            self.group,
            self.groups,
            rows.weight,
            self.loss,
            rows.k,
            low,
            high,
            rows.width,
        )
        here = self.partitions[axis].loss[part]
        saved_left = here - column.losses(np.full(len(places), low), places - 1)
        saved_right = here - column.losses(places, np.full(len(places), high))
        cost = np.maximum(gone if rows.budget else divided, FREE)
        worth = (left * saved_left + right * saved_right - lost) / cost**price
        worth[gone + self.removed > rows.budget] = -np.inf
        judged = CUTS if rows.judges_more else 1
        best = np.argsort(-worth, kind="stable")[:judged]
        return [int(places[at]) for at in best if worth[at] > 0]


@njit(cache=True, nogil=True)
def _opened_figures(members, cells, starts, saved, group, groups, weight, loss, k, width):
    """Records that are removed, the loss saved, and how many groups more there are, when a part is opened.

    `members` are the part's rows, by rank; `saved` is what a record of each piece saves.
    """
    seen = np.zeros(groups, np.bool_)
    before = 0
    for row in members:
        before += not seen[group[row]]
        seen[group[row]] = True
    counts = np.zeros(groups, np.int64)
    removed, after = 0, 0
    gain = 0.0
    low = 0
    for piece in range(starts.shape[0]):
        high = low
        while high < members.shape[0] and (piece == starts.shape[0] - 1 or cells[members[high]] < starts[piece + 1]):
            counts[group[members[high]]] += weight[members[high]]
            high += 1
        for row in members[low:high]:  # the first row of a group speaks for all of it: they lose the same
            size = counts[group[row]]
            if size > 0:
                after += 1
                counts[group[row]] = 0
                if size >= k:
                    gain += size * saved[piece]
                else:
                    removed += size
                    gain -= size * (width - loss[row])
        low = high
    return removed, gain, after - before


@njit(cache=True, nogil=True)
def _cut_figures(members, cells, group, groups, weight, loss, k, low, high, width):
    """For every cut of a run of ranks, before rank low + 1 … high: records that are kept on its left, on its right,
    records that are removed since their side of the group has fewer than k, what these lose by that, and how many
    groups are divided.

    `members` are the run's rows, by rank. As the cut passes a row, only the two sides of the row's group change: what
    they add to each figure from there on is written at its place, and summed up in the end.
    """
    whole = np.zeros(groups, np.int64)
    for row in members:
        whole[group[row]] += weight[row]
    size = high - low + 1
    left, right, divided = np.zeros(size), np.zeros(size), np.zeros(size)
    gone, lost = np.zeros(size), np.zeros(size)
    passed = np.zeros(groups, np.int64)
    for row in members:
        own, total = group[row], whole[group[row]]
        before, after = passed[own], passed[own] + weight[row]
        passed[own] = after
        if before == 0:  # until its first row is passed, all of a group is on the right
            right[0] += total
        place = cells[row] - low
        divided[place] += (before == 0) - (after == total)
        for side in range(2):
            less, more = (before, after) if side == 0 else (total - before, total - after)
            kept = left if side == 0 else right
            for amount, sign in ((less, -1.0), (more, 1.0)):
                if amount >= k:
                    kept[place] += sign * amount
                elif amount > 0:
                    gone[place] += sign * amount
                    lost[place] += sign * amount * (width - loss[row])
    return (
        np.cumsum(left)[:-1],
        np.cumsum(right)[:-1],
        np.cumsum(gone)[:-1],
        np.cumsum(lost)[:-1],
        np.cumsum(divided)[:-1],
    )

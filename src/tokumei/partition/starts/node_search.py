"""Lowering the loss of groups under an item hierarchy by large neighbourhoods, with exact costs.

A group that loses much and some near it are united, the union is partitioned anew (`node_unions`), and those parts of
the result are kept that lose less: groups of before and after that share rows are a part. A group of 2k records stays
as it is, and lends the union rows that are near; and every row may join a group outside that publishes only what the
row has.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tokumei.core.item_tree import ItemTree
from tokumei.core.kernels import kernel, part
from tokumei.partition.chance import draw
from tokumei.partition.parts import join, root
from tokumei.partition.starts.node_groups import best_host, groups_of, new_group, refresh
from tokumei.partition.starts.node_rows import rows_of_tree
from tokumei.partition.starts.node_splits import split_by_tree
from tokumei.partition.starts.node_unions import (
    CODES,
    GROUPS,
    ROWS,
    SMALLEST_GAIN,
    WORK,
    gather_rows,
    move_rows,
    workspace,
)
from tokumei.partition.starts.row_lists import link, unlink
from tokumei.partition.starts.sketches import near_by_sketch

__all__ = ["improve_by_tree"]

FEWEST, LARGEST, BY_K = (48, 120), (150, 300), (3, 5)
"""A union has up to so many rows, or three times k where that is more, up to the largest; in a long search more, or
five times k."""
LONG = 4000
"""So much work for every node of a row is a long search."""
ROOM = 2
"""There is room for rows of so many times the mean of nodes."""
ROUNDS = 2
"""So often the rows of a union are looked at for moves."""
ASKED = 3
"""So many rows are asked for their groups, for each that a union may have."""
DRAWN, PLACED = 100, 400
"""The work of drawing a row, and of finding what a row can do outside."""


def improve_by_tree(
    tree: ItemTree, weight: npt.NDArray[np.int64], group: npt.NDArray[np.int32], k: int, *, work: int
) -> npt.NDArray[np.int32]:
    """Row → group with at most the loss of the given ones, after so much work for every node of a row.

    *Promise*: every group has at least k records, provided that the given ones have.
    *Cost*: a work is about four nanoseconds; before that, what `near_by_sketch` takes. Memory O(nodes of all rows).
    """
    data = rows_of_tree(tree)
    group = split_by_tree(tree, weight, group, k)
    long = int(work >= LONG)
    most = min(max(FEWEST[long], BY_K[long] * k), LARGEST[long])
    return _improve(data, weight, group, k, near_by_sketch(tree), most, work * len(data.node), np.uint64(0))


@kernel
def _improve(data, weight, group, k, near, most, work, seed):
    """Row → group after so much work."""
    state = groups_of(group, weight, data)
    random = np.zeros(1, np.uint64)
    random[0] = seed
    rows = weight.shape[0]
    room = ROOM * most * (data.node.shape[0] // max(rows, 1) + 1)
    union = workspace(most, room, min(room, data.loss.shape[0]))
    slot = np.full(data.loss.shape[0], -1, np.int32)
    lent = np.zeros(state.mass.shape[0], np.int64)
    number = 0
    while union.used[WORK] < work:
        number += 1
        union.used[WORK] += DRAWN
        row, other = int(draw(random) * rows), int(draw(random) * rows)
        if _loss(state, other) > _loss(state, row):
            row = other
        if _loss(state, row) <= SMALLEST_GAIN:
            continue
        wanted = most if draw(random) < 0.5 else most // 2
        _unite(state, union, row, near, data, weight, k, wanted, number, lent, random)
        if union.used[ROWS] < 2:
            continue
        _fill(union, data, weight, slot)
        union.used[WORK] += PLACED * union.used[ROWS]
        for place in range(union.used[ROWS]):
            _look_outside(state, union, place, number, data)
        if gather_rows(union, k, random):
            move_rows(union, k, ROUNDS)
            _judge(state, union, data, weight)
    return state.group


@part
def _loss(state, row):
    """What a record of a row's group loses in the mean."""
    return state.cost[state.group[row]] / state.mass[state.group[row]]


@part
def _unite(state, union, row, near, data, weight, k, most, number, lent, random):
    """Takes groups into the union, from that of a row on, always one of a row near to one that is there. `lent` is
    zero, and left so."""
    rows, left = 0, union.code.shape[0]
    for _ in range(ASKED * most):
        group = state.group[row]
        whole = state.mass[group] < 2 * k and state.rows[group] <= most
        lends = state.size[group] > 0 and state.mass[group] - lent[group] - weight[row] >= k
        if state.taken[group] != number and (whole or lends):
            first, member = rows, state.head[group] if whole else row
            known = False
            for place in range(rows):
                known = known or union.row[place] == row
            while member >= 0 and not known:
                left -= data.offsets[member + 1] - data.offsets[member]
                if rows == most or left < 0:
                    break
                union.row[rows], union.origin[rows], union.spare[rows] = member, group, not whole
                rows += 1
                member = state.after[member] if whole else -1
            if rows < first + (state.rows[group] if whole else 1) and not known:
                rows = first  # there is no room for all of it
                break
            if whole:
                state.taken[group] = number
            elif not known:
                lent[group] += weight[row]
        if rows == 0:
            break
        start = union.row[int(draw(random) * draw(random) * rows)]
        row = near[start, int(draw(random) * near.shape[1])]
        if row < 0:
            row = start
    for place in range(rows):
        lent[union.origin[place]] = 0
    union.used[ROWS] = rows


@part
def _fill(union, data, weight, slot):
    """Gives the nodes of a union's rows codes. `slot` (over nodes) is −1, and left so."""
    rows, used, codes = union.used[ROWS], 0, 0
    for place in range(rows):
        row = union.row[place]
        union.weight[place], union.own[place], union.start[place] = weight[row], weight[row] * data.own[row], used
        for spot in range(data.offsets[row], data.offsets[row + 1]):
            node = data.node[spot]
            if slot[node] < 0:
                slot[node] = codes
                union.loss[codes] = data.loss[node]
                codes += 1
            union.code[used] = slot[node]
            used += 1
    union.start[rows], union.used[CODES] = used, codes
    union.amount[: rows * codes] = 0.0
    union.pair[:rows, :rows] = -1.0
    for place in range(rows):
        row = union.row[place]
        for spot in range(data.offsets[row], data.offsets[row + 1]):
            code, above = slot[data.node[spot]], data.parent[data.node[spot]]
            union.parent[code] = slot[above] if above >= 0 else -1
            union.amount[place * codes + code] = weight[row] * data.under[spot]
    for place in range(rows):
        for spot in range(data.offsets[union.row[place]], data.offsets[union.row[place] + 1]):
            slot[data.node[spot]] = -1


@part
def _look_outside(state, union, place, number, data):
    """What a row of the union loses now, and where it can go outside."""
    host, lost, now = best_host(state, union.row[place], number, data)
    union.now[place] = now * union.weight[place]
    union.host[place], union.fall[place] = host, lost * union.weight[place] if host >= 0 else np.inf
    if union.spare[place] and union.now[place] < union.fall[place]:
        union.host[place], union.fall[place] = union.origin[place], union.now[place]


@part
def _judge(state, union, data, weight):
    """Takes the parts of the union that lose less than before."""
    rows = union.used[ROWS]
    tie, change = np.arange(rows), np.zeros(rows)
    old, new = np.full(rows, -1, np.int64), np.full(rows, -1, np.int64)  # row → the first of its group
    for row in range(rows):
        for other in range(row, -1, -1):
            if union.origin[other] == union.origin[row] and (other == row or not union.spare[row]):
                old[row] = other
            if other == row or (union.group[row] >= 0 and union.group[other] == union.group[row]):
                new[row] = other
        join(tie, row, old[row])
        join(tie, row, new[row])
    for row in range(rows):
        tie[row] = root(tie, row)
        if old[row] == row:
            change[tie[row]] -= union.now[row] if union.spare[row] else state.cost[union.origin[row]]
        if new[row] == row:
            change[tie[row]] += union.cost[union.group[row]] if union.group[row] >= 0 else union.fall[row]
    for first in range(rows):
        if change[first] < -SMALLEST_GAIN:
            _take(state, union, tie, first, data, weight)


@part
def _take(state, union, tie, first, data, weight):
    """Takes one part of the union as it is now."""
    touched, count = np.empty(2 * union.used[ROWS], np.int64), 0
    made = np.full(union.used[GROUPS], -1, np.int64)
    for row in range(union.used[ROWS]):
        if tie[row] == first:
            unlink(state, union.row[row], weight)
    for row in range(union.used[ROWS]):
        if tie[row] == first:
            group = union.host[row]
            if union.group[row] >= 0:
                if made[union.group[row]] < 0:
                    made[union.group[row]] = new_group(state)
                group = made[union.group[row]]
            link(state, union.row[row], group, weight)
            touched[count], touched[count + 1] = union.origin[row], group
            count += 2
    for group in np.unique(touched[:count]):
        refresh(state, group, data, weight)

"""Groups of rows with the nodes that each publishes, kept up to date while rows come and go.

For tables whose one quasi-identifier is a set column. A group is found by the rarest node that it publishes, so that a
row sees the groups that it could join without taking anything from them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tokumei.core.kernels import part
from tokumei.partition.starts.row_lists import NOWHERE, link, put, take

__all__ = ["NodeGroups", "best_host", "groups_of", "new_group", "refresh"]

SHOWN = 16
"""A group that publishes more nodes is no host."""


class NodeGroups(NamedTuple):
    """Groups as linked lists of rows, and what each publishes and loses."""

    group: npt.NDArray[np.int32]
    head: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    mass: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int64]
    cost: npt.NDArray[np.float64]
    """Group → what its items lose."""
    shown: npt.NDArray[np.int32]
    """Group × number → a node that it publishes."""
    size: npt.NDArray[np.int64]
    """Group → how many they are; 0 where they are more than there is room for."""
    listed: npt.NDArray[np.int32]
    """Node → the first group that is listed under it."""
    list_after: npt.NDArray[np.int32]
    list_before: npt.NDArray[np.int32]
    under: npt.NDArray[np.int32]
    """Group → the node that it is listed under."""
    free: npt.NDArray[np.int64]
    """Numbers of groups that are not in use; the first entry says how many."""
    taken: npt.NDArray[np.int64]
    """Group → the last union that it was in."""
    having: npt.NDArray[np.int64]
    items: npt.NDArray[np.float64]
    lost: npt.NDArray[np.float64]
    covered: npt.NDArray[np.float64]
    """Scratch over nodes, zero between calls: rows and items under it, what these lose, how many nodes below stand
    for."""


@part
def groups_of(group, weight, data):
    """The state of given groups."""
    rows, nodes = weight.shape[0], data.loss.shape[0]
    most = rows + 1
    state = NodeGroups(
        np.full(rows, NOWHERE, np.int32),
        np.full(most, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.float64),
        np.empty((most, SHOWN), np.int32),
        np.zeros(most, np.int64),
        np.full(nodes, -1, np.int32),
        np.full(most, -1, np.int32),
        np.full(most, -1, np.int32),
        np.full(most, -1, np.int32),
        np.zeros(most + 1, np.int64),
        np.full(most, -1, np.int64),
        np.zeros(nodes, np.int64),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.float64),
        np.zeros(nodes, np.float64),
    )
    for row in range(rows):
        link(state, row, group[row], weight)
    for number in range(most):
        refresh(state, number, data, weight)
    return state


@part
def new_group(state):
    """The number of an empty group."""
    number = state.free[state.free[0]]
    state.free[0] -= 1
    return number


@part
def refresh(state, group, data, weight):
    """Finds again what a group publishes and loses after rows have come or gone; an empty one is given back."""
    if state.under[group] >= 0:
        take(state.listed, state.list_after, state.list_before, state.under[group], group)
    state.under[group], state.size[group], state.cost[group] = -1, 0, 0.0
    if state.rows[group] == 0:
        state.free[0] += 1
        state.free[state.free[0]] = group
        return
    first = state.head[group]
    row = first
    while row >= 0:
        state.cost[group] += weight[row] * data.own[row]
        for place in range(data.offsets[row], data.offsets[row + 1]):
            state.having[data.node[place]] += 1
            state.items[data.node[place]] += weight[row] * data.under[place]
        row = state.after[row]
    for place in range(data.offsets[first], data.offsets[first + 1]):
        node = data.node[place]
        if state.having[node] != state.rows[group]:
            continue
        items, above = state.items[node], data.parent[node]
        below = state.lost[node] + items - state.covered[node]
        least = min(below, items * data.loss[node])
        if above >= 0:
            state.lost[above] += least
            state.covered[above] += items
        else:
            state.cost[group] += least - items
        state.having[node] = -2 if items * data.loss[node] <= below else -1
    _show(state, group, data, first)
    row = first
    while row >= 0:
        for place in range(data.offsets[row], data.offsets[row + 1]):
            node = data.node[place]
            state.having[node] = 0
            state.items[node], state.lost[node], state.covered[node] = 0.0, 0.0, 0.0
        row = state.after[row]


@part
def _show(state, group, data, row):
    """Lists the nodes that a group publishes, from the root down; `having` is −2 for those that are worth it, −1 for
    others that all rows have."""
    size, rarest = 0, -1
    for place in range(data.offsets[row + 1] - 1, data.offsets[row] - 1, -1):
        node = data.node[place]
        if state.having[node] > -1:
            continue
        above = data.parent[node]
        if above >= 0 and state.having[above] <= -2:
            state.having[node] = -3
        elif state.having[node] == -2:
            if size == SHOWN:
                return
            state.shown[group, size] = node
            size += 1
            if rarest < 0 or data.having[node] < data.having[rarest]:
                rarest = node
    state.size[group] = size
    if size > 0:
        state.under[group] = rarest
        put(state.listed, state.list_after, state.list_before, rarest, group)


@part
def best_host(state, row, union, data):
    """The group outside a union where a row loses least without taking anything from it, or −1; what it loses there,
    and what in its own group.
    """
    listed, list_after, shown, size, taken = state.listed, state.list_after, state.shown, state.size, state.taken
    node, loss, having = data.node, data.loss, state.having
    low, high, own = data.offsets[row], data.offsets[row + 1], float(data.own[row])
    for place in range(low, high):
        having[node[place]] = data.under[place]
    host, least, now = -1, own, own
    for place in range(low - 1, high):
        group = listed[node[place]] if place >= low else state.group[row]
        while group >= 0:
            lost = own
            for number in range(size[group]):
                one = shown[group, number]
                if having[one] == 0:
                    lost = np.inf
                    break
                lost -= having[one] * (1.0 - loss[one])
            if place < low:
                now = lost
                break
            if lost < least and taken[group] != union:
                host, least = group, lost
            group = list_after[group]
    for place in range(low, high):
        having[node[place]] = 0
    return host, least, now

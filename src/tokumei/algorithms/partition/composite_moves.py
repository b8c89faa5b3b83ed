"""Moving rows between groups where set columns are among the dimensions.

The moves of `moves`, with what the sets lose beside the single values: a row goes where it costs least, when its own
group can spare it, and a group whose rows all do better elsewhere, taken together, is given up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.algorithms.partition.moves import (
    SMALLEST_GAIN,
    _cost_of_adding,
    _keeps_without,
    _link,
    _state,
    _summarize,
    _unlink,
)

__all__ = ["improve_composite"]


class Shared(NamedTuple):
    """What the groups of a block have in common: group g shares `items[g, :held[g]]`."""

    items: npt.NDArray[np.int32]
    held: npt.NDArray[np.int64]
    worth: npt.NDArray[np.float64]
    """Group × set column → what one common item is worth."""
    lost: npt.NDArray[np.float64]
    """Group → what its sets lose, all records together."""
    seen: npt.NDArray[np.int64]
    has: npt.NDArray[np.bool_]


@njit(cache=True, nogil=True)
def _share(shared, state, target, head, skip, weight, sets):
    """Writes into `target` what the rows from `head` on share, without the row `skip`; returns what their sets lose."""
    several = sets.start.shape[0] - 1
    for own in range(several):
        shared.worth[target, own] = 0.0
    loss, rows, first = 0.0, 0, -1
    row = head
    while row >= 0:
        if row != skip:
            rows += 1
            if first < 0:
                first = row
            for own in range(several):
                shared.worth[target, own] += weight[row] * sets.share[row, own]
            for place in range(sets.offsets[row], sets.offsets[row + 1]):
                item = sets.items[place]
                shared.seen[item] += 1
                loss += weight[row] * sets.share[row, sets.owner[item]]
        row = state.after[row]
    count = 0
    if first >= 0:
        for place in range(sets.offsets[first], sets.offsets[first + 1]):
            item = sets.items[place]
            if shared.seen[item] == rows and count < shared.items.shape[1]:
                shared.items[target, count] = item
                count += 1
                loss -= shared.worth[target, sets.owner[item]]
    row = head
    while row >= 0:
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            shared.seen[sets.items[place]] = 0
        row = state.after[row]
    shared.held[target] = count
    shared.lost[target] = max(loss, 0.0)
    return shared.lost[target]


@njit(cache=True, nogil=True)
def _summary(state, shared, target, head, skip, cells, weight, dims, sets):
    """Writes into `target` all that the rows from `head` on publish; returns their loss over all columns."""
    _summarize(state, target, head, skip, cells, weight, dims)
    return state.size[target] * state.loss[target] + _share(shared, state, target, head, skip, weight, sets)


@njit(cache=True, nogil=True)
def _total(state, shared, group):
    return state.size[group] * state.loss[group] + shared.lost[group]


@njit(cache=True, nogil=True)
def _best_host(state, shared, row, bound, cells, weight, dims, sets, offsets, places, predicates):
    """The group that a row costs least to join, cheaper than `bound`: (group or −1, cost). `has` marks its items."""
    host = -1
    alone = 0.0
    for place in range(sets.offsets[row], sets.offsets[row + 1]):
        shared.has[sets.items[place]] = True
        alone += weight[row] * sets.share[row, sets.owner[sets.items[place]]]
    for group in range(state.size.shape[0] - 1):
        if group == state.group[row] or state.size[group] == 0:
            continue
        cost = _cost_of_adding(state, group, row, bound, cells, weight, dims)
        if cost >= bound:
            continue
        cost += alone
        for number in range(shared.held[group]):
            item = shared.items[group, number]
            own = sets.owner[item]
            if shared.has[item]:
                cost -= weight[row] * sets.share[row, own]
            else:
                cost += shared.worth[group, own]
        if cost < bound - SMALLEST_GAIN and (
            _keeps_without(state, group, -1, row, weight, offsets, places, predicates)
        ):
            host, bound = group, cost
    for place in range(sets.offsets[row], sets.offsets[row + 1]):
        shared.has[sets.items[place]] = False
    return host, bound


@njit(cache=True, nogil=True)
def _move_rows(state, shared, cells, weight, dims, sets, k, offsets, places, predicates):
    """One round of moves; returns the loss that it saved."""
    saved = 0.0
    spare = state.size.shape[0] - 1
    for row in range(cells.shape[0]):
        group = state.group[row]
        before = _total(state, shared, group)
        if state.size[group] - weight[row] < k or before <= SMALLEST_GAIN:
            continue
        freed = before - _summary(state, shared, spare, state.head[group], row, cells, weight, dims, sets)
        if freed <= SMALLEST_GAIN or not _keeps_without(state, group, row, -1, weight, offsets, places, predicates):
            continue
        host, cost = _best_host(state, shared, row, freed, cells, weight, dims, sets, offsets, places, predicates)
        if host >= 0:
            _unlink(state, row)
            _link(state, row, host)
            _summary(state, shared, group, state.head[group], -1, cells, weight, dims, sets)
            _summary(state, shared, host, state.head[host], -1, cells, weight, dims, sets)
            saved += freed - cost
    return saved


@njit(cache=True, nogil=True)
def _give_up_groups(state, shared, cells, weight, dims, sets, offsets, places, predicates):
    """Gives up the groups whose rows do better elsewhere, one after another; returns the loss that it saved."""
    saved = 0.0
    for group in range(state.size.shape[0] - 1):
        worth = _total(state, shared, group)
        if worth <= SMALLEST_GAIN:
            continue
        count = 0
        moved = np.empty(state.size[group], np.int32)
        spent = 0.0
        while state.head[group] >= 0 and spent < worth:
            row = state.head[group]
            host, cost = _best_host(
                state, shared, row, worth - spent, cells, weight, dims, sets, offsets, places, predicates
            )
            if host < 0:
                break
            _unlink(state, row)
            _link(state, row, host)
            _summary(state, shared, host, state.head[host], -1, cells, weight, dims, sets)
            spent += cost
            moved[count] = row
            count += 1
        if state.head[group] >= 0:  # dearer than it is worth: take it back
            for row in moved[:count]:
                host = state.group[row]
                _unlink(state, row)
                _link(state, row, group)
                _summary(state, shared, host, state.head[host], -1, cells, weight, dims, sets)
        else:
            saved += worth - spent
        _summary(state, shared, group, state.head[group], -1, cells, weight, dims, sets)
    return saved


@njit(cache=True, nogil=True)
def improve_composite(cells, weight, group, count, dims, sets, widest, k, offsets, places, predicates, rounds):
    """Moves rows of a block between its groups, in `group`, for so many rounds or until nothing is saved.

    *Promise*: every group that is left has at least k records and keeps the predicates; the loss does not grow.
    *Cost*: a round is O(rows × groups × what a group shares) at worst.
    """
    state = _state(cells, group, count, dims)
    shared = Shared(
        np.empty((count + 1, widest), np.int32),
        np.zeros(count + 1, np.int64),
        np.zeros((count + 1, sets.start.shape[0] - 1), np.float64),
        np.zeros(count + 1, np.float64),
        np.zeros(sets.owner.shape[0], np.int64),
        np.zeros(sets.owner.shape[0], np.bool_),
    )
    for row in range(cells.shape[0]):
        _link(state, row, group[row])
    all_in = 0.0
    for number in range(count):
        all_in += _summary(state, shared, number, state.head[number], -1, cells, weight, dims, sets)
    saved = 0.0
    for _ in range(rounds):
        gained = _move_rows(state, shared, cells, weight, dims, sets, k, offsets, places, predicates)
        gained += _give_up_groups(state, shared, cells, weight, dims, sets, offsets, places, predicates)
        saved += gained
        if gained <= 1e-4 * max(1.0, all_in - saved):
            break
    return saved

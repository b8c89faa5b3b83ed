"""Moving rows between groups where that lowers the loss.

A row moves to the group that it costs least, when its own group can spare it; a group whose rows all do better
elsewhere is dissolved. Works on one block of groups at a time; every change lowers the block's loss, so it ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from tokumei.algorithms.partition.dimensions import VALUES
from tokumei.algorithms.partition.losses import count_bits, span_loss, values_loss
from tokumei.core.predicates import all_hold

__all__ = ["improve_block"]

SMALLEST_GAIN = 1e-9
FAR = 1e300


class State(NamedTuple):
    """Groups as linked lists of rows, with what each publishes; the last group is a place to try things."""

    group: npt.NDArray[np.int32]
    head: npt.NDArray[np.int32]
    after: npt.NDArray[np.int32]
    before: npt.NDArray[np.int32]
    low: npt.NDArray[np.int32]
    high: npt.NDArray[np.int32]
    bits: npt.NDArray[np.uint64]
    words: npt.NDArray[np.int64]
    by_dim: npt.NDArray[np.float64]
    loss: npt.NDArray[np.float64]
    size: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)
def _state(cells, group, count, dims):
    rows = cells.shape[0]
    width = dims.kind.shape[0]
    words = np.zeros(width + 1, np.int64)
    for dim in range(width):
        size = dims.start[dim + 1] - dims.start[dim]
        words[dim + 1] = words[dim] + ((size + 63) // 64 if dims.kind[dim] == VALUES else 0)
    return State(
        group,
        np.full(count + 1, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.full(rows, -1, np.int32),
        np.empty((count + 1, width), np.int32),
        np.empty((count + 1, width), np.int32),
        np.zeros((count + 1, words[width]), np.uint64),
        words,
        np.zeros((count + 1, width), np.float64),
        np.zeros(count + 1, np.float64),
        np.zeros(count + 1, np.int64),
    )


@njit(cache=True, nogil=True)
def _link(state, row, group):
    state.after[row] = state.head[group]
    state.before[row] = -1
    if state.head[group] >= 0:
        state.before[state.head[group]] = row
    state.head[group] = row
    state.group[row] = group


@njit(cache=True, nogil=True)
def _unlink(state, row):
    if state.before[row] >= 0:
        state.after[state.before[row]] = state.after[row]
    else:
        state.head[state.group[row]] = state.after[row]
    if state.after[row] >= 0:
        state.before[state.after[row]] = state.before[row]


@njit(cache=True, nogil=True)
def _summarize(state, target, head, skip, cells, weight, dims):
    """Writes into `target` what the rows from `head` on publish together, without the row `skip`."""
    width = dims.kind.shape[0]
    for dim in range(width):
        state.low[target, dim] = 2147483647
        state.high[target, dim] = -1
    for word in range(state.words[width]):
        state.bits[target, word] = 0
    size = 0
    row = head
    while row >= 0:
        if row != skip:
            size += weight[row]
            for dim in range(width):
                rank = cells[row, dim]
                if dims.kind[dim] == VALUES:
                    state.bits[target, state.words[dim] + (rank >> 6)] |= np.uint64(1) << np.uint64(rank & 63)
                else:
                    state.low[target, dim] = min(state.low[target, dim], rank)
                    state.high[target, dim] = max(state.high[target, dim], rank)
        row = state.after[row]
    loss = 0.0
    for dim in range(width):
        own = 0.0
        if size == 0:
            own = 0.0
        elif dims.kind[dim] == VALUES:
            held = 0
            for word in range(state.words[dim], state.words[dim + 1]):
                held += count_bits(state.bits[target, word])
            own = values_loss(dims, dim, held)
        else:
            own = span_loss(dims, dim, state.low[target, dim], state.high[target, dim])
        state.by_dim[target, dim] = own
        loss += own
    state.size[target] = size
    state.loss[target] = loss


@njit(cache=True, nogil=True)
def _cost_of_adding(state, group, row, bound, cells, weight, dims):
    """What the loss grows by when a row joins a group; stops as soon as it is at least `bound`."""
    cost = weight[row] * state.loss[group]
    size = state.size[group] + weight[row]
    for dim in range(dims.kind.shape[0]):
        if cost >= bound:
            return cost
        rank = cells[row, dim]
        own = state.by_dim[group, dim]
        if dims.kind[dim] == VALUES:
            word = state.bits[group, state.words[dim] + (rank >> 6)]
            if (word >> np.uint64(rank & 63)) & np.uint64(1) == 0:
                cost += size * ((own if own > 0.0 else 1.0 / dims.domain[dim]) + 1.0 / dims.domain[dim] - own)
        else:
            low, high = state.low[group, dim], state.high[group, dim]
            if rank < low or rank > high:
                cost += size * (span_loss(dims, dim, min(low, rank), max(high, rank)) - own)
    return cost


@njit(cache=True, nogil=True)
def _keeps_without(state, group, skip, extra, weight, offsets, places, predicates):
    """Whether a group keeps the predicates without the row `skip` and with the row `extra` (−1: none)."""
    if predicates.kind.shape[0] == 0:
        return True
    counts = np.zeros(predicates.starts[-1], np.int64)
    total = 0
    row = state.head[group]
    while row >= 0:
        if row != skip:
            total += weight[row]
            for place in range(offsets[row], offsets[row + 1]):
                counts[places[place]] += weight[row]
        row = state.after[row]
    if extra >= 0:
        total += weight[extra]
        for place in range(offsets[extra], offsets[extra + 1]):
            counts[places[place]] += weight[extra]
    return all_hold(counts, total, predicates)


@njit(cache=True, nogil=True)
def _best_host(state, row, bound, cells, weight, dims, offsets, places, predicates):
    """The group that a row costs least to join, cheaper than `bound`: (group or −1, cost)."""
    host = -1
    for group in range(state.size.shape[0] - 1):
        if group == state.group[row] or state.size[group] == 0 or weight[row] * state.loss[group] >= bound:
            continue
        cost = _cost_of_adding(state, group, row, bound, cells, weight, dims)
        if cost < bound - SMALLEST_GAIN and _keeps_without(state, group, -1, row, weight, offsets, places, predicates):
            host, bound = group, cost
    return host, bound


@njit(cache=True, nogil=True)
def _move_rows(state, cells, weight, dims, k, offsets, places, predicates):
    """One round of moves; returns the loss that it saved."""
    saved = 0.0
    spare = state.size.shape[0] - 1
    for row in range(cells.shape[0]):
        group = state.group[row]
        if state.size[group] - weight[row] < k or state.loss[group] == 0.0:
            continue
        _summarize(state, spare, state.head[group], row, cells, weight, dims)
        freed = state.size[group] * state.loss[group] - state.size[spare] * state.loss[spare]
        if freed <= SMALLEST_GAIN or not _keeps_without(state, group, row, -1, weight, offsets, places, predicates):
            continue
        host, cost = _best_host(state, row, freed, cells, weight, dims, offsets, places, predicates)
        if host >= 0:
            _unlink(state, row)
            _link(state, row, host)
            _summarize(state, group, state.head[group], -1, cells, weight, dims)
            _summarize(state, host, state.head[host], -1, cells, weight, dims)
            saved += freed - cost
    return saved


@njit(cache=True, nogil=True)
def _dissolve_groups(state, cells, weight, dims, k, offsets, places, predicates):
    """Gives up the groups whose rows all do better elsewhere; returns the loss that it saved."""
    saved = 0.0
    for group in range(state.size.shape[0] - 1):
        worth = state.size[group] * state.loss[group]
        spent = 0.0
        row = state.head[group]
        if worth <= SMALLEST_GAIN:
            continue
        while row >= 0:
            host, cost = _best_host(state, row, worth - spent, cells, weight, dims, offsets, places, predicates)
            if host < 0:
                break
            spent += cost
            row = state.after[row]
        if row >= 0:
            continue
        moved = np.empty(state.size[group], np.int32)
        count = 0
        spent = 0.0
        while state.head[group] >= 0:
            row = state.head[group]
            host, cost = _best_host(state, row, FAR, cells, weight, dims, offsets, places, predicates)
            if host < 0:
                break
            _unlink(state, row)
            _link(state, row, host)
            _summarize(state, host, state.head[host], -1, cells, weight, dims)
            spent += cost
            moved[count] = row
            count += 1
        if state.head[group] >= 0 or spent >= worth - SMALLEST_GAIN:  # dearer than it looked: take it back
            for number in range(count):
                row = moved[number]
                host = state.group[row]
                _unlink(state, row)
                _link(state, row, group)
                _summarize(state, host, state.head[host], -1, cells, weight, dims)
            _summarize(state, group, state.head[group], -1, cells, weight, dims)
            continue
        _summarize(state, group, -1, -1, cells, weight, dims)
        saved += worth - spent
    return saved


@njit(cache=True, nogil=True)
def improve_block(cells, weight, group, count, dims, k, offsets, places, predicates, rounds, dissolve):
    """Moves rows of a block between its groups, in `group`, for so many rounds or until nothing is saved.

    *Promise*: every group that is left has at least k records and keeps the predicates; the loss does not grow.
    *Cost*: a round is O(rows × groups) at worst; groups that cannot be better are passed over after one look.
    """
    state = _state(cells, group, count, dims)
    for row in range(cells.shape[0]):
        _link(state, row, group[row])
    for number in range(count):
        _summarize(state, number, state.head[number], -1, cells, weight, dims)
    saved = 0.0
    for _ in range(rounds):
        gained = _move_rows(state, cells, weight, dims, k, offsets, places, predicates)
        if dissolve:
            gained += _dissolve_groups(state, cells, weight, dims, k, offsets, places, predicates)
        saved += gained
        if gained <= 1e-4 * max(1.0, (state.loss * state.size)[:-1].sum()):
            break
    return saved

"""A union partitioned anew: top-down with a little noise, or gathered; then pieces move where they cost less."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.partition.gathering import gather_groups
from tokumei.partition.losses import losses_without
from tokumei.partition.scores.ncp import grow_by_loss
from tokumei.partition.unions import (
    FAR,
    GROUPS,
    PIECES,
    SMALLEST_GAIN,
    best_host,
    empty,
    group_loss,
    keeps_with,
    narrow,
    new_group,
    new_piece,
    set_loss_of,
    summarize,
    total_loss,
    widen,
)

__all__ = ["CHEAPEST", "FURTHEST", "GROWN", "regroup"]

ROUNDS = 3
"""So often pieces move between the groups of a union."""
TRIES = 4
"""So many rows are tried as the first of a group."""
GROWN, FURTHEST, CHEAPEST = 0, 1, 2
"""How a union is partitioned: top-down, gathered around the furthest rows, gathered around those that cost least."""


@njit(cache=True, nogil=True)
def _grow(union, k, dims, noise, random, predicates, tally, place):
    """Groups grown top-down."""
    rows = union.weight.shape[0]
    order = np.arange(rows).astype(np.int32)
    judges = (union.offsets, union.places, predicates)
    ends = grow_by_loss(union.cells, union.weight, order, dims, k, *judges, tally, place, noise, random)
    empty(union)
    low = 0
    for high in ends:
        group = new_group(union)
        for number in range(low, high):
            widen(union, group, order[number], union.weight[order[number]], dims)
            new_piece(union, order[number], union.weight[order[number]], group)
        low = high


@njit(cache=True, nogil=True)
def _set_apart(union, k, dims):
    """Rows that can be a group by themselves leave the others, and leave as many records behind as those need."""
    for piece in range(union.used[PIECES]):
        group = union.group[piece]
        need = max(0, k - (union.size[group] - union.mass[piece]))
        if union.mass[piece] - need < k or group_loss(union, group) <= SMALLEST_GAIN:
            continue
        if union.used[GROUPS] + 1 >= union.low.shape[0]:
            return
        row, mass = union.row[piece], union.mass[piece] - need
        own = new_group(union)
        widen(union, own, row, mass, dims)
        if need > 0:
            union.mass[piece] = need
            narrow(union, group, row, mass)
            new_piece(union, row, mass, own)
        else:
            union.group[piece] = own
            summarize(union, group, group, -1, dims)


@njit(cache=True, nogil=True)
def _members(union, group, members):
    """Writes the pieces of a group into `members`; returns how many there are."""
    count = 0
    for piece in range(union.used[PIECES]):
        if union.group[piece] == group:
            members[count] = piece
            count += 1
    return count


@njit(cache=True, nogil=True)
def _move(union, k, dims, predicates, tally):
    """One round of moves between the groups of a union; returns the loss that it saved.

    A piece moves whole where its group can spare it, else as many of its records as the group can spare.
    """
    saved = 0.0
    members = np.empty(union.row.shape[0], np.int64)
    sets, spare = union.has.shape[1] > 0, union.low.shape[0] - 1
    for group in range(union.used[GROUPS]):
        count = _members(union, group, members)
        number, stale = 0, True
        without = np.zeros(count, np.float64)
        while number < count and group_loss(union, group) > SMALLEST_GAIN:
            if stale and not sets:
                without = np.zeros(count, np.float64)
                losses_without(union.row[members[:count]], union.cells, dims, tally, without)
                stale = False
            piece = members[number]
            row, mass, size = union.row[piece], union.mass[piece], union.size[group]
            whole = size - mass >= k
            if not whole:
                mass = size - k
                freed = mass * union.loss[group] + set_loss_of(union, group, row, mass)
            elif sets:
                summarize(union, spare, group, piece, dims)
                freed = group_loss(union, group) - group_loss(union, spare)
            else:
                freed = size * union.loss[group] - (size - mass) * without[number]
            number += 1
            if mass <= 0 or union.used[PIECES] == union.row.shape[0]:
                continue
            host, cost = best_host(union, group, row, mass, freed - SMALLEST_GAIN, dims)
            if host < 0 or not (
                keeps_with(union, group, piece, -1 if whole else row, union.mass[piece] - mass, predicates)
                and keeps_with(union, host, -1, row, mass, predicates)
            ):
                continue
            saved += freed - cost
            widen(union, host, row, mass, dims)
            if not whole:
                union.mass[piece] -= mass
                narrow(union, group, row, mass)
                new_piece(union, row, mass, host)
                continue
            union.group[piece] = host
            summarize(union, group, group, -1, dims)
            number -= 1
            count -= 1
            members[number:count] = members[number + 1 : count + 1].copy()
            stale = True
    return saved


@njit(cache=True, nogil=True)
def regroup(union, way, k, dims, predicates, noise, random, tally, place):
    """Partitions a union anew, in one of the ways; returns its loss, FAR where the predicates do not hold."""
    if way == GROWN:
        _grow(union, k, dims, noise, random, predicates, tally, place)
        if predicates.kind.shape[0] == 0:
            _set_apart(union, k, dims)
    else:
        if not gather_groups(union, k, dims, predicates, noise, TRIES if way == CHEAPEST else 1, random):
            return FAR
        for group in range(union.used[GROUPS]):
            if union.size[group] > 0 and not keeps_with(union, group, -1, -1, 0, predicates):
                return FAR
    for _ in range(ROUNDS):
        if _move(union, k, dims, predicates, tally) <= SMALLEST_GAIN:
            break
    return total_loss(union)

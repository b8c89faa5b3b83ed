"""Gathering groups: each starts at a row of a union and takes what widens it least for what it brings in."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.core.predicates import all_hold
from tokumei.partition.chance import draw
from tokumei.partition.unions import (
    FAR,
    SMALLEST_GAIN,
    best_host,
    clear,
    empty,
    group_loss,
    join_cost,
    narrow,
    new_group,
    new_piece,
    shows_all,
    widen,
    wider_by,
)

__all__ = ["gather_groups"]

LOOKS = 8
"""So many ways to widen a group are looked at."""


@njit(cache=True, nogil=True)
def gather_groups(union, k, dims, predicates, noise, tries, random):
    """Groups gathered from the cheapest rows: each starts at a row and takes what widens it least, until it has k
    records and keeps the predicates. Rows of k records are groups by themselves, and lend what they can spare; not
    where there are predicates, which one row alone does not keep.

    A group starts at the row that is furthest from the last group; with several `tries`, at the one of so many rows
    that leads to the least loss. Returns False where no group could be made.
    """
    rows = union.weight.shape[0]
    left = union.weight.copy()
    empty(union)
    own = np.full(rows, -1, np.int64)
    waiting = 0
    judged = predicates.kind.shape[0] > 0
    for row in range(rows):
        if left[row] >= k and not judged:
            own[row] = new_group(union)
            widen(union, own[row], row, left[row], dims)
        else:
            waiting += left[row]
    taken = np.empty((2, rows), np.int64)
    best_taken = np.empty((2, rows), np.int64)
    counts = np.zeros(predicates.starts[-1], np.int64)
    last = -1
    while waiting >= k:
        group = new_group(union)
        count, least = 0, FAR
        for _ in range(tries):
            seed, most = -1, -1.0
            for row in range(rows):
                if left[row] > 0 and own[row] < 0:
                    far = draw(random)
                    if last >= 0 and tries == 1:
                        far = join_cost(union, last, row, left[row], dims) * (1.0 + noise * far)
                    if far > most:
                        seed, most = row, far
            held = _gathered(union, group, seed, left, own, k, dims, predicates, noise, random, taken, counts)
            if held > 0 and group_loss(union, group) / union.size[group] < least:
                count, least = held, group_loss(union, group) / union.size[group]
                best_taken[:, :held] = taken[:, :held]
        clear(union, group)
        if count == 0:
            break
        last = group
        for number in range(count):
            row, mass = best_taken[0, number], best_taken[1, number]
            widen(union, group, row, mass, dims)
            new_piece(union, row, mass, group)
            left[row] -= mass
            if own[row] < 0:
                waiting -= mass
            else:
                narrow(union, own[row], row, mass)
    for row in range(rows):
        if own[row] >= 0:
            new_piece(union, row, left[row], own[row])
            left[row] = 0
    for row in range(rows):
        if left[row] > 0:
            host, _ = best_host(union, -1, row, left[row], FAR, dims)
            if host < 0:
                return False
            widen(union, host, row, left[row], dims)
            new_piece(union, row, left[row], host)
    return True


@njit(cache=True, nogil=True)
def _gathered(union, group, seed, left, own, k, dims, predicates, noise, random, taken, counts):
    """Gathers one group around a row; returns how many rows it takes, `taken` says which and how many records.

    0 where all rows together do not keep the predicates.
    """
    rows = left.shape[0]
    judged = predicates.kind.shape[0] > 0
    counts[:] = 0
    rest = left.copy()
    for row in range(rows):
        if own[row] >= 0:
            rest[row] -= k
    wider = np.empty(rows, np.float64)
    clear(union, group)
    row, count, stale = seed, 0, True
    while True:
        mass = rest[row] if own[row] < 0 else min(rest[row], k - union.size[group])
        stale = widen(union, group, row, mass, dims) or stale
        taken[0, count], taken[1, count] = row, mass
        count += 1
        rest[row] -= mass
        if judged:
            for place in range(union.offsets[row], union.offsets[row + 1]):
                counts[union.places[place]] += mass
        if union.size[group] >= k and (not judged or all_hold(counts, union.size[group], predicates)):
            return count
        row, least = -1, FAR
        for other in range(rows):
            if rest[other] > 0:
                if stale:
                    wider[other] = join_cost(union, group, other, rest[other], dims) * (1.0 + noise * draw(random))
                if wider[other] < least:
                    row, least = other, wider[other]
        if row < 0:
            return 0
        if stale and least > 0.0 and union.size[group] < k:
            row = _most_for_least(union, group, rest, wider, k, dims)
        stale = False


@njit(cache=True, nogil=True)
def _most_for_least(union, group, rest, wider, k, dims):
    """Among the rows that widen a group least, the one that brings most records into it for what it costs."""
    rows = rest.shape[0]
    need = k - union.size[group]
    spare = union.low.shape[0] - 1
    best, least, before = -1, FAR, -1.0
    for _ in range(LOOKS):
        row, more = -1, FAR
        for other in range(rows):
            if rest[other] > 0 and before < wider[other] < more:
                row, more = other, wider[other]
        if row < 0:
            break
        before = more
        for dim in range(dims.kind.shape[0]):
            union.low[spare, dim], union.high[spare, dim] = union.low[group, dim], union.high[group, dim]
            union.by_dim[spare, dim] = union.by_dim[group, dim]
        for word in range(union.bits.shape[1]):
            union.bits[spare, word] = union.bits[group, word]
        for word in range(union.has.shape[1]):
            union.common[spare, word] = union.common[group, word]
        union.loss[spare], union.size[spare] = union.loss[group], union.size[group]
        widen(union, spare, row, 0, dims)
        held = 0
        for other in range(rows):
            if (
                rest[other] > 0
                and wider_by(union, spare, other, SMALLEST_GAIN, dims) < SMALLEST_GAIN
                and shows_all(union, spare, other)
            ):
                held += rest[other]
                if held >= need:
                    break
        price = more / min(held, need)
        if price < least:
            best, least = row, price
    return best

"""Gathering groups: each starts at a row of a union and takes what widens it least for what it brings in."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import NONE, ZERO, part
from tokumei.core.predicates import all_hold
from tokumei.partition.chance import draw
from tokumei.partition.unions import (
    COMES,
    FAR,
    GROUPS,
    PARTS,
    ROWS,
    SIZE,
    SMALLEST_GAIN,
    STAYS,
    best_host,
    clear,
    dimension_cost,
    group_loss,
    keeps_with,
    new_group,
    new_piece,
    set_cost,
    shift,
)

__all__ = ["gather_groups"]

LOOKS = 8
"""So many ways to widen a group are looked at."""
TRIES = 4
"""So many rows are tried as the first of a group."""


@part
def gather_groups(union, tokens, judges, k, noise, furthest, random):
    """Groups gathered from the cheapest rows: each starts at a row and takes what widens it least, until it has k
    records and keeps the predicates. Rows of k records are groups by themselves, and lend what they can spare; not
    where there are predicates, which one row alone does not keep.

    A group starts at the one of several rows that leads to the least loss, or at the row that is `furthest` from the
    last group. Returns False where no group could be made, or one that does not keep the predicates.
    """
    rows = union.used[ROWS]
    left = union.weight[:rows].copy()
    own = np.empty(rows, np.int64)
    own[:] = NONE
    waiting = 0
    judged = judges.predicates.kind.shape[0] > 0
    for row in range(rows):
        if left[row] >= k and not judged:
            own[row] = new_group(union)
            shift(union, tokens, own[row], row, left[row], COMES)
        else:
            waiting += left[row]
    taken, best_taken = np.empty((2, rows), np.int64), np.empty((2, rows), np.int64)
    last = NONE
    while waiting >= k:
        group = new_group(union)
        count, least = 0, FAR
        for _ in range(1 if furthest else TRIES):
            seed, most = NONE, -1.0
            for row in range(rows):
                if left[row] > 0 and own[row] < 0:
                    far = draw(random)
                    if furthest and last >= 0:
                        far = dimension_cost(union, last, row) * (1.0 + noise * far)
                        if tokens.token.shape[0] > 0:
                            far += set_cost(union, tokens, last, row, left[row]) / (union.size[last, SIZE] + left[row])
                    if far > most:
                        seed, most = row, far
            members = _gathered(union, tokens, judges, group, seed, left, own, k, noise, random, taken)
            if members > 0 and group_loss(union, group) / union.size[group, SIZE] < least:
                count, least = members, group_loss(union, group) / union.size[group, SIZE]
                taken, best_taken = best_taken, taken
        clear(union, group)
        if count == 0:
            break
        last = group
        for number in range(count):
            row, mass = best_taken[0, number], best_taken[1, number]
            shift(union, tokens, group, row, mass, COMES)
            new_piece(union, row, mass, group)
            left[row] -= mass
            if own[row] < 0:
                waiting -= mass
            else:
                shift(union, tokens, own[row], row, -mass, STAYS)
    for row in range(rows):
        if own[row] >= 0:
            new_piece(union, row, left[row], own[row])
            left[row] = 0
    for row in range(rows):
        if left[row] > 0:
            host, _ = best_host(union, tokens, NONE, row, left[row], FAR)
            if host < 0:
                return False
            shift(union, tokens, host, row, left[row], COMES)
            new_piece(union, row, left[row], host)
    for group in range(union.used[GROUPS]):
        if union.size[group, SIZE] > 0 and not keeps_with(union, judges, group, NONE, NONE, ZERO):
            return False
    return True


@part
def _gathered(union, tokens, judges, group, seed, left, own, k, noise, random, taken):
    """Gathers one group around a row; returns how many rows it takes, `taken` says which and how many records.

    0 where all rows together do not keep the predicates.
    """
    rows = left.shape[0]
    judged = judges.predicates.kind.shape[0] > 0
    counts = np.zeros(judges.predicates.starts[-1], np.int64)
    sets = tokens.token.shape[0] > 0
    rest, luck, cost = left.copy(), np.empty(rows, np.float64), np.empty(rows, np.float64)
    for row in range(rows):
        luck[row] = 1.0 + noise * draw(random)
        if own[row] >= 0:
            rest[row] -= k
    clear(union, group)
    row, count, stale = seed, 0, True
    while True:
        mass = rest[row] if own[row] < 0 else min(rest[row], k - union.size[group, SIZE])
        stale = shift(union, tokens, group, row, mass, COMES) or stale
        taken[0, count], taken[1, count] = row, mass
        count += 1
        rest[row] -= mass
        if judged:
            source = union.row[row]
            for place in range(judges.offsets[source], judges.offsets[source + 1]):
                counts[judges.places[place]] += mass
        size = union.size[group, SIZE]
        if size >= k and (not judged or all_hold(counts, size, judges.predicates)):
            return count
        row, least = NONE, FAR
        for other in range(rows):
            if rest[other] > 0:
                if stale:
                    more = dimension_cost(union, group, other)
                    if sets:
                        more += set_cost(union, tokens, group, other, rest[other]) / (size + rest[other])
                    cost[other] = more * luck[other]
                if cost[other] < least:
                    row, least = other, cost[other]
        if row < 0:
            return 0
        if stale and least > 0.0 and size < k:
            row = _most_for_least(union, tokens, group, rest, cost, k - size)
        stale = False


@part
def _most_for_least(union, tokens, group, rest, cost, need):
    """Among the rows that widen a group least, the one that brings most records into it for what it costs."""
    rows = rest.shape[0]
    trial = union.size.shape[0] - 1
    begin, stop = union.first[union.kind.shape[0]], union.first[union.kind.shape[0] + 1]
    best, least, before = NONE, FAR, -1.0
    for _ in range(LOOKS):
        row, more = NONE, FAR
        for other in range(rows):
            if rest[other] > 0 and before < cost[other] < more:
                row, more = other, cost[other]
        if row < 0:
            break
        before = more
        for code in range(stop):
            union.counts[trial, code] = union.counts[group, code]
            union.more[trial, code] = union.more[group, code]
        union.size[trial, PARTS] = union.size[group, PARTS]
        shift(union, tokens, trial, row, ZERO, COMES)
        shown = ZERO
        for code in range(begin, stop):
            shown += union.counts[trial, code] == union.size[trial, PARTS]
        brought = 0
        for other in range(rows):
            if rest[other] > 0 and _covers(union, tokens, trial, other, shown):
                brought += rest[other]
                if brought >= need:
                    break
        price = more / min(brought, need)
        if price < least:
            best, least = row, price
    return best


@part
def _covers(union, tokens, group, row, shown):
    """Whether a group loses nothing by a row: it publishes the row's values, and the row has the tokens it shows."""
    for dim in range(union.kind.shape[0]):
        if union.more[group, union.code[row, dim]] > SMALLEST_GAIN:
            return False
    source = union.row[row]
    for spot in range(tokens.offsets[source], tokens.offsets[source + 1]):
        shown -= union.counts[group, tokens.slot[tokens.token[spot]]] == union.size[group, PARTS]
    return shown == 0

"""Clusters improved by chance: exchanges that cost more are accepted less and less often."""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.history.likeness import lost_cells

__all__ = ["anneal"]


@njit(cache=True, nogil=True)
def anneal(estimate, block, members, near, weight, moves, hot, cold, seed):
    """The best clusters met on the way, by estimated cost; `members` is changed.

    A subject moves into the cluster of one of its `near` ones, and a member of that takes its place.
    *Cost*: some 2 k look-ups a move. *Reference*: Kirkpatrick, Gelatt and Vecchi, Optimization by simulated annealing
    (1983). The seed is part of the method, so that the same data give the same clusters.
    """
    np.random.seed(seed)
    clusters, k = members.shape
    counts = block.counts
    subjects = len(counts)
    where = np.full(subjects, -1, np.int64)
    slot = np.full(subjects, -1, np.int64)
    lost = np.empty(clusters)
    for cluster in range(clusters):
        for place in range(k):
            where[members[cluster, place]] = cluster
            slot[members[cluster, place]] = place
        lost[cluster] = lost_cells(block, members[cluster], -1, 0)
    best = members.copy()
    cost = 0.0
    least = 0.0
    for move in range(moves):
        i = np.random.randint(subjects)
        g = where[i]
        if g < 0:
            continue
        friend = near[i, np.random.randint(near.shape[1])]
        h = where[friend]
        if h == g:
            continue
        j = friend
        if h >= 0:
            place = np.random.randint(k)
            j = members[h, place]
            if j == friend:
                j = members[h, (place + 1) % k]
        change = 0.0
        for place in range(k):
            if members[g, place] != i:
                change += estimate[j, members[g, place]] - estimate[i, members[g, place]]
            if h >= 0 and members[h, place] != j:
                change += estimate[i, members[h, place]] - estimate[j, members[h, place]]
        lost_g = lost_cells(block, members[g], slot[i], j)
        lost_h = 0.0
        change *= weight
        if h >= 0:
            lost_h = lost_cells(block, members[h], slot[j], i)
            change += lost_g - lost[g] + lost_h - lost[h]
        else:
            change += lost_g - lost[g] + block.price * (counts[i] - counts[j])
        temperature = hot * (cold / hot) ** (move / moves)
        if change <= 0 or np.random.random() < np.exp(-change / temperature):
            members[g, slot[i]] = j
            lost[g] = lost_g
            if h >= 0:
                members[h, slot[j]] = i
                lost[h] = lost_h
            where[i], where[j] = h, g
            slot[i], slot[j] = slot[j], slot[i]
            cost += change
            if cost < least - 1e-3 and move > moves // 2:
                least = cost
                best[:] = members
    return best

"""How alike two histories are, without putting their records side by side.

The cost of merging two histories is an assignment problem. Its estimate here costs no more than reading them: each
column alone is matched at its best (numbers and dates by rank, categories by what they share), and the sum is taken.
On the contest's data the cheapest partner by this estimate is the cheapest by assignment for five subjects in six.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from tokumei.history.kernels import node_error

__all__ = ["gather", "lost_cells", "pair_estimates", "promising", "sorted_values", "swap"]


@njit(cache=True, nogil=True)
def sorted_values(values, offsets):
    """Each subject's values of each column in ascending order, missing ones last."""
    ordered = np.empty_like(values)
    for column in range(values.shape[0]):
        for subject in range(len(offsets) - 1):
            first, last = offsets[subject], offsets[subject + 1]
            ordered[column, first:last] = np.sort(values[column, first:last])
    return ordered


@njit(cache=True, nogil=True)
def pair_estimates(ordered, records, bags, factor, offsets, start, stop, estimate):
    """estimate[i, j] and estimate[j, i] for start ≤ i < stop and i < j: summed error of the records that pair up.

    Ranges count `factor` times. Subjects stand from the most records to the fewest, so that i never has fewer than j.
    Of sets, what two subjects' nodes (`bags`) have in common is taken to stand in the same lines.
    """
    kind, weight = records.kind, records.weight
    for i in range(start, stop):
        here, n = offsets[i], offsets[i + 1] - offsets[i]
        for j in range(i + 1, len(offsets) - 1):
            there, m = offsets[j], offsets[j + 1] - offsets[j]
            total = 0.0
            ranges = 0.0
            scale = n / m
            for column in range(ordered.shape[0]):
                if kind[column] == 1:
                    total += weight[column] * (m - _shared(ordered[column], here, n, there, m))
                elif kind[column] == 0:
                    apart = 0.0
                    for record in range(m):
                        x = ordered[column, here + int((record + 0.5) * scale)]
                        y = ordered[column, there + record]
                        distance = abs(x - y)
                        if distance < 2.0:
                            apart += distance
                        elif not (np.isnan(x) and np.isnan(y)):
                            apart += 2.0
                    ranges += weight[column] * apart
                elif kind[column] == 2:
                    apart = 0.0
                    for record in range(m):
                        x = ordered[column, here + int((record + 0.5) * scale)]
                        y = ordered[column, there + record]
                        apart += 2.0 * node_error(records.path, records.tree_error, column, min(x, y), max(x, y))
                    total += weight[column] * apart
                else:
                    own, others = bags.value[column, i], bags.value[column, j]
                    if min(own, others) > 0:
                        both = _shared_value(bags, column, i, j)
                        total += weight[column] * 2.0 * m * (1.0 - both / min(own, others))
                    elif max(own, others) > 0:
                        total += weight[column] * m
            total += factor * ranges
            estimate[i, j] = total
            estimate[j, i] = total


@njit(cache=True, nogil=True)
def _shared(codes, here, n, there, m):
    """How many records of two subjects pair up with the same category."""
    i = 0
    j = 0
    shared = 0
    while i < n and j < m:
        x = codes[here + i]
        y = codes[there + j]
        if x == y:
            shared += 1
            i += 1
            j += 1
        elif x < y:
            i += 1
        else:
            j += 1
    return shared


@njit(cache=True, nogil=True)
def _shared_value(bags, column, one, other):
    """What the nodes are worth that two subjects' items share."""
    i, i_end = bags.offsets[column, one], bags.offsets[column, one + 1]
    j, j_end = bags.offsets[column, other], bags.offsets[column, other + 1]
    shared = 0.0
    while i < i_end and j < j_end:
        if bags.node[i] == bags.node[j]:
            shared += bags.added[bags.node[i]]
            i += 1
            j += 1
        elif bags.node[i] < bags.node[j]:
            i += 1
        else:
            j += 1
    return shared


@njit(cache=True, nogil=True)
def gather(estimate, block, k, weight):
    """Cluster × member → subject: from the largest subject not yet placed, the k − 1 that cost least to add.

    Adding a subject costs `weight` times its estimates to the members, and the records that no longer fit.
    """
    counts = block.counts
    subjects = len(counts)
    clusters = subjects // k
    members = np.empty((clusters, k), np.int64)
    placed = np.zeros(subjects, np.bool_)
    near = np.empty(subjects)
    seed = 0
    for cluster in range(clusters):
        while placed[seed]:
            seed += 1
        placed[seed] = True
        members[cluster, 0] = seed
        shortest = counts[seed]
        for subject in range(subjects):
            near[subject] = weight * estimate[seed, subject]
        for member in range(1, k):
            best = -1
            least = np.inf
            for subject in range(seed + 1, subjects):
                if not placed[subject]:
                    gap = shortest - counts[subject]
                    cost = near[subject] + block.price * (gap * member if gap > 0 else -gap)
                    if cost < least:
                        least = cost
                        best = subject
            placed[best] = True
            members[cluster, member] = best
            shortest = min(shortest, counts[best])
            for subject in range(subjects):
                near[subject] += weight * estimate[best, subject]
    return members


@njit(cache=True, nogil=True)
def lost_cells(block, members, slot, instead):
    """What a cluster loses beside its lines' errors, with subject `instead` in one slot (−1: as it is).

    The records that find no place, and the sensitive cells of its lines where its subjects have too few values.
    """
    shortest = 1 << 62
    total = 0
    for place in range(len(members)):
        count = block.counts[instead if place == slot else members[place]]
        total += count
        shortest = min(shortest, count)
    lost = block.price * (total - shortest * len(members))
    if block.different > 0:
        distinct = 0
        for place in range(len(members)):
            x = block.value[instead if place == slot else members[place]]
            new = True
            for other in range(place):
                if block.value[instead if other == slot else members[other]] == x:
                    new = False
                    break
            if new:
                distinct += 1
                if distinct == block.different:
                    break
        if distinct < block.different:
            lost += shortest * len(members)
    return lost


@njit(cache=True, nogil=True)
def swap(estimate, block, members, weight, passes):
    """Exchanges subjects between clusters, or with those left out, while the estimated cost falls; changes `members`.

    *Cost*: each pass looks at every pair of subjects once.
    """
    clusters, k = members.shape
    counts, price = block.counts, block.price
    subjects = len(counts)
    where = np.full(subjects, -1, np.int64)
    slot = np.full(subjects, -1, np.int64)
    near = np.zeros((subjects, clusters), np.float32)
    lost = np.empty(clusters)
    for cluster in range(clusters):
        for place in range(k):
            member = members[cluster, place]
            where[member] = cluster
            slot[member] = place
            for subject in range(subjects):
                near[subject, cluster] += estimate[subject, member]
        lost[cluster] = lost_cells(block, members[cluster], -1, 0)
    for _ in range(passes):
        moved = False
        for i in range(subjects):
            g = where[i]
            if g < 0:
                continue
            best = -1e-4
            other = -1
            for j in range(subjects):
                h = where[j]
                if h == g:
                    continue
                gain = near[j, g] - near[i, g] - estimate[i, j]
                if h < 0:
                    change = weight * gain + price * (counts[i] - counts[j]) - lost[g]
                    if change < best:
                        change += lost_cells(block, members[g], slot[i], j)
                else:
                    gain += near[i, h] - near[j, h] - estimate[i, j]
                    change = weight * gain - lost[g] - lost[h]
                    if change < best:
                        change += lost_cells(block, members[g], slot[i], j)
                        change += lost_cells(block, members[h], slot[j], i)
                if change < best:
                    best = change
                    other = j
            if other >= 0:
                moved = True
                h = where[other]
                members[g, slot[i]] = other
                if h >= 0:
                    members[h, slot[other]] = i
                where[i], where[other] = h, g
                slot[i], slot[other] = slot[other], slot[i]
                for subject in range(subjects):
                    change = estimate[subject, other] - estimate[subject, i]
                    near[subject, g] += change
                    if h >= 0:
                        near[subject, h] -= change
                lost[g] = lost_cells(block, members[g], -1, 0)
                if h >= 0:
                    lost[h] = lost_cells(block, members[h], -1, 0)
        if not moved:
            break


@njit(cache=True, nogil=True)
def promising(estimate, block, cluster_of, members, subject, weight, changes):
    """changes[j]: by how much the estimated cost changes if `subject` and j change places; infinite in one cluster."""
    k = members.shape[1]
    g = cluster_of[subject]
    slot = -1
    for place in range(k):
        if members[g, place] == subject:
            slot = place
    here = lost_cells(block, members[g], -1, 0)
    for j in range(len(block.counts)):
        h = cluster_of[j]
        if h == g or h < 0:
            changes[j] = np.inf
            continue
        gain = 0.0
        other = -1
        for place in range(k):
            if members[g, place] != subject:
                gain += estimate[j, members[g, place]] - estimate[subject, members[g, place]]
            if members[h, place] != j:
                gain += estimate[subject, members[h, place]] - estimate[j, members[h, place]]
            else:
                other = place
        lost = lost_cells(block, members[g], slot, j) - here
        lost += lost_cells(block, members[h], other, subject) - lost_cells(block, members[h], -1, 0)
        changes[j] = weight * gain + lost

"""The paper's top-down algorithm for tables that mix single values and sets.

*Reference*: Takahashi, Sobataka, Takenouchi, Toyoda, Mori, Kohro, '集合値の一般化階層なし再符号化による複合データの
k-匿名化', DEIM 2013.
*Departures*: an attribute that cannot be split is closed for its cluster, not for the table (the paper's Algorithm 1
closes it everywhere, its Figure 6 does not). The boundary f(α) < |c| − k is read as ≤, which Figure 6 needs. Ties,
which the paper leaves open: a pivot that removes nothing, then the one whose parts have most items in common, then the
smaller item.
"""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import kernel, part
from tokumei.partition.dimensions import TREE, VALUES
from tokumei.partition.dimensions.items import item_rows
from tokumei.partition.guard import judges_more, keeps
from tokumei.partition.losses import span_loss, values_loss
from tokumei.partition.present import present, release_marks
from tokumei.partition.problem import Groups, Problem
from tokumei.partition.scores.ncp import median_run

__all__ = ["NO_PIVOT", "grow_takahashi"]

NO_PIVOT = -1


def grow_takahashi(problem: Problem, budget: int) -> Groups:
    """Groups as the paper makes them; at most `budget` records (its θ_sup) are removed on the way.

    *Promise*: every group has at least k records and keeps the predicates, provided that the whole table does.
    *Cost*: a split reads the cluster's cells, the items of its smaller parts, and the rows of every pivot that ties.
    """
    sets = problem.sets
    if not problem.set_dimensions:  # every row has no items, and says so
        sets = sets._replace(offsets=np.zeros(problem.rows + 1, dtype=np.int64), share=np.zeros((problem.rows, 0)))
    group = _grow(
        problem.cells,
        problem.weight,
        problem.dims,
        sets,
        *item_rows(sets),
        problem.guard,
        budget,
    )
    return Groups.from_rows(group)


@part
def _counted(rows, weight, sets, tally):
    """Adds the items of some rows to `tally` (zero on entry); returns the items that occur and their records."""
    found = np.empty(64, np.int32)
    count = 0
    for row in rows:
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            item = sets.items[place]
            if tally[item] == 0:
                if count == found.shape[0]:
                    larger = np.empty(2 * count, np.int32)
                    larger[:count] = found
                    found = larger
                found[count] = item
                count += 1
            tally[item] += weight[row]
    counts = np.empty(count, np.int64)
    for number in range(count):
        counts[number] = tally[found[number]]
    return found[:count].copy(), counts


@part
def _shared_by_parts(item, own, weight, sets, ends, holders, of_row, cluster, found, total, most, tally, inner):
    """Σ |common items| · |part| over the two parts that an item makes, in its own column; `most` is the largest tally
    of an item that not all have."""
    held = tally[item]
    for place in range(ends[item], ends[item + 1]):
        row = holders[place]
        if of_row[row] == cluster:
            for own_place in range(sets.offsets[row], sets.offsets[row + 1]):
                inner[sets.items[own_place]] += weight[row]
    with_it, without = 0, 0
    if most >= total - held:
        for other in found:
            if sets.owner[other] == own and tally[other] - inner[other] == total - held:
                without += 1
    for place in range(ends[item], ends[item + 1]):
        row = holders[place]
        if of_row[row] == cluster:
            for own_place in range(sets.offsets[row], sets.offsets[row + 1]):
                other = sets.items[own_place]
                if inner[other] == held and sets.owner[other] == own:
                    with_it += 1
                inner[other] = 0
    return with_it * held + without * (total - held)


@part
def _pivot(own, weight, sets, ends, holders, of_row, cluster, k, budget, found, total, tally, inner, refused):
    """The pivot of set column `own` that discloses most, or NO_PIVOT."""
    common, below = 0, 0
    for item in found:
        if sets.owner[item] == own:
            if tally[item] == total:
                common += 1
            below = max(below, tally[item])
    most, dropped, count = -1, True, 0
    tied = np.empty(found.shape[0], np.int32)
    for item in found:
        held = tally[item]
        if sets.owner[item] != own or refused[item] or held < k or held == total:
            continue
        drops = total - held < k
        if drops and total - held > budget:
            continue
        disclosed = (common + 1) * held if drops else common * total + held
        if disclosed > most or (disclosed == most and dropped and not drops):
            most, dropped, count = disclosed, drops, 0
        if disclosed == most and dropped == drops:
            tied[count] = item
            count += 1
    best, best_shared = NO_PIVOT, -1
    for item in tied[:count]:
        shared = 0
        if count > 1:
            shared = _shared_by_parts(
                item, own, weight, sets, ends, holders, of_row, cluster, found, total, below, tally, inner
            )
        if shared > best_shared or (shared == best_shared and sets.name[item] < sets.name[best]):
            best, best_shared = item, shared
    return best


@part
def _losses(dims, sets, mean, begin, ranks, total, found, tally):
    """What a cluster loses in every attribute, set columns last, in their fast form: |c| − disclosed / mean size."""
    width, several = dims.kind.shape[0], sets.start.shape[0] - 1
    loss = np.zeros(width + several, np.float64)
    for dim in range(width):
        if dims.kind[dim] == VALUES:
            loss[dim] = total * values_loss(dims, dim, begin[dim + 1] - begin[dim])
        else:
            loss[dim] = total * span_loss(dims, dim, ranks[begin[dim]], ranks[begin[dim + 1] - 1])
    loss[width:] = total
    for item in found:
        if tally[item] == total:
            loss[width + sets.owner[item]] -= total / mean[sets.owner[item]]
    loss[width:] *= sets.whole
    return loss


@part
def _by_item(rows, sets, item):
    """Row → 0 with the item, 1 without it."""
    part = np.ones(rows.shape[0], np.int64)
    for number in range(rows.shape[0]):
        row = rows[number]
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            if sets.items[place] >= item:
                if sets.items[place] == item:
                    part[number] = 0
                break
    return part


@part
def _by_rank(cells, rows, dims, dim, k, begin, ranks, total, tally, place):
    """Row → its part when a single-valued attribute is split; all 0 where it cannot be.

    By the children of the lowest node over the cluster where there is a hierarchy; else by the cut nearest to the
    median, of categories in the order of their frequency.
    """
    base = dims.start[dim]
    part = np.zeros(rows.shape[0], np.int64)
    if dims.kind[dim] == TREE:
        low, high = base + ranks[begin[dim]], base + ranks[begin[dim + 1] - 1]
        level = dims.path.shape[1] - 1
        while level > 0 and dims.path[low, level] == dims.path[high, level]:
            level -= 1
        for number in range(rows.shape[0]):
            part[number] = dims.path[base + cells[rows[number], dim], level]
        return np.searchsorted(np.unique(part), part).astype(np.int64)
    where, mass = np.empty((1, 3), np.int32), np.empty(1, np.float64)
    if median_run(dims, dim, k, begin, ranks, total, tally, where, mass, 0) > 0:
        for number in range(rows.shape[0]):
            part[number] = place[base + cells[rows[number], dim]] > where[0, 2]
    return part


@part
def _judged(rows, part, weight, guard, budget):
    """Part → its records, negative where the part is too small and has to go; nothing where that is not allowed."""
    mass = np.zeros(part.max() + 1, np.int64)
    for number in range(rows.shape[0]):
        mass[part[number]] += weight[rows[number]]
    removed = 0
    for number in range(mass.shape[0]):
        if mass[number] < guard.k:
            removed += mass[number]
            mass[number] = -mass[number]
        elif judges_more(guard) and not keeps(rows[part == number], weight, guard):
            return mass[:0]
    return mass if mass.shape[0] > 1 and removed <= budget and mass.max() > 0 else mass[:0]


@part
def _mean_sizes(weight, sets):
    """Set column → its mean number of items a record, the paper's τ."""
    mean = np.zeros(sets.start.shape[0] - 1, np.float64)
    for row in range(sets.offsets.shape[0] - 1):
        for place in range(sets.offsets[row], sets.offsets[row + 1]):
            mean[sets.owner[sets.items[place]]] += weight[row]
    mean /= weight.sum()
    return np.where(mean > 0, mean, 1.0)


@part
def _arranged(rows, part, parts):
    """The rows part by part, each in the order they had, and where each part ends."""
    ends = np.zeros(parts + 1, np.int64)
    for number in part:
        ends[number + 1] += 1
    for number in range(parts):
        ends[number + 1] += ends[number]
    used = ends.copy()
    arranged = np.empty(rows.shape[0], np.int32)
    for number in range(rows.shape[0]):
        arranged[used[part[number]]] = rows[number]
        used[part[number]] += 1
    return arranged, ends[1:]


@kernel
def _grow(cells, weight, dims, sets, ends, holders, guard, budget):
    """Row → group, −1 for a removed row: clusters are split in the order in which they arise.

    A cluster hands its counts of items on: only those of the smaller parts are counted, the largest gets the rest.
    """
    k = guard.k
    width, items = dims.kind.shape[0], sets.owner.shape[0]
    group = np.full(weight.shape[0], -1, np.int32)
    order = np.arange(weight.shape[0]).astype(np.int32)
    of_row = np.zeros(weight.shape[0], np.int64)
    rank_tally, rank_place = np.zeros(dims.start[width], np.int64), np.zeros(dims.start[width], np.int32)
    tally, inner, refused = np.zeros(items, np.int64), np.zeros(items, np.int64), np.zeros(items, np.bool_)
    mean = _mean_sizes(weight, sets)
    spans = [(0, weight.shape[0])]
    all_items, all_counts = _counted(order, weight, sets, tally)
    tally[:] = 0
    held_items, held_counts = [all_items], [all_counts]
    groups, turn = 0, 0
    while turn < len(spans):
        low, high = spans[turn]
        rows, found = order[low:high].copy(), held_items[turn]
        for number in range(found.shape[0]):
            tally[found[number]] = held_counts[turn][number]
        held_items[turn], held_counts[turn] = found[:0], held_counts[turn][:0]
        begin, ranks, total = present(cells, weight, order, low, high, dims, rank_tally, rank_place)
        loss = _losses(dims, sets, mean, begin, ranks, total, found, tally)
        part, mass = np.zeros(0, np.int64), np.zeros(0, np.int64)
        attribute = np.argmax(loss)
        while total > k and loss[attribute] > -np.inf:
            if attribute < width:
                part = _by_rank(cells, rows, dims, attribute, k, begin, ranks, total, rank_tally, rank_place)
                mass = _judged(rows, part, weight, guard, budget)
            own = attribute - width
            while own >= 0 and mass.shape[0] == 0:
                item = _pivot(
                    own, weight, sets, ends, holders, of_row, turn, k, budget, found, total, tally, inner, refused
                )
                if item == NO_PIVOT:
                    break
                part = _by_item(rows, sets, item)
                mass = _judged(rows, part, weight, guard, budget)
                refused[item] = True
            if mass.shape[0] > 0:
                break
            loss[attribute] = -np.inf
            attribute = np.argmax(loss)
        release_marks(begin, ranks, dims, rank_tally)
        for item in found:
            refused[item] = False
        if mass.shape[0] == 0:
            for row in rows:
                group[row] = groups
            groups += 1
        else:
            arranged, edges = _arranged(rows, part, mass.shape[0])
            order[low:high] = arranged
            largest = np.argmax(np.diff(np.append(0, edges)))
            before = len(spans)
            for number in range(mass.shape[0]):
                first = edges[number - 1] if number > 0 else 0
                if mass[number] <= 0:
                    budget += mass[number]
                if number != largest:
                    own_items, own_counts = _counted(arranged[first : edges[number]], weight, sets, inner)
                    for place in range(own_items.shape[0]):
                        inner[own_items[place]] = 0
                        tally[own_items[place]] -= own_counts[place]
                    if mass[number] > 0:
                        spans.append((low + first, low + edges[number]))
                        held_items.append(own_items)
                        held_counts.append(own_counts)
            if mass[largest] > 0:
                first = edges[largest - 1] if largest > 0 else 0
                spans.append((low + first, low + edges[largest]))
                left = found[tally[found] > 0]
                held_items.append(left)
                held_counts.append(tally[left])
            for number in range(before, len(spans)):
                for row in order[spans[number][0] : spans[number][1]]:
                    of_row[row] = number
        for item in found:
            tally[item] = 0
        turn += 1
    return group

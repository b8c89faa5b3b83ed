"""VALUES: columns published as the set of values of a group."""

from __future__ import annotations

from tokumei.core.kernels import part

__all__ = ["heaviest_first", "sort_keys", "values_cuts", "values_loss"]


@part
def values_loss(dims, dim, count):
    """Loss of so many distinct values."""
    return 0.0 if count <= 1 else count / dims.domain[dim]


@part
def sort_keys(keys):
    """Sorts different numbers in place: most are few, and numpy's way would take longer to compile than all else."""
    gap = keys.shape[0]
    while gap > 1:
        gap = 1 if gap < 10 else 5 * gap // 11
        for place in range(gap, keys.shape[0]):
            key, at = keys[place], place
            while at >= gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key


@part
def heaviest_first(keys, tally):
    """Puts ranks in the order of their records in `tally`, most first, ties by rank."""
    for number in range(keys.shape[0]):  # records and rank in one key
        keys[number] -= tally[keys[number]] << 32
    sort_keys(keys)
    for number in range(keys.shape[0]):
        keys[number] &= 0xFFFFFFFF


@part
def values_cuts(dims, dim, k, own, total, tally, bin_of, where, mass, used):
    """Appends runs from the start of the order, and single values: few heavy values against many rare ones is what
    lowers the loss of sets."""
    running = 0
    for last in range(own.shape[0] - 1):
        alone = tally[dims.start[dim] + own[last]]
        running += alone
        if bin_of[last] == bin_of[last + 1]:
            continue
        if running >= k and total - running >= k:
            where[used, 0], where[used, 1], where[used, 2] = dim, 0, last
            mass[used] = running
            used += 1
        if last > 0 and bin_of[last - 1] != bin_of[last] and alone >= k and total - alone >= k:
            where[used, 0], where[used, 1], where[used, 2] = dim, last, last
            mass[used] = alone
            used += 1
    return used

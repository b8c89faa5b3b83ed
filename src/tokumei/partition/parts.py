"""Two partitions of the same rows, judged part by part.

Groups of both that share a row, and those that share one with these, are a *part*: it can be taken from either
partition, whatever is taken elsewhere. So what is better in one place is kept although another place became worse.
"""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import NONE, kernel, part, step
from tokumei.partition.chance import draw

__all__ = ["best_of_both", "better_parts", "join", "root"]

SMALLEST_GAIN = 1e-9


@kernel
def best_of_both(rows, one, lost, other, losses):
    """The partition that takes every part from the one of two partitions that loses less there."""
    own, random = np.arange(one.ends.shape[0]), np.zeros(1, np.uint64)
    slot = np.full(rows, -1, np.int32)
    better = better_parts(one, own, lost, other.order, other.ends, 0, losses, slot, 0.0, random)
    room = one.order.shape[0] + other.order.shape[0]
    order, mass = np.empty(room, np.int32), np.empty(room, np.int64)
    ends = np.empty(better.shape[0], np.int64)
    used, groups = 0, 0
    for number in range(better.shape[0]):
        old = number < own.shape[0]
        if better[number] == old:
            continue
        source, group = (one, number) if old else (other, number - own.shape[0])
        for place in range(source.ends[group - 1] if group > 0 else 0, source.ends[group]):
            order[used], mass[used] = source.order[place], source.mass[place]
            used += 1
        ends[groups] = used
        groups += 1
    return order[:used], mass[:used], ends[:groups]


@part
def better_parts(now, own, lost, order, ends, first, losses, slot, warmth, random):
    """Which of the groups `own` of a partition go, and then which of the groups of `order` and `ends` from `first` on
    come: those of the parts that lose less, or with some luck a little more. `slot` (over rows) is −1, and left so.

    `lost` is what each group of the partition loses, `losses` what each of the others does.
    """
    old = own.shape[0]
    count = old + losses.shape[0]
    part_of = np.arange(count)
    for number in range(losses.shape[0]):
        group = first + number
        for place in range(ends[group - 1] if group > 0 else 0, ends[group]):
            row = order[place]
            if slot[row] == NONE:
                slot[row] = old + number
            join(part_of, np.int64(slot[row]), old + number)
    for number in range(old):
        group = own[number]
        for place in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
            join(part_of, np.int64(slot[now.order[place]]), number)
    for group in own:
        for place in range(now.ends[group - 1] if group > 0 else 0, now.ends[group]):
            slot[now.order[place]] = NONE
    before, after = np.zeros(count), np.zeros(count)
    for number in range(old):
        before[root(part_of, number)] += lost[own[number]]
    for number in range(old, count):
        after[root(part_of, number)] += losses[number - old]
    better = np.zeros(count, np.bool_)
    for number in range(count):
        if part_of[number] == number:
            better[number] = after[number] < before[number] * (1.0 + warmth * draw(random)) - SMALLEST_GAIN
    for number in range(count):
        better[number] = better[root(part_of, number)]
    return better


@step
def root(part_of, number):
    """The group, or row, that stands for the part of one."""
    while part_of[number] != number:
        part_of[number] = part_of[part_of[number]]
        number = part_of[number]
    return number


@step
def join(part_of, one, other):
    """Makes the parts of two groups one."""
    part_of[root(part_of, one)] = root(part_of, other)

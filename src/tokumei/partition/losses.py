"""What a group loses in a dimension: the arithmetic that splitting, moving and measuring share."""

from __future__ import annotations

import numpy as np

from tokumei.core.kernels import part
from tokumei.partition.dimensions import ORDERED, VALUES
from tokumei.partition.dimensions.values import values_loss

__all__ = ["count_bits", "losses_without", "set_losses_without", "span_loss", "values_loss", "whole_loss"]


@part
def span_loss(dims, dim, low, high):
    """Loss of a group of an ORDERED or TREE dimension whose ranks go from low to high: the range between them, or the
    lowest node over both.

    Both stand here, in the hottest loop of the growth: a call for each kind takes three times as long.
    """
    if low == high:
        return 0.0
    start = dims.start[dim]
    if dims.kind[dim] == ORDERED:
        return dims.whole[dim] if high == dims.null[dim] else dims.place[start + high] - dims.place[start + low]
    for level in range(dims.path.shape[1]):
        if dims.path[start + low, level] == dims.path[start + high, level]:
            return dims.cost[start + low, level]
    return dims.whole[dim]


@part
def count_bits(word):
    """How many bits of a 64-bit word are set."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@part
def losses_without(rows, cells, dims, tally, without):
    """The loss of a group, and in `without` the loss that is left without each of its rows; `tally` stays zero."""
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        base = dims.start[dim]
        held = 0
        ends = np.array([2147483647, 2147483647, -1, -1])  # lowest, second lowest, second highest, highest
        for row in rows:
            rank = cells[row, dim]
            held += tally[base + rank] == 0
            tally[base + rank] += 1
        for row in rows:
            rank = cells[row, dim]
            if rank < ends[0]:
                ends[0], ends[1] = rank, ends[0]
            elif ends[0] < rank < ends[1]:
                ends[1] = rank
            if rank > ends[3]:
                ends[3], ends[2] = rank, ends[3]
            elif ends[2] < rank < ends[3]:
                ends[2] = rank
        own = values_loss(dims, dim, held) if dims.kind[dim] == VALUES else span_loss(dims, dim, ends[0], ends[3])
        loss += own
        for place in range(rows.shape[0]):
            rank = cells[rows[place], dim]
            if tally[base + rank] > 1 or held == 1:
                without[place] += own
            elif dims.kind[dim] == VALUES:
                without[place] += values_loss(dims, dim, held - 1)
            else:
                low = ends[1] if rank == ends[0] else ends[0]
                high = ends[2] if rank == ends[3] else ends[3]
                without[place] += span_loss(dims, dim, low, high)
        for row in rows:
            tally[base + cells[row, dim]] = 0
    return loss


@part
def set_losses_without(rows, weight, tokens, seen, worth, without):
    """The loss of a group in its sets, times the records, and in `without` that of the rest without each of its rows;
    `seen` and `worth` (over tokens) stay zero."""
    count = rows.shape[0]
    loss = 0.0
    for row in rows:
        loss += weight[row] * tokens.full[row]
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            seen[tokens.token[place]] += 1
            worth[tokens.token[place]] += weight[row] * tokens.value[place]
    nearly = 0.0  # what the tokens are worth that all rows but one have
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            token = tokens.token[place]
            if seen[token] == count:
                loss -= weight[row] * tokens.value[place]
            elif seen[token] == count - 1:
                nearly += weight[row] * tokens.value[place]
    for number in range(count):
        row = rows[number]
        own = weight[row] * tokens.full[row]
        gained = nearly
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            token = tokens.token[place]
            if seen[token] == count:
                own -= weight[row] * tokens.value[place]
            elif seen[token] == count - 1:
                gained -= worth[token]
        without[number] = loss - own - gained
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            seen[tokens.token[place]] = 0
            worth[tokens.token[place]] = 0.0
    return loss


@part
def whole_loss(rows, cells, weight, dims, tokens, seen_ranks, seen_tokens):
    """The loss of one group over all columns, times its records; what was seen is zero on entry and after."""
    total = 0
    for row in rows:
        total += weight[row]
    loss = 0.0
    for dim in range(dims.kind.shape[0]):
        base = dims.start[dim]
        if dims.kind[dim] == VALUES:
            held = 0
            for row in rows:
                if seen_ranks[base + cells[row, dim]] == 0:
                    seen_ranks[base + cells[row, dim]] = 1
                    held += 1
            for row in rows:
                seen_ranks[base + cells[row, dim]] = 0
            loss += total * values_loss(dims, dim, held)
        else:
            low, high = cells[rows[0], dim], cells[rows[0], dim]
            for row in rows:
                low, high = min(low, cells[row, dim]), max(high, cells[row, dim])
            loss += total * span_loss(dims, dim, low, high)
    if tokens is None:
        return loss
    for row in rows:
        loss += weight[row] * tokens.full[row]
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            seen_tokens[tokens.token[place]] += 1
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            if seen_tokens[tokens.token[place]] == rows.shape[0]:
                loss -= weight[row] * tokens.value[place]
    for row in rows:
        for place in range(tokens.offsets[row], tokens.offsets[row + 1]):
            seen_tokens[tokens.token[place]] = 0
    return loss
